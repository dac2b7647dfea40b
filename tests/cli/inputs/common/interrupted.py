#!/usr/bin/env python3
"""interrupted.py SECONDS COMMAND...: runs the command, sends SIGTERM when it has used so many seconds of CPU time, and tells
after its output how it ended: `at once` if the CPU time that it used after the signal is less than a second. CPU time, since
on a busy machine a process may wait for long; on standard error stands how much it was."""
import os
import signal
import subprocess
import sys
import time

MOST = 1.0


def used_by(process):
    """CPU seconds of all its threads; as clock_getcpuclockid(3) has it."""
    return time.clock_gettime(~process << 3 | 2)


seconds, command = float(sys.argv[1]), sys.argv[2:]
child = subprocess.Popen(command)
begin = time.monotonic()
used = 0.0
while used < seconds and time.monotonic() < begin + 300:
    time.sleep(0.02)
    ended, status, usage = os.wait4(child.pid, os.WNOHANG)
    if ended:
        sys.exit(f"interrupted.py: it had ended before, with exit code {os.waitstatus_to_exitcode(status)}")
    used = used_by(child.pid)
child.send_signal(signal.SIGTERM)
used = used_by(child.pid)
sent = time.monotonic()
while not (ended := os.wait4(child.pid, os.WNOHANG))[0]:
    if time.monotonic() > sent + 120:
        child.kill()
        sys.exit("interrupted.py: it did not end")
    time.sleep(0.005)
more = ended[2].ru_utime + ended[2].ru_stime - used
print(f"CPU time after the signal: {more:.3f} s; {time.monotonic() - sent:.3f} s of the clock", file=sys.stderr)
print(f"exit code {os.waitstatus_to_exitcode(ended[1])}", "at once" if more < MOST else f"late: after {more:.1f} s of CPU time")
