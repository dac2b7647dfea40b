#!/usr/bin/env bash
# Makes a folder with the libraries and headers that a build for another machine needs, from Debian
# 12's packages. Runs nothing of the packages. The folder has a database of dpkg, so that
# `dpkg-query --admindir` finds the package of a file.
#
# usage: sysroot.sh [--arch=arm64] FOLDER [PACKAGE...]
# PACKAGE: the packages to include, by default those that tools/setup.sh installs for the build.
# Must run as root.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

arch=arm64
case "${1:-}" in --arch=*) arch=${1#*=}; shift ;; esac
case "${1:-}" in ""|-*) sed -n 's/^# usage: /usage: /p' tools/release/sysroot.sh >&2; exit 2 ;; esac
root=$(realpath -m "$1")
shift
if [ -e "$root" ]; then echo "sysroot.sh: $root exists already" >&2; exit 1; fi

# Here GCC supplies the C library's headers and the linker. MPI is omitted: TESUJI_MPI=OFF.
packages=("$@")
[ $# -gt 0 ] || mapfile -t packages < <(
  tools/setup.sh --list | grep -E -- '-dev$|^libjs-|^(gringo|cadical)$' | grep -v mpi
  printf '%s\n' libc6-dev libstdc++-12-dev binutils)

# Writes dpkg's database, for packages that were extracted and not installed.
describe=$(mktemp)
trap 'rm -f "$describe"' EXIT
cat >"$describe" <<'END'
set -eu
database=$1/var/lib/dpkg
for deb in "$1"/var/cache/apt/archives/*.deb; do
  name=$(dpkg-deb --field "$deb" Package)
  dpkg-deb --field "$deb" | sed "1a Status: install ok installed" >>"$database/status"
  echo >>"$database/status"
  dpkg-deb --fsys-tarfile "$deb" | tar -t | sed "s|^\.||; s|/$||; s|^$|/.|" >"$database/info/$name.list"
done
END

mmdebstrap --quiet --arch="$arch" --variant=extract --mode=root --extract-hook="sh $describe \"\$1\"" \
  --include="$(IFS=,; echo "${packages[*]}")" bookworm "$root"
# Replaces links and LLVM's CMake files with absolute paths, which would lead out of it.
find "$root" -type l -lname '/*' -printf '%p %l\n' | while read -r link target; do
  ln -snf "$(realpath -m --relative-to="$(dirname "$link")" "$root$target")" "$link"
done
find "$root/usr/lib" -name 'LLVMExports*.cmake' -exec sed -i "s|;/usr/lib/|;$root/usr/lib/|g" {} +
