"""Compares Figure 3 of Haufe, Schiffel, Thielscher (2012) with the results of `tesuji verify`."""
import re

from verdicts.footnotes import Footnotes, undecided
from verdicts.words import (ABSENT, IN_PLAY, OPEN, PROVED, SETS, SINGLE, STEP, TITLES, letters,
                            seconds, set_of, table)

# Columns as printed: seconds and (proved/true at the start) or verdicts; – aborted after 100 s.
PAPER = """
3pttc              | 0.34 (4/10)  | 0.77 (y,y)  | 0.30 (?,y,y)  | 0.73 (77/354)
bidding-tictactoe  | 0.17 (1/10)  | 0.09 (?,n)  | 0.17 (?,?,?)  | 0.21 (9/89)
breakthrough       | 0.81 (3/3)   | 1.41 (y,y)  | 1.45 (y,y,y)  | 1.06 (32/242)
capture_the_king   | – (3/8)      | 3.26 (?,y)  | 3.37 (y,y,n)  | 65.81 (7/1710)
catcha_mouse       | 0.27 (4/5)   | 0.15 (?,y)  | 0.36 (?,y,y)  | 1.19 (359/896)
CephalopodMicro    | 1.70 (5/17)  | 0.49 (y,y)  | 1.47 (y,y,y)  | 1.59 (18/209)
checkers           | – (3/8)      | –           | 9.90 (?,?,?)  | –
chinesecheckers6   | – (4/6)      | 1.27 (y,y)  | 45.26 (?,?,y) | 29.12 (80/634)
chomp              | 0.13 (3/4)   | 0.08 (?,y)  | 0.12 (y,y,y)  | 0.12 (58/61)
connect4           | 0.22 (2/3)   | 0.24 (?,y)  | 0.37 (y,y,?)  | 0.29 (294/492)
endgame            | – (4/6)      | 3.23 (?,y)  | 1.22 (y,y,?)  | 7.15 (2/511)
knightfight        | 0.81 (3/10)  | 2.25 (?,y)  | 0.83 (?,?,n)  | 1.59 (100/602)
kriegtictactoe     | 0.15 (4/11)  | 0.08 (?,y)  | 0.21 (y,y,?)  | 0.14 (27/74)
othello-comp2007   | 4.80 (3/5)   | 1.55 (y,y)  | –             | 3.62 (8/250)
pawn_whopping      | 0.29 (3/5)   | 1.62 (y,y)  | 0.25 (y,y,n)  | 0.39 (32/234)
quarto             | 12.19 (6/7)  | 9.09 (?,y)  | –             | 28.44 (288/582)
smallest           | 1.01 (4/4)   | 0.15 (y,n)  | 15.84 (?,y,y) | 0.53 (12/148)
tictactoe          | 0.13 (4/4)   | 0.19 (y,y)  | 0.14 (y,y,n)  | 0.10 (27/38)
tttcc4             | 10.47 (4/8)  | 18.04 (y,y) | 1.72 (?,y,y)  | 14.97 (311/1228)
"""

MORE, FEWER, OTHER = "▲", "▼", "≠"


def paper():
    """Returns {game: {set: cell as printed}}."""
    rows = [[cell.strip() for cell in line.split("|")] for line in PAPER.strip().splitlines()]
    return {name: dict(zip(SETS, cells)) for name, *cells in rows}


def counts_of(cell):
    """Returns (proved, true at the start) of a cell of the paper; None if it gives no numbers."""
    found = re.search(r"\((\d+)/(\d+)\)", cell)
    return (int(found[1]), int(found[2])) if found else None


def letters_of(cell, name):
    """Returns the verdicts of a cell of the paper; all open if it gives none."""
    found = re.search(r"\(([yn?,]+)\)", cell)
    return tuple(found[1].split(",")) if found else (OPEN,) * len(SINGLE[name])


def mark_of_counts(ours, theirs):
    """Returns how the numbers of proved formulas, and of formulas to prove, differ."""
    if theirs is None: return MORE if ours[0] else ""
    mark = MORE if ours[0] > theirs[0] else FEWER if ours[0] < theirs[0] else ""
    return mark + (OTHER if ours[1] != theirs[1] else "")


def mark_of_letters(ours, theirs):
    """A failed step that a play confirms counts as the same verdict."""
    marks = set()
    for our, their in zip(ours, theirs):
        if our == their or (our, their) == (IN_PLAY, STEP): continue
        if their == OPEN: marks.add(OTHER if our == ABSENT else MORE)
        elif our == OPEN: marks.add(FEWER)
        elif (our, their) == (PROVED, STEP): marks.add(MORE)
        elif (our, their) == (STEP, PROVED): marks.add(FEWER)
        else: marks.add(OTHER)
    return "".join(mark for mark in (MORE, FEWER, OTHER) if mark in marks)


def compare(report, name, cell):
    """Returns our cell of a set, and its mark compared with the paper's."""
    one = set_of(report, name)
    if one is None: return ABSENT, OTHER
    if name in SINGLE:
        ours = letters(report, name)
        text, mark = ",".join(ours), mark_of_letters(ours, letters_of(cell, name))
    else:
        ours = (one["proved"], one["base_holds"])
        text, mark = f"{ours[0]}/{ours[1]}", mark_of_counts(ours, counts_of(cell))
    aborted = f"{OPEN} " if one["aborted"] else ""
    return f"{aborted}{times(one)} ({text})", mark


def times(one):
    """Returns seconds of a set's proofs, and of all of it if more was tried after the last proof."""
    proved, whole = (f"{one.get(key, 0):.2f}" for key in ("proved_seconds", "seconds"))
    return whole if proved == whole or "proved_seconds" not in one else f"{proved} of {whole}"


def cells(records):
    """Returns [(game, set, our cell, mark, the paper's cell)] for the games that have a report."""
    result = []
    for game, row in paper().items():
        report = (records.get(game) or {}).get("report")
        for name in SETS if report else ():
            result.append((game, name, *compare(report, name, row[name]), row[name]))
    return result


def rows(records, sheets, footnotes):
    for game, row in paper().items():
        record = records.get(game)
        report = record and record["report"]
        line = [game, sheets.get(game, "unknown")]
        why = undecided(report) if report else {}
        for name in SETS:
            if report:
                _, reasons = why.get(name, (0, []))
                words = [*compare(report, name, row[name]), footnotes.mark(reasons)]
                line.append(" ".join(word for word in words if word))
            else:
                line.append(record["outcome"] if record else "not run")
            line.append(row[name])
        reasons = [record["reason"]] if record and record["reason"] else []
        total = f"{seconds(report):.1f}" if report else ""
        line.append(f"{total} {footnotes.mark(reasons)}".strip())
        yield line


def unexplained(found, notes):
    """Returns differences that no line of the notes begins with, as `game, set`."""
    explained = set()
    for match in re.finditer(r"^\* ([^:\n]+):", notes, re.M):
        words = re.split(r"[,\s]+", match[1])
        sets = [name for name in SETS if name in words] or SETS
        explained |= {(word, name) for word in words for name in sets}
    return [f"{game}, {name} ({mark})" for game, name, _, mark, _ in found
            if mark and (game, name) not in explained]


def figures(records):
    """Returns a summary of the table, as a list."""
    found = cells(records)
    reports = [r["report"] for r in records.values() if r and r["report"]]
    fast = [report for report in reports if seconds(report) < 60]
    refuted = sum(our == IN_PLAY and their == STEP for game, row in paper().items()
                  if (records.get(game) or {}).get("report") for name in SINGLE
                  for our, their in zip(letters(records[game]["report"], name),
                                        letters_of(row[name], name)))

    def count(mark):
        return sum(mark in cell[3] for cell in found)

    aborted = [(game, name) for game, name, _, _, their in found if their.startswith(OPEN)]
    decided = sum(name not in undecided(records[game]["report"]) for game, name in aborted)
    violations = sum(len(report["disagreements"]) for report in reports)
    states = sum(report["attack"]["states"] for report in reports)
    return [
        f"* **{len(fast)} of {len(paper())} games take less than 60 s** for the four sets together, "
        f"{sum(not undecided(report) for report in fast)} of them with everything decided"
        f"{'' if len(reports) == len(paper()) else f' ({len(reports)} have a result)'}.",
        f"* Of {len(found)} cells, {sum(not cell[3] for cell in found)} say what the paper's say.",
        f"* {MORE} {count(MORE)} prove or decide more, {FEWER} {count(FEWER)} fewer; {OTHER} "
        f"{count(OTHER)} differ in a verdict or in how many formulas are true at the start.",
        f"* Of the cells where the paper's prover was aborted after 100 s ({len(aborted)}), {decided} "
        "are decided here in full.",
        f"* Formulas for which the paper has `{STEP}` and a real play refutes them ({IN_PLAY}): "
        f"{refuted}.",
        f"* {states:,} states attacked. **Violations of proved formulas: {violations}.**",
    ]


def text(records, sheets, notes):
    """Returns the section, as lines. `notes`: the explanations written by hand."""
    columns = ["game", "sheet"]
    for name in SETS: columns += [TITLES.get(name, name), "paper"]
    left = unexplained(cells(records), notes)
    footnotes = Footnotes()
    lines = table([*columns, "total, s"], rows(records, sheets, footnotes))
    return [*figures(records), "", *lines, "", *footnotes.lines(),
            *(["Differences without an explanation: " + "; ".join(left) + ".", ""]
              if left else [])]
