#!/usr/bin/env python3
"""killed.py SIGNAL FOLDER COMMAND...: runs the command, with one line to read and no end, until there is a file or folder in FOLDER,
sends it the signal until it ends, and tells what was in FOLDER and what is left there."""
import os
import signal
import subprocess
import sys
import time

name, folder, command = sys.argv[1], sys.argv[2], sys.argv[3:]
before = set(os.listdir(folder))
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # which nohup has the child ignore
child = subprocess.Popen(command, stdin=subprocess.PIPE)
child.stdin.write(b"x---\n")
child.stdin.flush()
begin = time.monotonic()
while not (found := set(os.listdir(folder)) - before) and time.monotonic() < begin + 60:
    time.sleep(0.05)
time.sleep(1)  # what is there for a moment only is no longer
found = set(os.listdir(folder)) - before
print("while it ran:", ", ".join(sorted(found)) or "nothing")
# The first one may only be a request to stop.
while child.poll() is None and time.monotonic() < begin + 60:
    child.send_signal(getattr(signal, "SIG" + name))
    time.sleep(0.5)
time.sleep(0.2)
print("left:", ", ".join(sorted(set(os.listdir(folder)) - before)) or "nothing")
