#!/usr/bin/env bash
# Runs a command in its own namespaces, in which the kernel starts programs for aarch64 by qemu. The
# machine does not change: the kernel keeps such settings by namespace (Linux 6.7). Must run as
# root.
#
# usage: emulate.sh PROC COMMAND...    (PROC: where the command's /proc goes, such as ROOT/proc before chroot ROOT)
set -euo pipefail
if [ $# -lt 2 ]; then sed -n 's/^# usage: /usage: /p' "$0" >&2; exit 2; fi

unshare --user --mount --pid --fork --kill-child -- sh -euc '
  until grep -q . /proc/self/uid_map; do sleep 0.01; done
  mount -t proc proc "$1"
  mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
  # The first 20 bytes of an ELF file of 64 bits, little-endian, for machine 183.
  magic="\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00"
  mask="\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff"
  printf "%s" ":aarch64:M::$magic:$mask:$(command -v qemu-aarch64-static):F" >/proc/sys/fs/binfmt_misc/register
  shift
  "$@"' sh "$@" &
child=$!
trap 'kill $child 2>/dev/null || true' EXIT
until [ "$(readlink /proc/$child/ns/user)" != "$(readlink /proc/self/ns/user)" ]; do sleep 0.01; done
for map in uid_map gid_map; do echo "0 0 65536" >/proc/$child/$map; done
wait $child
