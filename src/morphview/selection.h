// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "morph/runtime/index.h"
#include "morph/runtime/result.h"
#include "morph/runtime/scene.h"
#include "morphview/options.h"

namespace morphview {

// What names and numbers of the command line mean in one scene. Unknown names are errors
// (not_found) that name the nearest ones; they end the run with exit 2.

/// Nothing, one clip, or all of them at once.
struct AnimationChoice {
  enum class Kind : std::uint8_t { none, one, all };
  Kind kind = Kind::none;
  morph::Index animation = morph::kNoIndex;  ///< for `one`

  friend bool operator==(const AnimationChoice&, const AnimationChoice&) = default;
};

/// A weight that the user set.
struct UserWeight {
  morph::Index node = morph::kNoIndex;
  std::uint32_t target = 0;
  float value = 0.0f;

  friend bool operator==(const UserWeight&, const UserWeight&) = default;
};

/// --scene: digits are a number first, then a name; empty: the file's own.
morph::Result<morph::Index> select_scene(const morph::Scene& scene, const std::string& wanted);

/// --camera: digits are a number first, then a name, of the camera or of the node where it stands
/// if it has none. Gives the first node of the scene at which it stands.
morph::Result<morph::Index> select_camera(const morph::Scene& scene, morph::Index scene_index,
                                          const std::string& wanted);

/// -a: "none", "all", a number if there is a clip of that number, else a name; empty: the first
/// clip, or none.
morph::Result<AnimationChoice> select_animation(const morph::Scene& scene,
                                                const std::string& wanted);

/// -w, in order, so that a later entry of the same weight wins. A name is, whichever is found
/// first:
///   #3          the target of that number, on every node that has it
///   jawOpen     every target of exactly that name, on all nodes
///   Face/#3, Face/jawOpen   the same on the nodes of that name, or whose mesh has it
///   eye*Left    every target that a glob describes; with a '/', of NODE/NAME
morph::Result<std::vector<UserWeight>> select_weights(const morph::Scene& scene,
                                                      std::span<const WeightAssignment> wanted);

/// --shading, --heatmap and --show; a NAME is read as in -w.
morph::Result<Look> select_look(const morph::Scene& scene, const Options& options);

/// The value of an expression that the user set.
struct UserExpression {
  morph::Index expression = morph::kNoIndex;
  float value = 0.0f;

  friend bool operator==(const UserExpression&, const UserExpression&) = default;
};

/// --expression, in order. A name is, whichever is found first, always of every expression that has
/// it: the exact name, the exact preset, either in any case, a glob of either.
morph::Result<std::vector<UserExpression>> select_expressions(
    const morph::Scene& scene, std::span<const WeightAssignment> wanted);

/// What reports call the choice: the clip's name, "animation 0", "all"; none where nothing is
/// played.
[[nodiscard]] std::optional<std::string> animation_label(const morph::Scene& scene,
                                                         const AnimationChoice& choice);

/// A node's name, else its mesh's, else "node 3".
[[nodiscard]] std::string node_label(const morph::Scene& scene, morph::Index node);

}  // namespace morphview
