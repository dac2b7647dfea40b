"""Prints how a search of `tesuji induce` ended, and the limits that left programs out.

`exhausted: max_body=4 max_clauses=1`. Reads the JSON of `tesuji induce --json` from standard input.
"""
import json
import sys

result = json.load(sys.stdin)
limits = [f"{one['limit']}={one['value']}" if "value" in one else one["limit"] for one in result["cut"]]
print(f"{result['end']}: {' '.join(limits) or 'none'}")
