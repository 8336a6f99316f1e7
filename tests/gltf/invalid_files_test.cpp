// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <ostream>
#include <set>
#include <string>
#include <string_view>

#include "morph/gltf/import.h"

namespace morph::test {
namespace {

// tests/data/invalid holds one broken file a rule. Each breaks exactly that rule, so each gives
// exactly one finding: an error, or the only warning.

enum class Outcome { refused, warned };

struct Row {
  std::string_view file;  ///< without .gltf
  Outcome outcome;
  ErrorCode code;
  std::string_view where;
  std::string_view rule;  ///< gltf-validator's
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.file; }

// clang-format off
constexpr Row kTable[] = {
    {"accessor_offset", Outcome::refused, ErrorCode::out_of_range, "/accessors/0", "ACCESSOR_TOO_LONG"},
    {"accessor_offset_wraps", Outcome::refused, ErrorCode::out_of_range, "/accessors/0", "ACCESSOR_TOO_LONG"},
    {"accessor_too_long", Outcome::refused, ErrorCode::out_of_range, "/accessors/0", "ACCESSOR_TOO_LONG"},
    {"accessor_type", Outcome::refused, ErrorCode::invalid_value, "/accessors/0/type", "VALUE_NOT_IN_LIST"},
    {"accessor_view", Outcome::refused, ErrorCode::out_of_range, "/accessors/0/bufferView", "UNRESOLVED_REFERENCE"},
    {"array", Outcome::refused, ErrorCode::syntax, "", "INVALID_JSON"},
    {"attribute_accessor", Outcome::refused, ErrorCode::out_of_range, "/meshes/0/primitives/0/attributes/POSITION", "UNRESOLVED_REFERENCE"},
    {"attribute_count", Outcome::refused, ErrorCode::count_mismatch, "/meshes/0/primitives/0/attributes/NORMAL", "MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT"},
    {"attribute_width", Outcome::refused, ErrorCode::invalid_value, "/meshes/0/primitives/0/attributes/NORMAL", "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT"},
    {"attributes_missing", Outcome::refused, ErrorCode::invalid_value, "/meshes/0/primitives/0/attributes", "UNDEFINED_PROPERTY"},
    {"buffer_base64", Outcome::refused, ErrorCode::syntax, "/buffers/0/uri", "INVALID_URI"},
    {"buffer_comma", Outcome::refused, ErrorCode::syntax, "/buffers/0/uri", "INVALID_URI"},
    {"buffer_missing", Outcome::refused, ErrorCode::io, "/buffers/0/uri", "IO_ERROR"},
    {"buffer_short", Outcome::refused, ErrorCode::out_of_range, "/buffers/0/byteLength", "BUFFER_BYTE_LENGTH_MISMATCH"},
    {"buffer_without_data", Outcome::refused, ErrorCode::unsupported, "/buffers/0", ""},
    {"byte_length_beyond_64_bits", Outcome::refused, ErrorCode::out_of_range, "/buffers/0/byteLength", "VALUE_NOT_IN_RANGE"},
    {"camera_type_mismatch", Outcome::refused, ErrorCode::invalid_value, "/cameras/0/perspective/yfov", "TYPE_MISMATCH"},
    {"color_factor_length", Outcome::refused, ErrorCode::invalid_value, "/materials/0/pbrMetallicRoughness/baseColorFactor", "ARRAY_LENGTH_NOT_IN_LIST"},
    {"component_type", Outcome::refused, ErrorCode::invalid_value, "/accessors/0/componentType", "VALUE_NOT_IN_LIST"},
    {"component_type_out", Outcome::refused, ErrorCode::out_of_range, "/accessors/0/componentType", "VALUE_NOT_IN_RANGE"},
    {"control_character", Outcome::refused, ErrorCode::syntax, "", "INVALID_JSON"},
    {"count_beyond_64_bits", Outcome::refused, ErrorCode::out_of_range, "/accessors/0/count", "VALUE_NOT_IN_RANGE"},
    {"count_missing", Outcome::refused, ErrorCode::invalid_value, "/accessors/0/count", "UNDEFINED_PROPERTY"},
    {"cut_off", Outcome::refused, ErrorCode::syntax, "", "INVALID_JSON"},
    {"default_scene", Outcome::refused, ErrorCode::out_of_range, "/scene", "UNRESOLVED_REFERENCE"},
    {"duplicate_escaped_key", Outcome::refused, ErrorCode::syntax, "/buffers", "DUPLICATE_KEY"},
    {"duplicate_key", Outcome::refused, ErrorCode::syntax, "/buffers", "DUPLICATE_KEY"},
    {"emissive_strength_type", Outcome::refused, ErrorCode::invalid_value, "/materials/0/extensions/KHR_materials_emissive_strength/emissiveStrength", "TYPE_MISMATCH"},
    {"empty", Outcome::refused, ErrorCode::syntax, "", "INVALID_JSON"},
    {"half_surrogate", Outcome::refused, ErrorCode::syntax, "", "INVALID_JSON"},
    {"huge_count", Outcome::refused, ErrorCode::limit_exceeded, "/accessors/0", ""},
    {"huge_count_no_view", Outcome::refused, ErrorCode::limit_exceeded, "/accessors/0", ""},
    {"index_beyond_64_bits", Outcome::refused, ErrorCode::out_of_range, "/meshes/0/primitives/0/attributes/POSITION", "INVALID_INDEX"},
    {"index_fraction", Outcome::refused, ErrorCode::out_of_range, "/nodes/0/mesh", "TYPE_MISMATCH"},
    {"index_negative", Outcome::refused, ErrorCode::out_of_range, "/nodes/0/mesh", "INVALID_INDEX"},
    {"index_restart", Outcome::refused, ErrorCode::invalid_value, "/meshes/0/primitives/0/indices", "ACCESSOR_INDEX_PRIMITIVE_RESTART"},
    {"index_vertex", Outcome::refused, ErrorCode::out_of_range, "/meshes/0/primitives/0/indices", "ACCESSOR_INDEX_OOB"},
    {"index_wraps", Outcome::refused, ErrorCode::out_of_range, "/nodes/0/mesh", "INVALID_INDEX"},
    {"indices_accessor", Outcome::refused, ErrorCode::out_of_range, "/meshes/0/primitives/0/indices", "UNRESOLVED_REFERENCE"},
    {"indices_float", Outcome::refused, ErrorCode::invalid_value, "/meshes/0/primitives/0/indices", "MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT"},
    {"infinite_delta", Outcome::refused, ErrorCode::invalid_value, "/accessors/2", "ACCESSOR_INVALID_FLOAT"},
    {"invalid_utf8", Outcome::refused, ErrorCode::syntax, "", "INVALID_JSON"},
    {"joints_accessor", Outcome::refused, ErrorCode::out_of_range, "/meshes/0/primitives/0/attributes/JOINTS_0", "UNRESOLVED_REFERENCE"},
    {"leading_zero", Outcome::refused, ErrorCode::syntax, "", "INVALID_JSON"},
    {"material_texture", Outcome::refused, ErrorCode::out_of_range, "/materials/0/pbrMetallicRoughness/baseColorTexture/index", "UNRESOLVED_REFERENCE"},
    {"matrix_length", Outcome::refused, ErrorCode::invalid_value, "/nodes/0/matrix", "ARRAY_LENGTH_NOT_IN_LIST"},
    {"min_version", Outcome::refused, ErrorCode::unsupported, "/asset/minVersion", "UNKNOWN_ASSET_MINOR_VERSION"},
    {"mode", Outcome::refused, ErrorCode::invalid_value, "/meshes/0/primitives/0/mode", "VALUE_NOT_IN_LIST"},
    {"nan_position", Outcome::refused, ErrorCode::invalid_value, "/accessors/0", "ACCESSOR_INVALID_FLOAT"},
    {"nested", Outcome::refused, ErrorCode::limit_exceeded, "line 1, column 829", ""},
    {"node_camera", Outcome::refused, ErrorCode::out_of_range, "/nodes/1/camera", "UNRESOLVED_REFERENCE"},
    {"node_child", Outcome::refused, ErrorCode::out_of_range, "/nodes/0/children/0", "UNRESOLVED_REFERENCE"},
    {"node_loop", Outcome::refused, ErrorCode::invalid_value, "/nodes/0", "NODE_LOOP"},
    {"node_mesh", Outcome::refused, ErrorCode::out_of_range, "/nodes/0/mesh", "UNRESOLVED_REFERENCE"},
    {"node_skin", Outcome::refused, ErrorCode::out_of_range, "/nodes/0/skin", "UNRESOLVED_REFERENCE"},
    {"node_two_parents", Outcome::refused, ErrorCode::invalid_value, "/nodes/1/children/0", "NODE_PARENT_OVERRIDE"},
    {"normal_scale_type", Outcome::refused, ErrorCode::invalid_value, "/materials/0/normalTexture/scale", "TYPE_MISMATCH"},
    {"not_json", Outcome::refused, ErrorCode::syntax, "", "INVALID_JSON"},
    {"number_too_large", Outcome::refused, ErrorCode::syntax, "", "INVALID_JSON"},
    {"occlusion_texture", Outcome::refused, ErrorCode::out_of_range, "/materials/0/occlusionTexture/index", "UNRESOLVED_REFERENCE"},
    {"primitive_material", Outcome::refused, ErrorCode::out_of_range, "/meshes/0/primitives/0/material", "UNRESOLVED_REFERENCE"},
    {"required_extension", Outcome::refused, ErrorCode::unsupported, "/extensionsRequired/0", "UNSUPPORTED_EXTENSION"},
    {"scene_node", Outcome::refused, ErrorCode::out_of_range, "/scenes/0/nodes/0", "UNRESOLVED_REFERENCE"},
    {"skin_joint", Outcome::refused, ErrorCode::out_of_range, "/skins/0/joints/1", "UNRESOLVED_REFERENCE"},
    {"skin_joints_many", Outcome::refused, ErrorCode::limit_exceeded, "/skins/0/joints", ""},
    {"skin_joints_missing", Outcome::refused, ErrorCode::invalid_value, "/skins/0/joints", "UNDEFINED_PROPERTY"},
    {"skin_matrices_accessor", Outcome::refused, ErrorCode::out_of_range, "/skins/0/inverseBindMatrices", "UNRESOLVED_REFERENCE"},
    {"skin_skeleton", Outcome::refused, ErrorCode::out_of_range, "/skins/0/skeleton", "UNRESOLVED_REFERENCE"},
    {"sparse_component_type", Outcome::refused, ErrorCode::invalid_value, "/accessors/2/sparse/indices/componentType", "VALUE_NOT_IN_LIST"},
    {"sparse_count", Outcome::refused, ErrorCode::out_of_range, "/accessors/2/sparse/count", "ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE"},
    {"sparse_count_zero", Outcome::refused, ErrorCode::out_of_range, "/accessors/2/sparse/count", "ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE"},
    {"sparse_index", Outcome::refused, ErrorCode::out_of_range, "/accessors/2/sparse/indices", "ACCESSOR_SPARSE_INDEX_OOB"},
    {"sparse_indices_long", Outcome::refused, ErrorCode::out_of_range, "/accessors/2/sparse/indices", "ACCESSOR_TOO_LONG"},
    {"sparse_indices_missing", Outcome::refused, ErrorCode::invalid_value, "/accessors/2/sparse/indices", "UNDEFINED_PROPERTY"},
    {"sparse_order", Outcome::refused, ErrorCode::invalid_value, "/accessors/2/sparse/indices", "ACCESSOR_SPARSE_INDICES_NON_INCREASING"},
    {"sparse_values", Outcome::refused, ErrorCode::out_of_range, "/accessors/2/sparse/values", "ACCESSOR_TOO_LONG"},
    {"sparse_view", Outcome::refused, ErrorCode::out_of_range, "/accessors/2/sparse/indices/bufferView", "UNRESOLVED_REFERENCE"},
    {"stride_small", Outcome::refused, ErrorCode::out_of_range, "/accessors/0", "ACCESSOR_SMALL_BYTESTRIDE"},
    {"target_accessor", Outcome::refused, ErrorCode::out_of_range, "/meshes/0/primitives/0/targets/0/POSITION", "UNRESOLVED_REFERENCE"},
    {"target_count", Outcome::refused, ErrorCode::count_mismatch, "/meshes/0/primitives/0/targets/0/POSITION", "MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT"},
    {"target_not_object", Outcome::refused, ErrorCode::invalid_value, "/meshes/0/primitives/0/targets/0", "TYPE_MISMATCH"},
    {"target_width", Outcome::refused, ErrorCode::invalid_value, "/meshes/0/primitives/0/targets/0/POSITION", "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT"},
    {"texture_index_missing", Outcome::refused, ErrorCode::invalid_value, "/materials/0/pbrMetallicRoughness/baseColorTexture/index", "UNDEFINED_PROPERTY"},
    {"texture_sampler", Outcome::refused, ErrorCode::out_of_range, "/textures/0/sampler", "UNRESOLVED_REFERENCE"},
    {"texture_source", Outcome::refused, ErrorCode::out_of_range, "/textures/0/source", "UNRESOLVED_REFERENCE"},
    {"texture_transform_length", Outcome::refused, ErrorCode::invalid_value, "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset", "ARRAY_LENGTH_NOT_IN_LIST"},
    {"texture_transform_number", Outcome::refused, ErrorCode::invalid_value, "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/rotation", "TYPE_MISMATCH"},
    {"trailing_text", Outcome::refused, ErrorCode::syntax, "", "INVALID_JSON"},
    {"transform_infinite", Outcome::refused, ErrorCode::invalid_value, "/nodes/0", ""},
    {"type_array", Outcome::refused, ErrorCode::invalid_value, "/nodes", "TYPE_MISMATCH"},
    {"type_boolean", Outcome::refused, ErrorCode::invalid_value, "/accessors/0/normalized", "TYPE_MISMATCH"},
    {"type_index", Outcome::refused, ErrorCode::invalid_value, "/nodes/0/mesh", "TYPE_MISMATCH"},
    {"type_number", Outcome::refused, ErrorCode::invalid_value, "/meshes/0/weights/0", "TYPE_MISMATCH"},
    {"type_object", Outcome::refused, ErrorCode::invalid_value, "/meshes/0", "TYPE_MISMATCH"},
    {"uri_absolute", Outcome::refused, ErrorCode::forbidden, "/buffers/0/uri", "INVALID_URI"},
    {"uri_backslash", Outcome::refused, ErrorCode::forbidden, "/buffers/0/uri", "INVALID_URI"},
    {"uri_empty", Outcome::refused, ErrorCode::invalid_value, "/buffers/0/uri", "INVALID_URI"},
    {"uri_nul", Outcome::refused, ErrorCode::forbidden, "/buffers/0/uri", "INVALID_URI"},
    {"uri_parent", Outcome::refused, ErrorCode::forbidden, "/buffers/0/uri", "INVALID_URI"},
    {"uri_parent_escaped", Outcome::refused, ErrorCode::forbidden, "/buffers/0/uri", "INVALID_URI"},
    {"uri_scheme", Outcome::refused, ErrorCode::forbidden, "/buffers/0/uri", "INVALID_URI"},
    {"uri_shell", Outcome::refused, ErrorCode::io, "/buffers/0/uri", "IO_ERROR"},
    {"version_1", Outcome::refused, ErrorCode::unsupported, "/asset/version", "UNKNOWN_ASSET_MAJOR_VERSION"},
    {"version_missing", Outcome::refused, ErrorCode::unsupported, "/asset/version", "UNDEFINED_PROPERTY"},
    {"version_pattern", Outcome::refused, ErrorCode::invalid_value, "/asset/version", "PATTERN_MISMATCH"},
    {"view_buffer", Outcome::refused, ErrorCode::out_of_range, "/bufferViews/0/buffer", "UNRESOLVED_REFERENCE"},
    {"view_offset_wraps", Outcome::refused, ErrorCode::out_of_range, "/bufferViews/2", "BUFFER_VIEW_TOO_LONG"},
    {"view_too_long", Outcome::refused, ErrorCode::out_of_range, "/bufferViews/2", "BUFFER_VIEW_TOO_LONG"},
    {"warn_alpha_mode", Outcome::warned, ErrorCode::invalid_value, "/materials/0/alphaMode", "VALUE_NOT_IN_LIST"},
    {"warn_bounds", Outcome::warned, ErrorCode::invalid_value, "/meshes/0/primitives/0/targets/0/POSITION", "MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS"},
    {"warn_byte_order_mark", Outcome::warned, ErrorCode::syntax, "", "INVALID_JSON"},
    {"warn_camera_aspect", Outcome::warned, ErrorCode::invalid_value, "/cameras/0/perspective/aspectRatio", "VALUE_NOT_IN_RANGE"},
    {"warn_camera_orthographic_zfar", Outcome::warned, ErrorCode::invalid_value, "/cameras/0/orthographic", "CAMERA_ZFAR_LEQUAL_ZNEAR"},
    {"warn_camera_projection_missing", Outcome::warned, ErrorCode::invalid_value, "/cameras/0/perspective", "UNDEFINED_PROPERTY"},
    {"warn_camera_type", Outcome::warned, ErrorCode::invalid_value, "/cameras/0/type", "VALUE_NOT_IN_LIST"},
    {"warn_camera_type_missing", Outcome::warned, ErrorCode::invalid_value, "/cameras/0/type", "UNDEFINED_PROPERTY"},
    {"warn_camera_xmag_zero", Outcome::warned, ErrorCode::invalid_value, "/cameras/0/orthographic", "CAMERA_XMAG_YMAG_ZERO"},
    {"warn_camera_yfov_infinite", Outcome::warned, ErrorCode::invalid_value, "/cameras/0/perspective/yfov", "VALUE_NOT_IN_RANGE"},
    {"warn_camera_yfov_missing", Outcome::warned, ErrorCode::invalid_value, "/cameras/0/perspective/yfov", "UNDEFINED_PROPERTY"},
    {"warn_camera_yfov_pi", Outcome::warned, ErrorCode::invalid_value, "/cameras/0/perspective/yfov", "CAMERA_YFOV_GEQUAL_PI"},
    {"warn_camera_yfov_zero", Outcome::warned, ErrorCode::invalid_value, "/cameras/0/perspective/yfov", "VALUE_NOT_IN_RANGE"},
    {"warn_camera_ymag_negative", Outcome::warned, ErrorCode::invalid_value, "/cameras/0/orthographic", "CAMERA_XMAG_YMAG_NEGATIVE"},
    {"warn_camera_zfar", Outcome::warned, ErrorCode::invalid_value, "/cameras/0/perspective", "CAMERA_ZFAR_LEQUAL_ZNEAR"},
    {"warn_camera_zfar_missing", Outcome::warned, ErrorCode::invalid_value, "/cameras/0/orthographic/zfar", "UNDEFINED_PROPERTY"},
    {"warn_camera_znear", Outcome::warned, ErrorCode::invalid_value, "/cameras/0/perspective/znear", "VALUE_NOT_IN_RANGE"},
    {"warn_channel_no_targets", Outcome::warned, ErrorCode::no_morph_targets, "/animations/0/channels/0/target", "ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS"},
    {"warn_channel_node", Outcome::warned, ErrorCode::out_of_range, "/animations/0/channels/0/target/node", "UNRESOLVED_REFERENCE"},
    {"warn_channel_path", Outcome::warned, ErrorCode::invalid_value, "/animations/0/channels/0/target/path", "VALUE_NOT_IN_LIST"},
    {"warn_channel_path_missing", Outcome::warned, ErrorCode::invalid_value, "/animations/0/channels/0/target/path", "VALUE_NOT_IN_LIST"},
    {"warn_channel_sampler", Outcome::warned, ErrorCode::out_of_range, "/animations/0/channels/0/sampler", "UNRESOLVED_REFERENCE"},
    {"warn_channel_sampler_missing", Outcome::warned, ErrorCode::invalid_value, "/animations/0/channels/0/sampler", "UNDEFINED_PROPERTY"},
    {"warn_count_zero", Outcome::warned, ErrorCode::invalid_value, "/accessors/3/count", "VALUE_NOT_IN_RANGE"},
    {"warn_delta_without_base", Outcome::warned, ErrorCode::invalid_value, "/meshes/0/primitives/0/targets/0/NORMAL", "MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR"},
    {"warn_duplicate_channel", Outcome::warned, ErrorCode::invalid_value, "/animations/0/channels/1/target", "ANIMATION_DUPLICATE_TARGETS"},
    {"warn_emissive_factor", Outcome::warned, ErrorCode::invalid_value, "/materials/0/emissiveFactor/1", "VALUE_NOT_IN_RANGE"},
    {"warn_emissive_strength", Outcome::warned, ErrorCode::invalid_value, "/materials/0/extensions/KHR_materials_emissive_strength/emissiveStrength", "VALUE_NOT_IN_RANGE"},
    {"warn_factor_range", Outcome::warned, ErrorCode::invalid_value, "/materials/0/pbrMetallicRoughness/metallicFactor", "VALUE_NOT_IN_RANGE"},
    {"warn_format", Outcome::warned, ErrorCode::invalid_value, "/meshes/0/primitives/0/attributes/NORMAL", "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT"},
    {"warn_image_corrupt", Outcome::warned, ErrorCode::syntax, "/images/0", "IMAGE_DATA_INVALID"},
    {"warn_image_dds", Outcome::warned, ErrorCode::unsupported, "/images/0", "IMAGE_UNRECOGNIZED_FORMAT"},
    {"warn_image_huge", Outcome::warned, ErrorCode::limit_exceeded, "/images/0", ""},
    {"warn_image_jpeg_corrupt", Outcome::warned, ErrorCode::syntax, "/images/0", "IMAGE_DATA_INVALID"},
    {"warn_image_ktx2", Outcome::warned, ErrorCode::unsupported, "/images/0", "IMAGE_UNRECOGNIZED_FORMAT"},
    {"warn_image_missing", Outcome::warned, ErrorCode::io, "/images/0", "IO_ERROR"},
    {"warn_image_nothing", Outcome::warned, ErrorCode::invalid_value, "/images/0", "ONE_OF_MISMATCH"},
    {"warn_image_outside", Outcome::warned, ErrorCode::forbidden, "/images/0", "INVALID_URI"},
    {"warn_image_unknown", Outcome::warned, ErrorCode::unsupported, "/images/0", "IMAGE_UNRECOGNIZED_FORMAT"},
    {"warn_image_view", Outcome::warned, ErrorCode::out_of_range, "/images/0", "UNRESOLVED_REFERENCE"},
    {"warn_input_bounds", Outcome::warned, ErrorCode::invalid_value, "/animations/0/samplers/0/input", "ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS"},
    {"warn_input_format", Outcome::warned, ErrorCode::invalid_value, "/animations/0/samplers/0/input", "ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT"},
    {"warn_interpolation", Outcome::warned, ErrorCode::invalid_value, "/animations/0/samplers/0/interpolation", "VALUE_NOT_IN_LIST"},
    {"warn_joint_index", Outcome::warned, ErrorCode::out_of_range, "/meshes/0/primitives/0/attributes/JOINTS_0", "ACCESSOR_JOINTS_INDEX_OOB"},
    {"warn_joint_sets", Outcome::warned, ErrorCode::limit_exceeded, "/meshes/0/primitives/0/attributes/JOINTS_4", ""},
    {"warn_joints_alone", Outcome::warned, ErrorCode::count_mismatch, "/meshes/0/primitives/0/attributes", "MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH"},
    {"warn_joints_count", Outcome::warned, ErrorCode::count_mismatch, "/meshes/0/primitives/0/attributes/JOINTS_0", "MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT"},
    {"warn_joints_format", Outcome::warned, ErrorCode::invalid_value, "/meshes/0/primitives/0/attributes/JOINTS_0", "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT"},
    {"warn_joints_width", Outcome::warned, ErrorCode::invalid_value, "/meshes/0/primitives/0/attributes/JOINTS_0", "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT"},
    {"warn_material_extension", Outcome::warned, ErrorCode::unsupported, "/extensionsRequired/0", "UNSUPPORTED_EXTENSION"},
    {"warn_matrix_node", Outcome::warned, ErrorCode::invalid_value, "/animations/0/channels/0/target", "ANIMATION_CHANNEL_TARGET_NODE_MATRIX"},
    {"warn_misaligned", Outcome::warned, ErrorCode::invalid_value, "/accessors/2", "ACCESSOR_TOTAL_OFFSET_ALIGNMENT"},
    {"warn_names_fewer", Outcome::warned, ErrorCode::count_mismatch, "/meshes/0/extras/targetNames", ""},
    {"warn_names_no_array", Outcome::warned, ErrorCode::invalid_value, "/meshes/0/extras/targetNames", ""},
    {"warn_nan_primitive", Outcome::warned, ErrorCode::invalid_value, "/accessors/0", "ACCESSOR_INVALID_FLOAT"},
    {"warn_no_position", Outcome::warned, ErrorCode::invalid_value, "/meshes/0/primitives/0/attributes", "MESH_PRIMITIVE_NO_POSITION"},
    {"warn_node_weights", Outcome::warned, ErrorCode::count_mismatch, "/nodes/0/weights", "NODE_WEIGHTS_INVALID"},
    {"warn_normal_scale", Outcome::warned, ErrorCode::invalid_value, "/materials/0/normalTexture/scale", "VALUE_NOT_IN_RANGE"},
    {"warn_normalized_float", Outcome::warned, ErrorCode::invalid_value, "/accessors/0/normalized", "ACCESSOR_NORMALIZED_INVALID"},
    {"warn_occlusion_strength", Outcome::warned, ErrorCode::invalid_value, "/materials/0/occlusionTexture/strength", "VALUE_NOT_IN_RANGE"},
    {"warn_output_count", Outcome::warned, ErrorCode::count_mismatch, "/animations/0/samplers/0/output", "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT"},
    {"warn_output_format", Outcome::warned, ErrorCode::invalid_value, "/animations/0/samplers/0/output", "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT"},
    {"warn_pointer_element", Outcome::warned, ErrorCode::out_of_range, "/animations/0/channels/0/target/extensions/KHR_animation_pointer/pointer", "UNRESOLVED_REFERENCE"},
    {"warn_pointer_mesh", Outcome::warned, ErrorCode::invalid_value, "/animations/0/channels/0/target/extensions/KHR_animation_pointer/pointer", ""},
    {"warn_pointer_other", Outcome::warned, ErrorCode::unsupported, "/animations", ""},
    {"warn_pointer_text", Outcome::warned, ErrorCode::syntax, "/animations/0/channels/0/target/extensions/KHR_animation_pointer/pointer", ""},
    {"warn_raw_integer_weights", Outcome::warned, ErrorCode::invalid_value, "/animations/0/samplers/0/output", "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT"},
    {"warn_rotation", Outcome::warned, ErrorCode::invalid_value, "/nodes/0/rotation", "ROTATION_NON_UNIT"},
    {"warn_sampler_filter", Outcome::warned, ErrorCode::invalid_value, "/samplers/0/magFilter", "VALUE_NOT_IN_LIST"},
    {"warn_sampler_input", Outcome::warned, ErrorCode::invalid_value, "/animations/0/samplers/0/input", "UNDEFINED_PROPERTY"},
    {"warn_sampler_wrap", Outcome::warned, ErrorCode::invalid_value, "/samplers/0/wrapS", "VALUE_NOT_IN_LIST"},
    {"warn_skin", Outcome::warned, ErrorCode::invalid_value, "/nodes/0", "NODE_SKIN_WITH_NON_SKINNED_MESH"},
    {"warn_skin_joints_empty", Outcome::warned, ErrorCode::invalid_value, "/skins/0/joints", "EMPTY_ENTITY"},
    {"warn_skin_matrices_count", Outcome::warned, ErrorCode::count_mismatch, "/skins/0/inverseBindMatrices", "INVALID_IBM_ACCESSOR_COUNT"},
    {"warn_skin_matrices_format", Outcome::warned, ErrorCode::invalid_value, "/skins/0/inverseBindMatrices", "SKIN_IBM_INVALID_FORMAT"},
    {"warn_skin_matrices_nan", Outcome::warned, ErrorCode::invalid_value, "/accessors/4", "ACCESSOR_INVALID_FLOAT"},
    {"warn_skin_matrices_row", Outcome::warned, ErrorCode::invalid_value, "/skins/0/inverseBindMatrices", "ACCESSOR_INVALID_IBM"},
    {"warn_skin_matrices_stride", Outcome::warned, ErrorCode::invalid_value, "/skins/0/inverseBindMatrices", "SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE"},
    {"warn_skin_missing", Outcome::warned, ErrorCode::invalid_value, "/nodes/0", "NODE_SKINNED_MESH_WITHOUT_SKIN"},
    {"warn_skin_no_mesh", Outcome::warned, ErrorCode::invalid_value, "/nodes/2/skin", "UNSATISFIED_DEPENDENCY"},
    {"warn_spline_one_key", Outcome::warned, ErrorCode::count_mismatch, "/animations/0/samplers/0/input", "ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS"},
    {"warn_stride_large", Outcome::warned, ErrorCode::invalid_value, "/bufferViews/0/byteStride", "VALUE_NOT_IN_RANGE"},
    {"warn_tangent_without_normal", Outcome::warned, ErrorCode::invalid_value, "/meshes/0/primitives/0/attributes/TANGENT", ""},
    {"warn_target_semantic", Outcome::warned, ErrorCode::unsupported, "/meshes/0/primitives/0/targets", "UNUSED_OBJECT"},
    {"warn_targets_more", Outcome::warned, ErrorCode::count_mismatch, "/meshes/0/primitives/1/targets", "MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT"},
    {"warn_targets_none", Outcome::warned, ErrorCode::count_mismatch, "/meshes/0/primitives/1/targets", "MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT"},
    {"warn_texcoord_set", Outcome::warned, ErrorCode::unsupported, "/materials/0/pbrMetallicRoughness/baseColorTexture/texCoord", ""},
    {"warn_texcoords_missing", Outcome::warned, ErrorCode::invalid_value, "/meshes/0/primitives/0/material", "MESH_PRIMITIVE_TOO_FEW_TEXCOORDS"},
    {"warn_texture_transform_range", Outcome::warned, ErrorCode::invalid_value, "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/scale/1", "VALUE_NOT_IN_RANGE"},
    {"warn_texture_transform_set", Outcome::warned, ErrorCode::unsupported, "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/texCoord", ""},
    {"warn_times_nan", Outcome::warned, ErrorCode::invalid_value, "/accessors/3", "ACCESSOR_INVALID_FLOAT"},
    {"warn_times_negative", Outcome::warned, ErrorCode::invalid_value, "/animations/0/samplers/0/input", "ACCESSOR_ANIMATION_INPUT_NEGATIVE"},
    {"warn_times_not_rising", Outcome::warned, ErrorCode::invalid_value, "/animations/0/samplers/0/input", "ACCESSOR_ANIMATION_INPUT_NON_INCREASING"},
    {"warn_transform_infinite", Outcome::warned, ErrorCode::invalid_value, "/nodes/0", ""},
    {"warn_values_nan", Outcome::warned, ErrorCode::invalid_value, "/accessors/4", "ACCESSOR_INVALID_FLOAT"},
    {"warn_weights_alone", Outcome::warned, ErrorCode::count_mismatch, "/meshes/0/primitives/0/attributes", "MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH"},
    {"warn_weights_count", Outcome::warned, ErrorCode::count_mismatch, "/meshes/0/weights", "MESH_INVALID_WEIGHTS_COUNT"},
    {"warn_weights_format", Outcome::warned, ErrorCode::invalid_value, "/meshes/0/primitives/0/attributes/WEIGHTS_0", "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT"},
    {"warn_weights_infinite", Outcome::warned, ErrorCode::invalid_value, "/meshes/0/weights/0", ""},
    {"warn_weights_nan", Outcome::warned, ErrorCode::invalid_value, "/accessors/3", "ACCESSOR_INVALID_FLOAT"},
    {"warn_weights_negative", Outcome::warned, ErrorCode::invalid_value, "/meshes/0/primitives/0/attributes/WEIGHTS_0", "ACCESSOR_WEIGHTS_NEGATIVE"},
    {"warn_weights_sum", Outcome::warned, ErrorCode::invalid_value, "/meshes/0/primitives/0/attributes/WEIGHTS_0", "ACCESSOR_WEIGHTS_NON_NORMALIZED"},
    {"weights_accessor", Outcome::refused, ErrorCode::out_of_range, "/meshes/0/primitives/0/attributes/WEIGHTS_0", "UNRESOLVED_REFERENCE"},
};
// clang-format on

std::filesystem::path path_of(const Row& row) {
  return std::filesystem::path(MORPH_INVALID_FILES) / (std::string(row.file) + ".gltf");
}

class InvalidFile : public ::testing::TestWithParam<Row> {};

TEST_P(InvalidFile, IsFoundOutAndSaysWhere) {
  const Row& row = GetParam();
  const auto imported = gltf::import_file(path_of(row));
  Error found;
  if (row.outcome == Outcome::refused) {
    ASSERT_FALSE(imported);
    found = imported.error();
  } else {
    ASSERT_TRUE(imported) << imported.error().text();
    ASSERT_EQ(imported->warnings.size(), 1u) << imported->warnings.back().text();
    found = imported->warnings.front();
  }
  EXPECT_EQ(found.code, row.code) << found.text();
  EXPECT_EQ(found.where, row.where) << found.text();
  EXPECT_EQ(found.rule, row.rule) << found.text();
  EXPECT_FALSE(found.message.empty());
}

INSTANTIATE_TEST_SUITE_P(Table, InvalidFile, ::testing::ValuesIn(kTable),
                         [](const auto& row) { return std::string(row.param.file); });

/// What stands on one side only, of files and rows.
std::set<std::string> strays(const std::set<std::string>& files,
                             const std::set<std::string>& rows) {
  std::set<std::string> out;
  std::ranges::set_symmetric_difference(files, rows, std::inserter(out, out.end()));
  return out;
}

TEST(InvalidFiles, FolderAndTableAgree) {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(MORPH_INVALID_FILES)) {
    files.insert(entry.path().filename().string());
  }
  std::set<std::string> rows;
  for (const Row& row : kTable) rows.insert(std::string(row.file) + ".gltf");
  EXPECT_EQ(rows.size(), std::size(kTable)) << "a file has two rows";
  EXPECT_EQ(strays(files, rows), std::set<std::string>());
}

TEST(InvalidFiles, FileWithoutRowAndRowWithoutFileAreFound) {
  EXPECT_EQ(strays({"a", "b"}, {"b"}), std::set<std::string>({"a"}));
  EXPECT_EQ(strays({"b"}, {"a", "b"}), std::set<std::string>({"a"}));
}

}  // namespace
}  // namespace morph::test
