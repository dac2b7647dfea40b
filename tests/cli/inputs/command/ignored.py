#!/usr/bin/env python3
"""ignored.py SIGNAL COMMAND...: runs the command with the signal ignored, as nohup does, and sends it the signal at once and
again until it ends; its exit code."""
import signal
import subprocess
import sys
import time

name = getattr(signal, sys.argv[1])
child = subprocess.Popen(sys.argv[2:], preexec_fn=lambda: signal.signal(name, signal.SIG_IGN))
while child.poll() is None:
    child.send_signal(name)
    time.sleep(0.005)
sys.exit(child.returncode if child.returncode >= 0 else 128 - child.returncode)
