"""Writes docs/proving/invariants.md: both tables, how they were made, and the parts written by
hand."""
import collections
import re

from verdicts import corpus_table, figure3
from verdicts.words import MEANING

# The beginning of a new page, to be edited there.
KEPT = {
    "explanations": """(Lines begin with `* game, set:`, or `* game:` for all its sets.)

* kriegtictactoe: another sheet than the paper's. Both players mark a cell in every step: each has a
  choice at the start, and both may complete a line at once, when each has the goals 0 and 100.
* quarto, Goals: the paper's prover was aborted after 100 s.
""",
    "remarks": "",
}


def kept(old, name):
    """Returns the hand-written text between the marks in the existing page."""
    found = re.search(rf"<!-- {name}: begin.*?-->\n(.*?)<!-- {name}: end -->", old, re.S)
    return found[1] if found else KEPT[name]


def block(name, words):
    return [f"<!-- {name}: begin (written by hand; tools/invariants.sh keeps it) -->",
            *words.splitlines(), f"<!-- {name}: end -->", ""]


def sheets_of(path):
    """Returns {game of Figure 3: how its sheet relates to the paper's}, from the corpus' FIG3.md:
    the sheets of the server that its authors played on, as they were two years before the paper."""
    if not path.is_file(): return {}
    result = {}
    for line in path.read_text().splitlines():
        columns = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(columns) != 4: continue
        game, used, _, remark = columns
        added = re.match(r"repository = Dresden \+ (\d+)", remark)
        if used.startswith("ggpserver.") or remark.startswith("identical clauses"):
            result[game] = "identical"
        elif used.startswith("ext."):
            result[game] = "stand-in"
        elif added:
            result[game] = f"differs: +{added[1]} base/input"
        else:
            result[game] = "differs"
    return result


def is_alarm(record):
    report = record["report"]
    return record["outcome"] in ("bug", "crash") or bool(report and report["disagreements"])


def bugs(records):
    """Returns a list; `records` may contain None."""
    lines = []
    for name, record in records.items():
        if not record or not is_alarm(record): continue
        words = list(record["report"]["disagreements"]) if record["report"] else []
        if record["reason"] and record["reason"] not in words: words.append(record["reason"])
        lines += [f"* {name}: {one}" for one in words]
    return lines or ["None."]


def games(number):
    return f"{number} game{'s' * (number != 1)}"


def _groups(records, key):
    """Returns `a (3 games), b (1 game)`, most games first; `a` if there is only one."""
    counted = collections.Counter(key(record) for record in records).most_common()
    if len(counted) == 1: return counted[0][0]
    return ", ".join(f"{what} ({games(n)})" for what, n in counted)


def provenance(records):
    """Describes where the results are from. `records`: none is None."""
    if not records: return ["Nothing has been run.", ""]
    dates = sorted(record["date"] for record in records)
    span = dates[0] if dates[0] == dates[-1] else f"{dates[0]} to {dates[-1]}"
    reports = [record["report"] for record in records if record["report"]]
    clingo = _groups(reports, lambda r: r["clingo"]) if reports else "none"
    version = _groups(reports, lambda r: r["version"]) if reports else "no version"
    commands = collections.Counter(record["command"] for record in records).most_common()
    return [
        f"Run on {span} ({_groups(records, lambda r: r['machine'])}), "
        f"commit {_groups(records, lambda r: r['commit'])}, {version}, clingo {clingo}; games at "
        f"once: {_groups(records, lambda r: str(r['jobs']))}; load when one began: at most "
        f"{max(record['load'] for record in records):.1f}. Of each game:", "",
        *(f"    {command} GAME" + ("" if n == len(records) else f"    # {games(n)}")
          for command, n in commands), ""]


def markdown(records, sheets, old=""):
    """Returns the page. `records` by name, None if a game has none; `old`: the existing page."""
    fig3 = {name.partition("/")[2]: record for name, record in records.items()
            if name.startswith("fig3/")}
    dev = {name: record for name, record in records.items() if not name.startswith("fig3/")}
    explanations = kept(old, "explanations")
    return "\n".join([
        "# Invariants of games: proofs", "",
        "What `tesuji verify --auto` proves of the games of the invariants paper (Haufe, Schiffel,",
        "Thielscher 2012, Figure 3) and of the corpus, and what random play says to it",
        "(docs/proving/proving.md; docs/project/corpus.md has the games).", "",
        "Written by `tools/invariants.sh`.", "",
        "Sets: Functionals (one fluent of a kind, at most or exactly), Legals (pl playable, tt",
        "turn-taking), Goals (z zero-sum, u unique, m monotonic), Persistence (once true or false, always).",
        "Verdicts: " + "; ".join(f"`{sign}` {words}" for sign, words in MEANING.items()) + ".", "",
        *block("remarks", kept(old, "remarks")),
        "Bugs (something proved that fails in play, counterexamples that do not play, crashes):", "",
        *bugs(records), "",
        "## Figure 3", "",
        "Seconds of the proofs (`0.02 of 10.05`: until the last proof, and with what was tried after it)",
        "and, in parentheses, proved/true at the start, or verdicts; beside each",
        "set what the paper's table says (Core 2 Duo, 3.16 GHz; `–` without more: aborted after 100 s).",
        f"`–` before ours: not everything was decided. Marks: {figure3.MORE} proves or decides more than "
        f"the paper; {figure3.FEWER} fewer;",
        f"{figure3.OTHER} another verdict, or another number of formulas true at the start.",
        "Sheets: the same clauses as the Dresden server's in 2010 (*identical*; the paper names games, not",
        "files), others (*differs*), or a *stand-in*.", "",
        *provenance([record for record in fig3.values() if record]),
        *figure3.text(fig3, sheets, explanations),
        "### Why they differ", "",
        *block("explanations", explanations),
        "## The corpus", "",
        *provenance([record for record in dev.values() if record]),
        *corpus_table.text(dev),
    ]).rstrip() + "\n"


def write(path, records, sheets):
    old = path.read_text() if path.is_file() else ""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(markdown(records, sheets, old))
