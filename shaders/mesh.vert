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
#ifdef MORPH_BASE_COLOR_PLACE
uniform mat3x2 u_base_color_transform;
out vec2 v_texcoord;
#endif

void main() {
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
#ifdef MORPH_BASE_COLOR_PLACE
  vec2 texcoord = get_morphed_texcoord(MORPH_BASE_COLOR_PLACE, in_texcoord[MORPH_BASE_COLOR_PLACE]);
  v_texcoord = u_base_color_transform * vec3(texcoord, 1.0);
#endif
  gl_Position = u_view_to_clip * position;
}
