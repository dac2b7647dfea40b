#!/usr/bin/env bash
# Sets up and builds the small command (play, check, simulate, compile, dump), and lets the learned
# strategies play against the perfect opponent: prints boards, the clause that chose each move and
# its reading, the result, and the time per move, compiled and interpreted.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tools/setup.sh --small
# A full build has the same command, and more.
preset=small
if grep -qs '^TESUJI_SMALL:.*=OFF' build/CMakeCache.txt; then preset=release; fi
if [ ! -x build/tesuji ]; then echo "demo.sh: building the small command, which takes some minutes"; fi
tools/configure.sh "$preset"
cmake --build --preset "$preset" --target tesuji

# show GAME LEARNER OPPONENT: plays one match with every clause spelled out, with native code and
# again with the interpreter.
show() {
  local game=$1 learner=$2 opponent=$3
  echo
  echo "=== $game: the learned strategy ($learner) against perfect play ($opponent)"
  build/tesuji play "examples/$game.kif" --seed=1 \
    --player "$learner=strategy:examples/strategies/$game.pl" --player "$opponent=minimax"
  echo
  echo "--- the same match, interpreted"
  build/tesuji play "examples/$game.kif" --seed=1 --engine=interpreter --quiet \
    --player "$learner=strategy:examples/strategies/$game.pl" --player "$opponent=minimax"
}

show noughts-and-crosses o x
show hexapawn3 w b
show hexapawn4 w b
