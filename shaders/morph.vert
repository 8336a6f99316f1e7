// SPDX-License-Identifier: MIT
//
// Transform feedback: what the targets make of every vertex, once a frame, whatever draws it.

layout(location = 0) in vec4 in_base[MORPH_COUNT];
out vec4 v_morphed[MORPH_COUNT];

void main() {
  for (int place = 0; place < MORPH_COUNT; ++place) {
    v_morphed[place] = get_morphed(place, in_base[place]);
  }
  gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
}
