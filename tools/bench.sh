#!/usr/bin/env bash
# Runs benchmarks. Each measures tesuji and its baseline on this machine, in the same run.
#
#   tools/bench.sh strategy [--json=FILE] [GAME...]    learned strategies, compared with SWI-Prolog
#   tools/bench.sh ordering [--json=FILE] [PART...]    production rules, compared with C++ and SWI-Prolog
#                                        corpus: both orders of GDL bodies, every DEV game
#   tools/bench.sh scale [SHEET...]                    set-up of sheets that stress one dimension
#   tools/bench.sh start [--json=FILE] [SHEET...]      every corpus sheet with an empty and a warm object cache
#   tools/bench.sh tiers [--json=FILE] [SHEET...]      interpreter, stencils and optimised plans, one by one
#   tools/bench.sh games [OPTION...] [GAME...]         random play, compared with SWI-Prolog and C++ bitboards
#                  --corpus: grounding and compile time of every sheet; --help: all options;
#                  plots (--svg) need Debian's python3-matplotlib (docs/performance/performance.md)
#   tools/bench.sh batches [OPTION...] [GAME...]       many playouts at a time, compared with one by one
#                  --sizes: by their number, too; --svg as above (docs/engines/batches.md)
#   tools/bench.sh steps [OPTION...] [GAME...]         steps of thousands of games with given moves, from C and Python
#                  --sizes: by numbers of games and threads; --svg as above (docs/engines/steps.md)
#                  --ready: time until a game is ready, with an empty object cache and with a filled one
#   tools/bench.sh plugins [OPTION...] [GAME...]       compiled plugins, compared with the JIT
#   tools/bench.sh plugin-strategies [OPTION...] [GAME...]   strategies in plugins, compared with the JIT's
#   tools/bench.sh invariants [OPTION...] [GAME...]    games with and without saved invariants
#   tools/bench.sh features [OPTION...]               logical features, compared with SWI-Prolog
#                  --svg=FOLDER: the paper's figures (needs gnuplot)
#   tools/bench.sh versions BEFORE AFTER FOLDER [GAME...]   two builds, measured alternately
#   tools/bench.sh search rate|puzzles|first|protocol [OPTION...] [GAME...]   tree search (docs/engines/search.md)
#   tools/bench.sh arena [OPTION...] [GAME...]         matches between two players, or two releases, in twenty games
#   tools/bench.sh experiments [OPTION...]             MIGO and its rivals on the boards of the published runs
#   tools/bench.sh migo [OPTION...]                    strategies learned by MIGO, compared with the published runs
#   tools/bench.sh evaluations [OPTION...] [GAME...]   players that evaluate by the goal, compared with others (docs/engines/evaluations.md)
#   tools/bench.sh puzzles [OPTION...] [GAME...]       games with one role, solved by each method (docs/engines/puzzles.md)
#   tools/bench.sh cliffs [OPTION...] [NAME...]        sheets on which a default engine is much slower than the best
#
# TESUJI: the command (default: build/tesuji).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# Compile times are measured without a cache.
export TESUJI_CACHE=
export TESUJI="${TESUJI:-$PWD/build/tesuji}"
case "${1:-}" in
  strategy) shift; exec python3 tools/bench_strategy.py "$@" ;;
  ordering) shift; exec python3 tools/bench_ordering.py "$@" ;;
  scale) shift; exec python3 tools/bench_scale.py "$@" ;;
  plugins) shift; exec python3 tools/bench_plugins.py "$@" ;;
  plugin-strategies) shift; exec python3 tools/bench_plugin_strategies.py "$@" ;;
  tiers) shift; exec python3 tools/bench_tiers.py "$@" ;;
  start) shift; exec python3 tools/bench_start.py "$@" ;;
  invariants) shift; exec python3 tools/bench_invariants.py "$@" ;;
  features) shift; exec python3 tools/bench_features.py "$@" ;;
  versions) shift; exec python3 tools/bench_versions.py "$@" ;;
  search) shift; exec python3 tools/bench_search.py "$@" ;;
  arena) shift; exec python3 tools/bench_arena.py "$@" ;;
  experiments) shift; exec python3 tools/bench_experiments.py "$@" ;;
  migo) shift; exec python3 tools/bench_migo.py "$@" ;;
  games) shift; exec python3 tools/bench_games.py "$@" ;;
  steps) shift; exec python3 tools/bench_steps.py "$@" ;;
  batches) shift; exec python3 tools/bench_batches.py "$@" ;;
  evaluations) shift; exec python3 tools/bench_evaluations.py "$@" ;;
  puzzles) shift; exec python3 tools/bench_puzzles.py "$@" ;;
  cliffs) shift; exec python3 tools/bench_cliffs.py "$@" ;;
  *) sed -n '2,31s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2; exit 2 ;;
esac
