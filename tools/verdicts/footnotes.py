"""Collects reasons that are listed under a table."""
import re

from verdicts.words import count

DIGITS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class Footnotes:
    """Long reasons, each listed once."""

    def __init__(self):
        self._numbers = {}

    def mark(self, reasons):
        """Returns the mark in a cell for these reasons."""
        numbers = [self._numbers.setdefault(reason, len(self._numbers) + 1)
                   for reason in dict.fromkeys(map(general, reasons))]
        return " ".join(str(n).translate(DIGITS) for n in numbers)

    def lines(self):
        """Returns the lines after the table; empty if there are none."""
        if not self._numbers: return []
        return ["Why:", "", *(f"* {str(number).translate(DIGITS)} {reason}"
                              for reason, number in self._numbers.items()), ""]


def general(reason):
    """Removes the parts of a reason that vary from game to game by chance."""
    reason = re.sub(r"the set took more than [\d.e+-]+ s",
                    "no time of the game's total was left for the set", reason)
    return re.sub(r"clingo took more than \d+\.\d{3,}(e-\d+)? s",
                  "clingo took more than its share of the game's total time", reason)


def undecided(report):
    """Returns {set: (formulas, reasons)} of those that are not decided."""
    result = {}
    for one in report["sets"]:
        open_ones = count(one, "unknown")
        reasons = [i["reason"] for i in one["invariants"] if i["reason"]]
        if one["aborted"]: reasons.append(one["aborted"])
        if open_ones or reasons: result[one["set"]] = open_ones, list(dict.fromkeys(reasons))
    return result
