// SPDX-License-Identifier: MIT
//
// Drivers that run out of memory, reject shaders or lose the context, or whose limits are lower
// than this one's. They are played by changing a context's entry points and limits.
#include <gmock/gmock.h>

#include "gl/gl_support.h"
#include "morph/gl/detail/gl_api.h"

namespace morph::test {
namespace {

using gl::MorphPath;
using gl::MorphPathWish;
using ::testing::HasSubstr;

/// Buffers that may still be made before memory is used up.
int buffers_left = 0;
bool error_pending = false;
PFNGLBUFFERDATAPROC real_buffer_data = nullptr;
PFNGLGETERRORPROC real_get_error = nullptr;

void GLAD_API_PTR failing_buffer_data(GLenum target, GLsizeiptr size, const void* data,
                                      GLenum usage) {
  error_pending = buffers_left-- <= 0;
  if (!error_pending) real_buffer_data(target, size, data, usage);
}

GLenum GLAD_API_PTR failing_get_error() {
  return std::exchange(error_pending, false) ? GLenum{GL_OUT_OF_MEMORY} : real_get_error();
}

class Limits : public HeadlessGl {
 protected:
  void SetUp() override {
    HeadlessGl::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    auto made = gl::Context::create(headless_loader());
    ASSERT_TRUE(made);
    small_.emplace(std::move(made).value());
    real_buffer_data = changed().gl.BufferData;
    real_get_error = changed().gl.GetError;
    changed().gl.BufferData = failing_buffer_data;
    changed().gl.GetError = failing_get_error;
    buffers_left = 1000;
    error_pending = false;
  }

  /// The context of these tests alone.
  gl::Context::Api& changed() { return const_cast<gl::Context::Api&>(small_->api()); }

  std::optional<gl::Context> small_;
};

TEST_F(Limits, NoMemoryForTheBaseIsAnError) {
  const Scene scene = scene_of(parts_of(random_primitive(10, 2, 1)));
  for (const int enough_for : {0, 1, 5}) {
    buffers_left = enough_for;
    const auto renderer = gl::Renderer::create(*small_, scene);
    ASSERT_FALSE(renderer);
    EXPECT_EQ(renderer.error().code, ErrorCode::graphics);
    EXPECT_THAT(renderer.error().text(), HasSubstr("no memory"));
  }
}

// Deltas that do not fit are no error: the CPU path draws the same, and goes on doing so.
TEST_F(Limits, TheCpuPathStaysOnceMemoryIsUsedUp) {
  const Primitive primitive = random_primitive(10, 2, 1, false);
  const Scene scene = scene_of(parts_of(primitive));
  gl::Renderer renderer = renderer_of(*small_, scene);
  const gl::Framebuffer framebuffer = framebuffer_of(*small_, 8);
  const gl::View view = flat_view(framebuffer);
  buffers_left = 2;  // for the deltas of one target and for the morphed vertices
  ASSERT_TRUE(renderer.draw(pose_with(scene, {1, 0}), view));
  EXPECT_EQ(renderer.reports()[0].path, MorphPath::attributes);
  error_pending = false;
  buffers_left = 0;
  EXPECT_FALSE(renderer.draw(pose_with(scene, {1, 1}), view)) << "nothing left for either path";
  buffers_left = 1000;
  for (const MorphPathWish wish : {MorphPathWish::attributes, MorphPathWish::automatic}) {
    const auto found = read_back(renderer, pose_with(scene, {1, 1}), wish);
    EXPECT_EQ(found.report.path, MorphPath::cpu);
    EXPECT_LE(error_against_reference(found, primitive, {1, 1}), kTolerance);
  }
  // What is there is still used.
  const auto found = read_back(renderer, pose_with(scene, {0.5f, 0}), MorphPathWish::automatic);
  EXPECT_EQ(found.report.path, MorphPath::attributes);
  EXPECT_LE(error_against_reference(found, primitive, {0.5f, 0}), kTolerance);
}

// What was drawn another way than it was meant is told, once.
TEST_F(Limits, NoMemoryForDeltasIsTold) {
  const Scene scene = scene_of(parts_of(random_primitive(10, 2, 1, false)));
  gl::Renderer renderer = renderer_of(*small_, scene);
  const gl::Framebuffer framebuffer = framebuffer_of(*small_, 8);
  EXPECT_TRUE(renderer.faults().empty());
  buffers_left = 0;
  (void)renderer.draw(pose_with(scene, {1, 1}), flat_view(framebuffer));
  buffers_left = 1000;
  for (int frame = 0; frame < 2; ++frame) {
    ASSERT_TRUE(renderer.draw(pose_with(scene, {1, 1}), flat_view(framebuffer)));
    ASSERT_EQ(renderer.faults().size(), 1u);
    EXPECT_EQ(renderer.faults()[0].code, ErrorCode::out_of_memory);
  }
}

/// Sources with this word in them do not compile.
const char* rejected_word = nullptr;
int rejections = 0;
PFNGLSHADERSOURCEPROC real_shader_source = nullptr;

void GLAD_API_PTR failing_shader_source(GLuint shader, GLsizei count, const GLchar* const* texts,
                                        const GLint* lengths) {
  std::string whole;
  for (GLsizei i = 0; i < count; ++i) {
    whole.append(texts[i], static_cast<std::size_t>(lengths[i]));
  }
  if (whole.find(rejected_word) == std::string::npos) {
    return real_shader_source(shader, count, texts, lengths);
  }
  ++rejections;
  const GLchar* const nonsense = "this is no shader";
  real_shader_source(shader, 1, &nonsense, nullptr);
}

class RejectedShaders : public Limits {
 protected:
  void SetUp() override {
    Limits::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    real_shader_source = changed().gl.ShaderSource;
    changed().gl.ShaderSource = failing_shader_source;
    rejections = 0;
  }
};

TEST_F(RejectedShaders, AreDrawnFlatAndTold) {
  rejected_word = "#define HAS_LIGHT";
  Primitive lit = square();
  lit.normals.assign(lit.positions.size(), {0, 0, 1});
  const Scene scene = scene_of(parts_of(lit));
  gl::Renderer renderer = renderer_of(*small_, scene);
  const gl::Framebuffer framebuffer = framebuffer_of(*small_, 8);
  for (int frame = 0; frame < 3; ++frame) {
    ASSERT_TRUE(renderer.draw(Pose(scene), flat_view(framebuffer)));
    EXPECT_EQ(center(framebuffer.read()), (Pixel{255, 255, 255, 255})) << "the base colour itself";
  }
  ASSERT_EQ(renderer.faults().size(), 1u);
  EXPECT_EQ(renderer.faults()[0].code, ErrorCode::graphics);
  EXPECT_THAT(renderer.faults()[0].text(), HasSubstr("shader: "));
  EXPECT_EQ(rejections, 1) << "not compiled again for each frame";
  forgive_messages();
}

// Without the morphing pass the kernels do it.
TEST_F(RejectedShaders, MorphingGoesToTheCpu) {
  rejected_word = "#define MORPH_SOURCE";
  const Primitive primitive = random_primitive(10, 3, 1, false);
  const Scene scene = scene_of(parts_of(primitive));
  gl::Renderer renderer = renderer_of(*small_, scene);
  for (const MorphPathWish wish : {MorphPathWish::attributes, MorphPathWish::texture}) {
    const auto found = read_back(renderer, pose_with(scene, {1, 0.5f, -1}), wish);
    EXPECT_EQ(found.report.path, MorphPath::cpu);
    EXPECT_EQ(found.report.slots_used, 0u);
    EXPECT_LE(error_against_reference(found, primitive, {1, 0.5f, -1}), kTolerance);
  }
  EXPECT_FALSE(renderer.faults().empty());
  forgive_messages();
}

TEST_F(RejectedShaders, WithNoWayAroundAreAnError) {
  rejected_word = "#version";
  const Scene scene = scene_of(parts_of(square()));
  gl::Renderer renderer = renderer_of(*small_, scene);
  const gl::Framebuffer framebuffer = framebuffer_of(*small_, 8);
  const auto drawn = renderer.draw(Pose(scene), flat_view(framebuffer));
  ASSERT_FALSE(drawn);
  EXPECT_THAT(drawn.error().text(), HasSubstr("vertex shader: "));
  forgive_messages();
}

GLenum reset_status = GL_NO_ERROR;
GLenum GLAD_API_PTR faked_reset_status() { return reset_status; }

TEST_F(Limits, AResetIsNoticed) {
  const auto set = [&](int khr, int arb) {
    changed().gl.KHR_robustness = khr;
    changed().gl.ARB_robustness = arb;
    changed().gl.GetGraphicsResetStatus = khr != 0 ? faked_reset_status : nullptr;
    changed().gl.GetGraphicsResetStatusARB = arb != 0 ? faked_reset_status : nullptr;
  };
  for (const GLenum status :
       {GL_GUILTY_CONTEXT_RESET_ARB, GL_INNOCENT_CONTEXT_RESET_ARB, GL_UNKNOWN_CONTEXT_RESET_ARB}) {
    for (const auto& [khr, arb] : {std::pair(1, 0), std::pair(0, 1), std::pair(1, 1)}) {
      set(khr, arb);
      reset_status = GL_NO_ERROR;
      EXPECT_FALSE(small_->lost());
      reset_status = status;
      EXPECT_TRUE(small_->lost());
    }
    set(0, 0);
    EXPECT_FALSE(small_->lost()) << "a driver that cannot tell";
  }
}

// Folding needs the file's vectors in a buffer texture; one that is too small leads to the CPU
// path.
TEST_F(Limits, TooFewTexelsToFold) {
  changed().info.max_buffer_texels = 9;
  const Primitive primitive = random_primitive(10, 12, 1, false);
  const Scene scene = scene_of(parts_of(primitive));
  gl::Renderer renderer = renderer_of(*small_, scene);
  std::vector<float> weights(12, 0.25f);
  auto found = read_back(renderer, pose_with(scene, weights), MorphPathWish::attributes);
  EXPECT_EQ(found.report.path, MorphPath::cpu);
  EXPECT_LE(error_against_reference(found, primitive, weights), kTolerance);
  weights.assign(12, 0.0f);
  weights[7] = -1;
  found = read_back(renderer, pose_with(scene, weights), MorphPathWish::attributes);
  EXPECT_EQ(found.report.path, MorphPath::attributes);
  EXPECT_LE(error_against_reference(found, primitive, weights), kTolerance);
}

// Deltas that are too many for a buffer texture are in an array texture, and the report says so.
TEST_F(Limits, TooFewTexelsForTheDeltas) {
  for (const std::uint32_t vertices : {1u, 7u, 600u}) {
    const Primitive primitive = random_primitive(vertices, 40, vertices);
    const Scene scene = scene_of(parts_of(primitive));
    const std::vector<float> weights = random_weights(40, vertices);
    for (const bool array : {false, true}) {
      changed().info.max_buffer_texels = array ? 40 * 6 : 1'000'000;
      gl::Renderer renderer = renderer_of(*small_, scene);
      const auto found = read_back(renderer, pose_with(scene, weights), MorphPathWish::texture);
      const bool fits = !array || vertices == 1;
      EXPECT_EQ(found.report.path, MorphPath::texture);
      EXPECT_EQ(found.report.texture_layers, fits ? 0u : 1u) << vertices;
      EXPECT_LE(error_against_reference(found, primitive, weights), kTolerance) << vertices;
    }
  }
}

// A list that does not fit either leaves the CPU path.
TEST_F(Limits, TooFewTexelsForTheList) {
  changed().info.max_buffer_texels = 8;
  const Primitive primitive = random_primitive(10, 40, 1);
  const Scene scene = scene_of(parts_of(primitive));
  gl::Renderer renderer = renderer_of(*small_, scene);
  const std::vector<float> weights = random_weights(40, 3);
  const auto found = read_back(renderer, pose_with(scene, weights), MorphPathWish::texture);
  EXPECT_EQ(found.report.path, MorphPath::cpu);
  EXPECT_LE(error_against_reference(found, primitive, weights), kTolerance);
}

TEST_F(Limits, NoMemoryForTheTextureIsTold) {
  const Primitive primitive = random_primitive(10, 2, 1, false);
  const Scene scene = scene_of(parts_of(primitive));
  gl::Renderer renderer = renderer_of(*small_, scene);
  buffers_left = 0;
  (void)renderer.read_back(pose_with(scene, {1, 1}), 0, 0, MorphPathWish::texture);
  buffers_left = 1000;
  const auto found = read_back(renderer, pose_with(scene, {1, 1}), MorphPathWish::texture);
  EXPECT_EQ(found.report.path, MorphPath::cpu);
  EXPECT_LE(error_against_reference(found, primitive, {1, 1}), kTolerance);
  ASSERT_EQ(renderer.faults().size(), 1u);
  EXPECT_THAT(renderer.faults()[0].text(), HasSubstr("do not fit into a texture"));
}

// The slots follow the driver's limit, down to none.
TEST_F(Limits, FewerVertexAttributes) {
  Primitive primitive = random_primitive(10, 6, 1, false);
  for (std::uint32_t attributes = 5; attributes <= 16; ++attributes) {
    changed().info.max_vertex_attributes = attributes;
    const Scene scene = scene_of(parts_of(primitive));
    gl::Renderer renderer = renderer_of(*small_, scene);
    const std::vector<float> weights = {1, -1, 0.5f, 0.25f, 2, 0.1f};
    const auto found = read_back(renderer, pose_with(scene, weights), MorphPathWish::attributes);
    EXPECT_EQ(found.report.slots, gl::morph_slot_count(attributes, 5, 5));
    EXPECT_LE(error_against_reference(found, primitive, weights), kTolerance) << attributes;
  }
}

// A texture that the driver cannot hold is halved until it can.
TEST_F(Limits, LargeTexturesAreHalved) {
  changed().info.max_texture_size = 1;
  Primitive primitive = square();
  primitive.texcoords = {{{0, 1}, {1, 1}, {1, 0}, {0, 0}}};
  Material material = unlit(glm::vec4(1.0f));
  material.base_color_texture.texture = 0;
  SceneParts parts = parts_with(primitive, material);
  parts.images.push_back({2, 1, {0, 0, 0, 255, 255, 255, 255, 255}});
  parts.textures.push_back({0, {Filter::nearest, Filter::nearest, Mipmap::none}});
  const Scene scene = scene_of(parts);
  gl::Renderer renderer = renderer_of(*small_, scene);
  const gl::Framebuffer framebuffer = framebuffer_of(*small_, 8);
  const Image image = picture(renderer, Pose(scene), flat_view(framebuffer), framebuffer);
  EXPECT_EQ(pixel(image, 1, 4)[0], 188);
  EXPECT_EQ(pixel(image, 6, 4)[0], 188);
}

}  // namespace
}  // namespace morph::test
