"""A client of the Language Server Protocol for tests: starts `tesuji lsp` and speaks to it."""
import json
import os
import pathlib
import queue
import subprocess
import threading
import time

CAPABILITIES = {
    "textDocument": {
        "publishDiagnostics": {"relatedInformation": True},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "hover": {"contentFormat": ["plaintext"]},
    }
}


class ResponseError(Exception):
    def __init__(self, error):
        super().__init__(f"{error['code']} {error['message']}")
        self.code = error["code"]


def frame(body):
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return b"Content-Length: %d\r\n\r\n" % len(data) + data


class Client:
    """One server. Positions are pairs of a line and a character, counted from 0."""

    def __init__(self, command=("tesuji", "lsp"), capabilities=None, start=True, folder=None, commands=()):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.arrived = queue.Queue()
        self.diagnostics = {}  # by URI: what was published last
        self.logs = []
        self.last_id = 0
        self.last_arrival = 0.0
        self.last_size = 0
        self.answers = {}
        threading.Thread(target=self._read, daemon=True).start()
        if start:
            self.capabilities = self.request(
                "initialize", {"processId": os.getpid(), "rootUri": folder and pathlib.Path(folder).resolve().as_uri(),
                               "capabilities": capabilities if capabilities is not None else CAPABILITIES,
                               "initializationOptions": {"commands": list(commands)}})["capabilities"]
            self.notify("initialized", {})

    def _read(self):
        stream = self.process.stdout
        while True:
            length = None
            while True:
                line = stream.readline()
                if not line:
                    self.arrived.put(None)
                    return
                if not line.strip():
                    break
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            data = stream.read(length)
            arrival = time.perf_counter()  # before the message is read
            self.arrived.put((json.loads(data), arrival, length))

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        self.write(frame({"jsonrpc": "2.0", **message}))

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def ask(self, method, params):
        """Sends a request and returns its id."""
        self.last_id += 1
        self.send({"id": self.last_id, "method": method, "params": params})
        return self.last_id

    def receive(self, timeout=60):
        """Takes the next message; None at the end."""
        arrived = self.arrived.get(timeout=timeout)
        if arrived is None:
            return None
        message, self.last_arrival, self.last_size = arrived
        if message.get("method") == "textDocument/publishDiagnostics":
            self.diagnostics[message["params"]["uri"]] = message["params"]
        elif message.get("method") == "window/logMessage":
            self.logs.append(message["params"]["message"])
        elif "id" in message:
            self.answers[message["id"]] = message
        return message

    def answer(self, number, timeout=60):
        """The whole answer to a request, error or not."""
        while number not in self.answers:
            if self.receive(timeout) is None:
                raise EOFError(f"the server ended with exit code {self.process.wait()}")
        return self.answers.pop(number)

    def result(self, number, timeout=60):
        answer = self.answer(number, timeout)
        if "error" in answer:
            raise ResponseError(answer["error"])
        return answer["result"]

    def request(self, method, params, timeout=60):
        return self.result(self.ask(method, params), timeout)

    # Documents

    def open(self, uri, text, language="gdl", version=1):
        self.notify("textDocument/didOpen", {
            "textDocument": {"uri": uri, "languageId": language, "version": version, "text": text}})

    def open_file(self, path):
        uri = pathlib.Path(path).resolve().as_uri()
        self.open(uri, pathlib.Path(path).read_bytes().decode())
        return uri

    def change(self, uri, version, changes):
        """`changes`: a text, or (begin, end, text) with positions."""
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": version},
            "contentChanges": [{"text": change} if isinstance(change, str) else
                               {"range": {"start": position(change[0]), "end": position(change[1])},
                                "text": change[2]} for change in changes]})

    def close(self, uri):
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def about(self, method, uri, place=None, **more):
        """A request about a document, or a place in it."""
        params = {"textDocument": {"uri": uri}, **more}
        if place is not None:
            params["position"] = position(place)
        return self.request("textDocument/" + method, params)

    def checked(self, uri):
        """All diagnostics of the document as it is now."""
        return self.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})["items"]

    def shut_down(self):
        """Ends the server and returns its exit code."""
        self.request("shutdown", None)
        self.notify("exit", None)
        return self.process.wait(timeout=20)


def position(place):
    return {"line": place[0], "character": place[1]}


def whole_range(text):
    lines = text.split("\n")
    return {"start": position((0, 0)), "end": position((len(lines), 0))}


def utf16(text):
    return len(text.encode("utf-16-le")) // 2


def place_of(text, before, number=0, shift=0):
    """The place of the given occurrence of a text, in UTF-16 units."""
    offset = -1
    for _ in range(number + 1):
        offset = text.index(before, offset + 1)
    offset += shift
    line = text.count("\n", 0, offset)
    start = text.rfind("\n", 0, offset) + 1
    return line, utf16(text[start:offset])


def show(span):
    start, end = span["start"], span["end"]
    return f"{start['line'] + 1}:{start['character'] + 1}-{end['line'] + 1}:{end['character'] + 1}"


def timed(call):
    begin = time.perf_counter()
    result = call()
    return result, time.perf_counter() - begin
