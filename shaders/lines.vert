// SPDX-License-Identifier: MIT
//
// Lines of any width: each segment, an instance, is a rectangle in the picture that holds the line,
// its round ends and a pixel around both. Places are in pixels.

layout(location = 0) in vec3 in_from;
layout(location = 1) in vec3 in_to;
layout(location = 2) in vec4 in_from_color;
layout(location = 3) in vec4 in_to_color;

uniform mat4 u_world_to_clip;
uniform vec2 u_size;
uniform float u_width;
uniform float u_nearer;  // of the depth range: before a surface that the line lies on

noperspective out vec2 v_place;
flat out vec2 v_from, v_to;
flat out vec4 v_from_color, v_to_color;

vec2 place_of(vec4 clip) { return (0.5 * clip.xy / clip.w + 0.5) * u_size; }

void main() {
  vec4 from = u_world_to_clip * vec4(in_from, 1.0);
  vec4 to = u_world_to_clip * vec4(in_to, 1.0);
  float from_depth = from.z + from.w;  // behind the near plane
  float to_depth = to.z + to.w;
  if (from_depth < 0.0) from = mix(from, to, from_depth / min(from_depth - to_depth, -1e-30));
  if (to_depth < 0.0) to = mix(to, from, to_depth / min(to_depth - from_depth, -1e-30));
  v_from = place_of(from);
  v_to = place_of(to);
  v_from_color = in_from_color;
  v_to_color = in_to_color;
  vec2 along = v_to - v_from;
  along = dot(along, along) > 1e-6 ? normalize(along) : vec2(1.0, 0.0);
  vec4 end = (gl_VertexID & 1) == 0 ? from : to;
  float reach = 0.5 * u_width + 1.0;
  v_place = place_of(end) + along * ((gl_VertexID & 1) == 0 ? -reach : reach) +
            vec2(-along.y, along.x) * (gl_VertexID < 2 ? -reach : reach);
  gl_Position = vec4((2.0 * v_place / u_size - 1.0) * end.w, end.z - u_nearer * end.w, end.w);
  if (max(from_depth, to_depth) < 0.0) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);  // out of sight
}
