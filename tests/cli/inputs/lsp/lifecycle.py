"""Checks the life of a language server, from requests that come too early to what it does with noise."""
import json

from lsp_client import Client, ResponseError, frame


def attempt(title, call):
    try:
        print(f"{title}:", call())
    except ResponseError as error:
        print(f"{title}:", error)


client = Client(start=False)
attempt("before initialize", lambda: client.request("textDocument/hover", {}))
client.notify("textDocument/didOpen", {"textDocument": {"uri": "file:///early.kif", "text": "("}})
answer = client.request("initialize", {"capabilities": {}})
print("server:", answer["serverInfo"]["name"], answer["capabilities"]["positionEncoding"])
client.notify("initialized", {})
attempt("initialize again", lambda: client.request("initialize", {}))
attempt("an unknown method", lambda: client.request("textDocument/unknown", {}))
client.notify("unknown/notification", {})
attempt("no such document", lambda: client.about("hover", "file:///early.kif", (0, 0)))
client.open("file:///a.kif", "(role w)")
attempt("no position", lambda: client.request("textDocument/hover", {"textDocument": {"uri": "file:///a.kif"}}))
attempt("behind the text", lambda: client.about("hover", "file:///a.kif", (99, 99)))
attempt("no parameters", lambda: client.request("textDocument/hover", None))

def next_error():
    """The next message that reports an error; diagnostics may come between."""
    message = client.receive()
    while "error" not in message:
        message = client.receive()
    return message


# Messages that are not requests.
for body in (b"{", b"[]", b"17", b'{"jsonrpc":"2.0"}', b'{"id":{},"method":"shutdown"}', b"\xff\xfe"):
    client.write(frame(body))
    message = next_error()
    print("noise:", message["id"], message["error"]["code"], message["error"]["message"])
client.write(b"X-Other: 1\r\n\r\nnoise\n\r\n")
client.write(b"content-length: 2\r\nContent-Type: x\r\n\r\n{}")
print("noise:", next_error()["error"]["message"])

# In pieces, and several at a time.
for byte in frame({"jsonrpc": "2.0", "id": "pieces", "method": "textDocument/foldingRange",
                   "params": {"textDocument": {"uri": "file:///a.kif"}}}):
    client.write(bytes([byte]))
print("in pieces:", client.answer("pieces")["result"])
asked = {"jsonrpc": "2.0", "id": 901, "method": "textDocument/documentSymbol",
         "params": {"textDocument": {"uri": "file:///a.kif"}}}
cancel = {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 901}}
client.write(frame(asked) + frame(cancel))
print("cancelled:", client.answer(901)["error"]["code"])
client.notify("$/cancelRequest", {"id": 901})

# What was open is closed, before the check has ended (-32801, content modified) or after.
number = client.ask("textDocument/diagnostic", {"textDocument": {"uri": "file:///a.kif"}})
client.close("file:///a.kif")
answer = client.answer(number)
print("closed:", "result" in answer or answer["error"]["code"] == -32801)
attempt("after that", lambda: client.about("hover", "file:///a.kif", (0, 0)))

# Requests that wait for a check have one answer each: cancelled, done, or ended with the server.
def asked(number, uri="file:///b.kif"):
    return frame({"jsonrpc": "2.0", "id": number, "method": "textDocument/diagnostic",
                  "params": {"textDocument": {"uri": uri}}})


client.open("file:///b.kif", "(role w)\n" * 20000)
client.write(asked(902) + asked("other") + asked(903))
client.request("workspace/symbol", {"query": "none"})
client.notify("$/cancelRequest", {"id": "other"})
client.notify("$/cancelRequest", {"id": "other"})
print("cancelled while it waits:", client.answer("other")["error"]["code"])
print("the others:", [client.answer(number)["result"]["kind"] for number in (902, 903)])
client.change("file:///b.kif", 2, ["(role w)"])
client.write(asked(904) + frame({"jsonrpc": "2.0", "id": 905, "method": "shutdown"}))
print("waits at shutdown:", client.answer(904)["error"], client.answer(905)["result"])
attempt("after shutdown", lambda: client.request("textDocument/hover", {}))
client.notify("exit", None)
print("exit code", client.process.wait(timeout=20))
while client.receive() is not None:
    pass
print("answered twice:", [number for number in client.answers if number is not None])

# A check that takes longer than it may: what was found by then stays.
client = Client(("tesuji", "lsp", "--check-seconds=0.000001"))
client.open("file:///a.kif", "(role w)\n" * 20000)
client.checked("file:///a.kif")
print("in time:", client.logs)
client.shut_down()

client = Client()
client.notify("exit", None)
print("without shutdown: exit code", client.process.wait(timeout=20))
client = Client()
client.open("file:///c.kif", "(role w)")
client.write(asked(906, "file:///c.kif"))
client.process.stdin.close()
answer = client.answer(906)
print("waits at the end of the input:", "result" in answer or answer["error"]["code"])
print("at the end of the input: exit code", client.process.wait(timeout=20))
