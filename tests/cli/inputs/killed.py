#!/usr/bin/env python3
"""killed.py SIGNAL FOLDER COMMAND...: runs the command, with nothing to read yet, until there is a file or folder in FOLDER,
sends it the signal, and tells what was in FOLDER and what is left there."""
import os
import signal
import subprocess
import sys
import time

name, folder, command = sys.argv[1], sys.argv[2], sys.argv[3:]
before = set(os.listdir(folder))
child = subprocess.Popen(command, stdin=subprocess.PIPE)
begin = time.monotonic()
while not (found := set(os.listdir(folder)) - before) and time.monotonic() < begin + 60:
    time.sleep(0.05)
time.sleep(1)  # what is there for a moment only is no longer
found = set(os.listdir(folder)) - before
print("while it ran:", ", ".join(sorted(found)) or "nothing")
child.send_signal(getattr(signal, "SIG" + name))
child.wait(60)
time.sleep(0.2)
print("left:", ", ".join(sorted(set(os.listdir(folder)) - before)) or "nothing")
