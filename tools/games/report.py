"""Prints the figures as Markdown tables."""
import json
import math
import re

GAMES, CORPUS = "tools/bench.sh games", "tools/bench.sh games --corpus"  # the marks' names


def rate(number):
    """Prints three digits and a unit: 1.23M."""
    if number is None:
        return "-"
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            scaled = number / size
            return f"{scaled:.3g}{unit}" if scaled < 999.5 else f"{scaled:.0f}{unit}"
    return f"{number:.3g}"


def seconds(number):
    if number is None:
        return "-"
    return f"{number * 1e3:.0f} ms" if number < 1 else f"{number:.1f} s"


def speed(game, name):
    """Returns transitions per second, or None."""
    return game["contestants"].get(name, {}).get("transitions_per_second")


def best_engine(game):
    """Returns the name and speed of our fastest engine, or None."""
    speeds = [(speed(game, name), name) for name in game["engines"] if speed(game, name)]
    return max(speeds)[::-1] if speeds else None


def best_propnet(game):
    found = [v for k in ("sancho", "ggplib")
             if isinstance(v := game["published"].get(k), (int, float))]
    return max(found, default=None)


def cell(game, name):
    entry = game["contestants"].get(name)
    if entry is None:
        return ""
    if "transitions_per_second" not in entry:
        return "fails"
    return rate(entry["transitions_per_second"])


def ratio(number, other):
    """Prints a ratio; one below 1 as a fraction."""
    if not number or not other:
        return "-"
    return f"{number / other:.3g}×" if number / other < 999.5 else f"{number / other:,.0f}×"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def engine_names(games):
    return list(dict.fromkeys(name for game in games for name in game["engines"]))


def speed_table(games):
    engines = engine_names(games)
    rows = []
    for game in games:
        best = best_engine(game)
        own = best[1] if best else None
        propnet = best_propnet(game)
        length = next((e["mean_length"] for e in game["contestants"].values()
                       if "mean_length" in e), None)
        name = f"{game['game']} ({length:.1f})" if length else game["game"]
        rows.append([name, *[cell(game, e) for e in engines], cell(game, "swipl"),
                     cell(game, "bitboards"),
                     rate(propnet) if propnet else "fails" if game["published"] else "-",
                     rate(game["published"].get("rbg")),
                     ratio(own, speed(game, "swipl")), ratio(own, speed(game, "bitboards")),
                     ratio(own, propnet)])
    return table(["game (mean length)", *engines, "SWI-Prolog", "bitboards",
                  "best propnet (published)", "RBG (published)", "ours ÷ Prolog",
                  "÷ bitboards", "÷ propnet"], rows)


def playout_table(games):
    names = [*engine_names(games), "swipl", "bitboards"]
    return table(["game", *names],
                 [[game["game"], *[rate(game["contestants"].get(name, {}).get(
                     "playouts_per_second")) for name in names]] for game in games])


def setup_table(games):
    engines = engine_names(games)
    rows = []
    for game in games:
        gates = game["net"].get("gates", {})
        sizes = " / ".join(f"{gates[q]:,}" if gates.get(q) is not None else "-"
                           for q in ("legal", "next", "terminal", "goal"))
        row = [game["game"], sizes if gates else "no net"]
        for name in engines:
            entry = game["contestants"].get(name, {})
            row.append(f"{seconds(entry.get('first_answer_seconds'))}, "
                       f"{seconds(entry.get('setup_seconds'))}, "
                       f"{entry['peak_mib']:.0f} MiB" if "peak_mib" in entry else "fails")
        rows.append(row)
    return table(["game", "gates legal / next / terminal / goal", *engines], rows)


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def means(games):
    """Returns geometric means of the fastest engine's ratios, over the games that have both
    figures."""
    lines = []
    for title, other in (("SWI-Prolog", lambda g: speed(g, "swipl")),
                         ("the bitboards", lambda g: speed(g, "bitboards")),
                         ("the best published propnet", best_propnet)):
        ratios = [best_engine(g)[1] / other(g) for g in games if best_engine(g) and other(g)]
        if ratios:
            lines.append(f"* {ratio(geometric_mean(ratios), 1)} {title} ({len(ratios)} games)")
    return lines


def failures(games):
    lines = []
    for game in games:
        if game["net"].get("failure"):
            lines.append(f"* {game['game']}, its gates: {game['net']['failure']}")
        lines += [f"* {game['game']}, {name}: {entry['failure']}"
                  for name, entry in game["contestants"].items() if entry.get("failure")]
    return lines or ["None."]


def markdown(results):
    games = results["games"]
    about = results["machine"]
    differences = [f"* {g['game']}: {d}" for g in games for d in g["differences"]]
    return "\n".join([
        f"Commit {results['commit']}, {results['date']}; {about['processor']}, {about['system']}; "
        f"{about['c++']}; LLVM {about['llvm']}; {about['swipl']}. Load when it began: "
        f"{results['load']:.1f}. Medians of {results['runs']} runs by turns, {results['seconds']:g} "
        f"s of playouts each; limits of a process: {results['limit_seconds']:g} s of CPU time, "
        f"{results['limit_mib']} MiB.",
        "",
        "Transitions per CPU second, one thread:",
        "",
        *speed_table(games),
        "",
        "Geometric means of the fastest engine's ratios:",
        "",
        *means(games),
        "",
        "Playouts per CPU second:",
        "",
        *playout_table(games),
        "",
        "Set-up. Gates of two inputs; per engine the CPU time of a process that makes one joint",
        "move, the CPU time until code is ready for playouts, and the largest memory:",
        "",
        *setup_table(games),
        "",
        "No figure, or not from all runs:",
        "",
        *failures(games),
        "",
        "Differences between the games as tesuji and the baselines play them:",
        "",
        *(differences or ["None."]),
    ])


def head(results, how):
    """Returns the text above a table: where and when it was measured, and how."""
    machine = results["machine"]
    return [f"Commit {results['commit']}, {results['date']}; {machine['processor']}, {machine['system']}. "
            f"Load when it began: {results['load']:.1f}. {how}", ""]


def deliver(results, text, options, command):
    """Writes figures and text as --json and --markdown require; without the latter, prints the
    text."""
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")
    if options.markdown:
        insert(options.markdown, text, command)
    else:
        print(text)


def insert(path, text, command):
    """Inserts text between the marks of `command` in a file; replaces a file without them."""
    old = path.read_text() if path.is_file() else ""
    begin, end = (f"<!-- {command}: {word} -->" for word in ("begin", "end"))
    if begin in old and end in old:
        block = f"{begin}\n{text}\n{end}"
        path.write_text(re.sub(re.escape(begin) + ".*?" + re.escape(end), lambda _: block, old,
                               count=1, flags=re.S))
    else:
        path.write_text(text + "\n")


def progress(game):
    """Prints one line for the person who waits."""
    figures = " ".join(f"{name}={cell(game, name)}" for name in game["contestants"])
    return f"{game['game']}: {figures}" + "".join(f"; DIFFERS: {d}" for d in game["differences"])
