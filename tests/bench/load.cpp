// SPDX-License-Identifier: MIT
#include <malloc.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "bench/commands.h"
#include "bench/own_process.h"
#include "bench/plain_tinygltf.h"
#include "bench/timing.h"
#include "morph/gltf/import.h"

namespace morph::bench {
namespace {

/// The first load of a process: the fastest, and the least memory.
struct FirstLoads {
  OwnProcess nothing, ours, tinygltf;
};

/// What the blend data of a scene takes, and what its deltas would take as plain floats.
struct StoredDeltas {
  std::uint64_t bytes = 0, dense_bytes = 0;

  explicit StoredDeltas(const Scene& scene) {
    for (const Mesh& mesh : scene.meshes()) {
      for (const Primitive& primitive : mesh.primitives) add(primitive.morph_targets);
    }
  }

 private:
  void add(const MorphTargetData& targets) {
    bytes += targets.stored_bytes();
    for (std::size_t a = 0; a < kMorphAttributeCount; ++a) {
      const auto attribute = static_cast<MorphAttribute>(a);
      for (std::uint32_t t = 0; t < targets.target_count(); ++t) {
        if (!targets.has(t, attribute)) continue;
        dense_bytes +=
            std::uint64_t{targets.vertex_count()} * component_count(attribute) * sizeof(float);
      }
    }
  }
};

Result<FirstLoads> first_loads(const std::string& file) {
  constexpr int kRounds = 5;
  const auto ours = [&] {
    const auto imported = gltf::import_file(file);
    keep(&imported);
    return imported.has_value();
  };
  const auto tinygltf = [&] {
    std::string error;
    const auto model = load_with_tinygltf(file, error);
    keep(model.get());
    return model != nullptr;
  };
  FirstLoads least;
  const auto run = [&](const std::function<bool()>& work, bool first, OwnProcess& into) {
    const auto found = in_own_process(work);
    if (!found) return false;
    into.ms = first ? found->ms : std::min(into.ms, found->ms);
    into.peak_bytes = first ? found->peak_bytes : std::min(into.peak_bytes, found->peak_bytes);
    return true;
  };
  for (int round = 0; round < kRounds; ++round) {
    if (!run([] { return true; }, round == 0, least.nothing) ||
        !run(ours, round == 0, least.ours) || !run(tinygltf, round == 0, least.tinygltf)) {
      return Error{ErrorCode::io, file, "cannot be loaded in a process of its own"};
    }
  }
  return least;
}

/// From now on the heap keeps what it once got from the system, so that further loads find their
/// memory there. By default that depends on the sizes that were freed before.
void keep_memory() {
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
}

/// A file that both load again and again. A call also gives back what it made, to our own heap.
class Subject {
 public:
  static Result<Subject> create(const std::string& file, const FirstLoads& first) {
    auto ours = gltf::import_file(file);
    if (!ours) return ours.error();
    std::string error;
    if (!load_with_tinygltf(file, error)) return Error{ErrorCode::io, file, "tinygltf: " + error};
    return Subject(file, first, *ours);
  }

  void add_cases(std::vector<std::function<void()>>& cases) const {
    cases.emplace_back([file = file_] {
      const auto imported = gltf::import_file(file);
      keep(&*imported);
    });
    cases.emplace_back([file = file_] {
      std::string error;
      keep(load_with_tinygltf(file, error).get());
    });
  }

  [[nodiscard]] nlohmann::ordered_json report(const Times& ours, const Times& tinygltf) const {
    const auto file_bytes = std::filesystem::file_size(file_);
    return {{"case", std::filesystem::path(file_).stem().string()},
            {"file", file_},
            {"file_bytes", file_bytes},
            {"warnings", warnings_},
            {"ms_min", ours.min},
            {"ms_median", ours.median},
            {"tinygltf_ms_min", tinygltf.min},
            {"tinygltf_ms_median", tinygltf.median},
            {"ratio", ours.min / tinygltf.min},
            {"first_ms", first_.ours.ms},
            {"tinygltf_first_ms", first_.tinygltf.ms},
            {"first_ratio", first_.ours.ms / first_.tinygltf.ms},
            {"peak_bytes", first_.ours.peak_bytes},
            {"tinygltf_peak_bytes", first_.tinygltf.peak_bytes},
            {"program_bytes", first_.nothing.peak_bytes},
            {"peak_ratio",
             static_cast<double>(first_.ours.peak_bytes) / static_cast<double>(file_bytes)},
            {"stored_bytes", stored_.bytes},
            {"dense_bytes", stored_.dense_bytes}};
  }

 private:
  Subject(std::string file, const FirstLoads& first, const gltf::Imported& imported)
      : file_(std::move(file)),
        first_(first),
        warnings_(imported.warnings.size()),
        stored_(imported.scene) {}

  std::string file_;
  FirstLoads first_;
  std::size_t warnings_;
  StoredDeltas stored_;
};

}  // namespace

Result<void> load(const CommonOptions& options) {
  std::vector<FirstLoads> first;  // of all of them first, while this process is small
  for (const std::string& file : options.files) {
    const auto of_file = first_loads(file);
    if (!of_file) return of_file.error();
    first.push_back(*of_file);
  }
  keep_memory();
  std::vector<Subject> subjects;
  std::vector<std::function<void()>> cases;
  for (std::size_t i = 0; i < options.files.size(); ++i) {
    auto subject = Subject::create(options.files[i], first[i]);
    if (!subject) return subject.error();
    subject->add_cases(cases);
    subjects.push_back(std::move(*subject));
  }
  Plan plan;
  plan.seconds = options.seconds;
  const std::vector<Times> times = measure(cases, plan);
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    std::cout << subjects[i].report(times[2 * i], times[2 * i + 1]).dump() << '\n';
  }
  return {};
}

}  // namespace morph::bench
