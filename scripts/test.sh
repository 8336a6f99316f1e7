#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# scripts/test.sh [options of ctest]
#
# Installs what is missing, builds with warnings as errors, and runs the tests. Those that open a
# window start an X server of their own, so no display is needed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/install_packages.sh
source scripts/test_environment.sh

install_packages build run test
run cmake --preset ci
run cmake --build --preset ci
run ctest --preset ci --parallel 2 "$@"
