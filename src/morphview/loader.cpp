// SPDX-License-Identifier: MIT
#include "morphview/loader.h"

#include <cassert>
#include <new>
#include <utility>

namespace morphview {

using morph::Error;
using morph::ErrorCode;
using morph::Result;
using morph::gltf::ImportOptions;
using morph::gltf::ImportProgress;

Loader::Loader(std::string file, ImportOptions options)
    : thread_([this, file = std::move(file), options = std::move(options)]() mutable {
        load(file, std::move(options));
      }) {}

Loader::~Loader() {
  cancel();
  if (thread_.joinable()) thread_.join();
}

ImportProgress Loader::progress() const { return {phase_, pieces_, total_}; }

Result<Model> Loader::take() {
  assert(thread_.joinable());
  thread_.join();
  return *std::move(model_);
}

void Loader::load(const std::string& file, ImportOptions options) {
  options.progress = [this](const ImportProgress& progress) {
    phase_ = progress.phase;
    pieces_ = progress.done;
    total_ = progress.total;
    return wanted_.load();
  };
  try {
    model_.emplace(load_model(file, options));
  } catch (const std::bad_alloc&) {
    model_.emplace(Error{ErrorCode::out_of_memory, "", "not enough memory to load the file"});
  }
  done_ = true;
}

}  // namespace morphview
