#!/usr/bin/env bash
# Installs the packages that building and testing tesuji needs and this machine lacks, from Debian
# 12. Must run as root, or with sudo. Does nothing if nothing is missing. With --list it prints the
# names of the packages and installs nothing. With --small only those that the small command of
# tools/demo.sh needs; with --release also those for tools/release.sh and tools/check_release.sh;
# with --dev also those that only developers need: formatting, linting, fuzzing, editors for
# tests. With --npm, packages of npm for tests instead, which come from npm's registry, not from
# Debian: for packing the extension for Visual Studio Code. It needs npm, and without npm or the
# registry says that these tests are skipped.
set -euo pipefail

if [ "${1:-}" = --npm ]; then
  folder=$(dirname "${BASH_SOURCE[0]}")/editors/vscode
  [ ! -e "$folder/node_modules/.package-lock.json" ] || [ "$folder/package-lock.json" -nt "$folder/node_modules/.package-lock.json" ] || exit 0
  if ! command -v npm >/dev/null; then
    echo "setup.sh: npm is missing: the tests that need its packages are skipped" >&2
  elif ! npm ci --prefix "$folder" --no-audit --no-fund --loglevel=error >/dev/null; then
    echo "setup.sh: npm has not installed its packages: the tests that need them are skipped" >&2
  fi
  exit 0
fi

# For building the small command of tools/demo.sh.
packages=(
  clang-19 cmake ninja-build
  llvm-19-dev lld-19
  libzstd-dev zlib1g-dev libxxhash-dev
  libboost-dev libboost-filesystem-dev libbliss-dev
  libfmt-dev libcli11-dev nlohmann-json3-dev libcadical-dev
)
if [ "${1:-}" != --small ]; then
  packages+=(
    # the build, and hosts that GCC compiles
    build-essential g++ llvm-19-tools
    libboost-graph-dev libeigen3-dev
    libcpp-httplib-dev pkg-config libsqlite3-dev sqlite3
    libboost-mpi-dev libopenmpi-dev openmpi-bin
    # the page of `tesuji explore`
    libjs-codemirror
    # tests and benchmarks
    catch2 python3 python3-numpy file
    swi-prolog-nox
    chromium chromium-driver python3-selenium python3-pil
    # proofs
    gringo cadical
  )
fi
if [ "${1:-}" = --release ]; then
  packages+=(debhelper dh-python lintian patchelf umoci strip-nondeterminism python3-setuptools python3-wheel debootstrap
             mmdebstrap qemu-user-static llvm-19)
fi
if [ "${1:-}" = --dev ]; then
  packages+=(clang-format-19 clang-tidy-19 libclang-rt-19-dev libfuzzer-19-dev gnuplot-nox
             neovim emacs-nox mypy
             slurm-wlm munge iproute2)
fi
if [ "${1:-}" = --list ]; then
  printf '%s\n' "${packages[@]}"
  exit 0
fi

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

if ! command -v apt-get >/dev/null; then
  echo "setup.sh: this is no Debian system; install the counterparts of: ${missing[*]}" >&2
  exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "setup.sh: missing packages: ${missing[*]}" >&2
    echo "setup.sh: run as root, or install sudo" >&2
    exit 1
  fi
  as_root=(sudo)
fi

echo "setup.sh: installing ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# Quiet unless it fails; then prints all of apt-get's output.
if ! { "${as_root[@]}" apt-get -q update &&
       "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
         install --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
  cat "$log" >&2
  echo "setup.sh: apt-get failed" >&2
  exit 1
fi
