#!/usr/bin/env bash
# Certifies the proofs of `tesuji verify --auto` for the games of Figure 3 of the invariants paper
# and for some of the corpus, checks the certificates, and prints the table of
# docs/proving/certificates.md.
#
#   tools/bench_certificates.sh [--continue] [--only=fig3|dev] [--games=50] [--proof-seconds=60]
#                               [--seconds=300] [--work=build/certificates] [--output=FILE] [NAME...]
#
# The results for each game are stored in a file in --work at once: an interrupted run resumes with
# --continue. --games: number of games of the corpus, evenly spread over its list. --proof-seconds:
# for one run of clingo, of CaDiCaL, and for one check. --seconds: for all proofs of a game, and
# again for its certificate.
#
# TESUJI_SHARED: folder with the corpus (default: `shared` beside the checkout). TESUJI: the command
# (default: build/tesuji). Exit code 1 where something disagrees.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export TESUJI_SHARED="${TESUJI_SHARED:-$(dirname "$PWD")/shared}"
export TESUJI="${TESUJI:-$PWD/build/tesuji}"
exec python3 tools/bench_certificates.py "$@"
