// SPDX-License-Identifier: MIT
//
// Many nodes of one mesh, each with weights of its own: one morphing pass, one draw, and the same
// picture as one by one.
#include "gl/gl_support.h"
#include "morph/gl/detail/gl_api.h"

namespace morph::test {
namespace {

using gl::MorphPath;
using gl::MorphPathWish;

constexpr std::uint32_t kNodes = 100;
constexpr std::size_t kOnTheOutlines = 20;  // of 40 000 pixels: the last bit of a float
constexpr std::uint32_t kTargets = 12;      // more than there are slots

class CrowdTest : public HeadlessGl {
 protected:
  /// A hundred small triangles in rows of ten.
  static SceneParts crowd(AlphaMode alpha = AlphaMode::opaque, std::uint32_t nodes = kNodes) {
    Primitive primitive = triangle_primitive(1);
    for (glm::vec3& position : primitive.positions) position *= 0.08f;
    primitive.normals.assign(3, {0, 0, 1});
    primitive.colors = {{1, 0.2f, 0.2f, 1}, {0.2f, 1, 0.2f, 1}, {0.2f, 0.2f, 1, 1}};
    MorphTargetData::Builder builder(3, kTargets);
    for (std::uint32_t t = 0; t < kTargets; ++t) {
      const float angle = static_cast<float>(t);
      const glm::vec3 move(0.05f * std::cos(angle), 0.05f * std::sin(angle), 0.01f);
      EXPECT_TRUE(builder.set_position_deltas(t, std::vector<glm::vec3>{move, -move, move * 0.5f}));
      EXPECT_TRUE(builder.set_normal_deltas(t, std::vector<glm::vec3>(3, move * 10.0f)));
      EXPECT_TRUE(builder.set_color_deltas(t, std::vector<glm::vec4>(3, {0.1f, -0.1f, 0.05f, 0})));
    }
    primitive.morph_targets = std::move(builder).build();
    Material material;
    material.alpha_mode = alpha;
    material.double_sided = true;
    SceneParts parts = parts_with(primitive, material);
    parts.nodes.resize(nodes, parts.nodes[0]);
    for (std::uint32_t i = 0; i < nodes; ++i) {
      parts.nodes[i].transform.translation = {-0.9f + 0.2f * static_cast<float>(i % 10),
                                              -0.9f + 0.2f * static_cast<float>(i / 10 % 10), 0};
      parts.nodes[i].transform.scale = glm::vec3(1.0f + 0.005f * static_cast<float>(i));
    }
    return parts;
  }

  static Pose pose_of(const Scene& scene) {
    Pose pose(scene);
    for (Index node = 0; node < scene.nodes().size(); ++node) {
      for (std::uint32_t t = 0; t < kTargets; ++t) {
        if ((node + t) % 3 == 0) continue;
        const float weight = 0.1f * static_cast<float>((node * 7 + t * 5) % 17) - 0.8f;
        EXPECT_TRUE(pose.set_morph_weight(node, t, weight));
      }
    }
    return pose;
  }

  gl::View view(MorphPathWish wish) {
    gl::View made = flat_view(framebuffer());
    made.morph_path = wish;
    return made;
  }

  gl::Framebuffer& framebuffer() {
    if (!framebuffer_) framebuffer_.emplace(framebuffer_of(context(), 200));
    return *framebuffer_;
  }

  /// Work of one frame.
  struct Work {
    std::uint64_t draws, morphs;
    friend bool operator==(const Work&, const Work&) = default;
  };
  Work work(gl::Renderer& renderer, const Pose& pose, const gl::View& view) {
    const gl::RendererCounters before = renderer.counters();
    EXPECT_TRUE(renderer.draw(pose, view));
    const gl::RendererCounters after = renderer.counters();
    return {after.draws - before.draws, after.morphs - before.morphs};
  }

  std::optional<gl::Framebuffer> framebuffer_;
};

TEST_F(CrowdTest, IsOnePassAndOneDrawAndLooksTheSame) {
  const Scene scene = scene_of(crowd());
  gl::Renderer renderer = renderer_of(context(), scene);
  const Pose pose = pose_of(scene);
  const Image one_by_one = picture(renderer, pose, view(MorphPathWish::cpu), framebuffer());
  EXPECT_GT(std::ranges::count_if(one_by_one.rgba, [](auto byte) { return byte > 10; }), 10'000);
  for (const MorphPathWish wish : {MorphPathWish::texture, MorphPathWish::automatic}) {
    gl::Renderer fresh = renderer_of(context(), scene);
    EXPECT_EQ(work(fresh, pose, view(wish)), (Work{1, 1}));
    EXPECT_LE(different_pixels(framebuffer().read(), one_by_one), kOnTheOutlines);
    ASSERT_EQ(fresh.reports().size(), kNodes);
    for (Index node = 0; node < kNodes; ++node) {
      EXPECT_EQ(fresh.reports()[node].node, node);
      EXPECT_EQ(fresh.reports()[node].path, MorphPath::texture);
      EXPECT_GT(fresh.reports()[node].active, 0u);
    }
  }
}

// Nothing is morphed again while the weights stand still, whoever looks; edges are a pass of their
// own over the same vertices.
TEST_F(CrowdTest, StandsStillForNothing) {
  const Scene scene = scene_of(crowd());
  gl::Renderer renderer = renderer_of(context(), scene);
  Pose pose = pose_of(scene);
  gl::View from_here = view(MorphPathWish::automatic);
  EXPECT_EQ(work(renderer, pose, from_here), (Work{1, 1}));
  EXPECT_EQ(work(renderer, pose, from_here), (Work{1, 0}));
  from_here.wireframe = true;
  EXPECT_EQ(work(renderer, pose, from_here), (Work{2, 0}));
  from_here.world_to_view = glm::rotate(from_here.world_to_view, 0.3f, glm::vec3(0, 1, 0));
  EXPECT_EQ(work(renderer, pose, from_here), (Work{2, 0}));
  EXPECT_TRUE(pose.set_morph_weight(57, 3, 0.123f));
  EXPECT_EQ(work(renderer, pose, from_here), (Work{2, 1}));
}

TEST_F(CrowdTest, MovesWithItsNodes) {
  const Scene scene = scene_of(crowd());
  gl::Renderer renderer = renderer_of(context(), scene);
  Pose pose = pose_of(scene);
  EXPECT_TRUE(renderer.draw(pose, view(MorphPathWish::automatic)));
  for (Index node = 0; node < kNodes; node += 3) {
    pose.transform(node).translation += glm::vec3(0.03f, -0.02f, 0);
    pose.transform(node).rotation = glm::angleAxis(0.5f, glm::vec3(0, 0, 1));
  }
  const Image moved = picture(renderer, pose, view(MorphPathWish::automatic), framebuffer());
  const Image expected = picture(renderer, pose, view(MorphPathWish::cpu), framebuffer());
  EXPECT_LE(different_pixels(moved, expected), kOnTheOutlines);
}

// Who is drawn one by one: few, what is asked to be, what is sorted, and what is mirrored
// differently.
TEST_F(CrowdTest, IsForThoseWhoCanBe) {
  const Scene few = scene_of(crowd(AlphaMode::opaque, 3));
  gl::Renderer few_renderer = renderer_of(context(), few);
  EXPECT_EQ(work(few_renderer, pose_of(few), view(MorphPathWish::automatic)).draws, 3u);
  EXPECT_EQ(work(few_renderer, pose_of(few), view(MorphPathWish::texture)).draws, 1u);

  const Scene many = scene_of(crowd());
  gl::Renderer many_renderer = renderer_of(context(), many);
  for (const MorphPathWish wish : {MorphPathWish::cpu, MorphPathWish::attributes}) {
    EXPECT_EQ(work(many_renderer, pose_of(many), view(wish)).draws, kNodes);
  }

  const Scene blended = scene_of(crowd(AlphaMode::blend));
  gl::Renderer blended_renderer = renderer_of(context(), blended);
  EXPECT_EQ(work(blended_renderer, pose_of(blended), view(MorphPathWish::texture)).draws, kNodes);

  SceneParts parts = crowd();
  parts.nodes[5].transform.scale.x *= -1;
  const Scene mirrored = scene_of(std::move(parts));
  gl::Renderer mirrored_renderer = renderer_of(context(), mirrored);
  EXPECT_EQ(work(mirrored_renderer, pose_of(mirrored), view(MorphPathWish::texture)).draws, kNodes);
}

TEST_F(CrowdTest, TooLargeForTheDriverIsDrawnOneByOne) {
  auto made = gl::Context::create(headless_loader());
  ASSERT_TRUE(made);
  // Enough for the deltas and the list, not for the vertices of all.
  const_cast<gl::Context::Api&>(made->api()).info.max_buffer_texels = 3 * 3 * kTargets;
  const Scene scene = scene_of(crowd(AlphaMode::opaque, 13));
  gl::Renderer renderer = renderer_of(*made, scene);
  const Pose pose = pose_of(scene);
  EXPECT_EQ(work(renderer, pose, view(MorphPathWish::texture)).draws, 13u);
  const Image found = framebuffer().read();
  EXPECT_LE(
      different_pixels(found, picture(renderer, pose, view(MorphPathWish::cpu), framebuffer())),
      kOnTheOutlines);
}

}  // namespace
}  // namespace morph::test
