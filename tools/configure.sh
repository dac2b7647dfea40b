#!/usr/bin/env bash
# Configures the build folder, from scratch if another compiler has built there: CMake would lose
# the other settings.
#     tools/configure.sh PRESET [OPTION...]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fresh=()
if [ -e build/CMakeCache.txt ] && ! grep -q '^CMAKE_CXX_COMPILER:.*/clang++-19$' build/CMakeCache.txt; then fresh=(--fresh); fi
cmake --preset "$1" "${fresh[@]}" "${@:2}" >/dev/null
