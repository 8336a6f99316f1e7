// SPDX-License-Identifier: MIT

#include <fmt/format.h>
#include <CLI/CLI.hpp>
