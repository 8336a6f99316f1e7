// SPDX-License-Identifier: MIT
//
// The textures of a material: which channels they are read from, which coordinates they use, and
// normal maps on the surface that targets, nodes and skins have made.
#include <glm/gtc/quaternion.hpp>
#include <glm/gtc/type_ptr.hpp>

#include "gl/gl_support.h"
#include "morph/gl/detail/gl_api.h"
#include "morph/gl/detail/morph_binding.h"
#include "morph/gl/detail/primitive_buffers.h"

namespace morph::test {
namespace {

using gl::MorphPathWish;

constexpr TextureSampler kNearest{Filter::nearest, Filter::nearest, Mipmap::none};

/// The square with the whole of a texture on it, its origin at the upper left.
Primitive mapped_square() {
  Primitive primitive = square();
  primitive.texcoords = {{{0, 1}, {1, 1}, {1, 0}, {0, 0}}};
  return primitive;
}

Material grey() {
  Material material;
  material.base_color_factor = {0.5f, 0.4f, 0.3f, 1};
  material.metallic_factor = 0.8f;
  material.roughness_factor = 0.6f;
  return material;
}

Image one_pixel(std::uint8_t r, std::uint8_t g, std::uint8_t b) { return {1, 1, {r, g, b, 255}}; }

/// A texture of that picture for each of the material's maps that names texture 0.
SceneParts with_image(Primitive primitive, Material material, Image image) {
  SceneParts parts = parts_with(std::move(primitive), std::move(material));
  parts.images.push_back(std::move(image));
  parts.textures.push_back({0, kNearest});
  return parts;
}

/// The bytes of a direction, and the direction that they stand for.
struct Bump {
  Image image;
  glm::vec3 direction;
};
Bump bump(std::uint8_t x, std::uint8_t y, std::uint8_t z = 200) {
  return {one_pixel(x, y, z), glm::normalize(glm::vec3(x, y, z) / 127.5f - 1.0f)};
}

void expect_near(const Pixel& found, const Pixel& expected, int levels, const std::string& what) {
  for (std::size_t c = 0; c < 4; ++c) EXPECT_NEAR(found[c], expected[c], levels) << what;
}

class MapTest : public HeadlessGl {
 protected:
  Image drawn(SceneParts parts, std::vector<float> weights = {}, float exposure = 1.0f,
              MorphPathWish wish = MorphPathWish::automatic) {
    const Scene scene = scene_of(std::move(parts));
    gl::Renderer renderer = renderer_of(context(), scene);
    const gl::Framebuffer framebuffer = framebuffer_of(context(), 9, 4);
    gl::View view = flat_view(framebuffer);
    view.exposure = exposure;
    view.morph_path = wish;
    return picture(renderer, pose_with(scene, weights), view, framebuffer);
  }
  Pixel middle(SceneParts parts) { return center(drawn(std::move(parts))); }
};

// ---- Factors and channels -----------------------------------------------------------------------

TEST_F(MapTest, MetalnessIsBlueAndRoughnessGreen) {
  Material mapped = grey();
  mapped.metallic_roughness_texture.texture = 0;
  Material factors = grey();
  factors.metallic_factor *= 51 / 255.0f;
  factors.roughness_factor *= 204 / 255.0f;
  const SceneParts parts = with_image(mapped_square(), mapped, one_pixel(7, 204, 51));
  expect_near(middle(parts), middle(parts_with(mapped_square(), factors)), 1, "");
  EXPECT_NE(middle(parts), middle(parts_with(mapped_square(), grey())));
}

TEST_F(MapTest, OcclusionIsRedAndLeavesTheKeyLight) {
  Material material = grey();
  material.occlusion_texture.texture = 0;
  const auto shown = [&](std::uint8_t red, float strength) {
    material.occlusion_strength = strength;
    return middle(with_image(mapped_square(), material, one_pixel(red, 9, 200)))[0];
  };
  const int open = middle(parts_with(mapped_square(), grey()))[0];
  EXPECT_EQ(shown(255, 1), open);
  EXPECT_EQ(shown(0, 0), open);
  EXPECT_LT(shown(0, 1), shown(128, 1));
  EXPECT_LT(shown(128, 1), open);
  EXPECT_NEAR(shown(0, 0.5f), shown(128, 1), 1);
  EXPECT_GT(shown(0, 1), 40) << "the key light is not occluded";
}

// Emission is sRGB in the texture, and passes the tone mapping: below its shoulder that takes 0.04.
TEST_F(MapTest, EmissionIsAdded) {
  Material material;
  material.base_color_factor = {0, 0, 0, 1};
  material.emissive_factor = {1, 0.5f, 0.25f};
  material.emissive_strength = 0.75f;
  material.emissive_texture.texture = 0;
  const Pixel found = middle(with_image(mapped_square(), material, one_pixel(188, 188, 188)));
  const auto expected = [](double factor) { return srgb_byte(factor * 0.5029 * 0.75 - 0.04); };
  EXPECT_NEAR(found[0], expected(1), 1);
  EXPECT_NEAR(found[1], expected(0.5), 1);
  EXPECT_NEAR(found[2], expected(0.25), 1);
}

TEST_F(MapTest, ExposureScalesLightAndLeavesUnlitAlone) {
  Material material;
  material.base_color_factor = {0, 0, 0, 1};
  material.emissive_factor = glm::vec3(0.3f);
  EXPECT_NEAR(center(drawn(parts_with(square(), material), {}, 2.0f))[0], srgb_byte(0.56), 1);
  EXPECT_NEAR(center(drawn(parts_with(square(), material), {}, 0.5f))[0], srgb_byte(0.11), 1);
  EXPECT_EQ(center(drawn(parts_with(square(), unlit(glm::vec4(0.3f))), {}, 2.0f))[0],
            srgb_byte(0.3));
}

// Each map with a set and a transform of its own: two pixels, of which the second must be met.
TEST_F(MapTest, EachMapHasItsOwnCoordinates) {
  const auto uses = {&Material::base_color_texture, &Material::metallic_roughness_texture,
                     &Material::normal_texture, &Material::occlusion_texture,
                     &Material::emissive_texture};
  for (const auto use : uses) {
    for (const bool by_transform : {false, true}) {
      Primitive primitive = square();
      primitive.texcoords.assign(4, std::vector<glm::vec2>(4, {0.25f, 0.5f}));
      primitive.texcoords[3].assign(4, {0.75f, 0.5f});
      primitive.tangents.assign(4, {1, 0, 0, 1});  // the coordinates have no direction
      Material material = grey();
      material.emissive_factor = glm::vec3(0.3f);
      (material.*use).texture = 0;
      const Image second = one_pixel(40, 90, 210);
      const Image both{2, 1, {250, 250, 250, 255, 40, 90, 210, 255}};
      const Pixel expected = middle(with_image(primitive, material, second));
      const Pixel wrong = middle(with_image(primitive, material, one_pixel(250, 250, 250)));
      if (by_transform) {
        (material.*use).transform.offset = {0.5f, 0.0f};
      } else {
        (material.*use).texcoord = 3;
      }
      const Pixel found = middle(with_image(primitive, material, both));
      expect_near(found, expected, 1, "map");
      EXPECT_NE(expected, wrong);
    }
  }
}

// ---- Normal maps --------------------------------------------------------------------------------

/// The square with the normal that a map should give it, as vertex normals.
Primitive tilted(const glm::vec3& normal) {
  Primitive primitive = mapped_square();
  primitive.normals.assign(4, normal);
  return primitive;
}

Material bumpy() {
  Material material = grey();
  material.normal_texture.texture = 0;
  return material;
}

/// The square whose u goes along `u`, counter-clockwise from +x, or mirrored; with tangents if
/// `given`.
Primitive turned_square(float degrees, bool mirrored, bool given) {
  Primitive primitive = square();
  const float angle = glm::radians(degrees);
  const glm::vec2 u(std::cos(angle), std::sin(angle));
  const glm::vec2 up = glm::vec2(-u.y, u.x) * (mirrored ? -1.0f : 1.0f);
  primitive.texcoords.resize(1);
  for (const glm::vec3& p : primitive.positions) {
    primitive.texcoords[0].emplace_back(glm::dot(glm::vec2(p), u), -glm::dot(glm::vec2(p), up));
  }
  if (given) primitive.tangents.assign(4, glm::vec4(u, 0, mirrored ? -1 : 1));
  return primitive;
}

// Red goes along u, green against v: with given tangents and without, however u and v lie.
TEST_F(MapTest, NormalMapsTiltAlongTheCoordinates) {
  const Bump map = bump(190, 150);
  for (const float degrees : {0.0f, 90.0f, 200.0f}) {
    for (const bool mirrored : {false, true}) {
      const float angle = glm::radians(degrees);
      const glm::vec3 u(std::cos(angle), std::sin(angle), 0);
      const glm::vec3 up = glm::vec3(-u.y, u.x, 0) * (mirrored ? -1.0f : 1.0f);
      const glm::vec3 normal =
          map.direction.x * u + map.direction.y * up + map.direction.z * glm::vec3(0, 0, 1);
      const Pixel expected = middle(parts_with(tilted(normal), grey()));
      for (const bool given : {false, true}) {
        const Pixel found =
            middle(with_image(turned_square(degrees, mirrored, given), bumpy(), map.image));
        expect_near(
            found, expected, 1,
            std::to_string(degrees) + (mirrored ? " mirrored" : "") + (given ? " given" : ""));
      }
    }
  }
}

TEST_F(MapTest, TheNormalScaleActsOnXAndY) {
  const Bump map = bump(190, 150);
  Material material = bumpy();
  material.normal_scale = -0.5f;
  const glm::vec3 raw = glm::vec3(190, 150, 200) / 127.5f - 1.0f;
  const glm::vec3 normal = glm::normalize(raw * glm::vec3(-0.5f, -0.5f, 1));
  expect_near(middle(with_image(mapped_square(), material, map.image)),
              middle(parts_with(tilted(normal), grey())), 1, "");
}

// A back has the reversed normal of its front; a mirrored node mirrors the bumps.
TEST_F(MapTest, BacksAndMirroredNodesKeepTheBumps) {
  const Bump map = bump(190, 150);
  for (const bool given : {false, true}) {
    for (const bool mirrored : {false, true}) {
      const auto placed = [&](SceneParts parts) {
        parts.materials[0].double_sided = true;
        Transform& transform = parts.nodes[0].transform;
        if (mirrored) {
          transform.scale = {-1, 1, 1};
        } else {
          transform.rotation = glm::angleAxis(glm::radians(180.0f), glm::vec3(0, 1, 0));
        }
        return middle(std::move(parts));
      };
      const Pixel found = placed(with_image(turned_square(0, false, given), bumpy(), map.image));
      expect_near(found, placed(parts_with(tilted(map.direction), grey())), 1,
                  std::string(given ? "given" : "") + (mirrored ? " mirrored" : " back"));
    }
  }
}

// Tangents that are missing are made from the picture; on a sphere that must look as those of the
// vertices do.
TEST_F(MapTest, DerivedTangentsLookLikeGivenOnes) {
  constexpr int kRings = 48;
  Primitive sphere;
  sphere.texcoords.resize(1);
  for (int ring = 0; ring <= kRings; ++ring) {
    for (int step = 0; step <= 2 * kRings; ++step) {
      const float along = glm::radians(180.0f) * static_cast<float>(step) / kRings;
      const float down = glm::radians(180.0f) * static_cast<float>(ring) / kRings;
      const glm::vec3 n(std::sin(down) * std::sin(along), std::cos(down),
                        std::sin(down) * std::cos(along));
      sphere.positions.push_back(0.9f * n);
      sphere.normals.push_back(n);
      sphere.tangents.emplace_back(std::cos(along), 0, -std::sin(along), 1);
      sphere.texcoords[0].emplace_back(8.0f * along, 8.0f * down);
      const std::uint32_t row = 2 * kRings + 1;
      const auto v = static_cast<std::uint32_t>(ring) * row + static_cast<std::uint32_t>(step);
      if (ring == kRings || step == 2 * kRings) continue;
      for (const std::uint32_t i : {v, v + row, v + 1, v + 1, v + row, v + row + 1}) {
        sphere.indices.push_back(i);
      }
    }
  }
  Image waves{32, 32, {}};
  for (int y = 0; y < 32; ++y) {
    for (int x = 0; x < 32; ++x) {
      const auto byte = [](float value) {
        return static_cast<std::uint8_t>(std::lround(127.5f * (value + 1.0f)));
      };
      const float a = glm::radians(360.0f) / 32.0f;
      const glm::vec3 n = glm::normalize(glm::vec3(0.5f * std::sin(a * static_cast<float>(x)),
                                                   0.5f * std::sin(a * static_cast<float>(y)), 1));
      waves.rgba.insert(waves.rgba.end(), {byte(n.x), byte(n.y), byte(n.z), 255});
    }
  }
  const auto shown = [&](const Primitive& primitive) {
    SceneParts parts = with_image(primitive, bumpy(), waves);
    parts.textures[0].sampler = TextureSampler();
    const Scene scene = scene_of(std::move(parts));
    gl::Renderer renderer = renderer_of(context(), scene);
    const gl::Framebuffer framebuffer = framebuffer_of(context(), 256, 4);
    return picture(renderer, Pose(scene), flat_view(framebuffer), framebuffer);
  };
  const Image given = shown(sphere);
  sphere.tangents.clear();
  const Image derived = shown(sphere);
  double squares = 0;
  for (std::size_t i = 0; i < given.rgba.size(); ++i) {
    squares += std::pow(double(given.rgba[i]) - double(derived.rgba[i]), 2);
  }
  const double rms = std::sqrt(squares / static_cast<double>(given.rgba.size()));
  RecordProperty("rms_levels", std::to_string(rms));
  EXPECT_LT(rms, 1.5);
}

// ---- The morphed frame --------------------------------------------------------------------------

constexpr std::uint32_t kVertices = 8;

/// Two squares side by side, handedness 1 and −1, whose targets turn the frame: target 0 by the
/// normals, target 1 by the tangents. `which` leaves the deltas of N or T at zero.
Primitive morphed_frame(bool normals, bool tangents) {
  Primitive primitive;
  primitive.texcoords.resize(1);
  for (int half = 0; half < 2; ++half) {
    const float x = static_cast<float>(half) - 1.0f;
    for (const glm::vec2& at : {glm::vec2(0, -1), {1, -1}, {1, 1}, {0, 1}}) {
      primitive.positions.emplace_back(x + at.x, at.y, 0);
      primitive.normals.emplace_back(0, 0, 1);
      primitive.tangents.emplace_back(1, 0, 0, half == 0 ? 1 : -1);
      primitive.texcoords[0].push_back(at);
    }
  }
  primitive.indices = {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7};
  MorphTargetData::Builder builder(kVertices, 2);
  const std::vector<glm::vec3> still(kVertices, glm::vec3(0.0f));
  std::vector<glm::vec3> turn(kVertices, {0.3f, 0.2f, -0.2f});
  EXPECT_TRUE(builder.set_position_deltas(0, still));
  EXPECT_TRUE(builder.set_normal_deltas(0, normals ? turn : still));
  std::vector<glm::vec3> swing(kVertices);
  for (std::uint32_t v = 0; v < kVertices; ++v) {
    swing[v] = {-0.3f, 0.2f + 0.1f * static_cast<float>(v % 4), 0.1f};
  }
  EXPECT_TRUE(builder.set_tangent_deltas(1, tangents ? swing : still));
  primitive.morph_targets = std::move(builder).build();
  return primitive;
}

TEST_F(MapTest, TheMorphedFrameShowsDeltasOfNormalsAndTangents) {
  const Bump map = bump(210, 170);
  for (const MorphPathWish wish :
       {MorphPathWish::attributes, MorphPathWish::texture, MorphPathWish::cpu}) {
    const auto shown = [&](bool normals, bool tangents, const std::vector<float>& weights) {
      return drawn(with_image(morphed_frame(normals, tangents), bumpy(), map.image), weights, 1.0f,
                   wish);
    };
    EXPECT_NE(shown(true, true, {1, 0}), shown(false, true, {1, 0}));
    EXPECT_NE(shown(true, true, {0, 1}), shown(true, false, {0, 1}));
    EXPECT_EQ(shown(true, true, {0, 0}), shown(false, false, {0, 0}));
  }
}

constexpr const char* kFrame = R"(
layout(location = 0) out vec4 out_frame;
void main() {
  mat3 frame = tangent_frame(front_normal());
  float handed = dot(cross(frame[2], frame[0]), frame[1]);
  out_frame = vec4(abs(dot(frame[2], frame[0])), length(frame[0]), handed, 1.0);
}
)";

// |N·T| ≤ 1e-5 in every pixel, T unit, and the handedness of the file, for weights far outside 0…1.
TEST_F(MapTest, TheMorphedFrameIsOrthonormalAndKeepsItsHandedness) {
  const gl::detail::Gl& gl = context().api().gl;
  const Primitive primitive = morphed_frame(true, true);
  auto buffers = gl::detail::PrimitiveBuffers::create(context().api(), primitive, bumpy());
  ASSERT_TRUE(buffers);
  gl::detail::MorphBinding binding(context().api(), *buffers);
  gl::detail::MorphPass pass(gl);
  gl::RendererCounters counters;

  constexpr int kSide = 16;
  auto color = gl::detail::make<gl::detail::RenderbufferHandle>(gl, gl.GenRenderbuffers);
  auto framebuffer = gl::detail::make<gl::detail::FramebufferHandle>(gl, gl.GenFramebuffers);
  gl.BindRenderbuffer(GL_RENDERBUFFER, color.name());
  gl.RenderbufferStorage(GL_RENDERBUFFER, GL_RGBA32F, kSide, kSide);
  gl.BindRenderbuffer(GL_RENDERBUFFER, 0);
  GLint before = 0;
  gl.GetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
  gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer.name());
  gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color.name());
  gl.BindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before));
  gl.Viewport(0, 0, kSide, kSide);
  for (const GLenum off : {GL_DEPTH_TEST, GL_CULL_FACE, GL_SCISSOR_TEST, GL_BLEND}) gl.Disable(off);

  for (const float first : {-1.0f, 0.0f, 0.5f, 1.0f, 2.0f}) {
    for (const float second : {-1.0f, 0.0f, 0.5f, 1.0f, 2.0f}) {
      std::vector<ActiveTarget> active;
      select_active_targets(std::array{first, second}, kAllTargets, active);
      ASSERT_TRUE(binding.update(active, MorphPathWish::attributes, NormalsMode::file, nullptr,
                                 pass, counters));
      gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer.name());
      gl::detail::ProgramKey key = key_of(buffers->layout());
      key.lit = true;
      auto fragment = fragment_source(key);
      fragment.back() = {"frame", kFrame};
      const auto program = link_program(gl, vertex_source(key), fragment);
      ASSERT_TRUE(program) << program.error().text();
      const auto place = [&](const char* name) {
        return gl.GetUniformLocation(program->name(), name);
      };
      gl.UseProgram(program->name());
      // Turned and stretched, so that T and N are not at right angles by themselves.
      const glm::mat4 node = glm::mat4(glm::mat3(1, 0.4f, 0, -0.3f, 1, 0, 0.2f, 0.1f, 1));
      gl.UniformMatrix4fv(place("u_mesh_to_view"), 1, GL_FALSE, glm::value_ptr(node));
      gl.UniformMatrix4fv(place("u_view_to_clip"), 1, GL_FALSE, glm::value_ptr(glm::mat4(1.0f)));
      const glm::mat3 normals = glm::transpose(glm::inverse(glm::mat3(node)));
      gl.UniformMatrix3fv(place("u_normal_to_view"), 1, GL_FALSE, glm::value_ptr(normals));
      gl.Uniform1f(place("u_mirrored"), 1.0f);
      gl.BindVertexArray(binding.vertex_array());
      const std::array<float, 4> none{};
      gl.ClearBufferfv(GL_COLOR, 0, none.data());
      buffers->draw();
      gl.BindVertexArray(0);
      std::vector<glm::vec4> found(kSide * kSide);
      gl.ReadPixels(0, 0, kSide, kSide, GL_RGBA, GL_FLOAT, &found[0].x);
      int right = 0, left = 0;
      for (const glm::vec4& frame : found) {
        if (frame.w == 0.0f) continue;
        EXPECT_LE(frame.x, 1e-5f) << first << " " << second;
        EXPECT_NEAR(frame.y, 1.0f, 1e-5f);
        EXPECT_NEAR(std::abs(frame.z), 1.0f, 1e-4f);
        (frame.z > 0.0f ? right : left) += 1;
      }
      EXPECT_GT(right, 50) << first << " " << second;
      EXPECT_GT(left, 50) << first << " " << second;
    }
  }
  gl.UseProgram(0);
  gl.BindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before));
}

}  // namespace
}  // namespace morph::test
