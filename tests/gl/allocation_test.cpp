// SPDX-License-Identifier: MIT
#include "support/allocation_counter.h"

#include "gl/gl_support.h"

namespace morph::test {
namespace {

using gl::MorphPathWish;

class Allocation : public HeadlessGl {};

// No allocation in our code per frame after the first, on any path. A driver that allocates with
// operator new would be counted too; Mesa does so only while it compiles.
TEST_F(Allocation, FramesDoNotAllocate) {
  Primitive primitive = random_primitive(200, 30, 4);
  primitive.mode = PrimitiveMode::triangle_strip;
  SceneParts parts = parts_of(std::move(primitive));
  parts.nodes.push_back(parts.nodes[0]);
  const Scene scene = scene_of(parts);
  gl::Renderer renderer = renderer_of(context(), scene);
  const gl::Framebuffer framebuffer = framebuffer_of(context(), 16, 4);
  Pose pose = pose_with(scene, random_weights(30, 1));
  const auto draw = [&](MorphPathWish wish, NormalsMode normals) {
    gl::View view = flat_view(framebuffer);
    view.morph_path = wish;
    view.normals = normals;
    EXPECT_TRUE(renderer.draw(pose, view));
  };
  for (const auto& [wish, normals] : {std::pair(MorphPathWish::attributes, NormalsMode::file),
                                      std::pair(MorphPathWish::cpu, NormalsMode::file),
                                      std::pair(MorphPathWish::cpu, NormalsMode::recompute)}) {
    draw(wish, normals);
    draw(wish, normals);
    const std::size_t before = allocation_count();
    for (int frame = 0; frame < 5; ++frame) {
      ASSERT_TRUE(pose.set_morph_weight(0, 3, 0.1f * static_cast<float>(frame + 1)));
      ASSERT_TRUE(pose.set_morph_weight(1, 4, 0.1f * static_cast<float>(frame + 1)));
      draw(wish, normals);
    }
    EXPECT_EQ(allocation_count(), before) << "wish " << static_cast<int>(wish);
  }
}

}  // namespace
}  // namespace morph::test
