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

# How each game is run; `plan` is the interpreter on the plan that was dumped and read back.
RUNS = ("interpreter", "jit", "plan", "reference")
# What the reference reasoner may come to, being made for certainty and not for speed.
CAPPED = {"time", "limit"}


def arguments():
    parser = argparse.ArgumentParser(prog="tools/corpus.sh")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--cap", type=float, default=60, help="seconds for the reference reasoner")
    parser.add_argument("--memory", type=int, default=4096)
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("docs/corpus.md"))
    parser.add_argument("names", nargs="*", metavar="NAME", help="games; all by default")
    return parser.parse_args()


def limit_memory(mebibytes):
    size = mebibytes << 20
    resource.setrlimit(resource.RLIMIT_AS, (size, size))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def first_error(text):
    """The first message of a run, without the place it names."""
    for line in text.splitlines():
        for word in ("internal error: ", "error: "):
            if word in line:
                return line.split(word, 1)[1].strip()
    lines = text.strip().splitlines()
    return lines[-1] if lines else "no message"


def run(engine, sheet, trace, options):
    """One replay: (outcome, reason, states, seconds). Outcome is `ok` or why not."""
    timeout = options.cap if engine == "reference" else options.timeout
    command = [os.environ["TESUJI"], "replay", f"--engine={engine}", "--json", sheet, trace]
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


def run_plan(sheet, trace, options):
    """As run(), for the dumped plan: it must print the same again, and answer the same."""
    with tempfile.TemporaryDirectory() as folder:
        texts = []
        source = sheet
        for number in (1, 2):
            target = os.path.join(folder, f"{number}.tir")
            try:
                done = subprocess.run([os.environ["TESUJI"], "dump", "--emit=plan", "-o", target,
                                       source], capture_output=True, timeout=options.timeout,
                                      text=True, errors="replace",
                                      preexec_fn=lambda: limit_memory(options.memory))
            except subprocess.TimeoutExpired:
                return "time", f"dump not done after {options.timeout:g} s", 0, options.timeout
            if done.returncode != 0:
                return "refused", first_error(done.stderr), 0, 0
            texts.append(pathlib.Path(target).read_bytes())
            source = target
        if texts[0] != texts[1]:
            return "differs", "the plan prints differently after it was read back", 0, 0
        return run("interpreter", target, trace, options)


def replay_game(folder, name, options):
    sheet, trace = (str(folder / (name + end)) for end in (".kif", ".trace.json"))
    result = {engine: run(engine, sheet, trace, options)
              for engine in ("interpreter", "jit", "reference")}
    result["plan"] = run_plan(sheet, trace, options)
    return name, result


def machine():
    """This machine in words, for the head of the table."""
    model = "unknown processor"
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
            break
    return f"{model}, {os.cpu_count()} cores"


def cell(text):
    return text.replace("|", "\\|")[:160]


def over_the_cap(result):
    return result["reference"][0] in CAPPED


def is_good(result):
    return all(result[e][0] == "ok" or (e == "reference" and over_the_cap(result)) for e in RUNS)


def table(results, options, complete):
    good = [name for name, result in results if is_good(result)]
    capped = [(name, result) for name, result in results if over_the_cap(result)]
    lines = [
        "# The conformance corpus",
        "",
        f"Written by `tools/corpus.sh` on {datetime.date.today()} ({machine()}).",
        "Every rulesheet's trace is replayed (fluents, legal moves, terminal, goals of each state,",
        "and perft counts) with both engines. `plan`: the plan is dumped, read back, must print the",
        "same, and is replayed (by the interpreter) instead of the rulesheet. `reference`: the",
        "reasoner of docs/reference.md, which shares nothing with the compiler but the parser.",
        f"Limits per game and run: {options.timeout:g} s ({options.cap:g} s for `reference`), "
        f"{options.memory} MiB.",
        "",
        f"**{len(good)} of {len(results)} games replay without a difference in all runs.**",
        "The reference reasoner replays "
        f"{sum(result['reference'][0] == 'ok' for _, result in results)} within its cap.",
        "" if complete else "Only the games named on the command line were run.",
        "Outcomes: `ok` no difference; `differs` from the trace; `refused` with an error;",
        "`limit` a limit of the compiler or the runtime; `time` not done in time; `bug`, `crash`.",
        "",
        "## Games that fail",
        "",
        f"| game | {' | '.join(RUNS)} | reason |",
        "|---|" + "---|" * len(RUNS) + "---|",
    ]
    for name, result in results:
        outcomes = [result[e][0] for e in RUNS]
        if name in good:
            continue
        reasons = []
        for engine in RUNS:
            if result[engine][1] and result[engine][1] not in reasons:
                reasons.append(result[engine][1])
        lines.append(f"| {name} | {' | '.join(outcomes)} | {cell('; '.join(reasons))} |")
    lines += ["", "## Games over the cap of the reference reasoner", ""]
    lines += [f"* {name}: {cell(result['reference'][1])}" for name, result in capped] or ["None."]
    lines += [
        "",
        "## Games that replay",
        "",
        "Seconds are those of the whole run: reading, compiling, replaying.",
        "",
        "| game | states | interpreter, s | jit, s | reference, s |",
        "|---|---|---|---|---|",
    ]
    for name, result in results:
        if name in good:
            reference = "-" if over_the_cap(result) else f"{result['reference'][3]:.2f}"
            lines.append(f"| {name} | {result['jit'][2]} | {result['interpreter'][3]:.2f} "
                         f"| {result['jit'][3]:.2f} | {reference} |")
    return "\n".join(lines) + "\n", len(good)


def main():
    options = arguments()
    folder = pathlib.Path(os.environ["TESUJI_SHARED"]) / "corpus" / "dev"
    if not folder.is_dir():
        sys.exit(f"corpus.sh: no corpus at {folder} (set TESUJI_SHARED)")
    all_names = sorted(p.name[:-len(".trace.json")] for p in folder.glob("*.trace.json"))
    names = options.names or all_names
    unknown = sorted(set(names) - set(all_names))
    if unknown:
        sys.exit(f"corpus.sh: no such games: {' '.join(unknown)}")
    results = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, result in pool.map(lambda n: replay_game(folder, n, options), names):
            results.append((name, result))
            short = " ".join(f"{e}={result[e][0]}" for e in RUNS)
            print(f"{len(results)}/{len(names)} {name} {short}", flush=True)
    text, good = table(results, options, names == all_names)
    options.output.write_text(text)
    print(f"{good} of {len(results)} games replay in all runs; wrote {options.output}")
    wrong = {"differs", "bug", "crash"}
    return 1 if any(r[e][0] in wrong for _, r in results for e in RUNS) else 0


if __name__ == "__main__":
    sys.exit(main())
