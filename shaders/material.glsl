// SPDX-License-Identifier: MIT
//
// What a material says at one point: its factors times its textures, "maps" here. A map that a
// material lacks costs a program nothing but a uniform branch; without texture coordinates there is
// none.

uniform vec4 u_base_color_factor;
#if MORPH_TEXCOORD_COUNT > 0
uniform sampler2D u_maps[MORPH_MAP_COUNT];
uniform mat3x2 u_map_transforms[MORPH_MAP_COUNT];
uniform int u_map_places[MORPH_MAP_COUNT];  // of its coordinates among the bound sets; -1: no map
in vec2 v_texcoord[MORPH_TEXCOORD_COUNT];

vec2 map_texcoord(int map) {
  vec2 texcoord = v_texcoord[0];
  for (int place = 1; place < MORPH_TEXCOORD_COUNT; ++place) {
    if (place == u_map_places[map]) texcoord = v_texcoord[place];
  }
  return u_map_transforms[map] * vec3(texcoord, 1.0);
}
#endif
#ifdef MORPH_COLOR_LOCATION
in vec4 v_color;
#endif

vec4 base_color() {
  vec4 color = u_base_color_factor;
#if MORPH_TEXCOORD_COUNT > 0
  const int kMap = MORPH_MAP_BASE_COLOR;
  if (u_map_places[kMap] >= 0) color *= texture(u_maps[kMap], map_texcoord(kMap));
#endif
#ifdef MORPH_COLOR_LOCATION
  color *= v_color;
#endif
  return color;
}

#ifdef HAS_LIGHT
uniform vec2 u_metallic_roughness;
uniform vec3 u_emission;
uniform float u_normal_scale;
uniform float u_occlusion_strength;

in vec3 v_position;
#ifdef MORPH_NORMAL_LOCATION
in vec3 v_normal;
#endif

vec2 metallic_and_roughness() {
#if MORPH_TEXCOORD_COUNT > 0
  const int kMap = MORPH_MAP_METALLIC_ROUGHNESS;
  if (u_map_places[kMap] >= 0) {
    return u_metallic_roughness * texture(u_maps[kMap], map_texcoord(kMap)).bg;
  }
#endif
  return u_metallic_roughness;
}

float occlusion() {
#if MORPH_TEXCOORD_COUNT > 0
  const int kMap = MORPH_MAP_OCCLUSION;
  if (u_map_places[kMap] >= 0) {
    return mix(1.0, texture(u_maps[kMap], map_texcoord(kMap)).r, u_occlusion_strength);
  }
#endif
  return 1.0;
}

vec3 emission() {
#if MORPH_TEXCOORD_COUNT > 0
  const int kMap = MORPH_MAP_EMISSIVE;
  if (u_map_places[kMap] >= 0) return u_emission * texture(u_maps[kMap], map_texcoord(kMap)).rgb;
#endif
  return u_emission;
}

float largest(vec3 vector) {
  vec3 size = abs(vector);
  return max(size.x, max(size.y, size.z));
}

// Unit; that of the camera where the vector has no direction.
vec3 unit_normal(vec3 normal) {
  float size = largest(normal);
  return size > 0.0 ? normalize(normal / size) : vec3(0.0, 0.0, 1.0);
}

// That of the front, without the normal map.
vec3 front_normal() {
#ifdef MORPH_NORMAL_LOCATION
  return unit_normal(v_normal);
#else
  // Flat, and turned to the camera whatever the winding.
  vec3 normal = unit_normal(cross(dFdx(v_position), dFdy(v_position)));
  return gl_FrontFacing ? normal : -normal;
#endif
}

#if MORPH_TEXCOORD_COUNT > 0
#ifdef MORPH_TANGENT_LOCATION
in vec4 v_tangent;
#endif

// Towards rising u in xyz, 0 where there is no such direction; in w the sign of the bitangent,
// which points against rising v. From the vertices, else from how the coordinates change in the
// picture.
vec4 raw_tangent(vec3 normal) {
#if defined(MORPH_TANGENT_LOCATION)
  return vec4(v_tangent.xyz, v_tangent.w < 0.0 ? -1.0 : 1.0);
#else
  vec2 texcoord = map_texcoord(MORPH_MAP_NORMAL);
  vec2 dx = dFdx(texcoord);
  vec2 dy = dFdy(texcoord);
  vec3 across = dFdx(v_position);
  vec3 upward = dFdy(v_position);
  float turn = sign(dx.x * dy.y - dx.y * dy.x);
  float side = dot(cross(across, upward), normal) < 0.0 ? 1.0 : -1.0;
  return vec4((across * dy.y - upward * dx.y) * turn, turn * side);
#endif
}

// Tangent, bitangent and normal of the morphed surface: unit, the tangent at right angles to the
// normal. All zero but the normal where the coordinates have no direction.
mat3 tangent_frame(vec3 normal) {
  vec4 raw = raw_tangent(normal);
  float size = largest(raw.xyz);
  vec3 tangent = size > 0.0 ? raw.xyz / size : vec3(0.0);
  tangent -= normal * dot(normal, tangent);
  float length_squared = dot(tangent, tangent);
  if (length_squared < MORPH_COLLAPSED) return mat3(vec3(0.0), vec3(0.0), normal);
  tangent *= inversesqrt(length_squared);
  tangent = normalize(tangent - normal * dot(normal, tangent));  // once more, for what was rounded
  return mat3(tangent, cross(normal, tangent) * raw.w, normal);
}
#endif

// Of the side that is seen; the back of a surface has the reversed normal of its front.
vec3 surface_normal() {
  vec3 normal = front_normal();
#if MORPH_TEXCOORD_COUNT > 0
  const int kMap = MORPH_MAP_NORMAL;
  if (u_map_places[kMap] >= 0) {
    vec3 bumped = texture(u_maps[kMap], map_texcoord(kMap)).xyz * 2.0 - 1.0;
    bumped.xy *= u_normal_scale;
    bumped = tangent_frame(normal) * bumped;
    if (largest(bumped) > 0.0) normal = unit_normal(bumped);
  }
#endif
  return gl_FrontFacing ? normal : -normal;
}
#endif
