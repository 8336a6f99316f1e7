// SPDX-License-Identifier: MIT
//
// Vertex attributes: the base, and beside each morphed one an array with the deltas of the targets
// that are in the slots. An attribute and its deltas are there when their location is defined.
//
//   MORPH_SLOT_COUNT          N; 0: everything is folded into the base
//   MORPH_TEXCOORD_COUNT      texture coordinate sets that are bound, without gaps
//   MORPH_TEXCOORD_MASK       bit i: the i-th of them is morphed
//   MORPH_TEXCOORD_MORPHED    bits that are set in the mask

layout(location = MORPH_POSITION_LOCATION) in vec3 in_position;
#ifdef MORPH_NORMAL_LOCATION
layout(location = MORPH_NORMAL_LOCATION) in vec3 in_normal;
#endif
#ifdef MORPH_TANGENT_LOCATION
layout(location = MORPH_TANGENT_LOCATION) in vec4 in_tangent;
#endif
#ifdef MORPH_COLOR_LOCATION
layout(location = MORPH_COLOR_LOCATION) in vec4 in_color;
#endif
#if MORPH_TEXCOORD_COUNT > 0
layout(location = MORPH_TEXCOORD_LOCATION) in vec2 in_texcoord[MORPH_TEXCOORD_COUNT];
#endif

#if MORPH_SLOT_COUNT > 0
#ifdef MORPH_POSITION_SLOT_LOCATION
layout(location = MORPH_POSITION_SLOT_LOCATION) in vec3 in_morph_position[MORPH_SLOT_COUNT];
#endif
#ifdef MORPH_NORMAL_SLOT_LOCATION
layout(location = MORPH_NORMAL_SLOT_LOCATION) in vec3 in_morph_normal[MORPH_SLOT_COUNT];
#endif
#ifdef MORPH_TANGENT_SLOT_LOCATION
layout(location = MORPH_TANGENT_SLOT_LOCATION) in vec3 in_morph_tangent[MORPH_SLOT_COUNT];
#endif
#ifdef MORPH_COLOR_SLOT_LOCATION
layout(location = MORPH_COLOR_SLOT_LOCATION) in vec4 in_morph_color[MORPH_SLOT_COUNT];
#endif
#if MORPH_TEXCOORD_MORPHED > 0
layout(location = MORPH_TEXCOORD_SLOT_LOCATION)
    in vec2 in_morph_texcoord[MORPH_TEXCOORD_MORPHED * MORPH_SLOT_COUNT];
#endif
#endif
