// SPDX-License-Identifier: MIT
//
// Base colour, then light. What is blended leaves as linear light multiplied by its alpha, and the
// framebuffer encodes the mixture; everything else is encoded here, because drivers may be off by
// one level.

uniform vec4 u_base_color_factor;
#ifdef MORPH_BASE_COLOR_PLACE
uniform sampler2D u_base_color_texture;
#endif
#if MORPH_ALPHA_MODE == MORPH_ALPHA_MASK
uniform float u_alpha_cutoff;
#endif
#ifdef HAS_LIGHT
uniform vec2 u_metallic_roughness;
uniform vec3 u_up;   // the world's y axis in view space
uniform vec4 u_eye;  // (0, 0, 0, 1) in perspective; the direction to the eye, 0 without
#endif

in vec3 v_position;
#ifdef MORPH_NORMAL_LOCATION
in vec3 v_normal;
#endif
#ifdef MORPH_COLOR_LOCATION
in vec4 v_color;
#endif
#ifdef MORPH_BASE_COLOR_PLACE
in vec2 v_texcoord;
#endif

layout(location = 0) out vec4 out_color;

vec4 base_color() {
  vec4 color = u_base_color_factor;
#ifdef MORPH_BASE_COLOR_PLACE
  color *= texture(u_base_color_texture, v_texcoord);
#endif
#ifdef MORPH_COLOR_LOCATION
  color *= v_color;
#endif
  return color;
}

#ifdef HAS_LIGHT
// Unit; that of the camera where the vector has no direction.
vec3 unit_normal(vec3 normal) {
  float size = max(abs(normal.x), max(abs(normal.y), abs(normal.z)));
  return size > 0.0 ? normalize(normal / size) : vec3(0.0, 0.0, 1.0);
}

vec3 surface_normal() {
#ifdef MORPH_NORMAL_LOCATION
  vec3 normal = unit_normal(v_normal);
  return gl_FrontFacing ? normal : -normal;
#else
  // Flat, and turned to the camera whatever the winding.
  return unit_normal(cross(dFdx(v_position), dFdy(v_position)));
#endif
}
#endif

#if MORPH_ALPHA_MODE != MORPH_ALPHA_BLEND
vec3 encode_srgb(vec3 linear) {
  return mix(12.92 * linear, 1.055 * pow(linear, vec3(1.0 / 2.4)) - 0.055,
             greaterThan(linear, vec3(0.0031308)));
}
#endif

void main() {
  vec4 color = base_color();
#if MORPH_ALPHA_MODE == MORPH_ALPHA_MASK
  if (color.a < u_alpha_cutoff) discard;
#endif
#ifdef HAS_LIGHT
  vec3 to_eye = normalize(u_eye.xyz - u_eye.w * v_position);
  color.rgb = shade(metallic_roughness(color.rgb, u_metallic_roughness.x, u_metallic_roughness.y,
                                       surface_normal(), to_eye), u_up);
#endif
  color = clamp(color, 0.0, 1.0);
#if MORPH_ALPHA_MODE == MORPH_ALPHA_BLEND
  out_color = vec4(color.rgb * color.a, color.a);
#else
  out_color = vec4(encode_srgb(color.rgb), 1.0);
#endif
}
