"""Checks the diagnostics of languages other than GDL.

usage: languages.py EXAMPLES
"""
import pathlib
import sys

from lsp_client import Client, show

client = Client()
examples = pathlib.Path(sys.argv[1])
paths = sorted(path for ending in ("pl", "rules", "meta", "inv") for path in examples.rglob(f"*.{ending}"))
assert len(paths) >= 10, paths
for path in paths:
    found = [one for one in client.checked(client.open_file(path)) if one["severity"] == 1]
    if found:
        print(path.name, found)
for name, text in (("a.pl", "win_1(A,B) :- move(A,B), wonn(B).\n"), ("b.pl", "parent(a,b).\nparent(a,.\n"),
                   ("c.rules", "(rule r (premises (present (p ?x))) (conclusions (add (q ?y))))"),
                   ("d.meta", "(metarule m (premises (bound ?a) (unbound ?a)) (conclusions))"),
                   ("e.inv", "invariant i: exists .\n"), ("f.txt", "(")):
    uri = "file:///" + name
    client.open(uri, text, language="plaintext")
    print(name, [f"{show(one['range'])} {one['code']}: {one['message']}" for one in client.checked(uri)])
    print(name, client.about("hover", uri, (0, 0)))


def messages(uri):
    return [f"{show(one['range'])} {one['code']}: {one['message']}" for one in client.checked(uri)]


# Invariants follow the rulesheet of their name, as the editor has it.
sheet = "(role r) (init (at 1)) (legal r go) (<= (next (at 2)) (does r go)) (<= terminal (true (at 2))) (goal r 100)"
client.open("file:///game.inv", "invariant i: exists X. true(on(X)).\n", language="plaintext")
print("no sheet", messages("file:///game.inv"))
client.open("file:///game.kif", sheet)
print("a sheet", messages("file:///game.inv"))
client.change("file:///game.kif", 2, [sheet.replace("(at ", "(on ")])
print("another one", messages("file:///game.inv"))
client.change("file:///game.kif", 3, [sheet + ")"])
print("a faulty one", messages("file:///game.inv"))
client.change("file:///game.kif", 4, [sheet])
print("mended", messages("file:///game.inv"))
client.close("file:///game.kif")
print("closed", messages("file:///game.inv"))
print("exit code", client.shut_down())
