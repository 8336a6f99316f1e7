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

}  // namespace morph::gltf::detail
