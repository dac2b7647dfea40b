#!/usr/bin/env bash
# Sets up, builds and runs all tests; ends with ctest's closing line.
# TESUJI_SHARED: folder with the conformance corpus (default: `shared` beside the checkout).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

export TESUJI_SHARED="${TESUJI_SHARED:-$(dirname "$PWD")/shared}"
if [ ! -d "$TESUJI_SHARED/corpus" ]; then
  cat >&2 <<TEXT
test.sh: *** NO CORPUS at $TESUJI_SHARED
test.sh: *** The tests that replay its games and learned strategies are NOT RUN.
test.sh: *** The project's own examples are tested all the same.
TEXT
fi

tools/setup.sh
cmake --preset release -DTESUJI_SHARED="$TESUJI_SHARED" >/dev/null
cmake --build --preset release
ctest --preset release --parallel "$(nproc)"
