#!/usr/bin/env bash
# Certifies what `tesuji verify --auto` proves of the games of Figure 3 of the invariants paper and
# of some of the corpus, checks the certificates, and prints the table of
# docs/proving/certificates.md.
#
#   tools/bench_certificates.sh [--continue] [--only=fig3|dev] [--games=50] [--proof-seconds=60]
#                               [--seconds=300] [--work=build/certificates] [--output=FILE] [NAME...]
#
# What is found out about each game is kept as a file in --work at once: a run that was interrupted
# goes on with --continue. --games: of the corpus, evenly spread over its list. --proof-seconds: of one
# run of clingo, of CaDiCaL, and of one check. --seconds: of all proofs of a game, and again of its
# certificate.
#
# TESUJI_SHARED: folder with the corpus (default: `shared` beside the checkout).
# TESUJI: the command (default: build/tesuji). Exit code 1 where something disagrees.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export TESUJI_SHARED="${TESUJI_SHARED:-$(dirname "$PWD")/shared}"
export TESUJI="${TESUJI:-$PWD/build/tesuji}"
exec python3 tools/bench_certificates.py "$@"
