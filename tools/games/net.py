"""Reads the size of a game's propositional network from `tesuji explain` or else `dump --emit=net`."""
import json
import re

from games import process
from games.contestants import tesuji

QUESTIONS = ("legal", "next", "terminal", "goal")


def _from_explain(text):
    """Reads explain --json: net may be null, then no_net gives the reason."""
    found = json.loads(text)
    if not found.get("net"):
        return {"failure": found.get("no_net") or "no net"}
    gates = {q["question"]: q["net"].get("gates") for q in found.get("questions", [])
             if q.get("net")}
    return {"ground_rules": found["net"].get("ground_rules"),
            "fluents": found["net"].get("fluents"), "moves": found["net"].get("moves"),
            "gates": gates,
            "stages": {s["stage"]: s["seconds"] for s in found.get("stages", [])}}


def _from_dump(text):
    """Reads the comment line: `# 29 fluents, 20 moves; gates of two inputs: legal 18, next 72, ..`."""
    comment = next((line for line in text.splitlines() if line.startswith("#")), "")
    sizes = {name: int(number) for number, name in re.findall(r"(\d+) ([a-z_]+)", comment)}
    gates = {name: int(number) for name, number in re.findall(r"([a-z]+) (\d+)", comment)
             if name in QUESTIONS}
    return {"ground_rules": sizes.get("ground_rules"), "fluents": sizes.get("fluents"),
            "moves": sizes.get("moves"), "gates": gates}


def size(sheet, limits):
    """Returns ground rules, fluents, moves, gates per question; CPU seconds of the whole process;
    or `failure`. Figures that this version of tesuji does not print are missing or None."""
    outcome = process.run([tesuji(), "explain", "--json", "--no-timing", sheet], limits.seconds, limits.mebibytes)
    if not outcome.reason:
        try:
            return _from_explain(outcome.output) | {"seconds": outcome.cpu_seconds}
        except (ValueError, KeyError, TypeError):
            pass
    outcome = process.run([tesuji(), "dump", "--emit=net", sheet], limits.seconds,
                          limits.mebibytes)
    if outcome.reason:
        return {"failure": outcome.reason}
    return _from_dump(outcome.output) | {"seconds": outcome.cpu_seconds}
