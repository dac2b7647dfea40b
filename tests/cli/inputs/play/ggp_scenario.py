#!/usr/bin/env python3
"""ggp_scenario.py TESUJI FOLDER NOUGHTS.kif GOATS.kif: what a game server does to a player, and what it should not.
Two games with two roles; prints what came of it, or fails."""
import contextlib
import pathlib
import shutil
import socket
import subprocess
import sys
import threading
import time

from ggp_host import Game, Match, Player, scrambled

tesuji, folder, first, second = sys.argv[1:]
shutil.rmtree(folder, ignore_errors=True)
pathlib.Path(folder).mkdir(parents=True)
begin = time.monotonic()
player = Player(tesuji, "--threads=1", "--matches=2", "--memory=64", "--name=it.3", f"--record={folder}")


def game_of(path, seed):
    return Game(tesuji, scrambled(pathlib.Path(path).read_text(encoding="utf-8"), seed)[0], folder)


def expect(condition, what):
    if not condition:
        player.process.kill()
        sys.exit(f"{what}\n{player.process.communicate()[1]}")


def answers(text, expected, seconds=1.0):
    answer, taken = player.post(text, seconds + 5)
    expect(expected in answer, f"{text[:80]}: {answer}")
    expect(taken < seconds, f"{text[:80]}: {taken:.3f} s")


# Before a match.
answers("( INFO )", "((name it.3) (status available) (species alien))")
expect(player.get("( INFO )", 5) == "((name it.3) (status available) (species alien))", "GET")
preflight, _ = player.exchange(b"OPTIONS / HTTP/1.1\r\nHost: x\r\nOrigin: http://y\r\nAccess-Control-Request-Method: POST\r\n\r\n", 5)
for header in ("200 OK", "Access-Control-Allow-Origin: *", "Access-Control-Allow-Methods: POST, GET, OPTIONS",
               "Access-Control-Allow-Headers: Content-Type", "Access-Control-Allow-Age: 86400"):
    expect(header in preflight, f"OPTIONS: {header} is missing in {preflight}")
for garbage in ("", "hello", "( PLAY", "))((", "(start m r (", "(\0\1\2)", "(PLAY m)", "(" * 100000):
    answers(garbage, "(error ")
answers("(PLAY nobody NIL)", "unknown match nobody")
answers("( START m a ( ; of a file whose line ends got lost (role a)) 2 1 )", "send it with --data-binary")
answers("(STOP nobody NIL)", "unknown match nobody")
answers("(START m nobody ((role a) (<= terminal (p)) (legal a b) (goal a 1)) 2 1)", "unknown role nobody", 2)
answers("(START m a ((role a) (<= (legal a ?x) (not (p ?x)))) 2 1)", "(error ", 2)
answers("(START m a (tir 2 module) 2 1)", "(error ", 2)
noughts, goats = game_of(first, 1), game_of(second, 2)
answers(f"( PREVIEW ({noughts.rules}) 2 )", "READY")

print(f"{time.monotonic() - begin:.1f} s", file=sys.stderr)
# Connections that are none, or too much.
head = b"POST / HTTP/1.0\r\nContent-Length: "
with contextlib.suppress(OSError):
    with socket.create_connection(("127.0.0.1", player.port), timeout=5) as connection:
        connection.sendall(head + b"20000000\r\n\r\n")
        for _ in range(400):
            connection.sendall(b"x" * 50000)
        expect(b" 413 " in connection.recv(1000), "oversized")
socket.create_connection(("127.0.0.1", player.port)).close()
slow = [socket.create_connection(("127.0.0.1", player.port)) for _ in range(40)]
for connection in slow:
    connection.sendall(head + b"100\r\n\r\n( INF")
expect("available" in player.exchange(b"POST / HTTP/1.0\r\n\r\n(info)", 5)[0], "no Content-Length")

print(f"{time.monotonic() - begin:.1f} s", file=sys.stderr)
# Two matches at once; INFO, and a third one, meanwhile.
matches = {}


def play_first():
    matches[1] = match = Match(player, noughts, "Match.1", 0, 2, 1)
    before = player.post(match.message(), 2)[0]
    match.turn()
    if match.sent != before:
        match.faults.append(f"the message came again: first {before}, then {match.sent}")
    match.turn()
    match.turn(replaced=True)
    match.turn()


def play_second():
    matches[2] = match = Match(player, goats, "Match.2", 1, 2, 1)
    for _ in range(3):
        if not goats.terminal:
            match.turn()


threads = [threading.Thread(target=play_first), threading.Thread(target=play_second)]
for thread in threads:
    thread.start()
time.sleep(1)
answers("( INFO )", "busy", 1.0)
answers(f"( START Match.3 {noughts.roles[0]} ({noughts.rules}) 2 1 )", "BUSY", 1.0)
for thread in threads:
    thread.join()
expect(len(matches) == 2, "a match was broken off")
for match in matches.values():
    expect(not match.faults, f"{match.name}: {match.faults}")

# Moves that are none: it goes on from where it was.
answers("( PLAY match.1 (nothing (at all)) )", "", 1)
answers("( PLAY match.1 (one two three) )", "", 1)
one, _ = player.post("( PLAY Match.1 (nothing (at all)) )", 2)
expect(one in matches[1].asked[0], f"unknown moves: {one}")
matches[1].stop()
answers(matches[1].message("STOP"), "DONE")
expect(not matches[1].faults, f"{matches[1].faults}")
answers("( ABORT Match.2 )", "ABORTED", 1.0)
answers("( PLAY Match.2 NIL )", "unknown match")
for connection in slow:
    connection.close()

# Rules that end, by the record.
limit = time.monotonic() + 5
record = pathlib.Path(folder, f"Match.1-{noughts.roles[0]}.json")
while not record.exists() and time.monotonic() < limit:
    time.sleep(0.05)
done = subprocess.run([tesuji, "replay", str(noughts.path), str(record)], text=True, capture_output=True)
expect(done.returncode == 0, f"replay: {done.stdout}{done.stderr}")

# Ctrl-C, while it thinks.
last = Match(player, game_of(first, 3), "Match.4", 0, 2, 10)
expect(not last.faults, f"{last.faults}")
waits = threading.Thread(target=last.turn)
waits.start()
time.sleep(0.5)
code, seconds, log = player.end()
waits.join()
expect(not last.faults, f"Ctrl-C: {last.faults}")
print(f"exit code {code}, {'at once' if seconds < 3 else f'after {seconds:.1f} s'}")
for line in log.splitlines():
    print(line)
print("all well")
