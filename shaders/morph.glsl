// SPDX-License-Identifier: MIT
//
// Morph targets (glTF 2.0, 3.7.2.2): attribute + sum of u_morph_weights[i] * delta of slot i. One
// function for each attribute; one that no target carries is returned as it is. Normals and
// tangents come out with unit length, colours clamped, as soon as any target of the primitive
// carries them. A slot without a target has weight 0.
//
//   HAS_MORPH_TARGETS    the primitive has targets
//   HAS_FOLDED_BASE      the base attributes already hold weighted deltas of further targets; the
//                        file's normals and tangents are then in buffer textures

#if defined(HAS_MORPH_TARGETS) && MORPH_SLOT_COUNT > 0
uniform float u_morph_weights[MORPH_SLOT_COUNT];
#endif

#ifdef HAS_FOLDED_BASE
uniform samplerBuffer u_base_normals;
uniform samplerBuffer u_base_tangents;
#endif

vec3 get_morphed_position(vec3 position) {
#if defined(MORPH_POSITION_SLOT_LOCATION) && MORPH_SLOT_COUNT > 0
  for (int i = 0; i < MORPH_SLOT_COUNT; ++i) position += u_morph_weights[i] * in_morph_position[i];
#endif
  return position;
}

#ifdef MORPH_NORMAL_LOCATION
vec3 get_morphed_normal(vec3 normal) {
#ifdef MORPH_NORMAL_SLOT_LOCATION
  vec3 sum = normal;
#if MORPH_SLOT_COUNT > 0
  for (int i = 0; i < MORPH_SLOT_COUNT; ++i) sum += u_morph_weights[i] * in_morph_normal[i];
#endif
  float length_squared = dot(sum, sum);
  if (length_squared > MORPH_COLLAPSED) return sum / sqrt(length_squared);
#ifdef HAS_FOLDED_BASE
  return texelFetch(u_base_normals, gl_VertexID).xyz;
#endif
#endif
  return normal;
}
#endif

#ifdef MORPH_TANGENT_LOCATION
vec4 get_morphed_tangent(vec4 tangent) {
#ifdef MORPH_TANGENT_SLOT_LOCATION
  vec3 sum = tangent.xyz;
#if MORPH_SLOT_COUNT > 0
  for (int i = 0; i < MORPH_SLOT_COUNT; ++i) sum += u_morph_weights[i] * in_morph_tangent[i];
#endif
  float length_squared = dot(sum, sum);
  if (length_squared > MORPH_COLLAPSED) return vec4(sum / sqrt(length_squared), tangent.w);
#ifdef HAS_FOLDED_BASE
  return texelFetch(u_base_tangents, gl_VertexID);
#endif
#endif
  return tangent;
}
#endif

#ifdef MORPH_COLOR_LOCATION
vec4 get_morphed_color(vec4 color) {
#ifdef MORPH_COLOR_SLOT_LOCATION
#if MORPH_SLOT_COUNT > 0
  for (int i = 0; i < MORPH_SLOT_COUNT; ++i) color += u_morph_weights[i] * in_morph_color[i];
#endif
  color = clamp(color, 0.0, 1.0);
#endif
  return color;
}
#endif

#if MORPH_TEXCOORD_COUNT > 0
// place: which of the bound sets
vec2 get_morphed_texcoord(int place, vec2 texcoord) {
#if MORPH_TEXCOORD_MORPHED > 0 && MORPH_SLOT_COUNT > 0
  if ((MORPH_TEXCOORD_MASK >> place & 1) != 0) {
    int first = bitCount(MORPH_TEXCOORD_MASK & ((1 << place) - 1)) * MORPH_SLOT_COUNT;
    for (int i = 0; i < MORPH_SLOT_COUNT; ++i) {
      texcoord += u_morph_weights[i] * in_morph_texcoord[first + i];
    }
  }
#endif
  return texcoord;
}
#endif
