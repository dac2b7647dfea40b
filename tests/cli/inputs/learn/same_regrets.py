"""Whether the table of `learn --csv` and its JSON have the same games: JSON CSV."""
import csv
import json
import sys

with open(sys.argv[1]) as file:
    runs = json.load(file)["runs"]
with open(sys.argv[2], newline="") as file:
    rows = list(csv.DictReader(file))
for run in runs:
    of_run = [row for row in rows if row["seed"] == str(run["seed"])]
    assert [int(row["cumulative_regret"]) for row in of_run] == run["curve"], run["seed"]
    assert "".join(row["outcome"][0] for row in of_run) == run["outcomes"], run["seed"]
    assert [int(row["game"]) for row in of_run] == list(range(1, run["games"] + 1))
print(f"{len(runs)} runs of {runs[0]['games']} games are the same")
