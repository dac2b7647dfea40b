"""Converts verdicts of a report of `tesuji verify` to the letters of Figure 3."""

SETS = ("Functionals", "Legals", "Goals", "Persistence")
# Formulas with a separate verdict, in the paper's order.
SINGLE = {"Legals": ("playable", "turn_taking"),
          "Goals": ("zero_sum", "unique_goals", "monotonic_goals")}

TITLES = {"Legals": "Legals (pl, tt)", "Goals": "Goals (z, u, m)"}

PROVED, AT_START, IN_PLAY, STEP, OPEN, ABSENT = "y", "n", "✗", "?", "–", "·"
MEANING = {
    PROVED: "proved",
    AT_START: "false in the initial state",
    IN_PLAY: "false in a later state of a real play",
    STEP: "the induction step fails in a state that need not be reachable",
    OPEN: "not decided (a limit)",
    ABSENT: "not asked",
}


def letter(invariant):
    """Returns the letter of one formula; None if it has none."""
    if invariant is None: return ABSENT
    verdicts = invariant["verdicts"]
    if verdicts.get("proved"): return PROVED
    if verdicts.get("false"):
        at_start = invariant["base_holds"] == 0 and invariant.get("violated", 0) == 0
        return AT_START if at_start else IN_PLAY
    return STEP if verdicts.get("induction step fails") else OPEN


def set_of(report, name):
    """Returns None if there is no such set."""
    return next((s for s in report["sets"] if s["set"] == name), None)


def letters(report, name):
    """Returns the letters of the single formulas of a set, in order."""
    one = set_of(report, name)
    found = {i["invariant"]: i for i in one["invariants"]} if one else {}
    return tuple(letter(found.get(formula)) for formula in SINGLE[name])


def count(one, verdict):
    """Returns the number of formulas of a set with this verdict."""
    return sum(i["verdicts"].get(verdict, 0) for i in one["invariants"])


def seconds(report):
    """Returns the seconds of all proofs, and of the playouts before them."""
    return sum(s["seconds"] for s in report["sets"]) + report["attack"]["sieve"]["seconds"]


def table(columns, rows):
    """Returns a Markdown table, as lines; escapes bars in cells."""
    lines = [columns, ["---"] * len(columns), *rows]
    return ["| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |"
            for line in lines]
