// SPDX-License-Identifier: MIT
//
// Numbers that the shaders and the C++ side must agree on. Only #define lines, because both
// languages include this file.

// A sum of normals or tangents shorter than this, squared, has no direction: the base is kept.
#define MORPH_COLLAPSED 1e-12

// Texture units.
#define MORPH_UNIT_BASE_NORMALS 1
#define MORPH_UNIT_BASE_TANGENTS 2
#define MORPH_UNIT_JOINTS 3
#define MORPH_UNIT_MAPS 8  // of the first map
#define MORPH_UNIT_SPECULAR 13
#define MORPH_UNIT_REFLECTANCE 14

// Textures of a material.
#define MORPH_MAP_BASE_COLOR 0
#define MORPH_MAP_METALLIC_ROUGHNESS 1
#define MORPH_MAP_NORMAL 2
#define MORPH_MAP_OCCLUSION 3
#define MORPH_MAP_EMISSIVE 4
#define MORPH_MAP_COUNT 5

// Tables of the studio's light.
#define MORPH_SPECULAR_LEVELS 5
#define MORPH_REFLECTANCE_SIDE 32

// Values of MORPH_ALPHA_MODE.
#define MORPH_ALPHA_OPAQUE 0
#define MORPH_ALPHA_MASK 1
#define MORPH_ALPHA_BLEND 2
