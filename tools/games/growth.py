"""Measures grounding and compile time against size, for every sheet of the corpus."""
import json
import os
import pathlib
import statistics
import sys

from games import machine, net, plots, process, report
from games.contestants import Engine, Failed, Limits, tesuji


def corpus():
    shared = os.environ.get("TESUJI_SHARED", pathlib.Path.cwd().parent / "shared")
    return pathlib.Path(shared) / "corpus"


def _cpu(limits, *words):
    """Returns the CPU seconds of a process of tesuji, or why there are none."""
    outcome = process.run([tesuji(), *words], limits.seconds, limits.mebibytes)
    return (None, outcome.reason) if outcome.reason else (outcome.cpu_seconds, "")


def measure(sheet, limits):
    """Returns CPU seconds. Grounding: the time of making the net minus the passes that every engine
    runs; native code: the time of net-jit minus that of net. These are differences of processes:
    values below a millisecond are reported as one."""
    result = {"game": sheet.stem, "failures": {}}

    def cpu(name, *words):
        taken, why = _cpu(limits, *words, sheet)
        if why:
            result["failures"][name] = why
        return taken

    try:
        result["first_answer_seconds"] = Engine(sheet, "tiers", limits).first_answer()
    except Failed as failure:
        result["failures"]["first answer"] = str(failure)
    result["fast_seconds"] = cpu("fast tier", "simulate", "--tier=fast", "--playouts=0")
    result["optimised_seconds"] = cpu("optimised tier", "simulate", "--tier=optimised",
                                      "--playouts=0")
    result["auto_seconds"] = cpu("auto", "simulate", "--engine=auto", "--playouts=0")
    passes = cpu("passes", "simulate", "--engine=interpreter", "--playouts=0")
    size = net.size(sheet, limits)
    if size.get("failure"):
        result["failures"]["net"] = size["failure"]
        return result
    result["ground_rules"] = size["ground_rules"]
    result["fluents"], result["moves"] = size["fluents"], size["moves"]
    result["gates"] = sum(n or 0 for n in size["gates"].values())
    made = cpu("net", "simulate", "--engine=net", "--playouts=0")
    compiled = cpu("native code", "simulate", "--engine=net-jit", "--playouts=0")
    if made is not None and passes is not None:
        result["grounding_seconds"] = max(made - passes, 0.001)
    if compiled is not None and made is not None:
        result["compile_seconds"] = max(compiled - made, 0.001)
        result["ready_seconds"] = compiled
    return result


def share(sheets, name, most):
    """Returns, in words, how many of all sheets have a figure of at most `most`."""
    good = sum(1 for s in sheets if (s.get(name) or most + 1) <= most)
    return f"{good} of {len(sheets)} ({100 * good / max(len(sheets), 1):.0f} %)"


def outliers(sheets):
    """Returns a table of the sheets whose net takes longest to set up for its size. Omits small
    ones, in which the process itself dominates."""
    slow = [s for s in sheets if s.get("gates") and (s.get("ready_seconds") or 0) > 0.5]
    if not slow:
        return ["None over 0.5 s."]
    usual = statistics.median(s["ready_seconds"] / s["gates"] for s in slow)
    slow.sort(key=lambda s: -s["ready_seconds"] / s["gates"])
    return report.table(
        ["game", "ground rules", "gates", "grounding", "native code", "× median per gate"],
        [[s["game"], f"{s['ground_rules']:,}" if s["ground_rules"] else "-", f"{s['gates']:,}",
          report.seconds(s.get("grounding_seconds")), report.seconds(s.get("compile_seconds")),
          f"{s['ready_seconds'] / s['gates'] / usual:.1f}"] for s in slow[:12]])


def summary(results):
    sheets = results["sheets"]
    over = [f"* {s['game']}, {name}: {why}" for s in sheets for name, why in s["failures"].items()]
    return "\n".join([
        f"Commit {results['commit']}, {results['date']}; {results['machine']['processor']}. "
        f"{len(sheets)} sheets; limits of a process: {results['limit_seconds']:g} s of CPU time, "
        f"{results['limit_mib']} MiB. CPU time of whole processes.",
        "",
        f"* first answer of the default engine within 50 ms: "
        f"{share(sheets, 'first_answer_seconds', 0.05)}",
        f"* native code of matchers within 5 s: {share(sheets, 'fast_seconds', 5)}; optimised: "
        f"{share(sheets, 'optimised_seconds', 5)}",
        f"* native code of the whole net within 5 s: {share(sheets, 'ready_seconds', 5)}",
        f"* matchers and net compiled, and the faster of each chosen (`--engine=auto`), within 5 s: "
        f"{share(sheets, 'auto_seconds', 5)}",
        "",
        "Slowest for their size, of those that take more than 0.5 s:",
        "",
        *outliers(sheets),
        "",
        f"Over the limits or failed ({sum(1 for s in sheets if s['failures'])} sheets):",
        "",
        *(over or ["None."])])


def main(options):
    folder = corpus() / "dev"
    sheets = [s for s in sorted(folder.glob("*.kif"))
              if not options.games or s.stem in options.games]
    if not sheets:
        raise SystemExit(f"bench.sh games: no rulesheets in {folder} (TESUJI_SHARED)")
    if options.read:
        results = json.loads(options.read.read_text())
    else:
        limits = Limits(options.limit, options.memory)
        results = machine.description() | {"limit_seconds": options.limit,
                                           "limit_mib": options.memory, "sheets": []}
        for number, sheet in enumerate(sheets, 1):
            results["sheets"].append(measure(sheet, limits))
            if options.json:  # what there is, should the run be broken off
                options.json.write_text(json.dumps(results, indent=1) + "\n")
            why = "; ".join(f"{k}: {v}" for k, v in results["sheets"][-1]["failures"].items())
            print(f"{number}/{len(sheets)} {sheet.stem} {why}", file=sys.stderr, flush=True)
    text = summary(results)
    print(text)
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")
    if options.markdown:
        report.insert(options.markdown, text, report.CORPUS)
    if options.svg:
        plots.draw_growth(results["sheets"], options.svg)
    return 0
