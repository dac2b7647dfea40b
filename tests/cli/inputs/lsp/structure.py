"""Asks the language server about the structure of hexapawn, nim and invariants, and prints the answers: lenses, selections,
the call hierarchy, links, formatting of some lines.

usage: structure.py EXAMPLES
"""
import pathlib
import sys

from lsp_client import Client, ResponseError, place_of, position, show

examples = pathlib.Path(sys.argv[1])
COMMANDS = ["play", "prove", "explore", "explainRule", "showReaders", "proveInvariant"]
client = Client(folder=examples.parent, commands=[f"tesuji.{name}" for name in COMMANDS])


def say(title, lines):
    print(f"== {title}")
    for line in lines:
        print(line)


def lenses(uri):
    found = client.about("codeLens", uri)
    for lens in found:
        assert lens["command"]["arguments"][0] == uri
    return [f"{show(lens['range'])} {lens['command']['title']}: {lens['command']['command']} "
            f"{lens['command']['arguments'][1:]}" for lens in found]


def selections(uri, *places):
    answers = client.request("textDocument/selectionRange", {
        "textDocument": {"uri": uri}, "positions": [position(place) for place in places]})
    for answer in answers:
        chain = []
        while answer:
            chain.append(show(answer["range"]))
            answer = answer.get("parent")
        yield " < ".join(chain)


def calls(uri, place):
    item, = client.about("prepareCallHierarchy", uri, place)
    yield f"{item['name']}, {item['detail']}: {show(item['range'])}, {show(item['selectionRange'])}"
    for way, end in (("incoming", "from"), ("outgoing", "to")):
        for call in client.request(f"callHierarchy/{way}Calls", {"item": item}):
            ranges = " ".join(map(show, call["fromRanges"]))
            yield f"  {way}: {call[end]['name']}, {call[end]['detail']}: {ranges}"


path = examples / "hexapawn3.kif"
text = path.read_text(encoding="utf-8")
sheet = client.open_file(path)


def at(before, number=0, shift=0):
    return place_of(text, before, number, shift)


say("lenses of hexapawn", lenses(sheet))
say("selections", selections(sheet, at("?side", 1, 2), at("(true (cell", 1), at("(legal ?player", 0, 3), at("; Each", 0, 3),
                             at("\n\n(<= (won", 0, 1)))
say("a relation", calls(sheet, at("(touched", 0, 2)))
say("a fluent", calls(sheet, at("(control ?player", 0, 2)))
say("the fluent of an argument", calls(sheet, at("(true (cell ?row ?column", 0, 14)))
say("a move", calls(sheet, at("(move ?row", 2, 2)))
say("a keyword", calls(sheet, at("(<= terminal", 0, 6)))
say("nothing", [client.about("prepareCallHierarchy", sheet, (0, 5))])
# An entry names what it is about: it stays valid when lines move.
item, = client.about("prepareCallHierarchy", sheet, at("(touched", 0, 2))
client.change(sheet, 2, ["; one more line\n" + text])
say("after an edit", [show(call["fromRanges"][0]) for call in client.request("callHierarchy/incomingCalls", {"item": item})])
client.change(sheet, 3, [text.replace("touched", "moved")])
say("when it is gone", client.request("callHierarchy/incomingCalls", {"item": item}))



def rule(uri, place):
    found = client.request("tesuji/rule", {"textDocument": {"uri": uri}, "position": position(place)})
    return ["none"] if found is None else [f"{name}: {value if name != 'range' else show(value)}" for name, value in found.items()]


client.change(sheet, 4, [text])
say("the rule at a place", rule(sheet, at("(true (cell", 1)))
say("a rule that needs moves", rule(sheet, at("(touched ?row", 0, 3))[-4:])
say("before all rules", rule(sheet, (0, 3)))

nim = client.open_file(examples / "nim.gdl")
nim_text = (examples / "nim.gdl").read_text(encoding="utf-8")
say("lenses in infix form", lenses(nim)[:6])
say("selections in infix form", selections(nim, place_of(nim_text, "heap(Name", 0, 6)))
say("calls in infix form", calls(nim, place_of(nim_text, "counters_left", 0, 2)))

invariants = client.open_file(examples / "invariants" / "noughts-and-crosses.inv")
say("lenses of invariants", lenses(invariants)[:4])
for file in (examples / "nim.kif", examples / "induce" / "generations.pl", examples / "invariants" / "noughts-and-crosses.inv"):
    uri = client.open_file(file)
    say(f"links of {file.name}", [f"{show(link['range'])} {pathlib.Path(link['target']).name}"
                                  for link in client.about("documentLink", uri)])


def formatted(uri, text, begin, end):
    edits = client.about("rangeFormatting", uri, range={"start": position(begin), "end": position(end)},
                         options={"tabSize": 4, "insertSpaces": True})
    return [f"{show(edit['range'])} {edit['newText']!r}" for edit in edits] or ["no change"]


messy = "(role   w)\n(<= (legal w ?x) ; every\n(p ?x)\n)\n\n(p   a)(p b)\n; done\n"
client.open("file:///messy.kif", messy)
say("one line of a rule", formatted("file:///messy.kif", messy, (2, 0), (2, 1)))
say("a blank line", formatted("file:///messy.kif", messy, (4, 0), (4, 0)))
say("two facts on a line, and a comment", formatted("file:///messy.kif", messy, (5, 0), (7, 0)))
client.change("file:///messy.kif", 2, [messy.replace("(p   a)", "(p   a")])
say("an error elsewhere", formatted("file:///messy.kif", messy, (0, 0), (0, 3)))
try:
    say("an error there", formatted("file:///messy.kif", messy, (5, 0), (5, 1)))
except ResponseError as error:
    print(error)
client.open("file:///messy.gdl", "role( w )\nlegal( w,go ) :-\n true( a ) &\n  true(b)\nterminal:-true( a )\n")
say("a rule in infix form", formatted("file:///messy.gdl", "", (2, 0), (2, 0)))
print("exit code", client.shut_down())

# An editor without these commands gets no lenses.
client = Client(commands=["tesuji.play"])
say("only one command", [line.split(": ")[1] for line in lenses(client.open_file(path))])
client.shut_down()
client = Client()
print("no command:", client.about("codeLens", client.open_file(path)))
client.shut_down()
