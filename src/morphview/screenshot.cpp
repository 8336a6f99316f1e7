// SPDX-License-Identifier: MIT
#include "morphview/screenshot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <system_error>

#include "morphview/png.h"

namespace morphview {

using morph::Image;
using morph::Result;

Image crop(const Image& image, const glm::uvec2& origin, const glm::uvec2& size) {
  assert(origin.x + size.x <= image.width && origin.y + size.y <= image.height);
  Image out{size.x, size.y, {}};
  out.rgba.resize(4 * out.pixel_count());
  for (std::uint32_t y = 0; y < size.y; ++y) {
    const std::size_t from = 4 * (std::size_t{origin.y + y} * image.width + origin.x);
    std::copy_n(image.rgba.data() + from, std::size_t{4} * size.x,
                out.rgba.data() + std::size_t{4} * y * size.x);
  }
  return out;
}

Result<std::string> save_screenshot(const Image& image, const std::string& model,
                                    const std::filesystem::path& folder) {
  for (unsigned n = 1;; ++n) {
    const std::filesystem::path path = folder / fmt::format("morphview-{}-{}.png", model, n);
    std::error_code error;
    if (std::filesystem::exists(std::filesystem::symlink_status(path, error))) continue;
    const Result<void> written = write_png(path.string(), image);
    if (!written) return written.error();
    return path.string();
  }
}

}  // namespace morphview
