// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace morph::fuzz {

// Members that a file may have and a seed may lack: what the mutator of glTF puts into a tree.

struct Snippet {
  std::string_view owner;  ///< the top-level array whose elements (or what is in them) may have it
  std::string_view key;
  std::string_view text;
};

constexpr Snippet kSnippets[] = {
    {"accessors", "sparse",
     R"({"count":2,"indices":{"bufferView":0,"componentType":5121},"values":{"bufferView":0}})"},
    {"accessors", "normalized", "true"},
    {"accessors", "byteOffset", "4"},
    {"accessors", "bufferView", "0"},
    {"accessors", "min", "[0,0,0]"},
    {"accessors", "max", "[1,1,1]"},
    {"bufferViews", "byteStride", "16"},
    {"bufferViews", "byteOffset", "4"},
    {"bufferViews", "target", "34963"},
    {"bufferViews", "extensions",
     R"({"EXT_meshopt_compression":{"buffer":0,"byteLength":32,"byteStride":12,"count":3,
         "mode":"ATTRIBUTES","filter":"NONE"}})"},
    {"buffers", "uri", R"("a.bin")"},
    {"buffers", "uri", R"("data:application/octet-stream;base64,AAAAAAAAgD8AAIA/AAAAAA==")"},
    {"buffers", "extensions", R"({"EXT_meshopt_compression":{"fallback":true}})"},
    {"images", "uri", R"("a.png")"},
    {"images", "bufferView", "0"},
    {"images", "mimeType", R"("image/png")"},
    {"meshes", "weights", "[0.5,1]"},
    {"meshes", "extras", R"({"targetNames":["a","b",null,3]})"},
    {"meshes", "targets", R"([{"POSITION":0},{"POSITION":0,"NORMAL":0}])"},
    {"meshes", "NORMAL", "0"},
    {"meshes", "TANGENT", "0"},
    {"meshes", "COLOR_0", "0"},
    {"meshes", "TEXCOORD_0", "0"},
    {"meshes", "TEXCOORD_9", "0"},
    {"meshes", "JOINTS_0", "0"},
    {"meshes", "WEIGHTS_0", "0"},
    {"meshes", "JOINTS_1", "0"},
    {"meshes", "WEIGHTS_1", "0"},
    {"meshes", "_CUSTOM", "0"},
    {"meshes", "indices", "0"},
    {"meshes", "mode", "5"},
    {"meshes", "material", "0"},
    {"meshes", "extensions",
     R"({"KHR_draco_mesh_compression":{"bufferView":0,"attributes":{"POSITION":0}}})"},
    {"nodes", "mesh", "0"},
    {"nodes", "skin", "0"},
    {"nodes", "camera", "0"},
    {"nodes", "children", "[1]"},
    {"nodes", "weights", "[1,0]"},
    {"nodes", "matrix", "[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]"},
    {"nodes", "rotation", "[0,0,0,2]"},
    {"nodes", "scale", "[0,1,-1]"},
    {"skins", "skeleton", "0"},
    {"skins", "inverseBindMatrices", "0"},
    {"cameras", "orthographic", R"({"xmag":1,"ymag":0,"znear":0,"zfar":1})"},
    {"cameras", "perspective", R"({"yfov":0.7,"znear":0.1,"aspectRatio":0})"},
    {"materials", "normalTexture", R"({"index":0,"scale":-1,"texCoord":3})"},
    {"materials", "occlusionTexture", R"({"index":0,"strength":2})"},
    {"materials", "emissiveTexture",
     R"({"index":0,"extensions":{"KHR_texture_transform":{"offset":[0,1],"texCoord":1}}})"},
    {"materials", "emissiveFactor", "[1,2,3]"},
    {"materials", "alphaMode", R"("MASK")"},
    {"materials", "extensions",
     R"({"KHR_materials_unlit":{},"KHR_materials_emissive_strength":{"emissiveStrength":2}})"},
    {"textures", "sampler", "0"},
    {"textures", "extensions", R"({"EXT_texture_webp":{"source":0}})"},
    {"samplers", "magFilter", "9728"},
    {"samplers", "wrapS", "33071"},
    {"animations", "interpolation", R"("CUBICSPLINE")"},
    {"animations", "extensions", R"({"KHR_animation_pointer":{"pointer":"/nodes/0/weights/0"}})"},
    {"animations", "path", R"("pointer")"},
    {"", "scene", "0"},
    {"", "extensionsRequired", R"(["KHR_mesh_quantization"])"},
    {"", "extensionsUsed", R"(["KHR_mesh_quantization","KHR_unknown"])"},
    {"", "skins", R"([{"joints":[0,1]}])"},
    {"", "cameras", R"([{"type":"perspective","perspective":{"yfov":1,"znear":0.1}}])"},
    {"", "materials", R"([{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}])"},
    {"", "textures", R"([{"source":0}])"},
    {"", "images", R"([{"uri":"a.png"}])"},
    {"", "samplers", R"([{"minFilter":9984}])"},
    {"", "extensions",
     R"({"VRM":{"blendShapeMaster":{"blendShapeGroups":[{"name":"A","presetName":"a","binds":
         [{"mesh":0,"index":0,"weight":100}]}]}}})"},
    {"", "extensions",
     R"({"VRMC_vrm":{"specVersion":"1.0","expressions":{"preset":{"happy":{"isBinary":true,
         "morphTargetBinds":[{"node":0,"index":0,"weight":1}]}}}}})"},
    {"", "extras", "[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]"},
    {"", "extras", "[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]"},
};

}  // namespace morph::fuzz
