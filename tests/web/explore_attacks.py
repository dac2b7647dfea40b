#!/usr/bin/env python3
"""Attacks the local server of `tesuji explore`: everything is refused or bounded, and it goes on serving.

usage: explore_attacks.py TESUJI FOLDER
FOLDER: rulesheets, among them noughts-and-crosses.kif. Prints a line for each attack.
"""
import json
import pathlib
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse


def request(port, method, target, body=b"", host=None, headers=(), wait=30):
    """Status and body, by a socket: nothing is tidied up on the way."""
    head = [f"{method} {target} HTTP/1.1", f"Host: {host or f'127.0.0.1:{port}'}", *headers]
    if body or method == "POST":
        head.append(f"Content-Length: {len(body)}")
    with socket.create_connection(("127.0.0.1", port), timeout=wait) as connection:
        answer = b""
        try:
            connection.sendall("\r\n".join(head).encode() + b"\r\n\r\n" + body)
            while part := connection.recv(65536):
                answer += part
        except (BrokenPipeError, ConnectionResetError):
            pass  # it has read enough, and closed
    head, _, rest = answer.partition(b"\r\n\r\n")
    status = int(head.split()[1]) if head else 0
    return status, rest, head.decode(errors="replace")


class Server:
    def __init__(self, tesuji, folder, *options):
        self.process = subprocess.Popen([tesuji, "explore", folder, *options], text=True, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)
        address = urllib.parse.urlparse(self.process.stdout.readline().strip())
        self.port = address.port
        self.base = address.path

    def get(self, name, **more):
        return request(self.port, "GET", self.base + name, **more)

    def post(self, name, body, **more):
        text = body if isinstance(body, bytes) else json.dumps(body).encode()
        return request(self.port, "POST", self.base + name, text, **more)

    def run(self, seconds=60, **body):
        job = json.loads(self.post("start", body)[1])["job"]
        end = time.monotonic() + seconds
        output = ""
        while time.monotonic() < end:
            report = json.loads(self.post("report", {"job": job, "from": len(output.encode()), "wait": 1})[1])
            output += report["output"]
            if report["state"] == "done":
                return report | {"output": output}
        raise AssertionError("no end")


def check(what, condition, *shown):
    assert condition, (what, *shown)
    print(f"{what}: fine")


def processes_of(server):
    """Arguments of the server's children."""
    found = []
    for status in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            # After the name, which may have blanks and parentheses: the state and the parent.
            parent = int(status.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[1])
            if parent == server.process.pid:
                found.append((status.parent / "cmdline").read_bytes().decode().split("\0"))
        except (FileNotFoundError, ProcessLookupError):
            pass  # it has ended
    return found


def attack_language(server, sheet):
    """The language server behind the page: methods that the page does not use are refused."""
    port = server.port
    session = json.loads(server.post("lsp", {})[1])["session"]
    if session is None:
        print("language server: left out")
        return
    where = {"textDocument": {"uri": "file:///a.kif"}}
    opened = {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///a.kif", "text": sheet}}}

    def ask(method, params=None, notifications=(), **more):
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**where, **(params or {})}}
        return server.post("lsp", {"session": session, "messages": [*notifications, message], **more})

    status, text, _ = ask("textDocument/hover", {"position": {"line": 10, "character": 6}}, [opened])
    check("a hover", status == 200 and "Role" in json.loads(text)["response"]["result"]["contents"]["value"], status, text)
    for method in ("initialize", "shutdown", "exit", "workspace/symbol", "$/cancelRequest", "", "textDocument/nothing", "textDocument/diagnostic",
                   "textDocument/documentLink"):
        check(f"method {method!r}", ask(method)[0] == 400)
    check("a file that is not open", b"not open" in ask("textDocument/hover", {"textDocument": {"uri": "file:///etc/passwd"}})[1])
    for body in (b"", b"{", b"[]", b"7", b"\xff", b"[" * 100_000, b'{"session":"x"}', b'{"session":-1}', b'{"session":1.5}', b'{"close":true}',
                 b'{"session":%d}' % session, b'{"session":%d,"messages":[%s1%s]}' % (session, b"[" * 100_000, b"]" * 100_000),
                 b'{"session":%d,"messages":[{"id":1,"method":"textDocument/hover","params":%s1%s}]}' % (session, b"[" * 100_000, b"]" * 100_000)):
        status, text, _ = server.post("lsp", body)
        check(f"language body {body[:40]!r}", status == 400, status, text)
    for number in (0, session + 1000, 2 ** 63):
        status = server.post("lsp", {"session": number, "messages": [{"id": 1, "method": "textDocument/hover"}]})[0]
        check(f"unknown session {number}", status == 404, status)
    status = server.post("lsp", b'{"session":%d,"messages":["%s"]}' % (session, b"x" * (20 << 20)))[0]
    check("a huge message", status in (0, 413), status)
    for headers, host in ((["Origin: http://evil.example"], None), ([], "evil.example")):
        status = server.post("lsp", {}, headers=headers, host=host)[0]
        check(f"language server for {headers or host}", status == 403, status)
    check("language server without the token", request(port, "POST", f"/{'a' * 32}/lsp", b"{}")[0] == 403)
    deep = opened | {"params": {"textDocument": {"uri": "file:///a.kif", "text": "(role " + "(" * 200_000}}}
    status, text, _ = ask("textDocument/hover", {"position": {"line": 0, "character": 2}}, [deep])
    check("a deep sheet in the editor", status == 200, status, text)
    sessions = [json.loads(server.post("lsp", {})[1])["session"] for _ in range(20)]
    running = [words for words in processes_of(server) if "lsp" in words]
    check("few language servers at a time", 1 <= len(running) <= 6, running)
    check("the first session is gone", ask("textDocument/hover")[0] == 404)
    for each in sessions:
        server.post("lsp", {"session": each, "close": True})
    check("closed sessions", not [words for words in processes_of(server) if "lsp" in words])


def attack(server, folder):
    port, token = server.port, server.base.strip("/")
    good = server.get("")
    check("the page", good[0] == 200 and b"tesuji explore" in good[1], good)
    check("headers", all(name in good[2] for name in ("Content-Security-Policy", "nosniff", "no-referrer")), good[2])
    check("no access from other origins", "Access-Control" not in good[2], good[2])
    for target in ("/", "/index.html", f"/{token[:-1]}/", f"/{'a' * 32}/", f"/{token}", "//"):
        check(f"without the token: {target[:4]}", request(port, "GET", target)[0] == 403, target)
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", "127.0.0.1:1", f"127.0.0.1.evil.example:{port}", ""):
        status = request(port, "GET", server.base, host=host or " ")[0]
        check(f"host {host!r}", status in (400, 403), status)
    for origin in ("http://evil.example", "null", f"https://127.0.0.1:{port}", "http://127.0.0.1:1"):
        status = server.post("games", {}, headers=[f"Origin: {origin}"])[0]
        check(f"origin {origin}", status == 403, status)
    check("own origin", server.post("games", {}, headers=[f"Origin: http://127.0.0.1:{port}"])[0] == 200)
    for name in ("../secret.kif", "%2e%2e/secret.kif", "/etc/passwd", "codemirror/../../secret.kif",
                 "codemirror/lib/../../../../../etc/passwd", "..%2f..%2fetc%2fpasswd", "codemirror/mode/meta.js"):
        status, text, _ = server.get(name)
        check(f"file {name}", status in (403, 404) and b"root:" not in text and b"secret" not in text, status, text)
    for name in ("../secret.kif", "/etc/passwd", "..", ".", "", "link.kif", "folder.kif", "notes.txt", "a\0b.kif", "notes.txt\0.kif",
                 "noughts-and-crosses.kif/../../secret.kif"):
        status, text, _ = server.post("game", {"name": name})
        check(f"rulesheet {name!r}", status == 404 and b"secret" not in text, status, text)
    opened = json.loads(server.post("game", {"name": "noughts-and-crosses.kif"})[1])
    check("files beside it", opened["strategy"] == "% own" and "invariants" not in opened, opened)
    names = json.loads(server.post("games", {})[1])["names"]
    check("rulesheets", "noughts-and-crosses.kif" in names and "notes.txt" not in names, names)

    sheet = (pathlib.Path(folder) / "noughts-and-crosses.kif").read_text(encoding="utf-8")
    for body in (b"", b"{", b"[]", b"7", b'{"view":7}', b'{"view":"check"}', b'{"view":"nothing","sheet":""}', b"\xff\xfe",
                 b'{"job":-1}', b'{"job":"x"}', b"[" * 100_000):
        for name in ("start", "report", "stop", "game"):
            status, text, _ = server.post(name, body)
            check(f"body {body[:16]!r} to {name}", status in (400, 404) or text == b'{"stopped":false}\n', status, text)
    for more in ({"view": "stage", "stage": "plan -o /tmp/x"}, {"view": "stage", "engine": "--output=x"},
                 {"view": "position", "ask": "strategy:/etc/passwd"}, {"view": "position", "ask": "http://127.0.0.1:1"},
                 {"view": "position", "moves": [["a;b"]]}, {"view": "prove", "seconds": 1e9},
                 {"view": "measure", "seconds": -1}, {"view": "learn", "games": 10 ** 12}):
        status = server.post("start", {"sheet": sheet, **more})[0]
        check(f"request {json.dumps(more)[:60]}", status == 400, status)
    for query in ("--state=@/etc/passwd", "@/etc/passwd", "-h"):
        report = server.run(view="derive", sheet=sheet, query=query)
        check(f"query {query}", "root:" not in report["output"] + report["errors"] and "Usage" not in report["output"], report)
    report = server.run(view="position", sheet=sheet, moves=[["@/etc/passwd", "noop"]])
    check("a move that names a file", "root:" not in report["output"] + report["errors"], report)
    for name, game in (("noughts.kif", "noughts"), ("../../noughts.kif", "sheet"), ("-h.kif", "sheet"), ("a b.kif", "sheet"),
                       ("noughts", "sheet"), ("a\0.kif", "sheet"), ("x" * 200 + ".kif", "sheet")):
        report = server.run(view="position", sheet=sheet, name=name)
        check(f"a game called {name[:20]!r}", json.loads(report["output"])["game"] == game, report)
    report = server.run(view="check", sheet="(role " + "(" * 200_000)
    check("a deep sheet", report["end"] == "exited" and report["code"] == 1, report["end"], report["code"])

    attack_language(server, sheet)

    status = server.post("start", b"x" * (20 << 20))[0]
    check("an oversized body", status in (0, 400, 413), status)
    check("a long target", server.get("a" * 100_000)[0] in (0, 400, 403, 404, 414))
    check("another method", request(port, "DELETE", server.base)[0] in (400, 403, 404, 405))

    # Endless work ends at its limit, and can be stopped before.
    hanoi = "(role a) (init (n 0)) (<= (next (n (s ?x))) (true (n ?x))) (<= (legal a (m ?x)) (true (n ?x))) (<= terminal (true (n b))) (goal a 0)"
    begin = time.monotonic()
    report = server.run(view="prove", sheet=sheet, seconds=600)
    check("the limit of time", report["end"] in ("out of time", "exited") and time.monotonic() - begin < 15, report["end"])
    job = json.loads(server.post("start", {"view": "measure", "sheet": sheet, "engine": "jit", "seconds": 10})[1])["job"]
    time.sleep(0.3)
    begin = time.monotonic()
    server.post("stop", {"job": job})
    while json.loads(server.post("report", {"job": job, "wait": 1})[1])["state"] != "done":
        assert time.monotonic() - begin < 5
    check("stop", True)
    report = server.run(view="position", sheet=hanoi)
    check("rules without end", report["end"] in ("exited", "out of time"), report)

    # Many at once, and slow ones.
    slow = []
    for _ in range(100):
        connection = socket.create_connection(("127.0.0.1", port), timeout=30)
        connection.sendall(b"GET / HTTP/1.1\r\nHo")
        slow.append(connection)
    answers = []
    threads = [threading.Thread(target=lambda: answers.append(server.get("explore.css")[0])) for _ in range(100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for connection in slow:
        connection.close()
    check("200 connections, half of them slow", answers == [200] * 100, answers)
    statuses = [server.post("start", {"view": "measure", "sheet": sheet, "seconds": 10})[0] for _ in range(60)]
    check("60 commands at once", statuses.count(503) >= 20 and statuses.count(200) >= 32, statuses)


def main():
    tesuji, examples = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as top:
        folder = pathlib.Path(top) / "games"
        folder.mkdir()
        text = (pathlib.Path(examples) / "noughts-and-crosses.kif").read_text(encoding="utf-8")
        (folder / "noughts-and-crosses.kif").write_text(text, encoding="utf-8")
        (folder / "notes.txt").write_text("secret", encoding="utf-8")
        (folder / "folder.kif").mkdir()
        secret = pathlib.Path(top) / "secret.kif"
        secret.write_text("(role secret)", encoding="utf-8")
        (folder / "link.kif").symlink_to(secret)
        (folder / "strategies").mkdir()
        (folder / "strategies" / "noughts-and-crosses.pl").write_text("% own", encoding="utf-8")
        (folder / "noughts-and-crosses.inv").symlink_to(secret)
        outside = pathlib.Path(top) / "elsewhere"
        outside.mkdir()
        (outside / "noughts-and-crosses.inv").write_text("secret", encoding="utf-8")
        (folder / "invariants").symlink_to(outside)
        server = Server(tesuji, str(folder), "--seconds=8")
        try:
            attack(server, folder)
            assert server.process.poll() is None, "the server ended"
        finally:
            server.process.terminate()
            code = server.process.wait(timeout=20)
        assert code == 0, code
    print("all well")


if __name__ == "__main__":
    main()
