// SPDX-License-Identifier: MIT
#pragma once

#include "morphview/json_writer.h"
#include "morphview/model.h"
#include "morphview/output_file.h"

namespace morphview {

// The part of --info that is about materials, their textures and the images that these show.

/// The members "materials", "textures" and "images".
void write_materials(JsonWriter& json, const Model& model);

/// The sections Materials and Images.
void print_materials(OutputFile& out, const Model& model);

}  // namespace morphview
