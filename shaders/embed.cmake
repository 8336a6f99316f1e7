# SPDX-License-Identifier: MIT
#
# Shader sources become a C++ header, so that a program carries its own:
#
#   morph_embed_shaders(TARGET <target> HEADER morph_shaders.h FILES mesh.vert morph.glsl …)
#
# FILES are relative to shaders/, or absolute. The target can then #include the header:
#
#   namespace morph::gl::shaders {
#   inline constexpr std::string_view mesh_vert;                       // one for each file
#   constexpr std::string_view find(std::string_view name);            // "mesh.vert"; empty if unknown
#   }
#
# Included, this file defines the function; run with cmake -P, it writes the header.

if(CMAKE_SCRIPT_MODE_FILE)
  cmake_minimum_required(VERSION 3.25)
  set(definitions "")
  set(lookups "")
  foreach(file IN LISTS FILES)
    cmake_path(GET file FILENAME name)
    string(MAKE_C_IDENTIFIER "${name}" identifier)
    # Bytes as numbers: no delimiter that a source could contain, no limit of a string literal's
    # length (65 536 for some compilers), and no newline that a checkout could change.
    file(READ "${file}" bytes HEX)
    string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${bytes}")
    string(REPLACE "'\\x0a'," "'\\x0a',\n" bytes "${bytes}") # one line for each of the source's
    string(APPEND definitions
      "inline constexpr char ${identifier}_bytes[] = {\n${bytes}'\\0'};\n"
      "inline constexpr std::string_view ${identifier}{\n"
      "    ${identifier}_bytes, sizeof(${identifier}_bytes) - 1};\n\n")
    string(APPEND lookups "  if (name == \"${name}\") return ${identifier};\n")
  endforeach()
  file(WRITE "${HEADER}" "\
// Written by shaders/embed.cmake from the files in shaders/. Do not edit.
#pragma once

#include <string_view>

namespace morph::gl::shaders {

${definitions}\
// The source of a shader file, by its name without folder; empty if there is none.
[[nodiscard]] constexpr std::string_view find(std::string_view name) {
${lookups}\
  return {};
}

}  // namespace morph::gl::shaders
")
  return()
endif()

set(MORPH_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_FILE}")
cmake_path(GET MORPH_EMBED_SCRIPT PARENT_PATH MORPH_SHADER_DIR)

function(morph_embed_shaders)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;HEADER" "FILES")
  if(NOT arg_TARGET OR NOT arg_HEADER OR NOT arg_FILES OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "morph_embed_shaders: TARGET, HEADER and FILES are needed, nothing else")
  endif()
  set(inputs "")
  foreach(file IN LISTS arg_FILES)
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${MORPH_SHADER_DIR}" NORMALIZE)
    list(APPEND inputs "${file}")
  endforeach()
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/embedded_shaders")
  set(header "${folder}/${arg_HEADER}")
  add_custom_command(
    OUTPUT "${header}"
    COMMAND "${CMAKE_COMMAND}" "-DHEADER=${header}" "-DFILES=${inputs}" -P "${MORPH_EMBED_SCRIPT}"
    DEPENDS ${inputs} "${MORPH_EMBED_SCRIPT}"
    COMMENT "Embedding shaders in ${arg_HEADER}"
    VERBATIM)
  target_sources(${arg_TARGET} PRIVATE "${header}")
  target_include_directories(${arg_TARGET} PRIVATE "${folder}")
endfunction()
