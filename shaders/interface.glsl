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
#define MORPH_UNIT_HEAT 7
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

// Values of u_shading: those of Shading, and the edges of the triangles.
#define MORPH_SHADING_LIT 0
#define MORPH_SHADING_UNLIT 1
#define MORPH_SHADING_NORMALS 2
#define MORPH_SHADING_CLAY 3
#define MORPH_SHADING_HEATMAP 4
#define MORPH_SHADING_EDGES 5

// Colours of values from 0 to 1, sRGB: their lightness rises evenly (CIE L* from 31 to 93), so that
// they are in order for every eye. Grey is what has the value 0; up to MORPH_HEAT_FADE in between.
#define MORPH_HEAT_COLOR_COUNT 7
#define MORPH_HEAT_COLORS(RGB) RGB(0.27, 0.22, 0.63), RGB(0.53, 0.22, 0.66), \
  RGB(0.77, 0.27, 0.58), RGB(0.91, 0.42, 0.46), RGB(0.97, 0.59, 0.36), RGB(0.98, 0.76, 0.39), \
  RGB(0.98, 0.93, 0.58)
#define MORPH_HEAT_STILL 0.5
#define MORPH_HEAT_FADE 0.02
