#!/usr/bin/env python3
"""Replays the corpus and writes its table; called by corpus.sh, which documents it."""
import argparse
import concurrent.futures
import datetime
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

# How each game is run; `plan` is the interpreter on the dumped plan, read back; the plugins are
# compiled from the rulesheet, with matchers only or as `auto` chooses.
ENGINES = ("tiers", "interpreter", "jit", "net", "net-jit", "auto", "reference")
PLUGINS = {"plugin": "jit", "plugin-auto": "auto"}
RUNS = ("tiers", "interpreter", "jit", "plan", "net", "net-jit", "auto", "reference", *PLUGINS)
# May fail: the reference reasoner, which is built for certainty and not for speed; and engines that
# run the whole game as a net, which may be too large.
MAY_FAIL = ("reference", "net", "net-jit")
CAPPED = {"time", "limit"}


def arguments():
    parser = argparse.ArgumentParser(prog="tools/corpus.sh")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--cap", type=float, default=60, help="seconds for the reference reasoner")
    parser.add_argument("--memory", type=int, default=2048)
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("docs/project/corpus.md"))
    parser.add_argument("names", nargs="*", metavar="NAME", help="games; all by default")
    return parser.parse_args()


def limit_memory(mebibytes):
    size = mebibytes << 20
    resource.setrlimit(resource.RLIMIT_AS, (size, size))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def first_error(text):
    """Returns the first message of a run, without the place it names."""
    for line in text.splitlines():
        for word in ("internal error: ", "error: "):
            if word in line:
                return line.split(word, 1)[1].strip()
    lines = text.strip().splitlines()
    return lines[-1] if lines else "no message"


def run(engine, sheet, trace, options):
    """Makes one replay; returns (outcome, reason, states, seconds). Outcome is `ok` or why not."""
    timeout = options.cap if engine == "reference" else options.timeout
    command = [os.environ["TESUJI"], "replay", "--json", sheet, trace]
    if engine: command.insert(2, f"--engine={engine}")
    start = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, timeout=timeout, text=True,
                              errors="replace",
                              preexec_fn=lambda: limit_memory(options.memory))
    except subprocess.TimeoutExpired:
        return "time", f"not done after {timeout:g} s", 0, timeout
    seconds = time.monotonic() - start
    if done.returncode < 0:
        return "crash", f"signal {-done.returncode}", 0, seconds
    if done.returncode == 70:
        return "bug", first_error(done.stderr), 0, seconds
    if done.returncode == 3:
        return "limit", first_error(done.stderr), 0, seconds
    try:
        result = json.loads(done.stdout)["traces"][0]
    except (ValueError, KeyError, IndexError):
        return "refused", first_error(done.stderr), 0, seconds
    if result["differences"]:
        one = result["differences"][0]
        reason = f"{one['where']}: {one['what']}"
        return "differs", reason, result["states"], seconds
    if done.returncode != 0:
        return "refused", first_error(done.stderr), result["states"], seconds
    return "ok", "", result["states"], seconds


def compiled(arguments, options):
    """Runs tesuji to prepare a replay; returns nothing, or why it failed, as run() does."""
    try:
        done = subprocess.run([os.environ["TESUJI"], *arguments], capture_output=True, timeout=options.timeout,
                              text=True, errors="replace", preexec_fn=lambda: limit_memory(options.memory))
    except subprocess.TimeoutExpired:
        return "time", f"{arguments[0]} not done after {options.timeout:g} s", 0, options.timeout
    return None if done.returncode == 0 else ("refused", first_error(done.stderr), 0, 0)


def run_plan(sheet, trace, options):
    """As run(), for the dumped plan: printing it again must give the same text, and it must answer
    the same."""
    with tempfile.TemporaryDirectory() as folder:
        texts = []
        source = sheet
        for number in (1, 2):
            target = os.path.join(folder, f"{number}.tir")
            if failed := compiled(["dump", "--emit=plan", "-o", target, source], options):
                return failed
            texts.append(pathlib.Path(target).read_bytes())
            source = target
        if texts[0] != texts[1]:
            return "differs", "the plan prints differently after it was read back", 0, 0
        return run("interpreter", target, trace, options)


def run_plugin(engine, sheet, trace, options):
    """As run(), for a plugin of the rulesheet."""
    with tempfile.TemporaryDirectory() as folder:
        plugin = os.path.join(folder, "game.so")
        if failed := compiled(["compile", f"--engine={engine}", "-o", plugin, sheet], options):
            return failed
        return run(None, plugin, trace, options)


def replay_game(corpus, name, options):
    sheet, trace = (str(corpus / (name + end)) for end in (".kif", ".trace.json"))
    result = {engine: run(engine, sheet, trace, options) for engine in ENGINES}
    result["plan"] = run_plan(sheet, trace, options)
    for name, engine in PLUGINS.items():
        result[name] = run_plugin(engine, sheet, trace, options)
    if over_the_cap(result, "net-jit"): result["speed"] = speed(sheet, options)
    return result


def speed(sheet, options):
    """Returns transitions per CPU second of random playouts with `auto`; nothing if it does not
    play."""
    command = [os.environ["TESUJI"], "simulate", "--json", "--engine=auto", "--max-steps=200", "--play-seconds=2",
               sheet]
    try:
        done = subprocess.run(command, capture_output=True, timeout=options.timeout, text=True,
                              preexec_fn=lambda: limit_memory(options.memory))
        result = json.loads(done.stdout)
        return result["transitions"] / result["cpu_seconds"]
    except (subprocess.TimeoutExpired, ValueError, KeyError, ZeroDivisionError):
        return None


def machine():
    """Describes this machine, for the head of the table."""
    model = "unknown processor"
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
            break
    return f"{model}, {os.cpu_count()} cores"


def cell(text):
    return text.replace("|", "\\|")[:160]


def over_the_cap(result, engine):
    return engine in MAY_FAIL and result[engine][0] in CAPPED


def is_good(result):
    return all(result[e][0] == "ok" or over_the_cap(result, e) for e in RUNS)


def head(results, options, complete):
    good = sum(is_good(result) for _, result in results)
    done = {e: sum(result[e][0] == "ok" for _, result in results) for e in MAY_FAIL}
    return [
        "# The conformance corpus",
        "",
        f"Written by `tools/corpus.sh` on {datetime.date.today()} ({machine()}).",
        "Every rulesheet's trace is replayed (fluents, legal moves, terminal, goals of each state, and",
        "perft counts) with every engine: the sets `dev` and `fig3` (games of Figure 3 of the invariants",
        "paper). `plan`: the plan is dumped, read back, must print the same, and is replayed (by the",
        "interpreter) instead of the rulesheet. `tiers`: as commands run games unless told otherwise; `net`, `net-jit`: the game as a propositional network;",
        "`auto`: matchers and net as one game (docs/engines/nets.md). `reference`: the reasoner of",
        "docs/engines/reference.md, which shares nothing with the compiler but the parser. `plugin`, `plugin-auto`:",
        "compiled to a shared library (docs/engines/plugins.md), of matchers or as `auto` chooses, which is then replayed.",
        "(`compile` refuses sheets that break GDL's rules where `replay` goes on with a warning: plugins are for others.)",
        f"Limits per game and run: {options.timeout:g} s ({options.cap:g} s for `reference`), "
        f"{options.memory} MiB.",
        "",
        f"**{good} of {len(results)} games replay without a difference in all runs** that can have them:",
        f"the reference reasoner replays {done['reference']} within its cap; {done['net']} have a net "
        f"within the limits, {done['net-jit']} of them in native code.",
        "" if complete else "Only the games named on the command line were run.",
        "Outcomes: `ok` no difference; `differs` from the trace; `refused` with an error;",
        "`limit` a limit of the compiler or the runtime; `time` not done in time; `bug`, `crash`.",
        "",
    ]


def failures(results):
    lines = ["## Games that fail", ""]
    bad = [(name, result) for name, result in results if not is_good(result)]
    if not bad:
        return lines + ["None.", ""]
    lines += [f"| game | {' | '.join(RUNS)} | reason |", "|---|" + "---|" * len(RUNS) + "---|"]
    for name, result in bad:
        reasons = dict.fromkeys(result[e][1] for e in RUNS if result[e][1])
        outcomes = " | ".join(result[e][0] for e in RUNS)
        lines.append(f"| {name} | {outcomes} | {cell('; '.join(reasons))} |")
    return lines + [""]


def capped(results):
    lines = ["## Games that are too large for an engine", "",
             "The other engines run them. `auto` leaves to matchers what is too large for a net: how",
             "fast it plays them, in transitions per CPU second of random playouts, was measured beside other runs.",
             ""]
    rows = []
    for name, result in results:
        reasons = {}
        for engine in MAY_FAIL:
            if over_the_cap(result, engine): reasons.setdefault(result[engine][1], []).append(engine)
        plays = result.get("speed")
        rows += [f"| {name} | {', '.join(engines)} | {cell(reason)} | {f'{plays:,.0f}' if plays else '-'} |"
                 for reason, engines in reasons.items()]
    if not rows: return lines + ["None.", ""]
    return lines + ["| game | engines | reason | `auto`, transitions/s |", "|---|---|---|---|"] + rows + [""]


def replays(results):
    lines = [
        "## Games that replay",
        "",
        "Seconds are those of the whole run: reading, compiling, replaying.",
        "",
        f"| game | states | {', s | '.join(ENGINES)}, s |",
        "|---|---|" + "---|" * len(ENGINES),
    ]
    for name, result in results:
        if not is_good(result):
            continue
        times = ["-" if over_the_cap(result, e) else f"{result[e][3]:.2f}" for e in ENGINES]
        lines.append(f"| {name} | {result['jit'][2]} | {' | '.join(times)} |")
    return lines


def games_of(shared):
    """Returns folder and file name of every game by its name here."""
    games = {}
    for part, prefix in (("dev", ""), ("fig3", "fig3/")):
        for trace in sorted((shared / "corpus" / part).glob("*.trace.json")):
            games[prefix + trace.name[:-len(".trace.json")]] = trace.parent, trace.name[:-len(".trace.json")]
    return games


def main():
    options = arguments()
    shared = pathlib.Path(os.environ["TESUJI_SHARED"])
    games = games_of(shared)
    if not games:
        sys.exit(f"corpus.sh: no corpus at {shared / 'corpus'} (set TESUJI_SHARED)")
    names = options.names or list(games)
    unknown = sorted(set(names) - set(games))
    if unknown:
        sys.exit(f"corpus.sh: no such games: {' '.join(unknown)}")
    results = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, result in zip(names, pool.map(
                lambda n: replay_game(*games[n], options), names)):
            results.append((name, result))
            short = " ".join(f"{e}={result[e][0]}" for e in RUNS)
            print(f"{len(results)}/{len(names)} {name} {short}", flush=True)
    good = sum(is_good(result) for _, result in results)
    lines = head(results, options, names == list(games)) + failures(results) + capped(results) + replays(results)
    options.output.write_text("\n".join(lines) + "\n")
    print(f"{good} of {len(results)} games replay in all runs; wrote {options.output}")
    wrong = {"differs", "bug", "crash"}
    return 1 if any(r[e][0] in wrong for _, r in results for e in RUNS) else 0


if __name__ == "__main__":
    sys.exit(main())
