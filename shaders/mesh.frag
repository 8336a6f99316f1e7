// SPDX-License-Identifier: MIT
//
// Material, then light, exposure and tone mapping, which unlit surfaces pass by. What is blended
// leaves as linear light multiplied by its alpha, and the framebuffer encodes the mixture;
// everything else is encoded here, because drivers may be off by one level.

#ifdef HAS_ALPHA_MASK
uniform float u_alpha_cutoff;
#endif
uniform int u_shading;
uniform bool u_blended;
#ifdef HAS_LIGHT
uniform vec4 u_eye;  // (0, 0, 0, 1) in perspective; the direction to the eye, 0 without
#endif

layout(location = 0) out vec4 out_color;

vec3 encode_srgb(vec3 linear) {
  return mix(12.92 * linear, 1.055 * pow(linear, vec3(1.0 / 2.4)) - 0.055,
             greaterThan(linear, vec3(0.0031308)));
}

void main() {
  vec4 color = base_color();
#ifdef HAS_LIGHT
  vec2 metal = metallic_and_roughness();
  vec3 to_eye = normalize(u_eye.xyz - u_eye.w * v_position);
  vec3 normal = surface_normal();
  if (u_shading == MORPH_SHADING_LIT) {
    Surface surface =
        metallic_roughness(color.rgb, metal.x, metal.y, occlusion(), normal, to_eye);
    color.rgb = tone_mapped(u_exposure * (shade(surface) + emission()));
  } else {
    color.rgb = shown_instead(u_shading, normal, to_eye);
  }
#else
  if (u_shading == MORPH_SHADING_EDGES) color = u_base_color_factor;
#endif
#ifdef HAS_ALPHA_MASK
  // Not before: textures need all pixels of a neighbourhood. Interpolating rounds: alpha 1 at all
  // corners is a little less between them.
  if (color.a < u_alpha_cutoff - 1e-5) discard;
#endif
  color = clamp(color, 0.0, 1.0);
  out_color = u_blended ? vec4(color.rgb * color.a, color.a) : vec4(encode_srgb(color.rgb), 1.0);
}
