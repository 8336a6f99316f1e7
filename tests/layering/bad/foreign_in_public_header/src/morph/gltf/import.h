// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
