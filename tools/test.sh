#!/usr/bin/env bash
# Sets up, builds and runs the tests; ends with ctest's closing line.
#     tools/test.sh          the first tier: every part, in some minutes
#     tools/test.sh --all    the second tier, too: tests that take longer, and, where npm is, those
#                            with packages from its registry
# TESUJI_SHARED: folder with the conformance corpus (default: `shared` beside the checkout).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tier=(--label-exclude '^slow$')
case "${1:-}" in
  "") ;;
  --all) tier=() ;;
  *) echo "test.sh: there is no option $1: tools/test.sh [--all]" >&2; exit 2 ;;
esac

export TESUJI_SHARED="${TESUJI_SHARED:-$(dirname "$PWD")/shared}"
if [ ! -d "$TESUJI_SHARED/corpus" ]; then
  cat >&2 <<TEXT
test.sh: *** NO CORPUS at $TESUJI_SHARED
test.sh: *** The tests that replay its games and learned strategies are NOT RUN.
test.sh: *** The project's own examples are tested all the same.
TEXT
fi

tools/setup.sh
tools/configure.sh release -DTESUJI_SHARED="$TESUJI_SHARED"
cmake --build --preset release
if [ ${#tier[@]} -eq 0 ] && command -v npm >/dev/null; then
  tools/setup.sh --npm
  cmake --build --preset release --target page_axe >/dev/null ||
    echo "test.sh: npm has not installed axe-core: web.axe is skipped" >&2
fi
ctest --preset release --parallel "$(nproc)" "${tier[@]}"
