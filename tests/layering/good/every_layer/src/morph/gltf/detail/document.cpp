// SPDX-License-Identifier: MIT

#include <tiny_gltf.h>
#include <unistd.h>
#include <nlohmann/json.hpp>
