// SPDX-License-Identifier: MIT
//
// What is shown instead of the material's colour, for looking at shapes: normals, clay, and values
// of the vertices as colours on a softly lit surface. Linear; the colours of normals and values are
// exact, so they pass by exposure and tone mapping.

uniform mat3 u_view_to_world;  // of normals, up to a factor
in float v_heat;  // of 1

vec3 linear_from_srgb(vec3 encoded) {
  return mix(encoded / 12.92, pow((encoded + 0.055) / 1.055, vec3(2.4)),
             greaterThan(encoded, vec3(0.04045)));
}

// sRGB. What does not move is grey, and the colours come up softly beside it.
vec3 heat_color(float heat) {
  const vec3 kColors[MORPH_HEAT_COLOR_COUNT] =
      vec3[MORPH_HEAT_COLOR_COUNT](MORPH_HEAT_COLORS(vec3));
  float place = clamp(heat, 0.0, 1.0) * float(MORPH_HEAT_COLOR_COUNT - 1);
  int first = min(int(place), MORPH_HEAT_COLOR_COUNT - 2);
  vec3 color = mix(kColors[first], kColors[first + 1], place - float(first));
  return mix(vec3(MORPH_HEAT_STILL), color, smoothstep(0.0, MORPH_HEAT_FADE, heat));
}

vec3 shown_instead(int shading, vec3 normal, vec3 to_eye) {
  if (shading == MORPH_SHADING_NORMALS) {
    return linear_from_srgb(0.5 * normalize(u_view_to_world * normal) + 0.5);
  }
  const float kClay = 0.55;
  vec3 light = shade(metallic_roughness(vec3(kClay), 0.0, 1.0, 1.0, normal, to_eye));
  if (shading == MORPH_SHADING_CLAY) return tone_mapped(u_exposure * light);
  const float kBright = 0.7;    // what clay sends back where the light is full
  const float kDarkest = 0.15;  // of a colour, where none arrives
  return linear_from_srgb(heat_color(v_heat)) * mix(kDarkest, 1.0, min(light.g / kBright, 1.0));
}
