// SPDX-License-Identifier: MIT

#include <nlohmann/json.hpp>
#include <tiny_gltf.h>
#include <unistd.h>
