#!/usr/bin/env bash
# Proves invariants of the games of Figure 3 of the invariants paper and of the whole corpus,
# attacks them with random play, and writes docs/proving/invariants.md: both tables.
#
#   tools/invariants.sh [--continue | --no-run] [--only=fig3|dev] [--every=N --first=K]
#                       [--jobs=1] [--timeout=60] [--total-timeout=300] [--memory=4096]
#                       [--induction=1] [--attack-states=1000000] [--attack-seconds=60]
#                       [--sieve=STATES] [--engine=auto] [--limit=SECONDS]
#                       [--work=build/invariants] [--commit=TEXT]
#                       [--output=docs/proving/invariants.md] [NAME...]
#
# The output of `tesuji verify` for each game is stored in a file in --work at once, so that a run
# may be interrupted (Ctrl-C) and continued: --continue runs the games that have no file there yet,
# --no-run only writes the page. The page is made from all files of --work, whatever run they are
# from: it names their commits and command lines, and the games that are missing. --every and
# --first: of the games in order the K-th (from 1) and every N-th after it, to split the work.
#
# --jobs: games of the corpus at once; those of Figure 3 run one at a time, because their seconds
# count. --timeout: seconds of one run of clingo. --total-timeout: for all proofs of a game.
# --sieve: states played before the proofs; with 0, steps are also tried for formulas that play
# refutes, so that the attack may contradict any of them. --engine: the engine that plays. --limit:
# for the whole command, which is killed then (default: the sum of the others plus five minutes).
# --memory: MiB for each process. --commit: the commit that is run, if it is not the checkout's.
#
# TESUJI_SHARED: folder with the corpus (default: `shared` beside the checkout). TESUJI: the command
# (default: build/tesuji). Exit code 1 where something proved fails in play, or the command crashed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export TESUJI_SHARED="${TESUJI_SHARED:-$(dirname "$PWD")/shared}"
export TESUJI="${TESUJI:-$PWD/build/tesuji}"
exec python3 tools/invariants.py "$@"
