// SPDX-License-Identifier: MIT
#include "morph/runtime/blend.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "bench/commands.h"
#include "bench/flat_blend.h"
#include "bench/timing.h"
#include "morph/gltf/import.h"
#include "support/reference_blend.h"

namespace morph::bench {
namespace {

/// What a frame holds of a primitive that it blended.
struct Blended {
  std::vector<glm::vec3> positions, normals;
  std::vector<glm::vec4> tangents;
};

/// The one place that calls the library.
void blend_primitive(const Primitive& primitive, std::uint32_t attributes,
                     std::span<const ActiveTarget> active, Blended& out, Workers* workers) {
  const SurfaceBase base{primitive.positions, primitive.normals, primitive.tangents};
  const SurfaceOut all{out.positions, out.normals, out.tangents};
  blend_surface(primitive.morph_targets, base, active,
                attributes == 1 ? SurfaceOut{out.positions, {}, {}} : all, BlendStage::complete,
                workers);
}

double largest_length_error(const auto& directions) {
  double worst = 0.0;
  for (const auto& direction : directions) {
    const double x = direction.x, y = direction.y, z = direction.z;
    worst = std::max(worst, std::abs(std::sqrt(x * x + y * y + z * z) - 1.0));
  }
  return worst;
}

/// A file, and all that its blend needs.
class Subject {
 public:
  Subject(std::string path, gltf::Imported imported, const Mesh& mesh, const BlendOptions& options)
      : path_(std::move(path)),
        imported_(std::move(imported)),
        mesh_(&mesh),
        options_(&options),
        workers_(options.threads),
        active_(spread_targets(mesh.morph_target_count(), options.active)),
        flat_(mesh, blended_attributes(options.attributes), active_) {
    for (const Primitive& primitive : mesh.primitives) {
      out_.push_back({primitive.positions, primitive.normals, primitive.tangents});
    }
  }

  static Result<std::unique_ptr<Subject>> create(const std::string& path,
                                                 const BlendOptions& options) {
    auto imported = gltf::import_file(path);
    if (!imported) return imported.error();
    const Scene& scene = imported->scene;
    for (Index node = 0; node < scene.nodes().size(); ++node) {
      if (scene.morph_target_count(node) == 0) continue;
      const Mesh& mesh = *scene.mesh_of(node);  // stays where it is when the scene is moved
      return std::make_unique<Subject>(path, std::move(*imported), mesh, options);
    }
    return Error{ErrorCode::no_morph_targets, path, "has no node with morph targets"};
  }

  /// In the order of `report`.
  void add_cases(std::vector<std::function<void()>>& cases) {
    cases.insert(cases.end(),
                 {[this] { run(&workers_); }, [this] { flat_.read_all(); },
                  [this] { flat_.read_touched(); }, [this] { flat_.sgemv(); },
                  [this] { flat_.naive(); }, [this] { flat_.copy(); }, [this] { run(nullptr); }});
  }
  static constexpr std::size_t kCases = 7;

  void run(Workers* workers) {
    for (std::size_t p = 0; p < out_.size(); ++p) {
      blend_primitive(mesh_->primitives[p], options_->attributes, active_, out_[p], workers);
      keep(out_[p].positions.data());
    }
  }

  [[nodiscard]] nlohmann::ordered_json report(std::span<const Times> times) {
    std::size_t vertices = 0;
    for (const Primitive& primitive : mesh_->primitives) vertices += primitive.vertex_count();
    run(&workers_);
    return {{"case", name()},
            {"file", path_},
            {"vertices", vertices},
            {"targets", mesh_->morph_target_count()},
            {"active", active_.size()},
            {"attributes", options_->attributes},
            {"threads", options_->threads},
            {"cold", options_->cold},
            {"floats", flat_.floats()},
            {"touched_floats", flat_.touched_floats()},
            {"ms_min", times[0].min},
            {"ms_median", times[0].median},
            {"limit_ms", times[1].min},
            {"touched_limit_ms", times[2].min},
            {"sgemv_ms", times[3].min},
            {"naive_o2_ms", times[4].min},
            {"copy_ms", times[5].min},
            {"alone_ms", times[6].min},
            {"max_error", max_error()},
            {"unit_error", unit_error()},
            {"rival_error", flat_.error()}};
  }

 private:
  [[nodiscard]] std::string name() const {
    std::string text = std::filesystem::path(path_).stem().string();
    text += options_->attributes == 1 ? ", P, " : ", P+N+T, ";
    text += std::to_string(active_.size());
    text += " of ";
    text += std::to_string(mesh_->morph_target_count());
    text += options_->cold ? ", cold" : ", warm";
    return text;
  }

  /// Against the formula in double, relative to the largest number of the attribute.
  [[nodiscard]] double max_error() const {
    std::vector<float> weights(mesh_->morph_target_count(), 0.0f);
    for (const ActiveTarget& target : active_) weights[target.index] = target.weight;
    double worst = 0.0;
    for (std::size_t p = 0; p < out_.size(); ++p) {
      const auto expected = test::reference_blend(mesh_->primitives[p], weights);
      const auto compare = [&](const auto& found, const test::ReferenceAttribute& reference) {
        worst =
            std::max(worst, test::relative_error(std::span(found.data(), found.size()), reference));
      };
      compare(out_[p].positions, expected.positions);
      if (options_->attributes == 1) continue;
      compare(out_[p].normals, expected.normals);
      compare(out_[p].tangents, expected.tangents);
    }
    return worst;
  }

  /// How far normals and tangents are from unit length.
  [[nodiscard]] double unit_error() const {
    double worst = 0.0;
    for (std::size_t p = 0; options_->attributes > 1 && p < out_.size(); ++p) {
      const MorphTargetData& targets = mesh_->primitives[p].morph_targets;
      if (targets.has(MorphAttribute::normal)) {
        worst = std::max(worst, largest_length_error(out_[p].normals));
      }
      if (targets.has(MorphAttribute::tangent)) {
        worst = std::max(worst, largest_length_error(out_[p].tangents));
      }
    }
    return worst;
  }

  std::string path_;
  gltf::Imported imported_;
  const Mesh* mesh_;
  const BlendOptions* options_;
  Workers workers_;
  std::vector<ActiveTarget> active_;
  FlatBlend flat_;
  std::vector<Blended> out_;  // [primitives]
};

}  // namespace

Result<void> blend(const BlendOptions& options) {
  std::vector<std::unique_ptr<Subject>> subjects;
  std::vector<std::function<void()>> cases;
  for (const std::string& file : options.files) {
    auto subject = Subject::create(file, options);
    if (!subject) return subject.error();
    subjects.push_back(std::move(*subject));
    subjects.back()->add_cases(cases);
  }
  Plan plan;
  plan.seconds = options.seconds;
  plan.cold = options.cold;
  plan.clock = options.threads == 1 ? Clock::thread_cpu : Clock::wall;
  const std::vector<Times> times = measure(cases, plan);
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    const auto own = std::span(times).subspan(i * Subject::kCases, Subject::kCases);
    std::cout << subjects[i]->report(own).dump() << '\n';
  }
  return {};
}

}  // namespace morph::bench
