#!/usr/bin/env bash
# Checks the output of tools/release.sh, each part in a bare system: installs it, plays ten games,
# replays recorded ones, uses it in programs in C, C++ and Python, and removes it; no file may be
# left.
#
# usage: check_release.sh [--only=tarball,image,debian,wheel] [--suite=bookworm] RELEASE ROOT
# ROOT is a folder with a bare Debian or Ubuntu; it is created, as Debian's SUITE, if it does not
# exist. Must run as root. The Debian packages are for Debian 12, and are skipped elsewhere. The
# user who tests the tarball and the wheel is not root, and has no package except the wheel's
# Python. A release for aarch64 runs in qemu in a ROOT of that machine. Recorded games come from
# TESUJI_SHARED (../shared).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
only=tarball,image,debian,wheel suite=bookworm
while [ $# -gt 0 ]; do
  case "$1" in
    --only=*) only=${1#*=} ;;
    --suite=*) suite=${1#*=} ;;
    *) break ;;
  esac
  shift
done
if [ $# -ne 2 ]; then sed -n 's/^# usage: /usage: /p' "tools/${0##*/}" >&2; exit 2; fi
release=$(realpath "$1") root=$(realpath -m "$2")
corpus=${TESUJI_SHARED:-../shared}/corpus/dev
recorded="ticTacToe connectFour breakthrough checkersTiny pentago sheepAndWolf eightPuzzle hanoi peg nim4"
large="reversi checkers hex chess"  # to compile their lanes takes minutes by qemu
games="breakthrough buttons-and-lights connect-four connect-four-7x6 goofspiel hanoi hexapawn3 hexapawn4 kuhn-poker monty-hall noughts-and-crosses"

fail() { echo "check_release.sh: $*" >&2; exit 1; }
wanted() { [[ ",$only," == *",$1,"* ]]; }
machine=$(sed -n 's/.*tesuji-.*-linux-\([^.]*\)\..*/\1/p' "$release/SHA256SUMS" | sort -u)
[ "$(wc -w <<<"$machine")" -eq 1 ] || fail "$release has no tarball or image, of one kind of machine"
# enter ROOT COMMAND...: runs it with its own /proc below ROOT, which is removed afterwards.
if [ "$machine" = "$(uname -m)" ]; then
  enter() { unshare --mount --pid --fork --mount-proc="$1/proc" -- "${@:2}"; }
else
  enter() { tools/release/emulate.sh "$1/proc" "${@:2}"; }
fi
# inside COMMAND: runs it in ROOT, with its own /proc, which is removed afterwards; as_user COMMAND:
# not as root.
inside() {
  enter "$root" \
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME="${home:-/root}" TESUJI_CACHE="/tmp/cache-${user:-root}" \
    DEBIAN_FRONTEND=noninteractive ${user:+setpriv --reuid=4321 --regid=4321 --clear-groups} sh -euc "$1"
}
as_user() { user=yes home=/home/someone inside "$1"; }
# apt COMMAND...: quiet unless it fails.
apt() {
  inside "apt-get -q -y $*" >"$work/apt" 2>&1 || { cat "$work/apt" >&2; fail "apt-get $* failed"; }
}
# Lists every file of the system, except those that packages and logs of the system change by
# themselves.
files_of() { (cd "$root" && find . -xdev \( -path ./proc -o -path ./var -o -path ./tmp -o -path ./check -o -path ./etc \) -prune -o -print | sort); }
# play PROGRAM EXAMPLES: plays games, with native code and with a compiled library.
play='play() {
  for game in '"$games"'; do
    "$1" simulate "$2/$game.kif" --engine=jit --playouts=100 | grep "mean goal" >"$place/jit"
    "$1" compile "$2/$game.kif" -o "$place/game.so"
    "$1" simulate "$place/game.so" --playouts=100 | grep "mean goal" >"$place/plugin"
    cmp "$place/jit" "$place/plugin"
    rm "$place/game.so"
    printf "%s " "$game"
  done
  echo "played"
}
# replay PROGRAM: replays recorded games with every engine, large ones with those without lanes.
replay() {
  for engine in interpreter jit net net-jit lanes-64 lanes-256 lanes-512 plugin; do
    done=0
    games="'"$recorded"'"
    case $engine in lanes-*|plugin) ;; *) games="$games '"$large"'" ;; esac
    for game in $games; do
      played=/check/recorded/$game.kif how=--engine=$engine code=0
      if [ $engine = plugin ]; then
        "$1" compile --batch "$played" -o "$place/game.so" 2>"$place/replay" || { cat "$place/replay"; exit 1; }
        played=$place/game.so how=
      fi
      "$1" replay $how "$played" "/check/recorded/$game.trace.json" >"$place/replay" 2>&1 || code=$?
      case $code in
        0) done=$((done + 1)) ;;
        3) printf "%s: too large for %s; " "$game" $engine ;;
        *) echo "$game by $engine:"; cat "$place/replay"; exit 1 ;;
      esac
    done
    echo "$engine: $done recorded games, no difference"
  done
}
place=$(mktemp -d)
proved() { grep -q "$1" "$place/proofs" || { cat "$place/proofs"; exit 1; }; }
'

if [ ! -e "$root/bin/sh" ]; then
  if [ "$machine" = "$(uname -m)" ]; then
    debootstrap --variant=minbase "$suite" "$root" >/dev/null
  else
    tools/release/sysroot.sh "$root" base-files dash coreutils diffutils grep tar gzip findutils util-linux python3-venv python3-numpy
    # Makes the links that their installation would make.
    ln -s blas/libblas.so.3 lapack/liblapack.so.3 "$root/usr/lib/$machine-linux-gnu"
    mkdir -p "$root"/{proc,home,root}
  fi
fi
system=$(sed -n 's/^PRETTY_NAME="\(.*\)"/\1/p' "$root/etc/os-release")
grep -q bookworm "$root/etc/os-release" && [ "$machine" = "$(uname -m)" ] || only=${only/debian/}
for package in tesuji libtesuji1 libllvm19; do
  if inside "dpkg-query -W -f '\${Status}' $package | grep -q ^install" 2>/dev/null; then fail "$root is not bare: it has $package"; fi
done
work=$(mktemp -d)
trap 'rm -rf "$work" "$root/check" "$root/home/someone"' EXIT
mkdir -p "$root/check" "$root/home/someone"
chown 4321:4321 "$root/home/someone"
(cd "$release" && sha256sum --check --quiet SHA256SUMS)
echo "check_release.sh: $(basename "$release") for $machine in $system"

check_tarball() {
  echo "== the tarball, without root"
  mkdir "$root/check/recorded"
  for game in $recorded $large; do
    [ -e "$corpus/$game.kif" ] || continue
    cp "$corpus/$game.kif" "$corpus/$game.trace.json" "$root/check/recorded"
  done
  cp "$release"/tesuji-*.tar.gz "$root/check"
  as_user "$play"'
    cd
    begin=$(date +%s%N)
    tar -xf /check/tesuji-*.tar.gz
    unpacked=$(date +%s%N)
    mv tesuji-* elsewhere
    cd elsewhere
    bin/tesuji play share/doc/tesuji/examples/noughts-and-crosses.kif --players mcts,mcts --quiet
    echo "unpacked in $(((unpacked - begin) / 1000000)) ms, played in $((($(date +%s%N) - unpacked) / 1000000)) ms"
    play "$PWD/bin/tesuji" share/doc/tesuji/examples
    bin/tesuji verify share/doc/tesuji/examples/noughts-and-crosses.kif --auto --prover=clingo >"$place/proofs"
    proved "18 of 18"
    bin/tesuji explore --help >/dev/null
    if [ -e /check/recorded/ticTacToe.kif ]; then replay "$PWD/bin/tesuji"; else echo "NOT TESTED: no recorded games"; fi'
  rm -r "$root"/home/someone/elsewhere "$root"/check/*
}

check_image() {
  echo "== the image"
  tar -x -C "$work" --one-top-level=layout -f "$release"/tesuji-*.oci.tar
  umoci unpack --image "$work/layout:$(umoci ls --layout "$work/layout")" "$work/bundle" >/dev/null
  rootfs=$work/bundle/rootfs
  for game in $games; do
    enter "$rootfs" env -i HOME=/home/tesuji PATH=/opt/tesuji/bin \
      "$(command -v chroot)" --userspec=1000:1000 "$rootfs" tesuji \
      simulate "/opt/tesuji/share/doc/tesuji/examples/$game.kif" --engine=jit --playouts=100 --json >/dev/null
  done
  echo "ten games played, in $(du -sm "$rootfs" | cut -f1) MB"
}

check_packages() {
  echo "== the packages"
  apt update
  files_of >"$work/before"
  packages() { inside 'dpkg-query -W -f "\${Package}\n"' | sort; }
  packages >"$work/packages"
  cp "$release"/*.deb "$root/check"
  apt install --no-install-recommends '/check/*.deb' lld-19 gringo gcc g++ cmake make pkg-config llvm-19-dev \
    libboost-filesystem-dev libfmt-dev libbliss-dev libcadical-dev libxxhash-dev libzstd-dev zlib1g-dev
  inside "$play"'
    examples=/usr/share/doc/tesuji-doc/examples
    tesuji --version
    play tesuji "$examples"
    tesuji verify --auto "$examples/noughts-and-crosses.kif" "$examples/invariants/noughts-and-crosses.inv" >"$place/proofs"
    proved "42 of 42 proved"
    cd /check
    tesuji compile "$examples/breakthrough.kif" -o breakthrough.so
    cc -O2 $(pkg-config --cflags tesuji-plugin) "$examples/hosts/c/random_play.c" -o host -ldl
    ./host ./breakthrough.so 1000 >"$place/host"
    tail -n 1 "$place/host"
    cc -O2 $(pkg-config --cflags tesuji) "$examples/hosts/c/vector_play.c" -o vector $(pkg-config --libs tesuji)
    ./vector "$examples/connect-four.kif" 1000 0.1
    cmake -S "$examples/hosts/cpp" -B cpp >/dev/null
    cmake --build cpp >/dev/null
    cpp/best_move "$examples/connect-four.kif"
    python3 -c "
import tesuji
env = tesuji.load(\"connect-four\").vector_env(64)
env.reset(seed=1)
print(\"Python:\", tesuji.__version__)"'

  echo "== removed"
  apt purge --autoremove $(packages | comm -13 "$work/packages" -)
  rm -rf "$root"/check/*
  if files_of | comm -13 "$work/before" - | grep -i tesuji; then fail "files are left"; fi
  echo "nothing is left"
}

check_wheel() {
  echo "== the wheel, without root"
  if [ "$machine" = "$(uname -m)" ]; then
    apt update
    apt install --no-install-recommends python3-venv python3-numpy
  fi
  cp "$release"/*.whl "$root/check"
  as_user 'cd
    python3 -m venv --system-site-packages venv
    venv/bin/pip install --quiet --no-index /check/*.whl
    venv/bin/python -c "
import tesuji
for name in \"'"$games"'\".split():
    game = tesuji.load(name)
    env = game.vector_env(64)
    step = env.reset(seed=1)
    for _ in range(10): step = env.step(env.sample())
    print(name, end=\" \")
print(\"played\")"
    venv/bin/pip uninstall --quiet --yes tesuji
    find venv -iname "*tesuji*"' | tee "$work/wheel"
  grep -q played "$work/wheel" || fail "the wheel does not play"
  [ "$(wc -l <"$work/wheel")" -eq 1 ] || fail "files are left"
}

for kind in tarball image packages wheel; do
  if wanted "${kind/packages/debian}"; then "check_$kind"; fi
done
echo "check_release.sh: fine"
