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
#define MORPH_UNIT_DELTAS 4
#define MORPH_UNIT_ACTIVE 5
#define MORPH_UNIT_MORPHED 6
#define MORPH_UNIT_HEAT 7
#define MORPH_UNIT_MAPS 8  // of the first map
#define MORPH_UNIT_SPECULAR 13
#define MORPH_UNIT_REFLECTANCE 14
#define MORPH_UNIT_INSTANCES 15

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

// Values of MORPH_SOURCE: where the deltas of the active targets are.
#define MORPH_SOURCE_SLOTS 0    // vertex attributes
#define MORPH_SOURCE_FOLDED 1   // the same; the base already holds weighted deltas of further targets
#define MORPH_SOURCE_BUFFER 2   // a buffer texture with those of all targets
#define MORPH_SOURCE_ARRAY 3    // the same in a 2D array texture

// Side of a layer of that array, a power of two.
#define MORPH_ARRAY_SIDE_BITS 10

// What a sum of base and deltas has to become.
#define MORPH_KIND_PLAIN 0      // positions, texture coordinates: nothing
#define MORPH_KIND_NORMAL 1     // a unit vector
#define MORPH_KIND_TANGENT 2    // the same; the handedness stays
#define MORPH_KIND_COLOR 3      // within 0 ... 1

// Texels of u_instances that a node takes: three rows and three columns.
#define MORPH_INSTANCE_TEXELS 6

// Locations of the attributes that are drawn without joints.
#define MORPH_LOCATION_COUNT 9

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
