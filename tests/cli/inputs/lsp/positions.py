"""Checks places in texts: units of UTF-16 and UTF-8, line ends, and edits that arrive bit by bit."""
from lsp_client import Client, show

text = "(role w) ; \U0001f600é\r\n(role \U0001f600é) (legal \U0001f600é go)\r(p ?x\n(init é)"
for name, general in (("utf-16", {}), ("utf-8", {"general": {"positionEncodings": ["utf-8", "utf-16"]}}),
                      ("utf-16 alone", {"general": {"positionEncodings": ["utf-16"]}})):
    client = Client(capabilities=general)
    print("==", name, client.capabilities["positionEncoding"])
    client.open("file:///a.kif", text)
    for place in ((1, 8), (1, 13), (1, 18)):
        answer = client.about("hover", "file:///a.kif", place)
        print(place, answer and show(answer["range"]))
    client.shut_down()

client = Client()
uri = "file:///b.kif"
text = "(role w)\n(init é)\n"
client.open(uri, text)
client.change(uri, 2, [((1, 6), (1, 7), "ab"), ((1, 8), (1, 8), "c"), ((0, 6), (1, 1), "x)\n(\n"), ((9, 0), (9, 0), "(q)")])
print("== edits")
print([symbol["name"] for symbol in client.about("documentSymbol", uri)])
client.change(uri, 3, ["(role z)", ((0, 6), (0, 7), "y"), ((0, 8), (0, 8), "\n(role \U0001f600x)"), ((1, 8), (1, 9), "")])
print([child["name"] for child in client.about("documentSymbol", uri)[0]["children"]])
# A faulty edit changes nothing after it.
client.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 4},
                                         "contentChanges": [{"range": {"start": {}}, "text": "x"}]})
print([symbol["name"] for symbol in client.about("documentSymbol", uri)], len(client.logs))
client.change(uri, 5, [((0, 5), (0, 6), " ")])
print(client.checked(uri)[0]["code"], client.diagnostics[uri]["version"])
print("exit code", client.shut_down())
