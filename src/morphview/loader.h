// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <thread>

#include "morphview/model.h"

namespace morphview {

/// Imports a file on a thread of its own, so that a window can say how far it is.
class Loader {
 public:
  /// Begins at once.
  Loader(std::string file, morph::gltf::ImportOptions options);
  Loader(const Loader&) = delete;
  Loader& operator=(const Loader&) = delete;
  ~Loader();  ///< cancels

  [[nodiscard]] bool done() const { return done_; }
  [[nodiscard]] morph::gltf::ImportProgress progress() const;

  void cancel() { wanted_ = false; }

  /// Waits for the end. Errors: those of load_model; cancelled. Precondition: not called before.
  morph::Result<Model> take();

 private:
  void load(const std::string& file, morph::gltf::ImportOptions options);

  std::atomic<bool> wanted_ = true;
  std::atomic<bool> done_ = false;
  std::atomic<morph::gltf::ImportPhase> phase_ = morph::gltf::ImportPhase::parsing;
  std::atomic<std::uint64_t> pieces_ = 0;
  std::atomic<std::uint64_t> total_ = 0;
  std::optional<morph::Result<Model>> model_;  // the thread's until it is done
  std::thread thread_;                         // last, since it uses the others
};

}  // namespace morphview
