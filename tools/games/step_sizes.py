"""Measures steps with given moves by the number of games at once and of threads, for bench.sh steps
--sizes."""
import json
import re
import statistics

from games import process, report
from games.contestants import Engine, Failed, Limits

GAMES = ["ticTacToe", "connectFour", "breakthrough", "reversi", "hex", "pentago", "chess"]
SIZES, THREADS = (64, 1024, 4096, 65536), (1, 2)
SINGLE = "one at a time"
CHOOSERS = {"C": "C", "library": "Python", "numpy": "Python, NumPy chooses"}
# M moves a second of random play: notebooks/plot_throughputs.ipynb of github.com/gdrtodd/ludax (commit 929d95bdc5, 2025),
# which measured Ludax and Pgx 32,768 games at a time on a GPU that it does not name, and Ludii on 32 threads of a CPU. Reversi
# is Pgx's Othello, hex has 11 x 11 cells (ours 9 x 9), connect four 7 x 6 (ours 8 x 6).
PUBLISHED_SIZE = 32768
PUBLISHED = {"ticTacToe": {"Pgx": 408.5, "Ludax": 380.5, "Ludii": 7.8},
             "connectFour": {"Pgx": 206.6, "Ludax": 75.3, "Ludii": 6.7},
             "reversi": {"Pgx": 65.7, "Ludax": 14.8, "Ludii": 0.71},
             "hex": {"Pgx": 121.4, "Ludax": 41.8, "Ludii": 14.2}}

# Runs all Python measurements of a game in one process. Prints JSON.
PYTHON = """
import json, resource, sys, time, warnings
begin, wall = time.process_time(), time.monotonic()
import numpy as np, random as single, tesuji
imported, imported_wall = time.process_time() - begin, time.monotonic() - wall
warnings.simplefilter("ignore")
path, seconds, sizes, threads = sys.argv[1], float(sys.argv[2]), json.loads(sys.argv[3]), json.loads(sys.argv[4])

def resident():
    for line in open("/proc/self/status"):
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) << 10

def chosen(masks, generator):
    rows = max(1, (1 << 20) // masks.shape[1])
    return np.concatenate([np.argmax((1 - generator.random(part.shape, np.float32)) * part, axis=1)
                           for part in (masks[i:i + rows] for i in range(0, len(masks), rows))])

def rate(env, choose):
    step, count = env.reset(seed=1), 0
    for _ in range(2):
        step = env.step(choose(step))
    cpu, wall = time.process_time(), time.monotonic()
    while time.process_time() - cpu < seconds:
        step = env.step(choose(step), check=False)
        count += 1
    return [count * env.num_envs / (time.process_time() - cpu), count * env.num_envs / (time.monotonic() - wall)]

begin, wall = time.process_time(), time.monotonic()
game = tesuji.load(path, cache=False)
first = game.vector_env(64)
first.reset(seed=1)
first.step(first.sample())
found = {"first_cpu": time.process_time() - begin, "first_wall": time.monotonic() - wall, "imported": imported_wall,
         "lanes": game.lanes, "rates": {}}
before = resident()
large = game.vector_env(65536, observation=None, mask="bits")
large.reset(seed=1)
large.step(large.sample())
found["game_bytes"] = (resident() - before) / 65536
del large
generator = np.random.default_rng(1)
for size in sizes:
    for count in threads:
        env = game.vector_env(size, threads=count)
        for name, choose in (("library", lambda step: env.sample()),
                             ("numpy", lambda step: chosen(step.legal_action_mask, generator))):
            found["rates"][f"{name} {size} {count}"] = rate(env, choose)
        del env
state, count, begin = game.initial, 0, time.process_time()
while time.process_time() - begin < seconds:
    if game.terminal(state):
        state = game.initial
    state = game.step(state, [single.choice(moves) for moves in game.legal(state)], checked=False)
    count += 1
found["one_in_python"] = count / (time.process_time() - begin)
print(json.dumps(found))
"""


def measure(sheet, vector_play, options):
    """Returns all figures of a game: rates by "chooser size threads", [per CPU second, per second
    of the clock] of each run."""
    found = {"game": sheet.stem, "rates": {}, "first": [], "failure": ""}
    try:
        found[SINGLE] = Engine(sheet, "auto", Limits(options.limit, options.memory)).measure(options.seconds)
        found[SINGLE] = found[SINGLE].transitions / found[SINGLE].seconds
    except Failed as why:
        found[SINGLE] = None
        found["failure"] = str(why)
    for run in range(options.runs):
        made = process.run([options.python, "-c", PYTHON, sheet, options.seconds, json.dumps(SIZES), json.dumps(THREADS)],
                           10 * options.limit, options.memory)
        if made.reason:
            return found | {"failure": made.reason}
        one = json.loads(made.output)
        for name, rates in one.pop("rates").items():
            found["rates"].setdefault(name, []).append(rates)
        found["first"].append(one)
        for size in SIZES:
            for threads in THREADS:
                made = process.run([vector_play, sheet, size, options.seconds, threads], options.limit, options.memory)
                rates = re.search(r"([0-9.]+) million steps per CPU second, ([0-9.]+) per second", made.output)
                if made.reason or not rates:
                    return found | {"failure": made.reason or "no figure"}
                found["rates"].setdefault(f"C {size} {threads}", []).append([1e6 * float(rate) for rate in rates.groups()])
    return found


def figure(game, chooser, size, threads):
    """One thread: returns the median of steps per CPU second. Several: the most per second of the
    clock, because other programs use it, too."""
    rates = game["rates"].get(f"{chooser} {size} {threads}")
    if not rates:
        return None
    return statistics.median(cpu for cpu, _ in rates) if threads == 1 else max(wall for _, wall in rates)


def tables(games):
    """Returns lines of Markdown."""
    columns = [(size, threads) for size in SIZES for threads in THREADS]
    rows = [[game["game"], name, *[report.rate(figure(game, chooser, size, threads)) for size, threads in columns]]
            for game in games for chooser, name in CHOOSERS.items()]
    names = [f"{size:,}{', 2 threads' if threads == 2 else ''}" for size, threads in columns]
    lines = report.table(["game", "moves chosen in", *names], rows)
    lines += ["", "Beside one game at a time, and what others have published (moves a second, 32,768 games at a time; Ludii: "
              "32 threads):", ""]
    rows = []
    for game in games:
        published = PUBLISHED.get(game["game"], {})
        first = game["first"] or [{}]
        best = max((figure(game, "C", size, 1) or 0 for size in SIZES), default=0)
        rows.append([game["game"], report.rate(best), report.rate(game[SINGLE]),
                     report.rate(statistics.median(one["one_in_python"] for one in first)) if game["first"] else "-",
                     *[f"{published[name]:g}M" if name in published else "-" for name in ("Pgx", "Ludax", "Ludii")]])
    lines += report.table(["game", "C, best size", "`--engine=auto`, one game", "Python, one game", "Pgx (GPU)",
                           "Ludax (GPU)", "Ludii (CPU)"], rows)
    lines += ["", "From `tesuji.load` to after the first step of 64 games in Python, and what a game takes in memory:", ""]
    rows = []
    for game in games:
        runs = game["first"] or [{"first_cpu": 0, "first_wall": 0, "game_bytes": 0, "lanes": 0}]
        rows.append([game["game"], f"{1000 * statistics.median(one['first_cpu'] for one in runs):,.0f} ms",
                     f"{1000 * min(one['first_wall'] for one in runs):,.0f} ms",
                     f"{statistics.median(one['game_bytes'] for one in runs):,.0f} B", str(runs[0]["lanes"])])
    lines += report.table(["game", "CPU", "clock, the fastest", "memory of a game", "lanes"], rows)
    return lines + [f"\n{game['game']}: {game['failure']}" for game in games if game["failure"]]
