// SPDX-License-Identifier: MIT
//
// The vertices that are drawn, already morphed. An attribute is there when its location is defined.
//
//   MORPH_TEXCOORD_COUNT    texture coordinate sets that have a location
//   HAS_INSTANCES           many nodes in one draw: what targets move comes from a buffer texture

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

#ifdef HAS_INSTANCES
uniform samplerBuffer u_morphed;                     // [instances][vertices][morphed attributes]
uniform int u_morphed_places[MORPH_LOCATION_COUNT];  // by location; -1: not morphed
uniform int u_morphed_count;
uniform int u_vertex_count;

vec4 vertex(int location, vec4 base) {
  int place = u_morphed_places[location];
  if (place < 0) return base;
  int vertex = gl_InstanceID * u_vertex_count + gl_VertexID;
  return texelFetch(u_morphed, vertex * u_morphed_count + place);
}
#else
vec4 vertex(int location, vec4 base) { return base; }
#endif
