// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
