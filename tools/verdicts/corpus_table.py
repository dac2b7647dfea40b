"""Writes the table of the corpus: the results of `tesuji verify` for each game."""
import collections

from verdicts.footnotes import Footnotes, undecided
from verdicts.words import (ABSENT, AT_START, IN_PLAY, OPEN, PROVED, SETS, SINGLE, STEP, TITLES,
                            count, letters, seconds, set_of, table)

NAMES = {"playable": "playable: every role has a move until the end (pl)",
         "turn_taking": "turn-taking: at most one role has a choice (tt)",
         "zero_sum": "zero-sum: goals add up to 100 at the end (z)",
         "unique_goals": "one goal value for each role at the end (u)",
         "monotonic_goals": "goals never fall (m)"}


def attack_reasons(attack):
    """Returns why an attack fell short of the request."""
    reasons = []
    if attack.get("error"): reasons.append(f"attack: {attack['error']}")
    if attack.get("limit"): reasons.append(f"attack, some playouts: {attack['limit']}")
    if not attack.get("complete", False) and not attack.get("error"):
        reasons.append("attack: not so many states in time")
    return reasons


def set_cell(report, name):
    one = set_of(report, name)
    if one is None: return ABSENT
    counts = f"{one['proved']}/{one['base_holds']}"
    return f"{counts} {','.join(letters(report, name))}" if name in SINGLE else counts


def row(name, record, notes):
    report = record["report"]
    code = "killed" if record["exit"] is None else record["exit"]
    if report is None:
        return [name, *[record["outcome"]] + [""] * (len(SETS) - 1), f"{record['wall_seconds']:.1f}",
                notes.mark([record["reason"]]), "", "", "", code]
    attack = report["attack"]
    open_cell = ", ".join(f"{one[0]} {number} {notes.mark(reasons)}".strip()
                          for one, (number, reasons) in undecided(report).items())
    bad = [record["reason"]] if record["reason"] else []
    return [name, *[set_cell(report, one) for one in SETS], f"{seconds(report):.1f}", open_cell,
            f"{attack['states']:,} {notes.mark(attack_reasons(attack))}".strip(),
            f"{attack['seconds']:.1f}", len(report["disagreements"]),
            f"{code} {notes.mark(bad)}".strip()]


def sets_table(reports):
    rows = []
    for name in SETS:
        some = [one for one in (set_of(report, name) for report in reports) if one]
        numbers = [sum(one["formulas"] for one in some), sum(one["base_holds"] for one in some),
                   *(sum(count(one, verdict) for one in some)
                     for verdict in ("proved", "false", "induction step fails", "unknown"))]
        rows.append([name, *(f"{n:,}" for n in numbers), f"{sum(o['seconds'] for o in some):,.0f}",
                     sum(bool(one["aborted"]) for one in some)])
    return table(["set", "formulas", "true at the start", "proved", "false", "step fails",
                  "not decided", "s", "games with something not decided"], rows)


def singles_table(reports):
    """Returns games by verdict, for each formula that occurs once per game."""
    order = (PROVED, STEP, IN_PLAY, AT_START, OPEN, ABSENT)
    rows = []
    for name, formulas in SINGLE.items():
        found = [letters(report, name) for report in reports]
        for i, formula in enumerate(formulas):
            numbers = collections.Counter(one[i] for one in found)
            rows.append([NAMES[formula], *(numbers[verdict] for verdict in order)])
    return table(["property", *order], rows)


def figures(records, missing):
    reports = [r["report"] for r in records.values() if r["report"]]
    outcomes = collections.Counter(record["outcome"] for record in records.values())
    attacks = [report["attack"] for report in reports]
    proved = sum(s["proved"] for report in reports for s in report["sets"])
    start = sum(s["base_holds"] for report in reports for s in report["sets"])
    left = sum(count(s, "unknown") for report in reports for s in report["sets"])
    whole = sum(not undecided(report) for report in reports)
    violations = sum(len(report["disagreements"]) for report in reports)
    attack_seconds = sum(a["seconds"] for a in attacks)
    lines = [
        f"* {len(records)} games; {len(reports)} have a report, {outcomes['refused']} are refused, "
        f"{outcomes['time']} were killed for time, **{outcomes['crash']} crashed**, "
        f"{outcomes['bug']} show a bug.",
        f"* **{proved:,} formulas proved** of {start:,} that are true at the start, in "
        f"{sum(map(seconds, reports)):,.0f} s; {left:,} formulas not decided; in {whole} games "
        "all are.",
        f"* {sum(a['states'] for a in attacks):,} states attacked in {attack_seconds:,.0f} s, "
        f"{sum(a['sequences'] for a in attacks):,} times a formula and a sequence of states; "
        f"{sum(a['failed'] for a in attacks):,} formulas found false. "
        f"**Violations of proved formulas: {violations}.**",
        f"* Attacks ended early in {sum(not a['complete'] for a in attacks)} games; playouts that "
        f"ended for a role without moves: {sum(a['stuck'] for a in attacks):,}, at the limit of "
        f"moves: {sum(a['cut'] for a in attacks):,}, at a limit of the game's: "
        f"{sum(a['limited'] for a in attacks):,}.",
        f"* The largest process took {max((r['peak_mib'] for r in records.values()), default=0):,.0f}"
        " MiB.",
    ]
    if missing:
        lines.append(f"* **Not run: {len(missing)}**"
                     f"{': ' + ', '.join(missing) if len(missing) <= 20 else ''}.")
    return lines


def text(records):
    """Returns the section, as lines. `records`: of all games of the part; None if one is missing."""
    there = {name: record for name, record in records.items() if record}
    missing = [name for name, record in records.items() if record is None]
    if not there: return [*figures(there, missing), ""]
    reports = [record["report"] for record in there.values() if record["report"]]
    notes = Footnotes()
    columns = ["game", *(TITLES.get(name, name) for name in SETS), "proofs, s", "not decided",
               "states attacked", "s", "viol.", "exit"]
    lines = table(columns, [row(name, record, notes) for name, record in there.items()])
    return [*figures(there, missing), "", *sets_table(reports), "", *singles_table(reports), "",
            "Per set: proved/true at the start (as far as that is known), and verdicts. `not decided`:",
            "formulas of a set (by its first letter), and why. `viol.`: violations of what was proved.",
            "`exit`: 0 all decided, 3 a limit, 1 refused, 70 a bug, negative a signal.", "",
            *lines, "", *notes.lines()]
