// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/import_camera.h"

#include <utility>

namespace morph::gltf::detail {
namespace {

Error absent(std::string where) {
  return {ErrorCode::invalid_value, std::move(where), "is missing", "UNDEFINED_PROPERTY"};
}

std::optional<float> to_float(const std::optional<double>& number) {
  return number ? std::optional(static_cast<float>(*number)) : std::nullopt;
}

Result<Camera> perspective(const CameraSource& source, const std::string& where) {
  if (!source.yfov) return absent(where + "/perspective/yfov");
  if (!source.znear) return absent(where + "/perspective/znear");
  return Camera{source.name,
                Perspective{to_float(source.aspect_ratio), static_cast<float>(*source.yfov),
                            static_cast<float>(*source.znear), to_float(source.zfar)}};
}

Result<Camera> orthographic(const CameraSource& source, const std::string& where) {
  if (!source.xmag) return absent(where + "/orthographic/xmag");
  if (!source.ymag) return absent(where + "/orthographic/ymag");
  if (!source.znear) return absent(where + "/orthographic/znear");
  if (!source.zfar) return absent(where + "/orthographic/zfar");
  return Camera{source.name,
                Orthographic{static_cast<float>(*source.xmag),  //
                             static_cast<float>(*source.ymag), static_cast<float>(*source.znear),
                             static_cast<float>(*source.zfar)}};
}

Result<Camera> import_camera(const CameraSource& source, const std::string& where) {
  if (source.type.empty()) return absent(where + "/type");
  const bool is_perspective = source.type == "perspective";
  if (!is_perspective && source.type != "orthographic") {
    return Error{ErrorCode::invalid_value, where + "/type",
                 in_quotes(source.type) + ", expected perspective or orthographic",
                 "VALUE_NOT_IN_LIST"};
  }
  if (!source.described) return absent(where + '/' + source.type);
  auto camera = is_perspective ? perspective(source, where) : orthographic(source, where);
  if (!camera) return camera;
  if (auto sound = check_camera(*camera, where); !sound) return sound.error();
  return camera;
}

/// A camera that mirrors is hardly meant, and does not.
void judge_magnification(const ImportContext& context, const Camera& camera,
                         const std::string& where) {
  const auto* orthographic = std::get_if<Orthographic>(&camera.projection);
  if (orthographic == nullptr || (orthographic->xmag > 0 && orthographic->ymag > 0)) return;
  context.warnings.add({ErrorCode::invalid_value, where + "/orthographic",
                        "has a negative xmag or ymag, of which the size counts",
                        "CAMERA_XMAG_YMAG_NEGATIVE"});
}

}  // namespace

std::vector<Camera> import_cameras(const ImportContext& context) {
  std::vector<Camera> cameras;
  for (const CameraSource& source : context.document.cameras) {
    const std::string where = pointer("/cameras/", cameras.size());
    auto camera = import_camera(source, where);
    if (camera) {
      judge_magnification(context, *camera, where);
      cameras.push_back(std::move(*camera));
      continue;
    }
    Error error = std::move(camera).error();
    error.message += "; " + where + " becomes a default camera";
    context.warnings.add(std::move(error));
    cameras.push_back({source.name, Perspective{}});
  }
  return cameras;
}

}  // namespace morph::gltf::detail
