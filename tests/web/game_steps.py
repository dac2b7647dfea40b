"""What tests/web/explore_games.py plays: games of all kinds, with the squares that a person clicks.

A square is (column, row), as printed beside the board; (column, row, 1) is on the second of two boards. A text is that of
a button in the list of legal moves, for games without a board.
"""
from dataclasses import dataclass


@dataclass
class Step:
    clicks: tuple          # squares, or a text
    text: str              # in the list of moves
    piece: tuple = ()      # where a piece is afterwards; two squares: between them
    said: str = ""         # what the page says of it
    cleared: tuple = ()    # a square that is empty afterwards


@dataclass
class Game:
    name: str
    title: str             # of its tile
    steps: tuple
    branch: Step           # instead of the last step
    shots: tuple = ()      # besides the desktop in light
    turns: bool = True     # whether the board can be turned
    has_texts: bool = False  # whether texts are much of the picture


EXAMPLES = (
    Game("noughts-and-crosses", "Noughts and crosses", (
        Step((("2", "2"),), "2,2", ("2", "2"), "o"),
        Step((("1", "3"),), "3,1", ("1", "3"), "x"),
        Step((("3", "3"),), "3,3", ("3", "3"), "o")),
        Step((("2", "1"),), "1,2", ("2", "1"), "o"), ("dark", "phone")),
    Game("breakthrough", "Breakthrough", (
        Step((("4", "7"), ("4", "6")), "7,4–6,4", ("4", "6"), "white", ("4", "7")),
        Step((("2", "2"), ("3", "3")), "2,2–3,3", ("3", "3"), "black", ("2", "2"))),
        Step((("8", "2"), ("8", "3")), "2,8–3,8", ("8", "3"), "black", ("8", "2")), ("dark",)),
    Game("connect-four", "Connect four", (
        Step((("4", "5"),), "4", ("4", "1"), "red"),
        Step((("4", "1"),), "4", ("4", "2"), "yellow"),
        Step((("6", "6"),), "6", ("6", "1"), "red")),
        Step((("1", "3"),), "1", ("1", "1"), "red"), ("phone",)),
    Game("goofspiel", "Goofspiel", (Step(("bid 2", "bid 3", "bid 4"), "bid 2"), Step(("bid 1", "bid 4", "bid 2"), "bid 1")),
         Step(("bid 4", "bid 2", "bid 1"), "bid 4"), turns=False, has_texts=True),
    Game("kuhn-poker", "Kuhn poker", (Step(("bet",), "bet"),), Step(("check",), "check"), turns=False),
)

CORPUS = (
    Game("hex", "Hex", (
        Step((("c", "5"),), "c5", ("c", "5"), "red"),
        Step((("g", "8"),), "g8", ("g", "8"), "blue")),
        Step((("i", "1"),), "i1", ("i", "1"), "blue"), ("dark", "phone")),
    Game("dotsAndBoxes", "Dots and boxes", (
        Step((("2", "3"), ("3", "3")), "2,3–3,3", (("2", "3"), ("3", "3"))),
        Step((("5", "1"), ("5", "2")), "5,1–5,2", (("5", "1"), ("5", "2")))),
        Step((("1", "5"), ("1", "6")), "1,5–1,6", (("1", "5"), ("1", "6"))), turns=False),
    Game("eightPuzzle", "Eight puzzle", (
        Step((("2", "3"),), "2,3", ("3", "3"), "3", ("2", "3")),
        Step((("2", "2"),), "2,2", ("2", "3"), "4", ("2", "2"))),
        Step((("1", "3"),), "1,3", ("2", "3"), "6", ("1", "3")), has_texts=True),
    Game("reversi", "Reversi", (
        Step((("3", "5"),), "3,5", ("4", "5"), "black"),
        Step((("3", "4"),), "3,4", ("3", "4"), "red")),
        Step((("5", "6"),), "5,6", ("5", "6"), "red"), ("phone",)),
    Game("chess", "Chess", (
        Step((("e", "2"), ("e", "4")), "e2–e4", ("e", "4"), "wp", ("e", "2")),
        Step((("e", "7"), ("e", "5")), "e7–e5", ("e", "5"), "bp", ("e", "7")),
        Step((("g", "1"), ("f", "3")), "g1–f3", ("f", "3"), "wn", ("g", "1"))),
        Step((("f", "1"), ("c", "4")), "f1–c4", ("c", "4"), "wb", ("f", "1")), ("dark", "phone", "phone-dark")),
    Game("connectFourSimultaneous", "Connect four simultaneous", (
        Step((("3", "2", 0), ("5", "4", 1)), "3", ("3", "1", 0), "red"),
        Step((("3", "2", 1), ("4", "4", 0)), "3", ("4", "1", 0), "black")),
        Step((("8", "2", 1), ("4", "4", 0)), "8", ("8", "1", 1), "red")),
)
