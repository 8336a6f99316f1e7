// SPDX-License-Identifier: MIT
//
// Transform feedback: what the targets make of every vertex, by the functions that also draw it.

#ifdef MORPH_POSITION_SLOT_LOCATION
out vec3 v_morphed_position;
#endif
#ifdef MORPH_NORMAL_SLOT_LOCATION
out vec3 v_morphed_normal;
#endif
#ifdef MORPH_TANGENT_SLOT_LOCATION
out vec4 v_morphed_tangent;
#endif
#ifdef MORPH_COLOR_SLOT_LOCATION
out vec4 v_morphed_color;
#endif
#if MORPH_TEXCOORD_MORPHED > 0
out vec2 v_morphed_texcoord[MORPH_TEXCOORD_MORPHED];
#endif

void main() {
#ifdef MORPH_POSITION_SLOT_LOCATION
  v_morphed_position = get_morphed_position(in_position);
#endif
#ifdef MORPH_NORMAL_SLOT_LOCATION
  v_morphed_normal = get_morphed_normal(in_normal);
#endif
#ifdef MORPH_TANGENT_SLOT_LOCATION
  v_morphed_tangent = get_morphed_tangent(in_tangent);
#endif
#ifdef MORPH_COLOR_SLOT_LOCATION
  v_morphed_color = get_morphed_color(in_color);
#endif
#if MORPH_TEXCOORD_MORPHED > 0
  int next = 0;
  for (int place = 0; place < MORPH_TEXCOORD_COUNT; ++place) {
    if ((MORPH_TEXCOORD_MASK >> place & 1) == 0) continue;
    v_morphed_texcoord[next++] = get_morphed_texcoord(place, in_texcoord[place]);
  }
#endif
  gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
}
