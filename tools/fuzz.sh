#!/usr/bin/env bash
# Fuzzes the parsers, and the whole chain, with libFuzzer and the sanitizers.
#
#   tools/fuzz.sh [SECONDS] [TARGET...]        default: 60 seconds, every target of tests/fuzz
#
# Two targets run at a time (JOBS=n changes that). Inputs that increase coverage stay in
# build-fuzz/corpus/TARGET for the next run, findings are in build-fuzz/findings/TARGET, and
# libFuzzer's output in build-fuzz/log. FUZZ_EXTRA names a folder with more inputs:
# FUZZ_EXTRA/TARGET is read if it exists. Exit code 1 if there was a finding. Needs clang-19,
# libclang-rt-19-dev and libfuzzer-19-dev: tools/setup.sh --dev.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seconds=60
if [[ "${1:-}" =~ ^[0-9]+$ ]]; then
  seconds=$1
  shift
fi
targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
  for source in tests/fuzz/*_fuzz.cpp; do
    targets+=("$(basename "$source" _fuzz.cpp)")
  done
fi
for target in "${targets[@]}"; do
  if [ ! -f "tests/fuzz/${target}_fuzz.cpp" ]; then
    echo "fuzz.sh: there is no target $target" >&2
    exit 2
  fi
done

build=${FUZZ_BUILD:-build-fuzz}
cmake --preset fuzz -B "$build" >/dev/null
cmake --build "$build" --target "${targets[@]/%/_fuzz}"

# Memory and time are bounded per input: more than 2 GiB or 10 seconds is a finding.
fuzz() {
  local target=$1 code=0
  local corpus=$build/corpus/$target findings=$build/findings/$target log=$build/log/$target.log
  mkdir -p "$corpus" "$findings" "$(dirname "$log")"
  local folders=("$corpus" "tests/fuzz/seeds/$target")
  [ -d "${FUZZ_EXTRA:-/nonexistent}/$target" ] && folders+=("$FUZZ_EXTRA/$target")
  nice "$build/tests/fuzz/${target}_fuzz" -max_total_time="$seconds" \
    -rss_limit_mb=2048 -timeout=10 -max_len=16384 -print_final_stats=1 \
    -dict="tests/fuzz/$target.dict" -artifact_prefix="$findings/" \
    "${folders[@]}" >"$log" 2>&1 || code=1
  local runs
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  if [ $code -eq 0 ]; then
    echo "$target: ${runs:-?} inputs in $seconds s, nothing found"
  else
    echo "$target: FINDING, see $log and $findings" >&2
  fi
  return $code
}

failed=0
running=0
for target in "${targets[@]}"; do
  if [ $running -ge "${JOBS:-2}" ]; then
    wait -n || failed=1
    running=$((running - 1))
  fi
  fuzz "$target" &
  running=$((running + 1))
done
while [ $running -gt 0 ]; do
  wait -n || failed=1
  running=$((running - 1))
done
exit $failed
