#!/usr/bin/env python3
"""http_players.py TESUJI GAME.kif: `tesuji match` against players of other servers: good ones, and such as answer wrongly,
late, or not at all; and `tesuji position` that asks one. Prints what the command printed, each under what the player does."""
import contextlib
import http.server
import subprocess
import sys
import threading
import time

tesuji, game = sys.argv[1:]


def run(command, *options):
    done = subprocess.run([tesuji, command, game, "--play-seconds=1", "--start-seconds=5", *options], text=True,
                          capture_output=True, check=False)
    return f"{done.stdout}{done.stderr}exit {done.returncode}"


def match(player, *options, rounds=1):
    return run("match", "--player=random", f"--player={player}", f"--rounds={rounds}", "--opening=0", *options)


class Answers(http.server.BaseHTTPRequestHandler):
    """Notes what it is asked, and answers as the server's `answer` says; None: breaks the connection off."""

    def do_POST(self):
        text = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.server.asked.append((text.split()[1], self.headers["Sender"], self.headers["Content-Type"]))
        answer = self.server.answer(text)
        if answer is None:
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        with contextlib.suppress(OSError):  # nobody waits for it any more
            self.end_headers()
            self.wfile.write(answer.encode())

    def log_message(self, *_):
        pass


def against(name, answer, *options):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    server.answer, server.asked = answer, []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"{name}:", match(f"http://127.0.0.1:{server.server_port}", *options))
    kinds = [kind for kind, _, _ in server.asked]
    print(f"{name} was asked", kinds[0], kinds[1], "..", kinds[-1], {rest for _, *r in server.asked for rest in [tuple(r)]})
    server.shutdown()


def slow(text):
    if "( PLAY" in text:
        time.sleep(2.5)
    return "READY"


serving = subprocess.Popen([tesuji, "serve", "--port=0", "--threads=1", "--matches=4"], text=True, stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL)
address = serving.stdout.readline().strip()
print("itself:", match(address, "--parallel=2", rounds=2))
print("asked:", run("position", "--after=(move 3 1 2 1) noop; noop (move 1 2 2 1)", f"--ask={address}"))
print("state:", run("position", "--state=(control w) (cell 3 1 w) (cell 3 2 w)", f"--ask={address}"))
serving.terminate()
serving.wait()
print("nobody:", match(address))
against("garbage", lambda text: "READY" if "( START" in text else "(no such (move))")
against("unbalanced", lambda text: "READY" if "( START" in text else ")(")
against("broken", lambda text: None)
against("busy", lambda text: "BUSY" if "( START" in text else "nil")
against("late", slow, "--max-steps=2")
