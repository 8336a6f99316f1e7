// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/read_window.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <functional>

namespace morph::gltf::detail {
namespace {

/// Below this a call to the system costs more than the bytes.
constexpr std::size_t kLeastRead = 4 << 10;

/// Bytes from one place to another of one file.
std::size_t distance(const std::byte* from, const std::byte* to) {
  return static_cast<std::size_t>(to - from);
}

}  // namespace

std::span<const std::byte> ReadWindow::look(const FileBytes* file,
                                            std::span<const std::byte> part) {
  give_back();
  if (file == nullptr) return part;
  if (!holds(part)) {
    if (file->in_file()) {
      assert(part.size() <= kBytes);
      const std::byte* const end = file->bytes().data() + file->bytes().size();
      const std::size_t wanted = follows(part) ? kBytes : std::max(part.size(), kLeastRead);
      const std::span<const std::byte> read(part.data(),
                                            std::min(wanted, distance(part.data(), end)));
      if (memory_.empty()) memory_.resize(kBytes);
      held_ = file->copy(read, memory_.data()) ? read : std::span<const std::byte>();
    }
    if (!holds(part)) {
      lender_ = file;
      lent_ = part;
      return part;
    }
  }
  return {memory_.data() + distance(held_.data(), part.data()), part.size()};
}

void ReadWindow::copy(const FileBytes* file, std::span<const std::byte> part, std::byte* out) {
  if (part.empty()) return;
  if (part.size() >= kBytes / 2 && file != nullptr && file->in_file()) {
    give_back();
    if (file->copy(part, out)) return;
  }
  while (!part.empty()) {
    const auto piece = part.first(std::min(part.size(), kBytes));
    std::memcpy(out, look(file, piece).data(), piece.size());
    out += piece.size();
    part = part.subspan(piece.size());
  }
}

bool ReadWindow::holds(std::span<const std::byte> part) const {
  const std::less_equal<> not_behind;  // of files, too, that are not this one
  return not_behind(held_.data(), part.data()) &&
         not_behind(part.data() + part.size(), held_.data() + held_.size()) && !held_.empty();
}

/// Whether somebody walks forwards through a file, in no larger steps than he looks at.
bool ReadWindow::follows(std::span<const std::byte> part) const {
  if (held_.empty() || !std::less_equal<>()(held_.data(), part.data())) return false;
  const auto end = held_.data() + held_.size();
  if (std::less_equal<>()(part.data(), end)) return true;
  return distance(end, part.data()) <= std::max(part.size(), kLeastRead);
}

void ReadWindow::give_back() {
  if (lender_ != nullptr) lender_->release(lent_);
  lender_ = nullptr;
}

}  // namespace morph::gltf::detail
