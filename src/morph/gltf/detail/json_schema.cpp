// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/json_schema.h"

#include "morph/gltf/detail/vrm_schema.h"

namespace morph::gltf::detail {
namespace {

using Bond = JsonBond;
using Capture = JsonCapture;
using Kind = JsonKind;
using Member = JsonMember;
using Shape = JsonShape;
using Treatment = JsonTreatment;

constexpr Shape kDropped{.treatment = Treatment::drop};
constexpr Shape kIndex{.kind = Kind::index};
constexpr Shape kSize{.kind = Kind::size};
constexpr Shape kNumber{.kind = Kind::number};
constexpr Shape kString{.kind = Kind::string, .treatment = Treatment::cut};
constexpr Shape kLongString{.kind = Kind::string};  // only where tinygltf does not get to see it
constexpr Shape kBoolean{.kind = Kind::boolean};
constexpr Shape kName{// nothing depends on it
                      .kind = Kind::string,
                      .treatment = Treatment::cut,
                      .tolerant = true};

constexpr Shape kNumbers{.kind = Kind::array, .element = &kNumber};
constexpr Shape kTwoNumbers{.kind = Kind::array, .element = &kNumber, .length = 2};
constexpr Shape kThreeNumbers{.kind = Kind::array, .element = &kNumber, .length = 3};
constexpr Shape kFourNumbers{.kind = Kind::array, .element = &kNumber, .length = 4};
constexpr Shape kSixteenNumbers{.kind = Kind::array, .element = &kNumber, .length = 16};
constexpr Shape kIndices{.kind = Kind::array, .element = &kIndex};
constexpr Shape kExtensionNames{
    .kind = Kind::array, .element = &kString, .limit = &Limits::extensions, .plural = "extensions"};
constexpr Shape kIndexMap{.kind = Kind::map, .element = &kIndex};
constexpr Shape kExtension{.kind = Kind::object, .treatment = Treatment::empty, .tolerant = true};
constexpr Shape kExtensions{.kind = Kind::map, .element = &kExtension, .may_be_empty = true};

/// Extensions of which we know some.
constexpr Shape extensions_of(std::span<const Member> known,
                              Treatment treatment = Treatment::keep) {
  return {.kind = Kind::map,
          .treatment = treatment,
          .members = known,
          .element = &kExtension,
          .may_be_empty = true};
}

// The costs below are a little more than files of nothing but such objects needed, beside their
// numbers and names.

// ---- asset ----

constexpr Shape kVersion{.kind = Kind::string, .capture = Capture::version};
constexpr Shape kMinVersion{.kind = Kind::string, .capture = Capture::min_version};
constexpr Member kAssetMembers[] = {{"version", &kVersion}, {"minVersion", &kMinVersion},
                                    {"extras", &kDropped},  {"generator", &kName},
                                    {"copyright", &kName},  {"extensions", &kExtensions}};
constexpr Shape kAsset{.kind = Kind::object, .members = kAssetMembers};

// ---- buffers, images, bufferViews, accessors: read by ourselves, tinygltf gets none ----

constexpr Shape kIsFallback{.kind = Kind::boolean, .capture = Capture::buffer_fallback};
constexpr Member kFallbackMembers[] = {{"fallback", &kIsFallback}};
constexpr Shape kFallback{.kind = Kind::object, .members = kFallbackMembers};
constexpr Member kBufferExtensionsMembers[] = {{"EXT_meshopt_compression", &kFallback},
                                               {"KHR_meshopt_compression", &kFallback}};
constexpr Shape kBufferExtensions = extensions_of(kBufferExtensionsMembers);
constexpr Shape kBufferLength{.kind = Kind::size, .capture = Capture::buffer_length};
constexpr Shape kBufferUri{.kind = Kind::string, .capture = Capture::buffer_uri};
constexpr Member kBufferMembers[] = {{"byteLength", &kBufferLength, true},
                                     {"uri", &kBufferUri},
                                     {"extensions", &kBufferExtensions},
                                     {"name", &kName}};
constexpr Shape kBuffer{.kind = Kind::object, .members = kBufferMembers};
constexpr Shape kBuffers{.kind = Kind::array,
                         .treatment = Treatment::empty,
                         .element = &kBuffer,
                         .limit = &Limits::buffers,
                         .plural = "buffers"};

constexpr Member kImageMembers[] = {{"uri", &kLongString},
                                    {"bufferView", &kIndex},
                                    {"mimeType", &kString},
                                    {"name", &kName},
                                    {"extensions", &kExtensions}};
constexpr Shape kImage{.kind = Kind::object, .members = kImageMembers};
constexpr Shape kImages{.kind = Kind::array,
                        .treatment = Treatment::empty,
                        .capture = Capture::images,
                        .element = &kImage,
                        .limit = &Limits::objects,
                        .plural = "images"};

constexpr std::string_view kMeshoptModes[] = {"ATTRIBUTES", "TRIANGLES", "INDICES"};
constexpr Shape kMeshoptMode{.kind = Kind::string, .words = kMeshoptModes};
constexpr std::string_view kMeshoptFilters[] = {"NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL",
                                                "COLOR"};
constexpr Shape kMeshoptFilter{.kind = Kind::string, .words = kMeshoptFilters};
constexpr Member kMeshoptMembers[] = {{"buffer", &kIndex, true},    {"byteOffset", &kSize},
                                      {"byteLength", &kSize, true}, {"byteStride", &kSize, true},
                                      {"count", &kSize, true},      {"mode", &kMeshoptMode, true},
                                      {"filter", &kMeshoptFilter}};
constexpr Shape kMeshopt{
    .kind = Kind::object, .capture = Capture::compressed_view, .members = kMeshoptMembers};
constexpr Member kBufferViewExtensionsMembers[] = {{"EXT_meshopt_compression", &kMeshopt},
                                                   {"KHR_meshopt_compression", &kMeshopt}};
constexpr Shape captured(Kind kind, Capture capture) { return {.kind = kind, .capture = capture}; }

constexpr Shape kViewExtension{
    .kind = Kind::object, .capture = Capture::view_extension, .tolerant = true};
constexpr Shape kBufferViewExtensions{.kind = Kind::map,
                                      .members = kBufferViewExtensionsMembers,
                                      .element = &kViewExtension,
                                      .may_be_empty = true};
constexpr Shape kViewBuffer = captured(Kind::index, Capture::view_buffer);
constexpr Shape kViewOffset = captured(Kind::size, Capture::view_offset);
constexpr Shape kViewLength = captured(Kind::size, Capture::view_length);
constexpr Shape kViewStride = captured(Kind::size, Capture::view_stride);
constexpr Shape kViewTarget{.kind = Kind::index, .capture = Capture::view_target, .tolerant = true};
constexpr Member kBufferViewMembers[] = {
    {"buffer", &kViewBuffer, true}, {"byteLength", &kViewLength, true},
    {"byteOffset", &kViewOffset},   {"byteStride", &kViewStride},
    {"target", &kViewTarget},       {"extensions", &kBufferViewExtensions},
    {"extras", &kDropped},          {"name", &kName}};
constexpr Shape kBufferView{.kind = Kind::object, .members = kBufferViewMembers, .cost = 120};
constexpr Shape kBufferViews{.kind = Kind::array,
                             .treatment = Treatment::empty,
                             .element = &kBufferView,
                             .limit = &Limits::buffer_views,
                             .plural = "buffer views"};

// ---- accessors ----

constexpr Shape component_type(Capture capture) {
  return {.kind = Kind::index, .capture = capture, .least = 5120, .most = 5126};
}
constexpr std::string_view kAccessorTypes[] = {"SCALAR", "VEC2", "VEC3", "VEC4",
                                               "MAT2",   "MAT3", "MAT4"};

constexpr Shape kSparseCount = captured(Kind::index, Capture::sparse_count);
constexpr Shape kSparseIndicesView = captured(Kind::index, Capture::sparse_indices_view);
constexpr Shape kSparseIndicesOffset = captured(Kind::index, Capture::sparse_indices_offset);
constexpr Shape kSparseIndicesComponent = component_type(Capture::sparse_indices_component);
constexpr Shape kSparseValuesView = captured(Kind::index, Capture::sparse_values_view);
constexpr Shape kSparseValuesOffset = captured(Kind::index, Capture::sparse_values_offset);
constexpr Member kSparseIndicesMembers[] = {{"bufferView", &kSparseIndicesView, true},
                                            {"componentType", &kSparseIndicesComponent, true},
                                            {"byteOffset", &kSparseIndicesOffset}};
constexpr Shape kSparseIndices{.kind = Kind::object, .members = kSparseIndicesMembers};
constexpr Member kSparseValuesMembers[] = {{"bufferView", &kSparseValuesView, true},
                                           {"byteOffset", &kSparseValuesOffset}};
constexpr Shape kSparseValues{.kind = Kind::object, .members = kSparseValuesMembers};
constexpr Member kSparseMembers[] = {{"count", &kSparseCount, true},
                                     {"indices", &kSparseIndices, true},
                                     {"values", &kSparseValues, true}};
constexpr Shape kSparse{.kind = Kind::object, .members = kSparseMembers};

constexpr Shape kAccessorView = captured(Kind::index, Capture::accessor_view);
constexpr Shape kAccessorOffset = captured(Kind::size, Capture::accessor_offset);
constexpr Shape kAccessorComponent = component_type(Capture::accessor_component);
constexpr Shape kAccessorCount = captured(Kind::size, Capture::accessor_count);
constexpr Shape kAccessorType{
    .kind = Kind::string, .capture = Capture::accessor_type, .words = kAccessorTypes};
constexpr Shape kAccessorNormalized = captured(Kind::boolean, Capture::accessor_normalized);
constexpr Shape kAccessorMin{
    .kind = Kind::array, .capture = Capture::accessor_min, .element = &kNumber};
constexpr Shape kAccessorMax{
    .kind = Kind::array, .capture = Capture::accessor_max, .element = &kNumber};
constexpr Shape kAccessorName{
    .kind = Kind::string, .capture = Capture::accessor_name, .tolerant = true};
constexpr Member kAccessorMembers[] = {{"bufferView", &kAccessorView},
                                       {"byteOffset", &kAccessorOffset},
                                       {"componentType", &kAccessorComponent, true},
                                       {"count", &kAccessorCount, true},
                                       {"type", &kAccessorType, true},
                                       {"normalized", &kAccessorNormalized},
                                       {"min", &kAccessorMin},
                                       {"max", &kAccessorMax},
                                       {"sparse", &kSparse},
                                       {"extras", &kDropped},
                                       {"extensions", &kExtensions},
                                       {"name", &kAccessorName}};
constexpr Bond kAccessorBonds[] = {{"byteOffset", "bufferView", true, "UNSATISFIED_DEPENDENCY"}};
constexpr Shape kAccessor{
    .kind = Kind::object, .members = kAccessorMembers, .bonds = kAccessorBonds, .cost = 600};
constexpr Shape kAccessors{.kind = Kind::array,
                           .treatment = Treatment::empty,
                           .element = &kAccessor,
                           .limit = &Limits::accessors,
                           .plural = "accessors"};

// ---- meshes ----

constexpr Shape kPrimitiveNames{.capture = Capture::primitive_target_names};
constexpr Member kPrimitiveExtrasMembers[] = {{"targetNames", &kPrimitiveNames}};
constexpr Shape kPrimitiveExtras{.treatment = Treatment::drop, .members = kPrimitiveExtrasMembers};
constexpr Shape kMeshNames{.capture = Capture::mesh_target_names};
constexpr Member kMeshExtrasMembers[] = {{"targetNames", &kMeshNames}};
constexpr Shape kMeshExtras{.treatment = Treatment::drop, .members = kMeshExtrasMembers};

constexpr Shape kPrimitiveIndices{.kind = Kind::index, .capture = Capture::indices};
constexpr Shape kTargets{.kind = Kind::array,
                         .element = &kIndexMap,
                         .limit = &Limits::targets,
                         .plural = "morph targets in one primitive"};
constexpr Member kDracoMembers[] = {{"bufferView", &kIndex, true},
                                    {"attributes", &kIndexMap, true}};
constexpr Shape kDraco{
    .kind = Kind::object, .capture = Capture::compressed_primitive, .members = kDracoMembers};
constexpr Member kPrimitiveExtensionsMembers[] = {{"KHR_draco_mesh_compression", &kDraco}};
constexpr Shape kPrimitiveExtensions = extensions_of(kPrimitiveExtensionsMembers);
constexpr Member kPrimitiveMembers[] = {{"attributes", &kIndexMap, true},
                                        {"indices", &kPrimitiveIndices},
                                        {"material", &kIndex},
                                        {"mode", &kIndex},
                                        {"targets", &kTargets},
                                        {"extras", &kPrimitiveExtras},
                                        {"extensions", &kPrimitiveExtensions}};
constexpr Shape kPrimitive{.kind = Kind::object, .members = kPrimitiveMembers, .cost = 920};
constexpr Shape kPrimitives{.kind = Kind::array,
                            .element = &kPrimitive,
                            .limit = &Limits::primitives,
                            .plural = "primitives"};
constexpr Member kMeshMembers[] = {{"primitives", &kPrimitives, true},
                                   {"weights", &kNumbers},
                                   {"extras", &kMeshExtras},
                                   {"extensions", &kExtensions},
                                   {"name", &kName}};
constexpr Shape kMesh{.kind = Kind::object, .members = kMeshMembers, .cost = 700};
constexpr Shape kMeshes{
    .kind = Kind::array, .element = &kMesh, .limit = &Limits::meshes, .plural = "meshes"};

// ---- nodes, scenes, skins ----

constexpr Member kNodeMembers[] = {{"children", &kIndices},
                                   {"mesh", &kIndex},
                                   {"skin", &kIndex},
                                   {"camera", &kIndex},
                                   {"matrix", &kSixteenNumbers},
                                   {"translation", &kThreeNumbers},
                                   {"rotation", &kFourNumbers},
                                   {"scale", &kThreeNumbers},
                                   {"weights", &kNumbers},
                                   {"extensions", &kExtensions},
                                   {"extras", &kDropped},
                                   {"name", &kName}};
constexpr Bond kNodeBonds[] = {{"matrix", "translation", false, "NODE_MATRIX_TRS"},
                               {"matrix", "rotation", false, "NODE_MATRIX_TRS"},
                               {"matrix", "scale", false, "NODE_MATRIX_TRS"}};
constexpr Shape kNode{
    .kind = Kind::object, .members = kNodeMembers, .bonds = kNodeBonds, .cost = 700};
constexpr Shape kNodes{
    .kind = Kind::array, .element = &kNode, .limit = &Limits::nodes, .plural = "nodes"};

constexpr Member kSceneMembers[] = {
    {"nodes", &kIndices}, {"extras", &kDropped}, {"name", &kName}, {"extensions", &kExtensions}};
constexpr Shape kScene{.kind = Kind::object, .members = kSceneMembers};
constexpr Shape kScenes{
    .kind = Kind::array, .element = &kScene, .limit = &Limits::scenes, .plural = "scenes"};

constexpr Shape kJoints{.kind = Kind::array,
                        .element = &kIndex,
                        .limit = &Limits::joints,
                        .plural = "joints in one skin"};
constexpr Member kSkinMembers[] = {
    {"joints", &kJoints, true}, {"skeleton", &kIndex}, {"inverseBindMatrices", &kIndex},
    {"extras", &kDropped},      {"name", &kName},      {"extensions", &kExtensions}};
constexpr Shape kSkin{.kind = Kind::object, .members = kSkinMembers, .cost = 500};
constexpr Shape kSkins{
    .kind = Kind::array, .element = &kSkin, .limit = &Limits::objects, .plural = "skins"};

// ---- cameras: read by ourselves, so that one that cannot be used is repaired ----

constexpr Member kProjectionMembers[] = {{"aspectRatio", &kNumber}, {"yfov", &kNumber},
                                         {"xmag", &kNumber},        {"ymag", &kNumber},
                                         {"znear", &kNumber},       {"zfar", &kNumber}};
constexpr Shape kProjection{.kind = Kind::object, .members = kProjectionMembers};
constexpr Member kCameraMembers[] = {{"type", &kString},
                                     {"perspective", &kProjection},
                                     {"orthographic", &kProjection},
                                     {"name", &kName},
                                     {"extensions", &kExtensions}};
constexpr Bond kCameraBonds[] = {{"perspective", "orthographic", false, "ONE_OF_MISMATCH"}};
constexpr Shape kCamera{.kind = Kind::object, .members = kCameraMembers, .bonds = kCameraBonds};
constexpr Shape kCameras{.kind = Kind::array,
                         .treatment = Treatment::empty,
                         .capture = Capture::cameras,
                         .element = &kCamera,
                         .limit = &Limits::objects,
                         .plural = "cameras"};

// ---- animations: channels that cannot be played are left out later, with a warning ----

constexpr Member kAnimationPointerMembers[] = {{"pointer", &kString}};
constexpr Shape kAnimationPointer{.kind = Kind::object, .members = kAnimationPointerMembers};
constexpr Member kTargetExtensionsMembers[] = {{"KHR_animation_pointer", &kAnimationPointer}};
constexpr Shape kTargetExtensions = extensions_of(kTargetExtensionsMembers);
constexpr Member kChannelTargetMembers[] = {{"node", &kIndex, false, "\"node\":-1"},
                                            {"path", &kString, false, "\"path\":\"\""},
                                            {"extensions", &kTargetExtensions},
                                            {"extras", &kDropped}};
constexpr Shape kChannelTarget{.kind = Kind::object, .members = kChannelTargetMembers};
constexpr Member kChannelMembers[] = {{"sampler", &kIndex, false, "\"sampler\":-1"},
                                      {"target", &kChannelTarget},
                                      {"extras", &kDropped},
                                      {"extensions", &kExtensions}};
constexpr Shape kChannel{.kind = Kind::object, .members = kChannelMembers, .cost = 900};
constexpr Shape kChannels{.kind = Kind::array,
                          .element = &kChannel,
                          .limit = &Limits::channels,
                          .plural = "channels in one animation"};
constexpr Member kAnimationSamplerMembers[] = {{"input", &kIndex, false, "\"input\":-1"},
                                               {"output", &kIndex, false, "\"output\":-1"},
                                               {"interpolation", &kString},
                                               {"extras", &kDropped},
                                               {"extensions", &kExtensions}};
constexpr Shape kAnimationSampler{
    .kind = Kind::object, .members = kAnimationSamplerMembers, .cost = 680};
constexpr Shape kAnimationSamplers{.kind = Kind::array,
                                   .element = &kAnimationSampler,
                                   .limit = &Limits::channels,
                                   .plural = "samplers in one animation"};
constexpr Member kAnimationMembers[] = {{"channels", &kChannels, true},
                                        {"samplers", &kAnimationSamplers, true},
                                        {"extras", &kDropped},
                                        {"name", &kName},
                                        {"extensions", &kExtensions}};
constexpr Shape kAnimation{.kind = Kind::object, .members = kAnimationMembers};
constexpr Shape kAnimations{.kind = Kind::array,
                            .element = &kAnimation,
                            .limit = &Limits::animations,
                            .plural = "animations"};

// ---- materials, textures ----

constexpr Member kTextureTransformMembers[] = {{"offset", &kTwoNumbers},
                                               {"rotation", &kNumber},
                                               {"scale", &kTwoNumbers},
                                               {"texCoord", &kIndex}};
constexpr Shape kTextureTransform{.kind = Kind::object, .members = kTextureTransformMembers};
constexpr Member kTextureUseExtensionsMembers[] = {{"KHR_texture_transform", &kTextureTransform}};
constexpr Shape kTextureUseExtensions = extensions_of(kTextureUseExtensionsMembers);
constexpr Member kTextureUseMembers[] = {{"index", &kIndex, true},
                                         {"texCoord", &kIndex},
                                         {"scale", &kNumber},
                                         {"strength", &kNumber},
                                         {"extensions", &kTextureUseExtensions},
                                         {"extras", &kDropped}};
constexpr Shape kTextureUse{.kind = Kind::object, .members = kTextureUseMembers};
constexpr Member kPbrMembers[] = {{"baseColorFactor", &kFourNumbers},
                                  {"baseColorTexture", &kTextureUse},
                                  {"metallicFactor", &kNumber},
                                  {"roughnessFactor", &kNumber},
                                  {"metallicRoughnessTexture", &kTextureUse},
                                  {"extras", &kDropped},
                                  {"extensions", &kExtensions}};
constexpr Shape kPbr{.kind = Kind::object, .members = kPbrMembers};
constexpr Member kEmissiveStrengthMembers[] = {{"emissiveStrength", &kNumber}};
constexpr Shape kEmissiveStrength{.kind = Kind::object, .members = kEmissiveStrengthMembers};
constexpr Member kMaterialExtensionsMembers[] = {
    {"KHR_materials_emissive_strength", &kEmissiveStrength}};
constexpr Shape kMaterialExtensions = extensions_of(kMaterialExtensionsMembers);
constexpr Member kMaterialMembers[] = {{"pbrMetallicRoughness", &kPbr},
                                       {"normalTexture", &kTextureUse},
                                       {"occlusionTexture", &kTextureUse},
                                       {"emissiveTexture", &kTextureUse},
                                       {"emissiveFactor", &kThreeNumbers},
                                       {"alphaMode", &kString},
                                       {"alphaCutoff", &kNumber},
                                       {"doubleSided", &kBoolean},
                                       {"extensions", &kMaterialExtensions},
                                       {"extras", &kDropped},
                                       {"name", &kName}};
constexpr Shape kMaterial{.kind = Kind::object, .members = kMaterialMembers, .cost = 2700};
constexpr Shape kMaterials{
    .kind = Kind::array, .element = &kMaterial, .limit = &Limits::objects, .plural = "materials"};

// Any extension may name another image.
constexpr Shape kExtensionSource{.kind = Kind::index, .tolerant = true};
constexpr Member kTextureExtensionMembers[] = {{"source", &kExtensionSource}};
constexpr Shape kTextureExtension{
    .kind = Kind::object, .members = kTextureExtensionMembers, .tolerant = true};
constexpr Shape kTextureExtensions{
    .kind = Kind::map, .element = &kTextureExtension, .may_be_empty = true};
constexpr Member kTextureMembers[] = {{"sampler", &kIndex},
                                      {"source", &kIndex},
                                      {"extensions", &kTextureExtensions},
                                      {"extras", &kDropped},
                                      {"name", &kName}};
constexpr Shape kTexture{.kind = Kind::object, .members = kTextureMembers, .cost = 400};
constexpr Shape kTextures{
    .kind = Kind::array, .element = &kTexture, .limit = &Limits::objects, .plural = "textures"};

constexpr Member kSamplerMembers[] = {
    {"magFilter", &kIndex}, {"minFilter", &kIndex}, {"wrapS", &kIndex},          {"wrapT", &kIndex},
    {"extras", &kDropped},  {"name", &kName},       {"extensions", &kExtensions}};
constexpr Shape kSampler{.kind = Kind::object, .members = kSamplerMembers, .cost = 400};
constexpr Shape kSamplers{
    .kind = Kind::array, .element = &kSampler, .limit = &Limits::objects, .plural = "samplers"};

// ---- the file ----

constexpr Member kRootExtensionsMembers[] = {{"VRM", &kVrm0}, {"VRMC_vrm", &kVrm1}};
constexpr Shape kRootExtensions = extensions_of(kRootExtensionsMembers, Treatment::empty);

constexpr Member kRootMembers[] = {{"asset", &kAsset},
                                   {"scene", &kIndex},
                                   {"scenes", &kScenes},
                                   {"nodes", &kNodes},
                                   {"meshes", &kMeshes},
                                   {"accessors", &kAccessors},
                                   {"bufferViews", &kBufferViews},
                                   {"buffers", &kBuffers},
                                   {"images", &kImages},
                                   {"textures", &kTextures},
                                   {"samplers", &kSamplers},
                                   {"materials", &kMaterials},
                                   {"animations", &kAnimations},
                                   {"skins", &kSkins},
                                   {"cameras", &kCameras},
                                   {"extensionsUsed", &kExtensionNames},
                                   {"extensionsRequired", &kExtensionNames},
                                   {"extensions", &kRootExtensions},
                                   {"extras", &kDropped}};

}  // namespace

constexpr JsonShape kGltfShape{.kind = Kind::object, .members = kRootMembers};

}  // namespace morph::gltf::detail
