#!/usr/bin/env python3
"""Compares the readable texts of moves with those that people would write, and looks for two moves with one text.

    move_notation.py [--plays=2] [--turns=12] [--default-shared=FOLDER] TESUJI [GAME..]

Some moves of well-known games must have the texts below. In random plays of all sheets of the corpus (or of the GAMEs)
no two legal moves of a role share a text, each text is one line without blanks at its ends, and the text of a move is
the same in the course of a match. Exit code 77: there is no corpus.
"""
import argparse
import json
import os
import pathlib
import random
import subprocess
import sys

# Game, joint moves before (`;` between them, `|` between roles), move, text.
EXPECTED = [
    ("breakthrough", "", "(move 1 2 1 3)", "1,2–1,3"),
    ("connectFour", "", "(drop 4)", "drop 4"),
    ("ticTacToe", "", "(mark 2 3)", "2,3"),
    ("chess", "", "(move wp a 2 a 3)", "wp a2–a3"),
    ("chess", "(move wp e 2 e 4)|noop;noop|(move bp d 7 d 5)", "(move wp e 4 d 5)", "wp e4×d5"),
    ("checkers", "", "(move wp b 3 a 4)", "wp b3–a4"),
    ("hex", "", "(place e 1)", "e1"),
    ("reversi", "", "(move 3 5)", "3,5"),
    ("amazons_8x8", "", "(move 6 1 6 6)", "6,1–6,6"),
    ("amazons_8x8", "(move 6 1 6 6)|noop", "(fire 5 6)", "fire 5,6"),
    ("pentago", "", "(place 1 1 2)", "place 1:1,2"),
    ("pentago", "(place 4 1 3)|noop", "(rotate 3 counterclockwise)", "rotate 3 counterclockwise"),
    ("quarto", "(select p1000)|noop", "(place p1000 1 4)", "p1000 1,4"),
    ("dotsAndBoxes", "", "(draw 1 1 1 2)", "1,1–1,2"),
    ("sheepAndWolf", "", "(move c4 c8 c3 c7)", "c4,c8–c3,c7"),
    ("ttcc4_2player", "", "(pawnmove 1 5 2 5)", "pawnmove 1,5–2,5"),
]


class Worker:
    """A process that answers about one sheet (docs/cli/position.md)."""

    def __init__(self, tesuji, sheet):
        self.process = subprocess.Popen([tesuji, "position", "--requests", sheet], text=True, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def position(self, moves):
        after = [f"--after={'; '.join(' '.join(joint) for joint in moves)}"] if moves else []
        print(json.dumps({"id": 1, "arguments": ["--json", *after]}), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        answer = json.loads(line) if line else {"code": 1}
        return json.loads(answer["output"]) if answer["code"] == 0 else None

    def close(self):
        self.process.stdin.close()
        self.process.wait(30)


def check(game, position):
    """Each role's texts are different, and of the form that lists and prompts need."""
    for legal, texts in zip(position["legal"], position["notation"]):
        assert len(legal) == len(texts), (game, legal, texts)
        assert len(set(texts)) == len(texts), (game, sorted(texts))
        for text in texts:
            assert text and text == text.strip() and "\n" not in text, (game, text)


def play(tesuji, sheet, plays, turns, rng):
    """Random plays; returns how many positions they had, or nothing if the sheet cannot be played."""
    worker = Worker(tesuji, sheet)
    game, count = sheet.stem, 0
    for _ in range(plays):
        moves, texts = [], []
        for _ in range(turns):
            position = worker.position(moves)
            if position is None:
                worker.close()
                return None
            check(game, position)
            assert position["course_notation"] == texts, (game, position["course_notation"], texts)
            count += 1
            if position["terminal"]:
                break
            chosen = [rng.randrange(len(legal)) for legal in position["legal"]]
            moves.append([legal[i] for legal, i in zip(position["legal"], chosen)])
            texts.append([known[i] if len(known) > 1 else None for known, i in zip(position["notation"], chosen)])
    worker.close()
    return count


def expect(tesuji, folder):
    for game, after, move, text in EXPECTED:
        worker = Worker(tesuji, folder / f"{game}.kif")
        position = worker.position([joint.split("|") for joint in after.split(";")] if after else [])
        found = {name: each for legal, texts in zip(position["legal"], position["notation"])
                 for name, each in zip(legal, texts)}
        assert found.get(move) == text, (game, move, found.get(move), text)
        worker.close()
    print(f"{len(EXPECTED)} moves have the expected texts")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--plays", type=int, default=2)
    parser.add_argument("--turns", type=int, default=12)
    parser.add_argument("--default-shared", default="")
    parser.add_argument("tesuji")
    parser.add_argument("games", nargs="*")
    options = parser.parse_args()
    folder = pathlib.Path(os.environ.get("TESUJI_SHARED") or options.default_shared) / "corpus" / "dev"
    if not folder.is_dir():
        print("no corpus")
        sys.exit(77)
    tesuji = os.path.abspath(options.tesuji)
    expect(tesuji, folder)
    rng = random.Random(1)
    sheets = [folder / f"{name}.kif" for name in options.games] or sorted(folder.glob("*.kif"))
    counts = [play(tesuji, sheet, options.plays, options.turns, rng) for sheet in sheets]
    played = [count for count in counts if count is not None]
    print(f"{sum(played)} positions of {len(played)} games: no two moves of a role share a text")


if __name__ == "__main__":
    main()
