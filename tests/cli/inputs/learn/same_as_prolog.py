"""same_as_prolog.py states TSV: the states of prolog_choices.pl, a line each, for --states.
same_as_prolog.py compare TSV CHOICES: the predicates, and the squares of the moves, that Prolog and
`strategy-bench --choices` choose are the same."""
import pathlib
import re
import sys

rows = [line.split("\t") for line in pathlib.Path(sys.argv[2]).read_text().splitlines()]
if sys.argv[1] == "states":
    print("\n".join(row[0] for row in rows))
    sys.exit()
choices = pathlib.Path(sys.argv[3]).read_text().splitlines()
assert len(choices) == len(rows) > 0
predicates = set()
for line in choices:
    number, ours = line.split(" ", 1)
    before, theirs, *after = rows[int(number) - 1]
    predicates.add(theirs)
    if theirs == "random":
        assert "(" not in ours, (before, ours)
        continue
    assert ours.split()[0] == theirs, (before, ours, theirs)
    marked = re.fullmatch(r"\w+ \(mark (\d) (\d)\)", ours)
    if marked:
        added = set(re.findall(r"\([^)]*\)", after[0])) - set(re.findall(r"\([^)]*\)", before))
        assert any(f"(cell {marked[1]} {marked[2]} " in fluent for fluent in added), (before, ours, added)
print(f"{len(choices)} choices are the same, by {len(predicates)} predicates")
