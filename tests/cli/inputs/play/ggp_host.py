#!/usr/bin/env python3
"""A game server in the manner of the public one, for tests of `tesuji serve`.

usage: ggp_host.py TESUJI OUT START PLAY TURNS GAME.kif..
Plays a match of each game against a server of its own, with scrambled words: one role is the
player's, all others move at random; sometimes the player's move is replaced. OUT is a folder for
records, which `tesuji replay` then checks. Prints a line a match: answers, the slowest of them,
faults. States and legal moves are those of a plugin of the game. HOST_SEED: of the first match.
"""
import json
import os
import pathlib
import random
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.parse

sys.path.append(str(pathlib.Path(__file__).resolve().parents[4] / "examples/hosts/python"))
import tesuji_plugin  # noqa: E402

KEYWORDS = {"role", "init", "true", "does", "next", "legal", "goal", "terminal", "distinct", "not", "or",
            "base", "input", "sees", "random", "<="}


def scrambled(text, seed):
    """The rules on one line, with other words, and how these were called: as hosts send them."""
    text = re.sub(r";[^\n]*", "", text).lower()
    names, chooser = {}, random.Random(seed)

    def other(found):
        word = found[0]
        if word in KEYWORDS or word.isdigit():
            return word
        bare = word.lstrip("?")
        if bare not in names:
            names[bare] = "".join(chooser.choice("bcdfghklmnprst") + chooser.choice("aeiou") for _ in range(4)) + str(len(names))
        return word[:len(word) - len(bare)] + names[bare]
    return " ".join(re.sub(r"[^\s()]+", other, text).split()), names


class Game:
    """What a game says after some joint moves, by a plugin."""

    def __init__(self, tesuji, rules, folder):
        self.rules = rules
        self.path = pathlib.Path(folder) / f"rules{time.monotonic_ns()}.kif"
        self.path.write_text(rules, encoding="utf-8")
        plugin = self.path.with_suffix(".so")
        subprocess.run([tesuji, "compile", str(self.path), "-o", str(plugin)], check=True)
        self.plugin = tesuji_plugin.Game(str(plugin))
        self.roles, self.turns, self.state, self.percepts = self.plugin.roles, 0, self.plugin.initial, None
        self.look()

    def look(self):
        self.terminal, self.goals = self.plugin.terminal(self.state), self.plugin.goals(self.state)
        moves = [[]] * len(self.roles) if self.terminal else self.plugin.legal(self.state)
        self.legal = [[self.plugin.move_name(move) for move in of_role] for of_role in moves]

    def advance(self, joint):
        moves = [self.plugin.find_move(name) for name in joint]
        self.percepts = self.plugin.percepts(self.state, moves) if self.plugin.has_percepts else None
        self.state = self.plugin.step(self.state, moves)
        self.turns += 1
        self.look()


class Player:
    """A server that was started for the test."""

    def __init__(self, tesuji, *options):
        self.process = subprocess.Popen([tesuji, "serve", "--port=0", *options], text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.address = self.process.stdout.readline().strip()
        self.port = int(self.address.rsplit(":", 1)[1])

    def exchange(self, raw, seconds):
        """Sends bytes, returns what comes until the connection ends, and how long that took."""
        begin = time.monotonic()
        with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
            connection.settimeout(max(seconds, 0.1))
            connection.sendall(raw)
            answer = b""
            while part := connection.recv(65536):
                answer += part
                connection.settimeout(max(begin + seconds - time.monotonic(), 0.01))
        return answer.decode("ascii"), time.monotonic() - begin

    def post(self, text, seconds):
        """An answer's text, and its seconds; raises TimeoutError after so many."""
        body = text.encode()
        head = (f"POST / HTTP/1.0\r\nAccept: text/delim\r\nHost: 127.0.0.1\r\nSender: GAMESERVER\r\nReceiver: tesuji\r\n"
                f"Content-Type: text/acl\r\nContent-Length: {len(body)}\r\n\r\n")
        answer, taken = self.exchange(head.encode() + body, seconds)
        assert answer.startswith("HTTP/1.") and " 200 OK\r\n" in answer, answer
        head, _, text = answer.partition("\r\n\r\n")
        length = re.search(r"^content-length: (\d+)", head, re.IGNORECASE | re.MULTILINE)
        assert int(length[1]) == len(text) and "text/acl" in head, answer
        return text, taken

    def get(self, text, seconds):
        raw = f"GET /{urllib.parse.quote_plus(text)} HTTP/1.0\r\n\r\n"
        answer, _ = self.exchange(raw.encode(), seconds)
        return answer.partition("\r\n\r\n")[2]

    def end(self, number=signal.SIGINT):
        """Its exit code, how long it took to end, and its log."""
        begin = time.monotonic()
        self.process.send_signal(number)
        _, log = self.process.communicate(timeout=60)
        return self.process.returncode, time.monotonic() - begin, log


def joint_text(moves):
    return f"({' '.join(moves)})" if moves else "NIL"


class Match:
    """One match, with the player in one role; clocks are kept as by the public server."""

    def __init__(self, player, game, name, role, start, play, seed=1):
        self.player, self.game, self.name, self.role, self.play_clock = player, game, name, role, play
        self.random = random.Random(seed)
        self.last, self.times, self.faults, self.sent = [], [], [], None
        self.answer, self.start_time = player.post(
            f"( START {name} {game.roles[role]} ({game.rules}) {start} {play})", start)
        if self.answer != "READY":
            self.faults.append(f"START: {self.answer}")

    def message(self, kind="PLAY"):
        if self.game.plugin.has_percepts:  # GDL-II
            percepts = self.game.percepts[self.role] if self.last else []
            own = self.last[self.role] if self.last else "NIL"
            return f"( {kind} {self.name} {self.game.turns} {own} {joint_text(percepts)} )"
        return f"( {kind} {self.name} {joint_text(self.last)} )"

    def turn(self, replaced=False):
        """Asks, and makes everybody's moves; without an answer in time, or where the player's is to
        be replaced, a random one in its place."""
        self.asked = self.game.legal
        joint = [self.random.choice(moves) for moves in self.asked]
        try:
            self.sent, taken = self.player.post(self.message(), self.play_clock + 1)
            self.times.append(taken)
            if taken > self.play_clock:
                self.faults.append(f"late: {taken:.3f} s")
            if self.sent.lower() not in self.game.legal[self.role]:
                self.faults.append(f"illegal: {self.sent}")
            elif not replaced:
                joint[self.role] = self.sent.lower()
        except (OSError, AssertionError) as error:
            self.faults.append(f"no answer: {error!r}")
        self.last = joint
        self.game.advance(joint)

    def stop(self):
        answer, _ = self.player.post(self.message("STOP"), self.play_clock)
        if answer != "DONE":
            self.faults.append(f"STOP: {answer}")


def play_games(tesuji, out, start, play, turns, games):
    bad = 0
    os.makedirs(out, exist_ok=True)
    for number, path in enumerate(games, int(os.environ.get("HOST_SEED", "0"))):
        rules, _ = scrambled(pathlib.Path(path).read_text(encoding="utf-8"), number)
        game = Game(tesuji, rules, out)
        player = Player(tesuji, f"--record={out}", f"--seed={number + 1}", *os.environ.get("SERVE_OPTIONS", "").split())
        chooser = random.Random(number)
        role = chooser.choice([i for i, name in enumerate(game.roles) if name != "random"])
        match = Match(player, game, f"match.{number}", role, start, play, number)
        for turn in range(turns):
            if game.terminal or match.faults:
                break
            match.turn(replaced=chooser.random() < 0.2)
        match.stop()
        code, seconds, log = player.end()
        if code != 0:
            match.faults.append(f"exit code {code}")
        if game.terminal != bool(re.search(r"end after \d+ turns", log)):
            match.faults.append("wrong about the end")
        record = re.search(r"recorded in (\S+)", log)
        if record and json.loads(pathlib.Path(record[1]).read_text())["isAborted"] == game.terminal:
            match.faults.append("wrong isAborted")
        replay = "no record"
        if record:
            done = subprocess.run([tesuji, "replay", "--no-cache", "--engine=interpreter", str(game.path), record[1]],
                                  text=True, capture_output=True)
            replay = "replayed" if done.returncode == 0 else "replay differs: " + done.stdout + done.stderr
        bad += bool(match.faults) or done.returncode != 0 if record else 1
        simulations = [int(found) for found in re.findall(r" (\d+) simulations", log)]
        print(f"{pathlib.Path(path).stem}: {len(game.roles)} roles, READY {match.start_time:.2f} s, {len(match.times)} moves, "
              f"slowest {max(match.times, default=0):.3f} s, goals {game.goals}, "
              f"simulations {max(simulations, default=0)} at most, "
              f"end {seconds:.2f} s, {replay}, {match.faults or 'no faults'}", flush=True)
        pathlib.Path(out, f"log{number}.txt").write_text(log, encoding="utf-8")
    return bad


if __name__ == "__main__":
    tesuji, out, start, play, turns, *games = sys.argv[1:]
    sys.exit(play_games(tesuji, out, float(start), float(play), int(turns), games) != 0)
