#!/usr/bin/env python3
"""match_file.py PLAYED: the first match of what `tesuji play --json` printed, as a public host writes it."""
import json
import sys

match = json.load(open(sys.argv[1]))["matches"][0]
states = [move["state"] for move in match["moves"]] + [match["state"]]
print(json.dumps({"matchId": "tesuji.1", "startClock": 2.5, "isCompleted": True,
                  "states": ["( %s )" % " ".join(f.replace("(", "( ").replace(")", " )") for f in state) for state in states],
                  "moves": [[one.upper() for one in move["joint"]] for move in match["moves"]],
                  "goalValues": [int(goals[0]) for goals in match["goals"]]}))
