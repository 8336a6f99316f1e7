// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/limits.h"

#include "morph/gltf/detail/findings.h"

namespace morph::gltf::detail {

Result<void> Allowance::take(std::uint64_t bytes, const std::string& where, const char* what) {
  if (bytes > left_) {
    const std::string rest =
        left_ == limit_ ? "" : ", of which " + readable_bytes(left_) + " are left";
    return Error{ErrorCode::limit_exceeded,
                 where,
                 readable_bytes(bytes) + " needed, limit " + readable_bytes(limit_) + rest + " (" +
                     what + ")",
                 {}};
  }
  left_ -= bytes;
  return {};
}

void Allowance::grow(std::uint64_t bytes, std::uint64_t factor) {
  const std::uint64_t room = most_ - limit_;
  const std::uint64_t more = bytes > room / factor ? room : bytes * factor;
  limit_ += more;
  left_ += more;
}

Budget::Budget(const Limits& of, std::uint64_t file_bytes)
    : decoded(of.decoded_bytes, of.unearned_bytes),
      external(of.external_bytes),
      tracks(of.track_floats),
      expressions(of.expression_bytes),
      images(of.image_decoded_bytes, of.unearned_bytes),
      encoded(of.external_bytes),
      looked_at(of.decoded_bytes, of.unearned_bytes),
      external_files(of.external_files),
      per_byte_(std::max<std::uint64_t>(of.decoded_per_byte, 1)) {
  grow(file_bytes);
}

Result<void> Budget::take_file(const FileIdentity& identity, std::uint64_t bytes) {
  if (auto taken = external.take(bytes, {}, "external files"); !taken) return taken;
  if (files_.insert(identity).second) {
    grow(bytes);
    return {};
  }
  constexpr const char* kAgain = "a file that is read again";
  if (auto taken = looked_at.take(bytes, {}, kAgain); !taken) return taken;
  return decoded.take(bytes, {}, kAgain);
}

void Budget::grow(std::uint64_t bytes) {
  decoded.grow(bytes, per_byte_);
  images.grow(bytes, per_byte_);
  looked_at.grow(bytes, std::max<std::uint64_t>(per_byte_ / 4, 1));
}

}  // namespace morph::gltf::detail
