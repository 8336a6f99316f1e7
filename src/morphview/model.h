// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "morph/gltf/import.h"
#include "morph/runtime/result.h"

namespace morphview {

// The file of this run, imported.

struct Model {
  std::string file;  ///< as the user named it
  std::string stem;  ///< {model} in names of files that are written: without folder and ending
  morph::gltf::Imported imported;

  [[nodiscard]] const morph::Scene& scene() const { return imported.scene; }
};

/// Imports a file, or what comes from standard input for "-". Errors: those of gltf::import_file.
morph::Result<Model> load_model(const std::string& file, const morph::gltf::ImportOptions& options);

/// The bundled cube: beside the program, in the source tree it was built from, or below the install
/// prefix. Errors: not_found.
morph::Result<std::string> find_demo();

/// Replaces {model} and {animation} in the name of an output file. Text in other braces stays as it
/// is.
///   animation  the clip's name; a '/' in it becomes '_', so that it names no folder
[[nodiscard]] std::string expand_name(std::string_view pattern, std::string_view model,
                                      std::string_view animation);

}  // namespace morphview
