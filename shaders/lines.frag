// SPDX-License-Identifier: MIT
//
// A line with soft sides and round ends. Colours are linear; they leave multiplied by their alpha.

uniform float u_width;

noperspective in vec2 v_place;
flat in vec2 v_from, v_to;
flat in vec4 v_from_color, v_to_color;

layout(location = 0) out vec4 out_color;

void main() {
  vec2 line = v_to - v_from;
  float along = clamp(dot(v_place - v_from, line) / max(dot(line, line), 1e-6), 0.0, 1.0);
  float away = distance(v_place, v_from + along * line);
  vec4 color = mix(v_from_color, v_to_color, along);
  color.a *= clamp(0.5 * u_width + 0.5 - away, 0.0, 1.0);
  out_color = vec4(color.rgb * color.a, color.a);
}
