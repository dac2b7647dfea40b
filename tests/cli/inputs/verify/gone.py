#!/usr/bin/env python3
"""gone.py FILE: whether any of the processes is left whose ids the file has, after a while."""
import pathlib
import sys
import time


def left(process):
    try:
        after = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2]
    except OSError:
        return False
    return after.split()[0] != "Z"  # those have ended


ids = pathlib.Path(sys.argv[1]).read_text().split()
until = time.monotonic() + 10
while any(map(left, ids)) and time.monotonic() < until:
    time.sleep(0.02)
print(f"{len(ids)} processes, left:", ", ".join(filter(left, ids)) or "nothing")
