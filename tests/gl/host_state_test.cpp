// SPDX-License-Identifier: MIT
//
// A host leaves OpenGL in any state, and finds its own things unbound afterwards.
#include "gl/gl_support.h"
#include "morph/gl/detail/gl_api.h"

namespace morph::test {
namespace {

using gl::MorphPathWish;

class HostState : public HeadlessGl {
 protected:
  [[nodiscard]] static const gl::detail::Gl& api() { return context().api().gl; }

  static GLint value(GLenum name) {
    GLint found = -1;
    api().GetIntegerv(name, &found);
    return found;
  }

  static void make_a_mess() {
    for (const GLenum on :
         {GL_BLEND, GL_CULL_FACE, GL_DEPTH_TEST, GL_SCISSOR_TEST, GL_STENCIL_TEST,
          GL_POLYGON_OFFSET_FILL, GL_PRIMITIVE_RESTART, GL_COLOR_LOGIC_OP, GL_CLIP_DISTANCE0,
          GL_SAMPLE_ALPHA_TO_COVERAGE, GL_SAMPLE_COVERAGE, GL_DEPTH_CLAMP}) {
      api().Enable(on);
    }
    api().Disable(GL_MULTISAMPLE);
    api().LogicOp(GL_INVERT);
    api().BlendFunc(GL_ZERO, GL_ONE);
    api().BlendEquation(GL_FUNC_REVERSE_SUBTRACT);
    api().CullFace(GL_FRONT_AND_BACK);
    api().FrontFace(GL_CW);
    api().DepthFunc(GL_NEVER);
    api().DepthMask(GL_FALSE);
    api().DepthRange(1.0, 0.0);
    api().ColorMask(GL_FALSE, GL_TRUE, GL_FALSE, GL_FALSE);
    api().StencilFunc(GL_NEVER, 0, 0);
    api().PolygonMode(GL_FRONT_AND_BACK, GL_POINT);
    api().PolygonOffset(1000.0f, 1000.0f);
    api().PrimitiveRestartIndex(1);
    api().SampleCoverage(0.0f, GL_FALSE);
    api().Scissor(0, 0, 1, 1);
    api().Viewport(0, 0, 1, 1);
    api().PixelStorei(GL_PACK_ALIGNMENT, 1);
    api().PixelStorei(GL_PACK_ROW_LENGTH, 3);
    api().PixelStorei(GL_PACK_SKIP_PIXELS, 2);
    api().PixelStorei(GL_UNPACK_ROW_LENGTH, 7);
    api().PixelStorei(GL_UNPACK_SKIP_ROWS, 5);
    api().ActiveTexture(GL_TEXTURE5);
    for (GLuint location = 0; location < 16; ++location) {
      api().VertexAttrib4f(location, 9, 9, 9, 9);
    }
  }

  static void clean_up() {
    for (const GLenum off : {GL_STENCIL_TEST, GL_COLOR_LOGIC_OP, GL_CLIP_DISTANCE0,
                             GL_PRIMITIVE_RESTART, GL_SAMPLE_COVERAGE, GL_DEPTH_CLAMP}) {
      api().Disable(off);
    }
    api().PixelStorei(GL_PACK_ROW_LENGTH, 0);
    api().PixelStorei(GL_PACK_SKIP_PIXELS, 0);
    api().PixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    api().PixelStorei(GL_UNPACK_SKIP_ROWS, 0);
    api().ActiveTexture(GL_TEXTURE0);
  }
};

/// Triangles with a texture, blended, morphed by targets of mixed attributes.
Scene everything() {
  Primitive primitive = random_primitive(90, 5, 21);
  primitive.mode = PrimitiveMode::triangles;
  for (std::uint32_t i = 0; i < 90; ++i) primitive.indices.push_back(89 - i);
  Material material;
  material.double_sided = true;
  material.base_color_factor = {1, 1, 1, 0.8f};
  material.base_color_texture.texture = 0;
  material.alpha_mode = AlphaMode::blend;
  SceneParts parts = parts_with(primitive, material);
  parts.images.push_back({2, 1, {255, 200, 100, 255, 20, 90, 200, 255}});
  parts.textures.push_back({0, {}});
  return scene_of(std::move(parts));
}

TEST_F(HostState, DoesNotChangeThePicture) {
  const Scene scene = everything();
  const Pose pose = pose_with(scene, random_weights(5, 1));
  for (const MorphPathWish wish :
       {MorphPathWish::attributes, MorphPathWish::texture, MorphPathWish::cpu}) {
    const gl::Framebuffer framebuffer = framebuffer_of(context(), 32, 4);
    gl::View view = flat_view(framebuffer);
    view.morph_path = wish;
    view.wireframe = true;
    gl::Renderer clean = renderer_of(context(), scene);
    const Image expected = picture(clean, pose, view, framebuffer);
    make_a_mess();
    gl::Renderer renderer = renderer_of(context(), scene);
    const auto drawn = renderer.draw(pose, view);
    ASSERT_TRUE(drawn);
    api().PixelStorei(GL_PACK_ROW_LENGTH, 3);
    api().Enable(GL_SCISSOR_TEST);
    EXPECT_EQ(framebuffer.read(), expected);
    make_a_mess();
    const auto vertices = read_back(renderer, pose, wish);
    clean_up();
    EXPECT_LE(
        error_against_reference(vertices, scene.meshes()[0].primitives[0], random_weights(5, 1)),
        kTolerance);
  }
}

TEST_F(HostState, NothingStaysBound) {
  const Scene scene = everything();
  gl::Renderer renderer = renderer_of(context(), scene);
  const gl::Framebuffer framebuffer = framebuffer_of(context(), 8);
  for (const MorphPathWish wish :
       {MorphPathWish::attributes, MorphPathWish::texture, MorphPathWish::cpu}) {
    gl::View view = flat_view(framebuffer);
    view.morph_path = wish;
    view.shading = gl::Shading::heatmap;
    view.wireframe = true;
    ASSERT_TRUE(renderer.set_heat(0, 0, std::vector<float>(90, 1.0f)));
    const Pose pose = pose_with(scene, {1, 1, 1, 1, 1});  // one more than there are slots
    ASSERT_TRUE(renderer.draw(pose, view));
    EXPECT_EQ(value(GL_DRAW_FRAMEBUFFER_BINDING), static_cast<GLint>(framebuffer.name()));
    read_back(renderer, pose, wish);
    EXPECT_EQ(value(GL_DRAW_FRAMEBUFFER_BINDING), static_cast<GLint>(framebuffer.name()));
    for (const GLenum binding :
         {GL_VERTEX_ARRAY_BINDING, GL_CURRENT_PROGRAM, GL_ARRAY_BUFFER_BINDING,
          GL_ELEMENT_ARRAY_BUFFER_BINDING, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING,
          GL_RENDERBUFFER_BINDING, GL_PIXEL_PACK_BUFFER_BINDING}) {
      EXPECT_EQ(value(binding), 0) << binding;
    }
    EXPECT_EQ(value(GL_ACTIVE_TEXTURE), GL_TEXTURE0);
    GLint modes[2] = {};  // one, or for both sides
    api().GetIntegerv(GL_POLYGON_MODE, modes);
    EXPECT_EQ(modes[0], GL_FILL);
    for (GLenum unit = 0; unit < 16; ++unit) {
      api().ActiveTexture(GL_TEXTURE0 + unit);
      EXPECT_EQ(value(GL_TEXTURE_BINDING_2D), 0);
      EXPECT_EQ(value(GL_TEXTURE_BINDING_BUFFER), 0);
      EXPECT_EQ(value(GL_SAMPLER_BINDING), 0);
    }
    api().ActiveTexture(GL_TEXTURE0);
    for (const GLenum off : {GL_BLEND, GL_CULL_FACE, GL_DEPTH_TEST, GL_FRAMEBUFFER_SRGB,
                             GL_SCISSOR_TEST, GL_RASTERIZER_DISCARD, GL_POLYGON_OFFSET_LINE}) {
      EXPECT_FALSE(api().IsEnabled(off)) << off;
    }
  }
}

}  // namespace
}  // namespace morph::test
