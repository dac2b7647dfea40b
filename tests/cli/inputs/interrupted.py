#!/usr/bin/env python3
"""interrupted.py SECONDS COMMAND...: runs the command, sends SIGINT after so many seconds, and tells after its output
whether it ended then, and how."""
import signal
import subprocess
import sys
import time

seconds, command = float(sys.argv[1]), sys.argv[2:]
child = subprocess.Popen(command)
time.sleep(seconds)
if child.poll() is not None:
    sys.exit(f"interrupted.py: it had ended before, with exit code {child.returncode}")
sent = time.monotonic()
child.send_signal(signal.SIGINT)
try:
    code = child.wait(60)
except subprocess.TimeoutExpired:
    child.kill()
    sys.exit("interrupted.py: it did not end")
print(f"exit code {code}", "at once" if time.monotonic() < sent + 20 else "late")
