// SPDX-License-Identifier: MIT
//
// What is uploaded, and when: deltas once, the blended base when its weights changed, else nothing.
#include "gl/gl_support.h"

namespace morph::test {
namespace {

using gl::MorphPath;
using gl::MorphPathWish;

class Residency : public HeadlessGl {
 protected:
  struct Uploads {
    std::uint64_t deltas, bases, bytes;
    friend bool operator==(const Uploads&, const Uploads&) = default;
  };

  /// Two nodes, 0 and 1, that show one mesh of T targets moving positions alone.
  void load(std::uint32_t targets, std::uint32_t vertices = 200) {
    Primitive primitive;
    primitive.mode = PrimitiveMode::points;
    primitive.positions.assign(vertices, glm::vec3(0.1f));
    MorphTargetData::Builder builder(vertices, targets);
    for (std::uint32_t t = 0; t < targets; ++t) {
      const std::vector<glm::vec3> deltas(vertices, glm::vec3(static_cast<float>(t + 1), 0, 0));
      ASSERT_TRUE(builder.set_position_deltas(t, deltas));
    }
    primitive.morph_targets = std::move(builder).build();
    SceneParts parts = parts_of(std::move(primitive));
    parts.nodes.push_back(parts.nodes[0]);
    scene_.emplace(scene_of(std::move(parts)));
    renderer_.emplace(renderer_of(context(), *scene_));
    framebuffer_.emplace(framebuffer_of(context(), 8));
    pose_.emplace(*scene_);
  }

  void set(Index node, std::uint32_t target, float weight) {
    EXPECT_TRUE(pose_->set_morph_weight(node, target, weight));
  }

  /// Draws a frame and says what that uploaded.
  Uploads draw(MorphPathWish wish = MorphPathWish::automatic) {
    const gl::RendererCounters before = renderer_->counters();
    gl::View view = flat_view(*framebuffer_);
    view.morph_path = wish;
    EXPECT_TRUE(renderer_->draw(*pose_, view));
    const gl::RendererCounters& after = renderer_->counters();
    EXPECT_EQ(after.draws - before.draws, 2u);
    return {after.delta_uploads - before.delta_uploads, after.base_uploads - before.base_uploads,
            after.uploaded_bytes - before.uploaded_bytes};
  }

  MorphPath path(std::size_t item) { return renderer_->reports()[item].path; }

  static constexpr Uploads kNothing{0, 0, 0};

  std::optional<Scene> scene_;
  std::optional<gl::Renderer> renderer_;
  std::optional<gl::Framebuffer> framebuffer_;
  std::optional<Pose> pose_;
};

TEST_F(Residency, ATargetIsUploadedWhenItIsFirstActive) {
  load(12);
  EXPECT_EQ(draw(), kNothing);
  set(0, 3, 0.5f);
  EXPECT_EQ(draw(), (Uploads{1, 0, 200 * 12}));
  EXPECT_EQ(draw(), kNothing);
}

TEST_F(Residency, AMovedSliderUploadsNothing) {
  load(12);
  set(0, 3, 0.5f);
  set(0, 4, 0.25f);
  draw();
  for (const float weight : {0.6f, 1.0f, -0.5f, 0.1f, 0.0f, 2.0f}) {
    set(0, 3, weight);
    EXPECT_EQ(draw(), kNothing) << weight;
  }
}

TEST_F(Residency, ATargetThatComesBackIsStillThere) {
  load(12);
  for (std::uint32_t t = 0; t < 12; ++t) {  // more than there are slots, one after the other
    set(0, t, 1.0f);
    EXPECT_EQ(draw().deltas, 1u);
    set(0, t, 0.0f);
  }
  for (std::uint32_t t = 0; t < 12; ++t) {
    set(0, t, 1.0f);
    EXPECT_EQ(draw(), kNothing);
    const auto found = renderer_->read_back(*pose_, 0, 0, MorphPathWish::automatic);
    ASSERT_TRUE(found);
    EXPECT_FLOAT_EQ(found->positions[7].x, 0.1f + static_cast<float>(t + 1));
    set(0, t, 0.0f);
  }
}

TEST_F(Residency, NodesThatShareAMeshShareItsDeltasButNotItsWeights) {
  load(3);
  set(0, 1, 0.5f);
  EXPECT_EQ(draw().deltas, 1u);
  set(1, 1, -2.0f);
  EXPECT_EQ(draw(), kNothing);
  for (const MorphPathWish wish :
       {MorphPathWish::attributes, MorphPathWish::texture, MorphPathWish::cpu}) {
    const auto first = renderer_->read_back(*pose_, 0, 0, wish);
    const auto second = renderer_->read_back(*pose_, 1, 0, wish);
    ASSERT_TRUE(first && second);
    EXPECT_FLOAT_EQ(first->positions[0].x, 0.1f + 2 * 0.5f);
    EXPECT_FLOAT_EQ(second->positions[0].x, 0.1f - 2 * 2.0f);
  }
}

TEST_F(Residency, TheCpuPathBlendsOnlyWhatChanged) {
  load(3);
  set(0, 1, 0.5f);
  EXPECT_EQ(draw(MorphPathWish::cpu), (Uploads{0, 2, 2 * 200 * 12}));
  EXPECT_EQ(draw(MorphPathWish::cpu), kNothing);
  set(1, 2, 0.5f);
  EXPECT_EQ(draw(MorphPathWish::cpu), (Uploads{0, 1, 200 * 12}));
  EXPECT_EQ(draw(MorphPathWish::cpu), kNothing);
}

TEST_F(Residency, FoldingBlendsOnlyWhereFoldedWeightsChanged) {
  load(12);
  for (std::uint32_t t = 0; t < 12; ++t) set(0, t, 1.0f - 0.05f * static_cast<float>(t));
  EXPECT_EQ(draw(MorphPathWish::attributes), (Uploads{8, 1, (8 + 1) * 200 * 12}));
  EXPECT_EQ(draw(MorphPathWish::attributes), kNothing);
  set(0, 0, 1.5f);  // in a slot
  EXPECT_EQ(draw(MorphPathWish::attributes), kNothing);
  set(0, 11, 0.3f);  // folded
  EXPECT_EQ(draw(MorphPathWish::attributes), (Uploads{0, 1, 200 * 12}));
  for (std::uint32_t t = 8; t < 12; ++t) set(0, t, 0.0f);  // nothing left to fold
  EXPECT_EQ(draw(MorphPathWish::attributes), kNothing);
}

TEST_F(Residency, CrossingToTheCpuUploadsTheBlendedBaseOnly) {
  load(12);
  for (std::uint32_t t = 0; t < 8; ++t) set(0, t, 0.5f);
  EXPECT_EQ(draw().deltas, 8u);
  EXPECT_EQ(path(0), MorphPath::attributes);
  set(0, 8, 0.5f);
  EXPECT_EQ(draw(), (Uploads{0, 1, 200 * 12}));
  EXPECT_EQ(path(0), MorphPath::cpu);
  EXPECT_EQ(path(1), MorphPath::attributes) << "the other node has no active target";
  set(0, 8, 0.0f);
  EXPECT_EQ(draw(), kNothing);
  EXPECT_EQ(path(0), MorphPath::attributes);
}

// One shader per feature set, whatever the number of active targets.
TEST_F(Residency, ActiveTargetsCompileNothing) {
  load(12);
  draw();
  const std::uint64_t programs = renderer_->counters().programs;
  for (std::uint32_t t = 0; t < 8; ++t) {
    set(0, t, 0.5f);
    draw();
    EXPECT_EQ(renderer_->counters().programs, programs);
  }
}

}  // namespace
}  // namespace morph::test
