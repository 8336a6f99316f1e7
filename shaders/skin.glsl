// SPDX-License-Identifier: MIT
//
// Skins (glTF 2.0, 3.7.3.3): where the joints of a vertex take it, after the morph. The rows of
// their matrices are in a buffer texture, three texels a joint, from mesh space to the world.
//
//   MORPH_JOINT_SETS    sets of four joints and weights; not defined: the primitive follows its node

#ifdef MORPH_JOINT_SETS
layout(location = MORPH_JOINTS_LOCATION) in uvec4 in_joints[MORPH_JOINT_SETS];
layout(location = MORPH_JOINT_WEIGHTS_LOCATION) in vec4 in_joint_weights[MORPH_JOINT_SETS];
uniform samplerBuffer u_joint_rows;

// The weighted mean of the joints' matrices, by its rows.
struct SkinMatrix {
  vec4 x, y, z;
};

SkinMatrix skin_matrix() {
  SkinMatrix m = SkinMatrix(vec4(0.0), vec4(0.0), vec4(0.0));
  for (int set = 0; set < MORPH_JOINT_SETS; ++set) {
    for (int i = 0; i < 4; ++i) {
      float weight = in_joint_weights[set][i];
      if (weight == 0.0) continue;
      int row = 3 * int(in_joints[set][i]);
      m.x += weight * texelFetch(u_joint_rows, row);
      m.y += weight * texelFetch(u_joint_rows, row + 1);
      m.z += weight * texelFetch(u_joint_rows, row + 2);
    }
  }
  return m;
}

vec3 skinned_position(SkinMatrix m, vec3 position) {
  vec4 p = vec4(position, 1.0);
  return vec3(dot(m.x, p), dot(m.y, p), dot(m.z, p));
}

vec3 skinned_direction(SkinMatrix m, vec3 direction) {
  return vec3(dot(m.x.xyz, direction), dot(m.y.xyz, direction), dot(m.z.xyz, direction));
}

// By the inverse transpose, up to a positive factor; also there for a matrix without inverse.
vec3 skinned_normal(SkinMatrix m, vec3 normal) {
  vec3 yz = cross(m.y.xyz, m.z.xyz);
  vec3 zx = cross(m.z.xyz, m.x.xyz);
  vec3 xy = cross(m.x.xyz, m.y.xyz);
  float side = dot(m.x.xyz, yz) < 0.0 ? -1.0 : 1.0;
  return side * vec3(dot(yz, normal), dot(zx, normal), dot(xy, normal));
}
#endif
