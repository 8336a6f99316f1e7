// SPDX-License-Identifier: MIT
#pragma once

#include "morph/gltf/detail/json_schema.h"

namespace morph::gltf::detail {

// The part of kGltfShape that is not Khronos': the expressions of VRM 0.x (/extensions/VRM) and
// VRMC_vrm 1.0. All of it is tolerant, because a mistake in an avatar's face leaves the rest of the
// file sound; each expression is captured as text and read by import_vrm.

// ---- VRMC_vrm 1.0: objects whose keys are the names ----

inline constexpr JsonShape kVrmVersion{
    .kind = JsonKind::string, .capture = JsonCapture::vrm_version, .tolerant = true};

inline constexpr JsonShape kPresetExpression{
    .kind = JsonKind::object, .capture = JsonCapture::preset_expression, .tolerant = true};
inline constexpr JsonShape kPresetExpressions{.kind = JsonKind::map,
                                              .element = &kPresetExpression,
                                              .limit = &Limits::expressions,
                                              .plural = "expressions",
                                              .may_be_empty = true,
                                              .tolerant = true};
inline constexpr JsonShape kCustomExpression{
    .kind = JsonKind::object, .capture = JsonCapture::custom_expression, .tolerant = true};
inline constexpr JsonShape kCustomExpressions{.kind = JsonKind::map,
                                              .element = &kCustomExpression,
                                              .limit = &Limits::expressions,
                                              .plural = "expressions",
                                              .may_be_empty = true,
                                              .tolerant = true};
inline constexpr JsonMember kExpressionsMembers[] = {{"preset", &kPresetExpressions},
                                                     {"custom", &kCustomExpressions}};
inline constexpr JsonShape kExpressions{
    .kind = JsonKind::object, .members = kExpressionsMembers, .tolerant = true};
inline constexpr JsonMember kVrm1Members[] = {{"specVersion", &kVrmVersion},
                                              {"expressions", &kExpressions}};
inline constexpr JsonShape kVrm1{
    .kind = JsonKind::object, .members = kVrm1Members, .tolerant = true};

// ---- VRM 0.x: an array of groups ----

inline constexpr JsonShape kBlendShapeGroup{
    .kind = JsonKind::object, .capture = JsonCapture::blend_shape_group, .tolerant = true};
inline constexpr JsonShape kBlendShapeGroups{.kind = JsonKind::array,
                                             .element = &kBlendShapeGroup,
                                             .limit = &Limits::expressions,
                                             .plural = "blend shape groups",
                                             .may_be_empty = true,
                                             .tolerant = true};
inline constexpr JsonMember kBlendShapeMasterMembers[] = {{"blendShapeGroups", &kBlendShapeGroups}};
inline constexpr JsonShape kBlendShapeMaster{
    .kind = JsonKind::object, .members = kBlendShapeMasterMembers, .tolerant = true};
inline constexpr JsonMember kVrm0Members[] = {{"blendShapeMaster", &kBlendShapeMaster}};
inline constexpr JsonShape kVrm0{
    .kind = JsonKind::object, .members = kVrm0Members, .tolerant = true};

}  // namespace morph::gltf::detail
