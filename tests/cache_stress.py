#!/usr/bin/env python3
"""Processes that share an object cache, are killed, or have no room: no answer changes.

Rounds: two processes compile the same game into one cache at the same time, which is empty, or
holds the entry, whole or damaged, or loses it meanwhile. Both must answer as without a cache, and
what they leave must check. In some rounds a third one is killed at any time. Then there is a disk
that is full (where this user may mount one).
"""
import argparse
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time


class Failure(Exception):
    pass


class Stress:
    def __init__(self, tesuji, sheet, folder, seed):
        self.tesuji = tesuji
        self.sheet = sheet
        self.cache = folder / "cache"
        self.random = random.Random(seed)
        self.killed = 0
        self.expected = self.answer(self.start("--no-cache"))

    def command(self, option):
        return [self.tesuji, "perft", "--engine=jit", "--json", option, str(self.sheet), "2"]

    def start(self, option):
        return subprocess.Popen(self.command(option), stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def answer(self, process, warning=None):
        out, err = process.communicate(timeout=60)
        if process.returncode != 0:
            raise Failure(f"exit code {process.returncode}: {err}")
        if (warning or "") not in err or (err and not warning) or err.count("warning") > 1:
            raise Failure(f"unexpected: {err!r}")
        return json.loads(out)["levels"]

    def check(self, process, warning=None):
        if self.answer(process, warning) != self.expected:
            raise Failure("a wrong answer")

    def entries(self):
        done = subprocess.run([self.tesuji, "cache", "list", "--json", f"--cache={self.cache}"],
                              check=True, capture_output=True, text=True)
        return json.loads(done.stdout)["entries"]

    def damage(self):
        """The entry is gone, cut, changed, or as it was."""
        for file in self.cache.glob("*.tso"):
            data = bytearray(file.read_bytes())
            way = self.random.randrange(4)
            if way == 0:
                file.unlink()
            elif way == 1:
                file.write_bytes(data[:self.random.randrange(len(data))])
            elif way == 2:
                data[self.random.randrange(len(data))] ^= 1 << self.random.randrange(8)
                file.write_bytes(data)

    def round(self):
        self.damage()
        option = f"--cache={self.cache}"
        both = [self.start(option), self.start(option)]
        kills = self.random.randrange(4) == 0
        if kills:
            victim = self.start(option)
        if self.random.randrange(4) == 0:
            time.sleep(self.random.random() * 0.05)
            for file in self.cache.glob("*.tso"):
                file.unlink(missing_ok=True)
        if kills:
            time.sleep(self.random.random() * 0.05)
            victim.send_signal(signal.SIGKILL)
            victim.communicate()
            self.killed += victim.returncode == -signal.SIGKILL
        for process in both:
            self.check(process)
        faulty = [entry for entry in self.entries() if not entry["valid"]]
        if faulty:
            raise Failure(f"left damaged: {faulty}")

    def full_disk(self, folder):
        """Whether it could be tried."""
        disk = folder / "disk"
        disk.mkdir()
        mount = ["unshare", "-m", "sh", "-c",
                 'mount -t tmpfs -o size=4k none "$1" && head -c 4096 /dev/zero > "$1/full" &&'
                 'shift && "$@"', "sh", disk]
        if not shutil.which("unshare") or subprocess.run([*mount, "true"],
                                                         stderr=subprocess.DEVNULL).returncode != 0:
            return False
        process = subprocess.Popen([*mount, *self.command(f"--cache={disk}/cache")],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.check(process, "No space left on device")
        return True


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=40, help="compilations, two in a round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("tesuji")
    parser.add_argument("sheet", type=pathlib.Path)
    options = parser.parse_args()
    os.environ["TESUJI_CACHE"] = ""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        stress = Stress(options.tesuji, options.sheet, folder, options.seed)
        try:
            for number in range((options.count + 1) // 2):
                stress.round()
            stress.check(stress.start(f"--cache={stress.cache}"))
            full = stress.full_disk(folder)
        except Failure as failure:
            print(f"round {number + 1}, seed {options.seed}: {failure}")
            return 1
    print(f"{2 * number + 2} compilations, {stress.killed} other ones killed: all answers right; full "
          f"disk: {'fine' if full else 'NOT TRIED, this user may not mount one'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
