"""Runs commands with limits of time and memory, and measures them."""
import dataclasses
import math
import os
import resource
import signal
import subprocess
import tempfile
import threading


@dataclasses.dataclass
class Outcome:
    """`reason` is empty if the command succeeded, else the reason in words."""
    reason: str
    output: str
    cpu_seconds: float  # user and system
    peak_mib: float


# Even on a busy machine, a process gets less than this share of a core only if it hangs.
LEAST_SHARE = 0.1


def _limits(seconds, mebibytes):
    whole = math.ceil(seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (whole, whole + 1))
    resource.setrlimit(resource.RLIMIT_AS, (mebibytes << 20, mebibytes << 20))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _why(status, timed_out, errors, seconds, mebibytes):
    if timed_out:
        return f"hangs: not done after {seconds / LEAST_SHARE:g} s"
    code = os.waitstatus_to_exitcode(status)
    if code == 0:
        return ""
    if code == -signal.SIGXCPU:
        return f"more than {seconds:g} s of CPU time"
    for line in errors.splitlines():
        if "bad_alloc" in line or "out of memory" in line.lower():
            return f"more than {mebibytes} MiB"
        for word in ("internal error: ", "error: "):
            if word in line:
                return line.split(word, 1)[1].strip()
    lines = errors.strip().splitlines()
    return lines[-1][:200] if lines else f"signal {-code}" if code < 0 else f"exit code {code}"


def run(command, seconds=60, mebibytes=2048, text=""):
    """Runs a command with `text` as its input; `seconds` are CPU time."""
    with tempfile.TemporaryFile("w+") as given, tempfile.TemporaryFile() as out, \
            tempfile.TemporaryFile() as err:
        given.write(text)
        given.seek(0)
        try:
            child = subprocess.Popen([str(word) for word in command], stdin=given, stdout=out,
                                     stderr=err, preexec_fn=lambda: _limits(seconds, mebibytes))
        except OSError as error:
            return Outcome(f"{command[0]}: {error.strerror}", "", 0, 0)
        timed_out = threading.Event()

        def stop():
            timed_out.set()
            os.kill(child.pid, signal.SIGKILL)

        timer = threading.Timer(seconds / LEAST_SHARE, stop)
        timer.start()
        _, status, usage = os.wait4(child.pid, 0)
        timer.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        errors = err.read().decode(errors="replace")
        return Outcome(_why(status, timed_out.is_set(), errors, seconds, mebibytes),
                       out.read().decode(errors="replace"), usage.ru_utime + usage.ru_stime,
                       usage.ru_maxrss / 1024)
