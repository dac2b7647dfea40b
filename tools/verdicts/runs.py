"""Runs of `tesuji verify` with limits, each kept as a file of JSON at once.

A record of a game:

    {"game": "tictactoe", "part": "dev", "outcome": "ok", "reason": "", "exit": 0,
     "wall_seconds": 3.1, "peak_mib": 80.2, "load": 1.5, "command": "tesuji verify --json ..",
     "commit": "..", "date": "2026-11-22", "machine": "..", "jobs": 1,
     "report": {..}}             what verify printed, without plays and lists of instances

Outcomes: `ok`; `limit` exit code 3; `refused` the sheet or the command line was rejected; `time`
killed; `bug` exit code 70; `crash` a signal. The report is present whenever the command printed
one."""
import concurrent.futures
import dataclasses
import datetime
import json
import os
import pathlib
import resource
import signal
import subprocess
import tempfile
import threading
import time

from corpus import first_error, machine
from games.machine import description

PARTS = ("fig3", "dev")
POLL_SECONDS = 0.02


@dataclasses.dataclass(frozen=True)
class Game:
    name: str  # with the part's prefix
    part: str
    sheet: pathlib.Path


def games_of(corpus):
    """Returns the games by name, those of Figure 3 first, then without regard to case."""
    games = {}
    for part, prefix in (("fig3", "fig3/"), ("dev", "")):
        for sheet in sorted((corpus / part).glob("*.kif"), key=lambda p: (p.stem.lower(), p.stem)):
            games[prefix + sheet.stem] = Game(prefix + sheet.stem, part, sheet)
    return games


class Store:
    """Stores the records as files of a folder."""

    def __init__(self, folder):
        self.folder = folder

    def _path(self, name):
        part, _, stem = name.rpartition("/")
        return self.folder / (part or "dev") / (stem + ".json")

    def load(self, name):
        """Returns None if there is no record; a truncated file counts as none."""
        try:
            return json.loads(self._path(name).read_text())
        except (FileNotFoundError, ValueError):
            return None

    def save(self, name, record):
        path = self._path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(f".new{os.getpid()}")
        new.write_text(json.dumps(record, indent=1) + "\n")
        new.replace(path)


def slim(report):
    """Returns the parts of verify's output that the tables need."""
    kept = ("invariant", "degree", "formulas", "verdicts", "base_holds", "reason")
    sets = []
    for one in report["sets"]:
        invariants = []
        for invariant in one["invariants"]:
            small = {key: invariant[key] for key in kept}
            if "play" in invariant: small["violated"] = invariant["play"]["violated"]
            invariants.append(small)
        sets.append(one | {"invariants": invariants})
    return report | {"sets": sets}


class Runner:
    """Runs commands that can all be stopped at once."""

    def __init__(self, memory_mib):
        self._bytes = memory_mib << 20
        self.stopped = threading.Event()

    def _limit(self):
        resource.setrlimit(resource.RLIMIT_AS, (self._bytes, self._bytes))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    def run(self, command, seconds):
        """Returns exit code (for a signal: its negative number; None: killed), output, messages,
        wall seconds, MiB of the largest process."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            start = time.monotonic()
            child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                     start_new_session=True, preexec_fn=self._limit)
            killed = False
            while True:
                done, status, usage = os.wait4(child.pid, os.WNOHANG)
                if done: break
                if not killed and (self.stopped.is_set() or time.monotonic() - start > seconds):
                    os.killpg(child.pid, signal.SIGKILL)  # its clingos die with it
                    killed = True
                time.sleep(POLL_SECONDS)
            wall = time.monotonic() - start
            child.returncode = os.waitstatus_to_exitcode(status)
            texts = []
            for file in (out, err):
                file.seek(0)
                texts.append(file.read().decode(errors="replace"))
            return None if killed else child.returncode, *texts, wall, usage.ru_maxrss / 1024


def options_for(options):
    """Returns the options of the command, except the sheet."""
    return ["verify", "--json", "--auto", "--no-cache", "--threads=1", "--enumerate=never",
            f"--induction={options.induction}", f"--proof-seconds={options.timeout:g}",
            f"--seconds={options.total_timeout:g}", f"--memory={options.memory}",
            f"--attack-states={options.attack_states}", f"--attack-seconds={options.attack_seconds:g}",
            f"--engine={options.engine}",
            *([] if options.sieve is None else [f"--sieve={options.sieve}"])]


def judged(code, output, errors, seconds):
    """Returns outcome, reason and report of a command that ended."""
    try:
        report = slim(json.loads(output))
    except (ValueError, KeyError, TypeError):
        report = None
    if code is None: return "time", f"killed: not done after {seconds:g} s", None
    if code < 0: return "crash", f"signal {-code}: {first_error(errors)}", report
    if code == 70:
        found = report["disagreements"] if report else []
        return "bug", found[0] if found else first_error(errors), report
    if report and code in (0, 3): return "ok" if code == 0 else "limit", "", report
    return "limit" if code == 3 else "refused", first_error(errors), report


def verify(game, runner, options, about):
    """Returns the record of one game; None if it was stopped."""
    words = options_for(options)
    load = os.getloadavg()[0]
    code, output, errors, wall, peak = runner.run(
        [os.environ["TESUJI"], *words, str(game.sheet)], options.limit)
    if runner.stopped.is_set() and code is None: return None
    outcome, reason, report = judged(code, output, errors, options.limit)
    return {"game": game.sheet.stem, "part": game.part, "outcome": outcome, "reason": reason,
            "exit": code, "wall_seconds": wall, "peak_mib": peak, "load": load,
            "command": " ".join(["tesuji", *words]), **about,
            "date": str(datetime.date.today()), "report": report}


def progress(number, total, name, record):
    sets = (record["report"] or {"sets": []})["sets"]
    figures = " ".join(f"{s['set']}={s['proved']}/{s['base_holds']}" for s in sets)
    reason = f": {record['reason']}" if record["reason"] else ""
    print(f"{number}/{total} {name} {record['outcome']}{reason} {figures} "
          f"{record['wall_seconds']:.1f} s", flush=True)


def run_games(games, store, options):
    """Runs the games and stores the records. Returns False if it was interrupted."""
    about = {"commit": options.commit or description()["commit"], "machine": machine()}
    runner = Runner(options.memory)
    done = 0
    try:
        for part, jobs in (("fig3", 1), ("dev", options.jobs)):
            some = [game for game in games if game.part == part]
            with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
                futures = {pool.submit(verify, game, runner, options, about | {"jobs": jobs}): game
                           for game in some}
                try:
                    for future in concurrent.futures.as_completed(futures):
                        name, record = futures[future].name, future.result()
                        done += 1
                        store.save(name, record)
                        progress(done, len(games), name, record)
                except BaseException:
                    runner.stopped.set()
                    pool.shutdown(cancel_futures=True)
                    raise
    except KeyboardInterrupt:
        return False
    return True
