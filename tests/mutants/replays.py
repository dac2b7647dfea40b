"""Replays of mutants and of other sheets by one engine: what it answers, and the seconds that it takes.

Used by corpus.py and tools/bench_cliffs.py.
"""
import json
import os
import pathlib
import random
import signal
import subprocess
import tempfile
import threading
import time

from mutation import mutate, parse, show

TIME = 20  # seconds for one replay
WAITS = {"tiers": 0, "auto": 0.5}  # seconds that the main thread may wait for the compiler
RECORD_TIME = 5  # seconds to record; the second value of RECORDS is taken where the first needs more
RECORDS = (("--playouts=1", "--max-steps=15", "--perft=2000"),
           ("--playouts=1", "--max-steps=4", "--perft=200"))


def run(command, *arguments, limit=TIME):
    """Exit code (None after the limit), standard output, standard error, seconds, and the main
    thread's seconds.

    The seconds are the less of wall clock time and processor time, also where others keep the machine
    busy. With tiers and auto the main thread waits for the compiler no longer than WAITS says, so that its
    processor time and that is what a user waits for where there is a second core.
    """
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        begin = time.perf_counter()
        process = subprocess.Popen([command, *map(str, arguments)], stdout=output, stderr=errors)
        timer = threading.Timer(limit, process.kill)
        timer.start()
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)  # its times can still be read
        main_thread = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/schedstat")
        on_processor = int(main_thread.read_text().split()[0]) / 1e9
        _, status, used = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = min(time.perf_counter() - begin, used.ru_utime + used.ru_stime)
        texts = []
        for file in (output, errors):
            file.seek(0)
            texts.append(file.read())
    killed = process.returncode == -signal.SIGKILL
    return None if killed else process.returncode, *texts, seconds, on_processor


def mutant(clauses, game, number, seed):
    rng = random.Random(f"{seed}.{game}.{number}")
    sheet = parse(clauses)
    for _ in range(rng.randrange(1, 4)):
        mutate(sheet, rng)
    return "\n".join(map(show, sheet)) + "\n"


def record(command, sheet, trace):
    """Why there is no trace, or nothing."""
    for options in RECORDS:
        code, _, errors, *_ = run(command, "record", "--engine=reference", *options, "--force", "-o",
                                 trace, sheet, limit=RECORD_TIME)
        if code == 0:
            return None
        if code is not None:
            return f"exit code {code}: {errors.splitlines()[0] if errors else ''}"
    return "time"


def replay(command, engine, sheet, trace, limit=TIME):
    """What one engine says within the limit: seconds, and what it found other than the trace."""
    choice = ["--tier=fast"] if engine == "fast" else [f"--engine={engine}"]
    code, output, errors, seconds, main = run(command, "replay", *choice, "--no-cache", "--perft=2000",
                                        "--json", sheet, trace, limit=limit)
    said = {"seconds": round(seconds, 4)}
    if engine in WAITS:
        said["main"] = round(main + WAITS[engine], 4)
    if code is None:
        said["limit"] = "time"
    elif code == 1 and output:
        said["differences"] = json.loads(output)["traces"][0]["differences"][:3]
    elif code != 0:
        said["error"] = f"exit code {code}: {errors[-300:]}"
    return said


def waited(said):
    """Seconds that a user of the engine waits where the machine is free."""
    return min(said["seconds"], said.get("main", said["seconds"]))
