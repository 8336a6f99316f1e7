// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <memory>
#include <span>
#include <vector>

#include "morph/gl/context.h"
#include "morph/gl/morph_path.h"
#include "morph/runtime/index.h"
#include "morph/runtime/pose.h"
#include "morph/runtime/scene.h"
#include "morph/runtime/smooth_normals.h"
#include "morph/runtime/workers.h"

namespace morph::gl {

// Scene + Pose + View → pixels, in the host's context and into the framebuffer that the host names.

/// How surfaces are coloured. All but `lit` are for looking at shapes; they keep the alpha of the
/// material and nothing else of it, and points and lines without normals keep their colour.
enum class Shading : std::uint8_t {
  lit,      ///< what the file means
  unlit,    ///< the base colour alone
  normals,  ///< world-space, 0.5 · n + 0.5 as sRGB, of the morphed and skinned surface without maps
  clay,     ///< matt and grey in the light of the studio
  heatmap,  ///< set_heat's values as colours on softly lit grey
};

/// The colour of a heatmap for a value of 0 … 1, sRGB, as the shaders have it but for the light.
[[nodiscard]] glm::vec3 heat_color(float value);

/// What is looked at, from where, and into which pixels.
struct View {
  Index scene = 0;  ///< of Scene::scenes()
  glm::mat4 world_to_view{1.0f};
  glm::mat4 view_to_clip{1.0f};                  ///< OpenGL's clip space, depth −1 … 1
  std::uint32_t framebuffer = 0;                 ///< OpenGL's name; its colour attachment is sRGB
  glm::ivec2 origin{0};                          ///< lower left corner, pixels
  glm::ivec2 size{0};                            ///< pixels; nothing is drawn where a side is 0
  glm::vec4 background{0.0f, 0.0f, 0.0f, 1.0f};  ///< linear colour, alpha
  float exposure = 1.0f;  ///< on all light before tone mapping; what is unlit stays as it is
  Shading shading = Shading::lit;
  float hottest = 1.0f;    ///< the value with the last colour of a heatmap
  bool wireframe = false;  ///< with the edges of the triangles over the surfaces
  MorphPathWish morph_path = MorphPathWish::automatic;
  NormalsMode normals =
      NormalsMode::file;       ///< recomputed ones take the CPU path, whatever the wish
  Workers* workers = nullptr;  ///< help to blend large primitives on the CPU path; nullptr: none
};

/// How a primitive was drawn or read back in the last call.
struct PrimitiveReport {
  Index node = kNoIndex;
  Index primitive = kNoIndex;  ///< within the node's mesh
  MorphPath path = MorphPath::cpu;
  std::uint32_t active = 0;          ///< A
  std::uint32_t slots = 0;           ///< N
  std::uint32_t slots_used = 0;      ///< min(A, N) on the attributes path
  std::uint32_t folded = 0;          ///< targets folded into the base on the attributes path
  std::uint32_t texture_layers = 0;  ///< of the deltas' array texture; 0: a buffer texture, or none
  bool recomputed = false;  ///< the normals are those of the morphed surface; path is `cpu`
};

/// The vertices that the graphics side computed, in the file's order; attributes that the primitive
/// lacks are empty.
struct MorphedVertices {
  PrimitiveReport report;
  std::vector<glm::vec3> positions;               ///< [V], mesh space
  std::vector<glm::vec3> normals;                 ///< [V] or empty
  std::vector<glm::vec4> tangents;                ///< [V] or empty
  std::vector<std::vector<glm::vec2>> texcoords;  ///< [sets][V]
  std::vector<glm::vec4> colors;                  ///< [V] or empty
};

/// Work since the renderer was made; a test or a benchmark takes differences.
struct RendererCounters {
  std::uint64_t draws = 0;
  std::uint64_t programs = 0;        ///< compiled
  std::uint64_t delta_uploads = 0;   ///< targets that were put into a slot
  std::uint64_t base_uploads = 0;    ///< bases that were blended on the CPU and uploaded
  std::uint64_t morphs = 0;          ///< runs of the morphing pass
  std::uint64_t uploaded_bytes = 0;  ///< both of these
};

class Renderer {
 public:
  /// Uploads the base of every primitive. The scene must outlive the renderer.
  /// Errors: graphics (shader, memory).
  static Result<Renderer> create(const Context& context, const Scene& scene);

  Renderer(Renderer&&) noexcept;
  Renderer& operator=(Renderer&&) noexcept;
  ~Renderer();

  /// Draws one frame. Uploads only what changed since the last one: nothing while the weights stand
  /// still, and no delta that is resident. Errors: graphics (a shader for which faults() knows no
  /// way around, memory). Precondition (asserted): `pose` has the shape of the scene.
  Result<void> draw(const Pose& pose, const View& view);

  /// One entry per primitive of the last draw, in drawing order.
  [[nodiscard]] const std::vector<PrimitiveReport>& reports() const;

  [[nodiscard]] const RendererCounters& counters() const;

  /// What the driver refused and what is done instead, each once: graphics (a shader that it
  /// rejects; the primitive is drawn flat, unlit and without texture), out_of_memory (deltas for
  /// which there is no room; the primitive is blended on the CPU, exactly), limit_exceeded
  /// (textures for whose coordinates there is no room beside joints; they are left out). A picture
  /// with a fault of the first or the last kind is not what the file means.
  [[nodiscard]] std::span<const Error> faults() const;

  /// Gives the vertices of a primitive, as this node shows it, values for Shading::heatmap. They
  /// stay until others come; all are 0 before.
  ///   values  [V], ≥ 0
  /// Errors: graphics (memory, or more vertices than a buffer texture holds).
  /// Preconditions (asserted): the node has a mesh with that primitive, V > 0.
  Result<void> set_heat(Index node, Index primitive, std::span<const float> values);

  /// Morphs one primitive of a node exactly as `draw` does, on the path that `wish` leads to, and
  /// reads the result back (transform feedback on the attributes path). Errors: graphics.
  /// Precondition (asserted): the node has a mesh with that primitive.
  Result<MorphedVertices> read_back(const Pose& pose, Index node, Index primitive,
                                    MorphPathWish wish, NormalsMode normals = NormalsMode::file);

 private:
  struct State;
  explicit Renderer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace morph::gl
