// SPDX-License-Identifier: MIT
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <utility>

#include "bench/commands.h"
#include "bench/peak_memory.h"
#include "bench/plain_tinygltf.h"
#include "bench/timing.h"
#include "morph/gltf/import.h"

namespace morph::bench {
namespace {

struct Memory {
  std::uint64_t program = 0, ours = 0, tinygltf = 0;  // bytes, peaks
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

Result<Memory> memory_of(const std::string& file) {
  const auto program = peak_memory([] { return true; });
  const auto ours = peak_memory([&] { return gltf::import_file(file).has_value(); });
  const auto tinygltf = peak_memory([&] {
    std::string error;
    return load_with_tinygltf(file, error) != nullptr;
  });
  if (program && ours && tinygltf) return Memory{*program, *ours, *tinygltf};
  return Error{ErrorCode::io, file, "cannot be loaded in a process of its own"};
}

/// A file that both load again and again. A call also gives back what it made.
class Subject {
 public:
  static Result<Subject> create(const std::string& file, const Memory& memory) {
    auto ours = gltf::import_file(file);
    if (!ours) return ours.error();
    std::string error;
    if (!load_with_tinygltf(file, error)) return Error{ErrorCode::io, file, "tinygltf: " + error};
    return Subject(file, memory, *ours);
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
            {"peak_bytes", memory_.ours},
            {"tinygltf_peak_bytes", memory_.tinygltf},
            {"program_bytes", memory_.program},
            {"peak_ratio", static_cast<double>(memory_.ours) / static_cast<double>(file_bytes)},
            {"stored_bytes", stored_.bytes},
            {"dense_bytes", stored_.dense_bytes}};
  }

 private:
  Subject(std::string file, const Memory& memory, const gltf::Imported& imported)
      : file_(std::move(file)),
        memory_(memory),
        warnings_(imported.warnings.size()),
        stored_(imported.scene) {}

  std::string file_;
  Memory memory_;
  std::size_t warnings_;
  StoredDeltas stored_;
};

}  // namespace

Result<void> load(const CommonOptions& options) {
  std::vector<Memory> memory;  // of all of them first, while this process is small
  for (const std::string& file : options.files) {
    const auto of_file = memory_of(file);
    if (!of_file) return of_file.error();
    memory.push_back(*of_file);
  }
  std::vector<Subject> subjects;
  std::vector<std::function<void()>> cases;
  for (std::size_t i = 0; i < options.files.size(); ++i) {
    auto subject = Subject::create(options.files[i], memory[i]);
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
