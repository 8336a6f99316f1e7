// SPDX-License-Identifier: MIT
//
// The metallic-roughness material (glTF 2.0 appendix B) in a small photo studio: light from all
// sides that was filtered while building (src/studio), and a key light. All values are
// linear. The studio stands upright and turns with the camera, so that a model is lit well from
// every side.

uniform samplerCube u_specular;       // by roughness, from the first level to the last
uniform sampler2D u_reflectance;      // by n.v and roughness: a scale of F0, an offset
uniform vec3 u_irradiance[9];         // harmonics of what white paper sends back
uniform mat3 u_view_to_studio;
uniform vec3 u_key_direction;         // to the light, in the studio
uniform vec3 u_key_light;             // radiance that white paper sends back when it faces the light
uniform float u_exposure;

struct Surface {
  vec3 diffuse;     // reflected in all directions
  vec3 specular;    // F0: mirrored when looked at straight on
  float roughness;  // perceptual
  float occlusion;  // of the light from all sides: 0 where none arrives
  vec3 normal;      // unit, in view space
  vec3 to_eye;      // unit, in view space
};

Surface metallic_roughness(vec3 base_color, float metallic, float roughness, float occlusion,
                           vec3 normal, vec3 to_eye) {
  return Surface(base_color * (1.0 - metallic), mix(vec3(0.04), base_color, metallic),
                 clamp(roughness, 0.0, 1.0), occlusion, normal, to_eye);
}

// Light from all sides that a white, matt surface sends back.
vec3 irradiance(vec3 n) {
  vec3 sum = u_irradiance[0] + u_irradiance[1] * n.y + u_irradiance[2] * n.z +
             u_irradiance[3] * n.x + u_irradiance[4] * (n.x * n.y) + u_irradiance[5] * (n.y * n.z) +
             u_irradiance[6] * (3.0 * n.z * n.z - 1.0) + u_irradiance[7] * (n.x * n.z) +
             u_irradiance[8] * (n.x * n.x - n.y * n.y);
  return max(sum, 0.0);
}

// What a mirror of this roughness shows.
vec3 mirrored_studio(vec3 direction, float roughness) {
  return textureLod(u_specular, direction, roughness * float(MORPH_SPECULAR_LEVELS - 1)).rgb;
}

vec2 reflectance(float n_eye, float roughness) {
  const float kSide = float(MORPH_REFLECTANCE_SIDE);
  vec2 place = vec2(n_eye, roughness) * ((kSide - 1.0) / kSide) + 0.5 / kSide;
  return textureLod(u_reflectance, place, 0.0).rg;
}

// Cosine of the angle to a light that is a wide panel, so that its shadow line is soft: the panel
// sets within +-kPanel instead of at once.
float panel_cosine(float cosine) {
  const float kPanel = 0.3;
  float set = clamp(cosine, -kPanel, kPanel) + kPanel;
  return max(cosine - kPanel, 0.0) + set * set / (4.0 * kPanel);
}

// What a surface mirrors of the key light: the GGX lobe with the height-correlated Smith term,
// times pi and the cosine to the light.
vec3 mirrored_key(Surface s, vec3 n, vec3 to_eye, float cosine, float n_eye) {
  // The panel's cosine here too: the Smith term divides by it, and a cosine of 0 that stays in the
  // denominator alone leaves a blinding edge where the eye grazes what the light grazes.
  float n_light = mix(clamp(cosine, 0.0, 1.0), panel_cosine(cosine), s.roughness);
  vec3 halfway = normalize(u_key_direction + to_eye);
  float n_half = clamp(dot(n, halfway), 0.0, 1.0);
  float e_half = clamp(dot(to_eye, halfway), 0.0, 1.0);
  float roughness = max(s.roughness, 0.15);  // even a mirror shows a panel with some width
  float a = roughness * roughness;
  float a2 = a * a;
  float d = n_half * n_half * (a2 - 1.0) + 1.0;
  float visible = 0.5 / (n_light * sqrt(n_eye * n_eye * (1.0 - a2) + a2) +
                         n_eye * sqrt(n_light * n_light * (1.0 - a2) + a2) + 1e-5);
  float c = 1.0 - e_half;
  float c2 = c * c;
  vec3 fresnel = s.specular + (1.0 - s.specular) * (c2 * c2 * c);
  return fresnel * (a2 / (d * d) * visible * n_light);
}

// Radiance towards the eye. What leaves a rough mirror only after further bounces counts as light
// that it scatters (Fdez-Aguera 2019), so that a white surface in white light stays white.
vec3 shade(Surface s) {
  vec3 n = u_view_to_studio * s.normal;
  vec3 to_eye = u_view_to_studio * s.to_eye;
  float n_eye = clamp(dot(n, to_eye), 1e-3, 1.0);
  vec2 once = reflectance(n_eye, s.roughness);
  vec3 single = s.specular * once.x + once.y;
  float lost = 1.0 - (once.x + once.y);
  vec3 average = s.specular + (1.0 - s.specular) / 21.0;  // Fresnel over all directions
  vec3 multiple = lost * single * average / (1.0 - average * lost);
  vec3 diffuse = s.diffuse * (1.0 - single - multiple);

  vec3 direction = mix(reflect(-to_eye, n), n, s.roughness * s.roughness);
  vec3 around = single * mirrored_studio(direction, s.roughness);
  around += (multiple + diffuse) * irradiance(n);
  float cosine = dot(n, u_key_direction);
  vec3 key = diffuse * panel_cosine(cosine);
  key += (1.0 + multiple / max(single, 1e-4)) * mirrored_key(s, n, to_eye, cosine, n_eye);
  return around * s.occlusion + key * u_key_light;
}

// Khronos PBR Neutral: base colours stay what they are, only highlights are pressed together and
// lose their colour.
vec3 tone_mapped(vec3 color) {
  const float kStart = 0.8 - 0.04;
  const float kDesaturation = 0.15;
  float least = min(color.r, min(color.g, color.b));
  color -= least < 0.08 ? least - 6.25 * least * least : 0.04;  // takes the 4 % of mirroring away
  float peak = max(color.r, max(color.g, color.b));
  if (peak < kStart) return color;
  const float kRoom = 1.0 - kStart;
  float pressed = 1.0 - kRoom * kRoom / (peak + kRoom - kStart);
  float whiter = 1.0 - 1.0 / (kDesaturation * (peak - pressed) + 1.0);
  return mix(color * (pressed / peak), vec3(pressed), whiter);
}
