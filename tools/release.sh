#!/usr/bin/env bash
# Makes a release of the commit that is checked out: a tarball for any Linux with a C library of
# 2022 or later, Debian packages, a Python wheel, an OCI image, the extension for Visual Studio
# Code, a list of their components (SPDX), and checksums. Two runs give the same bytes (--twice
# makes both and compares).
#
# usage: tools/release.sh [--twice] [--only=tarball,debian,wheel,image,vscode] [--machine=aarch64] [OUTPUT]    (default: dist)
# Needs the packages that `tools/setup.sh --release` installs, and npm for the extension. Where npm
# is, tarball and image have the editor of the page of `tesuji explore` inside, too. For
# another machine it makes tarball, wheel and image, with the libraries of a sysroot:
# TESUJI_SYSROOT, or a new one (tools/release/sysroot.sh, as root). tools/check_release.sh installs
# all of them in bare systems. To sign: gpg --detach-sign OUTPUT/SHA256SUMS.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

twice= only= output= machine=$(uname -m)
for word in "$@"; do
  case "$word" in
    --twice) twice=yes ;;
    --only=*) only=${word#*=} ;;
    --machine=*) machine=${word#*=} ;;
    -*) sed -n 's/^# usage: /usage: /p' "tools/${0##*/}" >&2; exit 2 ;;
    *) output=${word%/} ;;
  esac
done
cross=
[ "$machine" = "$(uname -m)" ] || cross=$machine
output=${output:-dist${cross:+-$cross}} only=${only:-tarball,wheel,image$([ "$cross" ] || echo ,debian,vscode)}
wanted() { [[ ",$only," == *",$1,"* ]]; }
fail() { echo "release.sh: $*" >&2; exit 1; }

case "$cross" in ""|aarch64) ;; *) fail "on $(uname -m) a release for $cross cannot be made, for aarch64 alone" ;; esac
for kind in ${only//,/ }; do
  case "$kind" in
    tarball) programs="patchelf llvm-objdump-19 clingo cadical" ;;
    wheel) programs="patchelf llvm-objdump-19 strip-nondeterminism clingo cadical" ;;
    image) programs="patchelf llvm-objdump-19 umoci clingo cadical" ;;
    debian) programs="dpkg-buildpackage dh dh_python3" ;;
    vscode) programs="npm strip-nondeterminism" ;;
    *) fail "there is nothing that is called $kind; --only takes tarball, debian, wheel, image and vscode" ;;
  esac
  if [ "$cross" ]; then
    case "$kind" in debian|vscode) fail "--machine=$cross makes tarball, wheel and image, not $kind: run it on $cross for that" ;; esac
    programs+=" mmdebstrap qemu-$cross-static"
  fi
  for program in clang++-19 $programs; do
    command -v "$program" >/dev/null || fail "the program $program is missing: tools/setup.sh --release"
  done
done
if [ -e "$output" ] && [ ! -e "$output/SHA256SUMS" ]; then fail "$output is there, and is no release"; fi
python3 tests/versions.py
version=$(sed -n 's/^project(tesuji VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
commit=$(git rev-parse HEAD)  # of both builds, whatever is committed meanwhile
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct "$commit")
export SOURCE_DATE_EPOCH LC_ALL=C.UTF-8 TZ=UTC
name=tesuji-$version-linux-$machine
place=$(mktemp -d /var/tmp/tesuji-release.XXXXXX)
trap 'rm -rf "$place"' EXIT

# The system that supplies the libraries.
root=/ configuration=(--preset release -DBUILD_TESTING=OFF -DTESUJI_MPI=OFF)
if [ "$cross" ]; then
  root=${TESUJI_SYSROOT:-$place/sysroot}
  [ -d "$root" ] || tools/release/sysroot.sh "$root"
  export TESUJI_SYSROOT=$root
  configuration+=("-DCMAKE_TOOLCHAIN_FILE=tools/release/$cross.cmake")
fi

# The editor of the page of `tesuji explore`: other systems than Debian have no libjs-codemirror.
editor=
if command -v npm >/dev/null; then
  editor=yes
  configuration+=(-DTESUJI_EMBED_EDITOR=ON)
else
  echo "release.sh: without npm the page of tesuji explore has no editor inside" >&2
fi

# make_all OUTPUT FOLDER: makes everything, from a copy of the sources in FOLDER, which must not
# exist.
make_all() {
  local out=$1
  work=$2
  mkdir "$work"
  umask 022
  source=$work/tesuji-$version stage=$work/$name
  mkdir -p "$out" "$source"
  git archive "$commit" | tar -x -C "$source"
  if wanted tarball || wanted wheel || wanted image; then
    (cd "$source" && cmake "${configuration[@]}" >/dev/null && cmake --build build)
    cmake --install "$source/build" --prefix "$stage" --strip >/dev/null
  fi
  if wanted tarball || wanted wheel || wanted image; then make_tarball; fi
  if wanted wheel; then make_wheel; fi
  if wanted image; then make_image; fi
  if wanted debian; then make_packages; fi
  if wanted vscode; then make_extension; fi
  (cd "$out" && sha256sum -- * >"$work/sums" && cp "$work/sums" SHA256SUMS)
}

pack() { tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner "$@"; }

# Headers for C++ hosts need LLVM's development files, so they are only in the Debian packages. So
# is everything that needs MPI (TESUJI_MPI).
make_tarball() {
  rm -r "$stage"/lib/*.a "$stage"/lib/cmake "$stage"/include/tesuji/{backend,runtime}
  local glibc
  glibc=$(python3 tools/release/bundle.py "$stage" lib/tesuji --root="$root" \
    ${editor:+"--npm=$source/build/tools/page_editor/node_modules/codemirror"} \
    --program=ld --program=clingo --program=cadical --licences=share/doc/tesuji/licences --sbom="$work/$name.spdx.json" --version="$version")
  echo "release.sh: the oldest C library is glibc $glibc"
  if wanted tarball; then
    pack -C "$work" -c "$name" | gzip -9n >"$out/$name.tar.gz"
    cp "$work/$name.spdx.json" "$out"
  fi
}

make_wheel() {
  local package=$work/wheel/tesuji
  mkdir -p "$work/wheel" "$package"
  cp -rL "$source/tools/python/tesuji/." "$package"
  cp "$source"/tools/python/{setup.py,pyproject.toml} "$work/wheel"
  mkdir "$package/lib" "$package/games"
  cp "$source"/examples/*.kif "$package/games"
  cp "$stage"/lib/libtesuji.so.1 "$package/lib"
  echo 'LIBRARY = "lib/libtesuji.so.1"' >"$package/_location.py"
  cp "$source/LICENSE" "$work/wheel"
  TESUJI_GLIBC=$(python3 tools/release/bundle.py "$package" lib --root="$root" --licences=licences)
  (cd "$work/wheel" && TESUJI_GLIBC=$TESUJI_GLIBC TESUJI_MACHINE=$machine TESUJI_VERSION=$version /usr/bin/python3 setup.py -q bdist_wheel)
  strip-nondeterminism --timestamp="$SOURCE_DATE_EPOCH" --type=zip "$work"/wheel/dist/*.whl
  cp "$work"/wheel/dist/*.whl "$out"
}

# Contains the tarball and the C library: no shell, no package manager.
make_image() {
  local rootfs=$work/image/bundle/rootfs layout=$work/oci
  local architecture
  architecture=$(case "$machine" in x86_64) echo amd64 ;; aarch64) echo arm64 ;; *) echo "$machine" ;; esac)
  umoci init --layout "$layout"
  umoci new --image "$layout:$version"
  mkdir -p "$work/image"
  umoci unpack --rootless --image "$layout:$version" "$work/image/bundle" >/dev/null
  mkdir -p "$rootfs"/{opt,tmp,etc,proc,home/tesuji}
  chmod 1777 "$rootfs/tmp" "$rootfs/home/tesuji"
  cp -r "$stage" "$rootfs/opt/tesuji"
  echo 'tesuji:x:1000:1000::/home/tesuji:/sbin/nologin' >"$rootfs/etc/passwd"
  local library
  for library in "$(patchelf --print-interpreter "$stage/bin/tesuji")" \
    "/lib/$machine-linux-gnu/"{libc.so.6,libm.so.6,libdl.so.2,librt.so.1,libpthread.so.0}; do
    mkdir -p "$rootfs$(dirname "$library")"
    cp -L "$root$library" "$rootfs$library"
  done
  find "$rootfs" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
  umoci repack --image "$layout:$version" --history.created="$(date -u --date="@$SOURCE_DATE_EPOCH" +%FT%TZ)" \
    --history.created_by="tools/release.sh" "$work/image/bundle" >/dev/null
  umoci config --image "$layout:$version" --architecture="$architecture" --created="$(date -u --date="@$SOURCE_DATE_EPOCH" +%FT%TZ)" \
    --history.created="$(date -u --date="@$SOURCE_DATE_EPOCH" +%FT%TZ)" \
    --config.entrypoint=/opt/tesuji/bin/tesuji --config.user=1000 --config.workingdir=/home/tesuji \
    --config.env=PATH=/opt/tesuji/bin --config.env=HOME=/home/tesuji
  umoci gc --layout "$layout"
  pack -C "$layout" -c . >"$out/$name.oci.tar"
}

make_packages() {
  (cd "$source" && dpkg-buildpackage --build=binary --no-sign --no-pre-clean --no-post-clean -d) >"$work/packages.log" 2>&1 ||
    { tail -n 40 "$work/packages.log" >&2; fail "the Debian packages cannot be made"; }
  cp "$work"/*.deb "$out"
}

make_extension() {
  local folder=$work/vscode
  cp -r "$source/tools/editors/vscode" "$folder"
  (cd "$folder" && npm ci --no-audit --no-fund && npm run package) >"$work/vscode.log" 2>&1 ||
    { cat "$work/vscode.log" >&2; fail "the extension cannot be packed"; }
  strip-nondeterminism --timestamp="$SOURCE_DATE_EPOCH" --type=zip "$folder/tesuji-$version.vsix"
  cp "$folder/tesuji-$version.vsix" "$out"
}

rm -rf "$output.part"
make_all "$output.part" "$place/1"
if [ -n "$twice" ]; then
  rm -rf "$output.again"
  make_all "$output.again" "$place/another"
  diff "$output.part/SHA256SUMS" "$output.again/SHA256SUMS" || fail "two builds differ: $output.part, $output.again"
  rm -rf "$output.again"
  echo "release.sh: two builds are the same"
fi
rm -rf "$output"
mv "$output.part" "$output"
cat "$output/SHA256SUMS"
