// SPDX-License-Identifier: MIT

#include <nlohmann/json.hpp>
