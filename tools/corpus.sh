#!/usr/bin/env bash
# Replays every game of the conformance corpus with every engine, and from its dumped plan, and
# writes docs/project/corpus.md: a line per game, with the reason if it fails.
#
#   tools/corpus.sh [--jobs=2] [--timeout=60] [--cap=60] [--memory=2048]
#                   [--output=docs/project/corpus.md] [NAME...]
#
# TESUJI_SHARED: folder with the corpus (default: `shared` beside the checkout). TESUJI: the command
# (default: build/tesuji). Timeout in seconds, memory in MiB, per game and engine. Cap: seconds for
# the reference reasoner, which need not be fast; games that do not fit, and games whose net is too
# large, are listed and are no failures. Exit code 1 if a game differs from its trace or the
# compiler crashed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export TESUJI_SHARED="${TESUJI_SHARED:-$(dirname "$PWD")/shared}"
# Ignores everything that earlier runs compiled.
export TESUJI_CACHE=
export TESUJI="${TESUJI:-$PWD/build/tesuji}"
exec python3 tools/corpus.py "$@"
