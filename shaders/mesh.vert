// SPDX-License-Identifier: MIT
//
// Morph, then skin or node, then camera. Everything that the fragment shader gets is in view space.

uniform mat4 u_mesh_to_view;  // of what a skin has brought to the world: from there
uniform mat4 u_view_to_clip;
uniform mat3 u_normal_to_view;

out vec3 v_position;
#ifdef MORPH_NORMAL_LOCATION
out vec3 v_normal;
#endif
#ifdef MORPH_COLOR_LOCATION
out vec4 v_color;
#endif
#if MORPH_MAPS > 0
out vec2 v_texcoord[MORPH_TEXCOORD_COUNT];
#endif
#if MORPH_MAPS > MORPH_MAP_NORMAL && defined(MORPH_TANGENT_LOCATION)
uniform float u_mirrored;  // -1 where node or skin mirrors, which turns the bitangent around; else 1
out vec4 v_tangent;
#endif
#ifdef HAS_HEAT
uniform samplerBuffer u_heat;  // of each vertex
uniform float u_heat_scale;
out float v_heat;
#endif

void main() {
#ifdef HAS_HEAT
  v_heat = texelFetch(u_heat, gl_VertexID).x * u_heat_scale;
#endif
  vec3 mesh_position = get_morphed_position(in_position);
#ifdef MORPH_NORMAL_LOCATION
  vec3 normal = get_morphed_normal(in_normal);
#endif
#ifdef MORPH_JOINT_SETS
  SkinMatrix skin = skin_matrix();
  mesh_position = skinned_position(skin, mesh_position);
#ifdef MORPH_NORMAL_LOCATION
  normal = skinned_normal(skin, normal);
#endif
#endif
  vec4 position = u_mesh_to_view * vec4(mesh_position, 1.0);
  v_position = position.xyz;
#ifdef MORPH_NORMAL_LOCATION
  v_normal = u_normal_to_view * normal;
#endif
#ifdef MORPH_COLOR_LOCATION
  v_color = clamp(get_morphed_color(in_color), 0.0, 1.0);
#endif
#if MORPH_MAPS > 0
  for (int place = 0; place < MORPH_TEXCOORD_COUNT; ++place) {
    v_texcoord[place] = get_morphed_texcoord(place, in_texcoord[place]);
  }
#endif
#if MORPH_MAPS > MORPH_MAP_NORMAL && defined(MORPH_TANGENT_LOCATION)
  vec4 tangent = get_morphed_tangent(in_tangent);
#ifdef MORPH_JOINT_SETS
  tangent.xyz = skinned_direction(skin, tangent.xyz);
#endif
  v_tangent = vec4(mat3(u_mesh_to_view) * tangent.xyz, tangent.w * u_mirrored);
#endif
  gl_Position = u_view_to_clip * position;
}
