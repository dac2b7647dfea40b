#!/usr/bin/env bash
# Checks tesuji's Debian package in a bare system: a plugin made outside runs in it before the
# package is there, by the C host; then the package installs, compiles and plays; then it goes away
# without a trace.
#
# usage: check_package.sh PACKAGE.deb ROOT
# ROOT is a folder with a bare Debian 12; made by debootstrap if there is none. As root.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [ $# -ne 2 ]; then sed -n '6,7s/^# //p' "tools/${0##*/}" >&2; exit 2; fi
package=$(realpath "$1") root=$2 examples=usr/share/doc/tesuji/examples

fail() { echo "check_package.sh: $*" >&2; exit 1; }
# inside COMMAND: runs it in ROOT, with a /proc of its own that goes away with it.
inside() {
  unshare --mount --pid --fork --mount-proc="$root/proc" -- \
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive sh -euc "$1"
}

[ -e "$root/bin/sh" ] || debootstrap --variant=minbase bookworm "$root" >/dev/null
if inside 'dpkg-query -W tesuji libllvm19' >/dev/null 2>&1; then
  fail "$root is not bare: it has tesuji or LLVM"
fi
work=$(mktemp -d)
trap 'rm -rf "$work" "$root/check"' EXIT
mkdir -p "$root/check"

echo "== a plugin made outside, in a system that has nothing of tesuji"
dpkg-deb -x "$package" "$work/package"
games="$work/package/$examples"
"$work/package/usr/bin/tesuji" compile "$games/breakthrough.kif" -o "$root/check/breakthrough.so"
cc -std=c11 -D_DEFAULT_SOURCE -O2 -I "$work/package/usr/include" "$games/hosts/c/random_play.c" \
  -o "$root/check/random_play" -ldl
"$root/check/random_play" "$root/check/breakthrough.so" 10000 >"$work/outside"
inside 'ls /usr/bin/tesuji /usr/include/tesuji /usr/lib/x86_64-linux-gnu/libLLVM* 2>&1 || true
  /check/random_play /check/breakthrough.so 10000' >"$work/inside"
grep -q "cannot access '/usr/bin/tesuji'" "$work/inside" || fail "$root has a tesuji already"
diff <(grep -v '^ls: ' "$work/inside") "$work/outside" || fail "the plugin plays otherwise there"
tail -n 2 "$work/inside"

echo "== the package"
dpkg-deb --field "$package" Package Version Depends Recommends Installed-Size
cp "$package" "$root/check/tesuji.deb"
inside 'apt-get -q update && apt-get -q -y install /check/tesuji.deb' >"$work/apt" 2>&1 ||
  { cat "$work/apt" >&2; fail "it cannot be installed"; }
inside "cd /check
  tesuji --version
  tesuji compile /$examples/breakthrough.kif -o inside.so
  tesuji inspect inside.so | head -n 1
  ./random_play ./inside.so 10000 | tail -n 1
  tesuji simulate inside.so --playouts=10000 | head -n 1
  tesuji simulate /$examples/breakthrough.kif --engine=jit --playouts=10000 | head -n 1
  tesuji verify --auto /$examples/noughts-and-crosses.kif \
    /$examples/invariants/noughts-and-crosses.inv | grep 'inv  42 of 42 proved'
  tesuji replay --help >/dev/null"
inside './check/random_play /check/inside.so 10000' | diff - "$work/outside" ||
  fail "the plugin compiled there plays otherwise"

echo "== removed"
inside 'dpkg-query -L tesuji | sort >/check/files
  apt-get -q -y purge tesuji >/dev/null 2>&1
  apt-get -q -y autoremove --purge >/dev/null 2>&1
  grep tesuji /check/files | while read -r file; do if [ -e "$file" ]; then echo "left: $file"; fi; done
  echo "$(grep -c tesuji /check/files) files and folders are gone"' | tee "$work/left"
if grep -q '^left:' "$work/left"; then fail "files are left"; fi
echo "check_package.sh: fine"
