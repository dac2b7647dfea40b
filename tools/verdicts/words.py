"""Verdicts of a report of `tesuji verify` as the letters of Figure 3."""

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
    """Of one formula; None: there is none."""
    if invariant is None: return ABSENT
    verdicts = invariant["verdicts"]
    if verdicts.get("proved"): return PROVED
    if verdicts.get("false"):
        at_start = invariant["base_holds"] == 0 and invariant.get("violated", 0) == 0
        return AT_START if at_start else IN_PLAY
    return STEP if verdicts.get("induction step fails") else OPEN


def set_of(report, name):
    """None where it has no such set."""
    return next((s for s in report["sets"] if s["set"] == name), None)


def letters(report, name):
    """Of the single formulas of a set, in order."""
    one = set_of(report, name)
    found = {i["invariant"]: i for i in one["invariants"]} if one else {}
    return tuple(letter(found.get(formula)) for formula in SINGLE[name])


def count(one, verdict):
    """Formulas of a set with this verdict."""
    return sum(i["verdicts"].get(verdict, 0) for i in one["invariants"])


def seconds(report):
    """Of all proofs, and of the playouts before them."""
    return sum(s["seconds"] for s in report["sets"]) + report["attack"]["sieve"]["seconds"]


def table(columns, rows):
    """Of Markdown, as lines; a bar in a cell is escaped."""
    lines = [columns, ["---"] * len(columns), *rows]
    return ["| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |"
            for line in lines]
