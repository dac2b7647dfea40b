"""Whether `regret` agrees with values and choices: SOLVED CHOICES REGRETS CSV.

SOLVED is of `solve --states=all --json`, CHOICES of `strategy-bench --choices --json` on the same
states, REGRETS of `regret --states --json`, CSV of `regret --csv` on all states.
"""
import csv
import json
import sys


def load(path):
    with open(path) as file:
        return json.load(file)


solved, choices, regrets = (load(path) for path in sys.argv[1:4])
with open(sys.argv[4], newline="") as file:
    rows = {row["state"]: row for row in csv.DictReader(file)}
value = {frozenset(one["state"]): one["value"]["margin"] for one in solved["states"]}
roles = list(regrets["roles"])
assert len(value) == len(solved["states"]), "a state is there twice"


def points(margin, role):
    margin = margin if role == roles[0] else -margin
    return 2 if margin > 0 else 0 if margin < 0 else 1


# The list has a remark above each state.
chosen = {choice["line"]: choice for choice in choices["choices"]}
for board in regrets["boards"]:
    role = board["role"]
    before = points(value[frozenset(board["state"])], role)
    choice = chosen[board["line"]]
    assert (board["clause"], board["move"]) == (choice["clause"], choice["move"]), board
    if choice["move"] is not None:
        after = points(value[frozenset(choice["next"])], role)
        assert board["move_regret"] == before - after, board
    assert 0 <= board["move_regret"] <= board["game_regret"] <= before, board
    row = rows[" ".join(board["state"])]
    assert float(row["move_regret"]) == round(board["move_regret"], 5), board
    assert row["role"] == role and row["move"] == (board["move"] or ""), board
with_move = sum("best" in one for one in solved["states"])
assert with_move == len(regrets["boards"]) == len(rows)
assert sum(of["states"] for of in regrets["roles"].values()) == with_move
print(f"{len(value)} states, {with_move} with a move: regrets agree")
