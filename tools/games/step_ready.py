"""Measures how long it takes until a game is ready for steps, without and with a cache, for
bench.sh steps --ready."""
import json
import os
import statistics
import tempfile

from games import process, report

# Uses a new process each time, as a user who restarts a program. Prints JSON.
READY = """
import json, sys, time, warnings
import numpy, tesuji
warnings.simplefilter("ignore")
begin, wall = time.process_time(), time.monotonic()
game = tesuji.load(sys.argv[1], cache=sys.argv[2])
env = game.vector_env(64)
env.reset(seed=1)
env.step(env.sample())
print(json.dumps({"cpu": time.process_time() - begin, "wall": time.monotonic() - wall, "lanes": game.lanes}))
"""


def measure(sheet, options):
    """Returns figures of each run with an empty folder, and of the next one; and the folder's size."""
    found = {"game": sheet.stem, "first": [], "again": [], "failure": ""}
    for _ in range(options.runs):
        with tempfile.TemporaryDirectory() as folder:
            for when in ("first", "again"):
                made = process.run([options.python, "-c", READY, sheet, folder], options.limit, options.memory)
                if made.reason:
                    return found | {"failure": made.reason}
                found[when].append(json.loads(made.output))
            found["kept_bytes"] = sum(entry.stat().st_size for entry in os.scandir(folder))
    return found


def table(games):
    """Returns lines of Markdown."""
    def milliseconds(runs, clock, choose):
        return f"{1000 * choose(one[clock] for one in runs):,.0f} ms"

    rows = []
    for game in games:
        if game["failure"]:
            rows.append([game["game"], game["failure"], *[""] * 4])
            continue
        times = [milliseconds(game[when], clock, choose) for when in ("first", "again")
                 for clock, choose in (("cpu", statistics.median), ("wall", min))]
        rows.append([game["game"], *times, f"{game['kept_bytes'] / (1 << 20):,.1f} MiB"])
    return report.table(["game", "CPU", "clock, the fastest", "again: CPU", "again: clock", "kept"], rows)
