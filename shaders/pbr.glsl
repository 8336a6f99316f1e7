// SPDX-License-Identifier: MIT
//
// The metallic-roughness material (glTF 2.0 appendix B) under a small photo studio: a key light
// from the upper left of the camera, a weaker fill light from its right, and ambient light that
// goes from a bright ceiling to a dim floor. All values are linear; a white, matt surface that
// faces the key light comes out just below white, so that only highlights clip.

// Directions to the lights in view space; the camera looks along -z.
const vec3 kKeyDirection = normalize(vec3(-0.58, 0.66, 0.48));
const vec3 kFillDirection = normalize(vec3(0.85, -0.05, 0.52));
const vec3 kKeyLight = vec3(0.75, 0.74, 0.72);   // radiance that a matt white surface sends back
const vec3 kFillLight = vec3(0.12, 0.13, 0.15);
const vec3 kCeiling = vec3(0.19, 0.195, 0.205);  // ambient radiance from above and from below
const vec3 kFloor = vec3(0.085, 0.082, 0.078);

struct Surface {
  vec3 diffuse;     // reflected in all directions
  vec3 specular;    // F0: mirrored when looked at straight on
  float roughness;  // perceptual
  vec3 normal;      // unit
  vec3 to_eye;      // unit
};

Surface metallic_roughness(vec3 base_color, float metallic, float roughness, vec3 normal,
                           vec3 to_eye) {
  return Surface(base_color * (1.0 - metallic), mix(vec3(0.04), base_color, metallic),
                 clamp(roughness, 0.0, 1.0), normal, to_eye);
}

// Light from all sides that arrives at a matt surface.
vec3 ambient_light(vec3 normal, vec3 up) {
  return mix(kFloor, kCeiling, 0.5 + 0.5 * dot(normal, up));
}

// What a mirror shows of the room: the ceiling above a horizon that roughness blurs.
vec3 room(vec3 direction, vec3 up, float roughness) {
  float blur = 0.25 + 0.75 * roughness;
  float height = clamp(0.5 + 0.5 * dot(direction, up) / blur, 0.0, 1.0);
  float above = height * height * (3.0 - 2.0 * height);
  return mix(kFloor, kCeiling, above) * mix(1.9, 1.0, roughness);
}

// Cosine of the angle to a light that is a wide panel, so that its shadow line is soft: the panel
// sets within +-kPanel instead of at once.
float panel_cosine(float cosine) {
  const float kPanel = 0.3;
  float set = clamp(cosine, -kPanel, kPanel) + kPanel;
  return max(cosine - kPanel, 0.0) + set * set / (4.0 * kPanel);
}

// How much of the ambient light a surface mirrors: a scale for F0 in x, a white part in y
// (the analytic fit that mobile engines use instead of a table).
vec2 ambient_mirror(float roughness, float n_eye) {
  vec4 r = roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
  float a = min(r.x * r.x, exp2(-9.28 * n_eye)) * r.x + r.y;
  return vec2(-1.04, 1.04) * a + r.zw;
}

// One light: Lambert's diffuse and the GGX lobe with the height-correlated Smith term, times pi.
vec3 direct_light(Surface s, vec3 to_light, vec3 light, float n_eye, vec3 more_bounces) {
  float cosine = dot(s.normal, to_light);
  float n_light = clamp(cosine, 0.0, 1.0);
  vec3 halfway = normalize(to_light + s.to_eye);
  float n_half = clamp(dot(s.normal, halfway), 0.0, 1.0);
  float e_half = clamp(dot(s.to_eye, halfway), 0.0, 1.0);
  float roughness = max(s.roughness, 0.15);  // even a mirror shows a panel with some width
  float a = roughness * roughness;
  float a2 = a * a;
  float d = n_half * n_half * (a2 - 1.0) + 1.0;
  float visible = 0.5 / (n_light * sqrt(n_eye * n_eye * (1.0 - a2) + a2) +
                         n_eye * sqrt(n_light * n_light * (1.0 - a2) + a2) + 1e-5);
  float c = 1.0 - e_half;
  float c2 = c * c;
  vec3 fresnel = s.specular + (1.0 - s.specular) * (c2 * c2 * c);
  vec3 mirrored = fresnel * more_bounces * (a2 / (d * d) * visible);
  float soft = panel_cosine(cosine);
  return light * (s.diffuse * (1.0 - fresnel) * soft + mirrored * mix(n_light, soft, s.roughness));
}

// up: the world's y axis in view space
vec3 shade(Surface s, vec3 up) {
  float n_eye = clamp(dot(s.normal, s.to_eye), 1e-3, 1.0);
  vec2 mirror = ambient_mirror(s.roughness, n_eye);
  // Light that leaves a rough surface only after a second bounce.
  vec3 more_bounces = 1.0 + s.specular * (1.0 / max(mirror.x + mirror.y, 0.1) - 1.0);
  vec3 mirrored = (s.specular * mirror.x + mirror.y) * more_bounces;
  vec3 reflected = reflect(-s.to_eye, s.normal);
  vec3 toward = normalize(mix(reflected, s.normal, s.roughness * s.roughness));
  vec3 color = s.diffuse * (1.0 - mirrored) * ambient_light(s.normal, up);
  color += mirrored * room(toward, up, s.roughness);
  color += direct_light(s, kKeyDirection, kKeyLight, n_eye, more_bounces);
  color += direct_light(s, kFillDirection, kFillLight, n_eye, more_bounces);
  return color;
}
