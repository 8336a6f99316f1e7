// SPDX-License-Identifier: MIT
#pragma once

#include "morph/gltf/import.h"
