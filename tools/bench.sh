#!/usr/bin/env bash
# Benchmarks. Each runs tesuji and its baseline on this machine, in this run.
#
#   tools/bench.sh strategy [--json=FILE] [GAME...]    learned strategies beside SWI-Prolog
#   tools/bench.sh ordering [--json=FILE] [PART...]    production rules beside C++ and SWI-Prolog
#
# TESUJI: the command (default: build/tesuji).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export TESUJI="${TESUJI:-$PWD/build/tesuji}"
case "${1:-}" in
  strategy) shift; exec python3 tools/bench_strategy.py "$@" ;;
  ordering) shift; exec python3 tools/bench_ordering.py "$@" ;;
  *) sed -n '2,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2; exit 2 ;;
esac
