// SPDX-License-Identifier: MIT
//
// Morph targets (glTF 2.0, 3.7.2.2): base + sum of weight * delta over the active targets, for the
// attributes that any target carries, in places 0 ... MORPH_COUNT-1. One program fits whatever they
// are: what the sum has to become is told by a uniform.
//
//   MORPH_COUNT         morphed attributes
//   MORPH_SLOT_COUNT    N: targets as vertex attributes; a slot without a target has weight 0
//   MORPH_SOURCE        where the deltas are: MORPH_SOURCE_...

uniform int u_morph_kinds[MORPH_COUNT];

#if MORPH_SOURCE <= MORPH_SOURCE_FOLDED
#if MORPH_SLOT_COUNT > 0
layout(location = MORPH_COUNT) in vec4 in_deltas[MORPH_COUNT * MORPH_SLOT_COUNT];
uniform float u_morph_weights[MORPH_SLOT_COUNT];
#endif

vec4 add_deltas(int place, vec4 sum) {
#if MORPH_SLOT_COUNT > 0
  for (int i = 0; i < MORPH_SLOT_COUNT; ++i) {
    sum += u_morph_weights[i] * in_deltas[place * MORPH_SLOT_COUNT + i];
  }
#endif
  return sum;
}
#else
// For each instance and place first and end of its part of the list; then the list: a weight's bits,
// and the texel with the delta of vertex 0. Targets that are not active are not in it.
uniform isamplerBuffer u_morph_active;
#if MORPH_SOURCE == MORPH_SOURCE_ARRAY
uniform sampler2DArray u_morph_deltas;
#else
uniform samplerBuffer u_morph_deltas;
#endif

vec4 delta(int texel) {
#if MORPH_SOURCE == MORPH_SOURCE_ARRAY
  const int kSide = 1 << MORPH_ARRAY_SIDE_BITS;
  return texelFetch(u_morph_deltas,
                    ivec3(texel & (kSide - 1), texel >> MORPH_ARRAY_SIDE_BITS & (kSide - 1),
                          texel >> (2 * MORPH_ARRAY_SIDE_BITS)), 0);
#else
  return texelFetch(u_morph_deltas, texel);
#endif
}

vec4 add_deltas(int place, vec4 sum) {
  ivec2 part = texelFetch(u_morph_active, gl_InstanceID * MORPH_COUNT + place).xy;
  for (int i = part.x; i < part.y; ++i) {
    ivec2 target = texelFetch(u_morph_active, i).xy;
    sum += intBitsToFloat(target.x) * delta(target.y + gl_VertexID);
  }
  return sum;
}
#endif

// The file's own vectors, where the base is not.
#if MORPH_SOURCE == MORPH_SOURCE_FOLDED
uniform samplerBuffer u_base_normals;
uniform samplerBuffer u_base_tangents;

vec4 own_vector(int kind, vec4 base) {
  return kind == MORPH_KIND_NORMAL ? texelFetch(u_base_normals, gl_VertexID)
                                   : texelFetch(u_base_tangents, gl_VertexID);
}
#else
vec4 own_vector(int kind, vec4 base) { return base; }
#endif

vec4 get_morphed(int place, vec4 base) {
  vec4 sum = add_deltas(place, base);
  int kind = u_morph_kinds[place];
  if (kind == MORPH_KIND_COLOR) return clamp(sum, 0.0, 1.0);
  if (kind == MORPH_KIND_PLAIN) return vec4(sum.xyz, base.w);
  float length_squared = dot(sum.xyz, sum.xyz);
  if (length_squared > MORPH_COLLAPSED) return vec4(sum.xyz / sqrt(length_squared), base.w);
  return own_vector(kind, base);
}
