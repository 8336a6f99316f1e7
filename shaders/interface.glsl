// SPDX-License-Identifier: MIT
//
// Numbers that the shaders and the C++ side must agree on. Only #define lines, because both
// languages include this file.

// A sum of normals or tangents shorter than this, squared, has no direction: the base is kept.
#define MORPH_COLLAPSED 1e-12

// Texture units.
#define MORPH_UNIT_BASE_COLOR 0
#define MORPH_UNIT_BASE_NORMALS 1
#define MORPH_UNIT_BASE_TANGENTS 2
#define MORPH_UNIT_JOINTS 3

// Values of MORPH_ALPHA_MODE.
#define MORPH_ALPHA_OPAQUE 0
#define MORPH_ALPHA_MASK 1
#define MORPH_ALPHA_BLEND 2
