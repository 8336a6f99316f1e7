// SPDX-License-Identifier: MIT
//
// A morphed vertex by skin or node to the camera. Everything that the fragment shader gets is in
// view space.

#ifdef HAS_INSTANCES
// For each node the rows of its matrix to view space, then the columns of that of its normals.
uniform samplerBuffer u_instances;
#else
uniform mat4 u_mesh_to_view;  // of what a skin has brought to the world: from there
uniform mat3 u_normal_to_view;
#endif
uniform mat4 u_view_to_clip;

out vec3 v_position;
#ifdef MORPH_NORMAL_LOCATION
out vec3 v_normal;
#endif
#ifdef MORPH_COLOR_LOCATION
out vec4 v_color;
#endif
#if MORPH_TEXCOORD_COUNT > 0
out vec2 v_texcoord[MORPH_TEXCOORD_COUNT];
#endif
#ifdef MORPH_TANGENT_LOCATION
uniform float u_mirrored;  // -1 where node or skin mirrors, which turns the bitangent around; else 1
out vec4 v_tangent;
#endif
#ifdef HAS_LIGHT
uniform samplerBuffer u_heat;  // of each vertex
uniform float u_heat_scale;    // 0: nobody asks
out float v_heat;
#endif

mat4 mesh_to_view() {
#ifdef HAS_INSTANCES
  int row = gl_InstanceID * MORPH_INSTANCE_TEXELS;
  return transpose(mat4(texelFetch(u_instances, row), texelFetch(u_instances, row + 1),
                        texelFetch(u_instances, row + 2), vec4(0.0, 0.0, 0.0, 1.0)));
#else
  return u_mesh_to_view;
#endif
}

mat3 normal_to_view() {
#ifdef HAS_INSTANCES
  int column = gl_InstanceID * MORPH_INSTANCE_TEXELS + 3;
  return mat3(texelFetch(u_instances, column).xyz, texelFetch(u_instances, column + 1).xyz,
              texelFetch(u_instances, column + 2).xyz);
#else
  return u_normal_to_view;
#endif
}

void main() {
#ifdef HAS_LIGHT
  v_heat = u_heat_scale > 0.0 ? u_heat_scale * texelFetch(u_heat, gl_VertexID).x : 0.0;
#endif
  mat4 to_view = mesh_to_view();
  vec3 mesh_position = vertex(MORPH_POSITION_LOCATION, vec4(in_position, 1.0)).xyz;
#ifdef MORPH_NORMAL_LOCATION
  vec3 normal = vertex(MORPH_NORMAL_LOCATION, vec4(in_normal, 0.0)).xyz;
#endif
#ifdef MORPH_JOINT_SETS
  SkinMatrix skin = skin_matrix();
  mesh_position = skinned_position(skin, mesh_position);
#ifdef MORPH_NORMAL_LOCATION
  normal = skinned_normal(skin, normal);
#endif
#endif
  vec4 position = to_view * vec4(mesh_position, 1.0);
  v_position = position.xyz;
#ifdef MORPH_NORMAL_LOCATION
  v_normal = normal_to_view() * normal;
#endif
#ifdef MORPH_COLOR_LOCATION
  v_color = clamp(vertex(MORPH_COLOR_LOCATION, in_color), 0.0, 1.0);
#endif
#if MORPH_TEXCOORD_COUNT > 0
  for (int place = 0; place < MORPH_TEXCOORD_COUNT; ++place) {
    v_texcoord[place] =
        vertex(MORPH_TEXCOORD_LOCATION + place, vec4(in_texcoord[place], 0.0, 0.0)).xy;
  }
#endif
#ifdef MORPH_TANGENT_LOCATION
  vec4 tangent = vertex(MORPH_TANGENT_LOCATION, in_tangent);
#ifdef MORPH_JOINT_SETS
  tangent.xyz = skinned_direction(skin, tangent.xyz);
#endif
  v_tangent = vec4(mat3(to_view) * tangent.xyz, tangent.w * u_mirrored);
#endif
  gl_Position = u_view_to_clip * position;
}
