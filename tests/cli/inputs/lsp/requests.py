"""Asks the language server about hexapawn and nim, and prints the answers.

usage: requests.py EXAMPLES INPUTS
"""
import pathlib
import sys

from lsp_client import Client, ResponseError, place_of, show, whole_range

examples, inputs = map(pathlib.Path, sys.argv[1:3])
client = Client()


def say(title, lines):
    print(f"== {title}")
    for line in lines:
        print(line)


def hover(uri, text, before, number=0, shift=0):
    answer = client.about("hover", uri, place_of(text, before, number, shift))
    say(f"hover {show(answer['range'])}", answer["contents"]["value"].split("\n"))


def completions(uri, text, before, number=0, shift=0):
    found = client.about("completion", uri, place_of(text, before, number, shift))["items"]
    say(f"completion at {before}", [f"{item['label']} {item.get('detail', '')}".rstrip() for item in found[:7]])


def ranges(locations):
    return [show(location["range"]) for location in locations]


def edits(edit):
    return [f"{show(change['range'])} {change['newText']}" for changes in edit["changes"].values() for change in changes]


def attempt(title, method, uri, place, **more):
    try:
        say(title, edits(client.about(method, uri, place, **more)))
    except ResponseError as error:
        say(title, [str(error)])


path = examples / "hexapawn3.kif"
text = path.read_text(encoding="utf-8")
sheet = client.open_file(path)


def at(before, number=0, shift=0):
    return place_of(text, before, number, shift)


say("diagnostics", client.checked(sheet))
hover(sheet, text, "(cell ?row", shift=2)     # a fluent
hover(sheet, text, "(move ?row", shift=2)     # a move
hover(sheet, text, "(beside 1", shift=3)      # a static relation
hover(sheet, text, "(touched", shift=3)       # a derived one
hover(sheet, text, "?side", shift=2)          # a variable
hover(sheet, text, "(distinct", shift=2)      # keywords
hover(sheet, text, "(true", shift=2)
hover(sheet, text, "(role w", shift=6)        # a role
say("nothing to hover", [client.about("hover", sheet, (0, 5))])
say("definition of touched", ranges(client.about("definition", sheet, at("(touched", 2, 2))))
say("definition of what does is about", ranges(client.about("definition", sheet, at("(does", 0, 2))))
say("all rules of touched", ranges(client.about("implementation", sheet, at("(touched", 2, 2))))
say("all rules for the fluent control", ranges(client.about("implementation", sheet, at("(control ?player", 0, 2))))
say("uses of touched", ranges(client.about("references", sheet, at("(touched", 0, 2),
                                           context={"includeDeclaration": False})))
say("?side in its rule", ranges(client.about("documentHighlight", sheet, at("?side", 0, 2))))
completions(sheet, text, "(control w)", shift=9)      # constants of the column
completions(sheet, text, "(cell ?to ?side ?other)", shift=7)   # variables too
completions(sheet, text, "(beside ?column", shift=3)  # relations and keywords of bodies
completions(sheet, text, "(true (cell", shift=7)      # fluents
completions(sheet, text, "?other", shift=1)
completions(sheet, text, "; Each", shift=4)
for before, shift in (("(beside ?column", 9), ("(cell ?to ?side", 11)):
    help_ = client.about("signatureHelp", sheet, at(before, 0, shift))
    signature = help_["signatures"][0]
    active = signature["parameters"][help_["activeParameter"]]
    say("signature", [signature["label"], f"{active['label']} {active['documentation']}"])
say("symbols", [f"{symbol['name']}: {symbol['detail']}, {show(symbol['range'])}"
                for symbol in client.about("documentSymbol", sheet)])
say("symbols everywhere", [f"{symbol['name']} {show(symbol['location']['range'])}"
                           for symbol in client.request("workspace/symbol", {"query": "LEGAL"})])
say("foldings", [f"{folding['startLine'] + 1}-{folding['endLine'] + 1} {folding.get('kind', '')}".rstrip()
                 for folding in client.about("foldingRange", sheet)[-3:]])
say("hints", [f"{hint['position']['line'] + 1}:{hint['position']['character'] + 1}{hint['label']}"
              for hint in client.about("inlayHint", sheet, range=whole_range(text))[:3]])
legend = client.capabilities["semanticTokensProvider"]["legend"]
data, line, character, tokens = client.about("semanticTokens/full", sheet)["data"], 0, 0, []
for number in range(0, len(data), 5):
    line, character = line + data[number], data[number + 1] + (character if data[number] == 0 else 0)
    kinds = [legend["tokenTypes"][data[number + 3]]]
    kinds += [name for bit, name in enumerate(legend["tokenModifiers"]) if data[number + 4] >> bit & 1]
    tokens.append((line, character, text.split("\n")[line][character:character + data[number + 2]], *kinds))
say("tokens", [" ".join(token[2:]) for token in tokens if token[0] in (0, 13, 19, 26, 57)])

prepared = client.about("prepareRename", sheet, at("(touched", 0, 2))
say("to be renamed", [f"{show(prepared['range'])} {prepared['placeholder']}"])
attempt("a relation renamed", "rename", sheet, at("(touched", 0, 2), newName="moved")
attempt("a variable renamed", "rename", sheet, at("?side", 0, 2), newName="next")
attempt("a constant renamed", "rename", sheet, at("noop)", 0, 2), newName="wait")
attempt("a keyword", "rename", sheet, at("(true", 0, 2), newName="x")
attempt("a keyword as name", "rename", sheet, at("(touched", 0, 2), newName="true")
attempt("a name that is taken", "rename", sheet, at("(touched", 0, 2), newName="Won")
attempt("a name that is taken in another role", "rename", sheet, at("(touched", 0, 2), newName="noop")
attempt("a variable that is there", "rename", sheet, at("?side", 0, 2), newName="?column")
attempt("no name", "rename", sheet, at("(touched", 0, 2), newName="a b")
attempt("a number", "rename", sheet, at("(index 1", 0, 7), newName="one")

path = inputs / "common" / "suspicious.kif"
text = path.read_text(encoding="utf-8")
suspicious = client.open_file(path)
found = client.checked(suspicious)
say("suspicious", [f"{show(one['range'])} {one['code']}: {one['message']}" for one in found[:4]])
say("a related place", [f"{show(note['location']['range'])} {note['message']}"
                        for one in found if one["code"] == "duplicate-clause" for note in one["relatedInformation"]])
actions = client.about("codeAction", suspicious, range=whole_range(text), context={"diagnostics": found})
say("corrections", [f"{action['title']}: {edits(action['edit'])[0]}" for action in actions])

messy = "(role   w)\n(<= (legal w ?x) ; every\n(p ?x))\n\n\n(p   a)(p b)\n"
client.open("file:///messy.kif", messy)
say("formatted", [f"{show(edit['range'])} {edit['newText']!r}" for edit in client.about("formatting", "file:///messy.kif")])
client.change("file:///messy.kif", 2, ["(role w"])
attempt("formatting faulty text", "formatting", "file:///messy.kif", None)

# A rule that is being typed has all of it, too.
open_rule = text.replace("(<= (legal r (mark ?x)) (true (cell ?x blnak)))", "(<= (legal r (mark ?x)) (true (cell ?x ")
client.change(suspicious, 2, [open_rule])
completions(suspicious, open_rule, "(true (cell ?x \n", shift=15)

path = examples / "nim.gdl"
text = path.read_text(encoding="utf-8")
nim = client.open_file(path)
say("infix", client.checked(nim))
hover(nim, text, "heap(Name", shift=2)
attempt("a variable in infix form", "rename", nim, at("Size", 0, 2), newName="Count")
completions(nim, text, "reduce(Name,Size)", shift=7)
say("formatting infix form", client.about("formatting", nim))
client.change(nim, 2, [text.replace("role(red)", "role( red )")])
edit, = client.about("formatting", nim)
print(show(edit["range"]), edit["newText"].rstrip())
print("exit code", client.shut_down())

# Sheets that are not open, in the editor's folder.
client = Client(folder=examples)
client.open_file(examples / "nim.kif")
found = [symbol for symbol in client.request("workspace/symbol", {"query": "Line"})]
say("in the folder", sorted(f"{pathlib.Path(symbol['containerName']).name} {symbol['name']} "
                            f"{show(symbol['location']['range'])}" for symbol in found))
again = [symbol for symbol in client.request("workspace/symbol", {"query": "line"})]
print("the same again:", found == again)
client.shut_down()
