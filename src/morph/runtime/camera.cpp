// SPDX-License-Identifier: MIT
#include "morph/runtime/camera.h"

#include <cmath>
#include <initializer_list>
#include <numbers>
#include <string_view>
#include <utility>

namespace morph {
namespace {

Error wrong(std::string where, float found, std::string_view expected,
            std::string_view rule = "VALUE_NOT_IN_RANGE") {
  return {ErrorCode::invalid_value, std::move(where),
          std::to_string(found) + ", expected " + std::string(expected), rule};
}

Result<void> check_far(float znear, float zfar, const std::string& where) {
  if (!std::isfinite(zfar)) return wrong(where + "/zfar", zfar, "a finite number");
  if (zfar > znear) return {};
  return wrong(where, zfar, "a zfar beyond znear, " + std::to_string(znear),
               "CAMERA_ZFAR_LEQUAL_ZNEAR");
}

Result<void> check(const Perspective& camera, const std::string& where) {
  if (!std::isfinite(camera.yfov) || camera.yfov <= 0.0f) {
    return wrong(where + "/yfov", camera.yfov, "more than 0");
  }
  if (camera.yfov >= std::numbers::pi_v<float>) {
    return wrong(where + "/yfov", camera.yfov, "less than pi", "CAMERA_YFOV_GEQUAL_PI");
  }
  if (!std::isfinite(camera.znear) || camera.znear <= 0.0f) {
    return wrong(where + "/znear", camera.znear, "more than 0");
  }
  const float aspect = camera.aspect_ratio.value_or(1.0f);
  if (!std::isfinite(aspect) || aspect <= 0.0f) {
    return wrong(where + "/aspectRatio", aspect, "more than 0");
  }
  return camera.zfar ? check_far(camera.znear, *camera.zfar, where) : Result<void>();
}

Result<void> check(const Orthographic& camera, const std::string& where) {
  for (const float magnification : {camera.xmag, camera.ymag}) {
    if (!std::isfinite(magnification)) {
      return wrong(where, magnification, "finite xmag and ymag");
    }
    if (magnification == 0.0f) {
      return wrong(where, magnification, "xmag and ymag other than 0", "CAMERA_XMAG_YMAG_ZERO");
    }
  }
  if (!std::isfinite(camera.znear) || camera.znear < 0.0f) {
    return wrong(where + "/znear", camera.znear, "at least 0");
  }
  return check_far(camera.znear, camera.zfar, where);
}

}  // namespace

Result<void> check_camera(const Camera& camera, const std::string& where) {
  if (const auto* perspective = std::get_if<Perspective>(&camera.projection)) {
    return check(*perspective, where + "/perspective");
  }
  return check(*std::get_if<Orthographic>(&camera.projection), where + "/orthographic");
}

}  // namespace morph
