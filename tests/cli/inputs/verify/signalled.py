#!/usr/bin/env python3
"""signalled.py SIGNAL COMMAND...: runs the command until it has a process that has been solving
for a moment, sends the signal to the command alone, and tells how it ended and whether any process
that it had started is left."""
import os
import pathlib
import signal
import subprocess
import sys
import time


def processes():
    """(id, parent's id, name, state) of all."""
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            before, _, after = (folder / "stat").read_text().rpartition(")")
        except OSError:
            continue
        state, parent = after.split()[:2]
        yield int(folder.name), int(parent), before.partition("(")[2], state


def below(root):
    found, grew = {root}, True
    while grew:
        more = {one for one, parent, _, _ in processes() if parent in found}
        grew = not more <= found
        found |= more
    return found - {root}


def left_of(ids):
    return [f"{one} ({name})" for one, _, name, state in processes()
            if one in ids and state != "Z"]


def main(name, *command):
    child = subprocess.Popen(command)
    begin = time.monotonic()
    solving = set()
    # The same process twice, a moment apart: not the one that is asked for its version.
    while child.poll() is None and time.monotonic() < begin + 60:
        before = solving
        solving = below(child.pid)
        if before & solving:
            break
        time.sleep(0.5)
    if child.poll() is not None or not solving:
        sys.exit(f"signalled.py: no process was started; exit code {child.poll()}")
    sent = time.monotonic()
    child.send_signal(getattr(signal, name))
    code = child.wait(60)
    print(f"ended by {name}" if code < 0 else f"exit code {code}",
          "at once" if time.monotonic() < sent + 20 else "late")
    until = time.monotonic() + 10
    while left_of(solving) and time.monotonic() < until:
        time.sleep(0.02)
    print("left:", ", ".join(left_of(solving)) or "nothing")


if __name__ == "__main__":
    main(*sys.argv[1:])
