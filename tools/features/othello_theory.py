#!/usr/bin/env python3
"""Writes the Othello domain theory (examples/features/othello.pl) for a board of a given size.

    tools/features/othello_theory.py [SIZE] > othello.pl        SIZE: 4 to 26, even; default 8

The rules are the same for every size; only the facts about the board differ."""
import sys

DIRECTIONS = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0),
              "northeast": (1, 1), "northwest": (-1, 1), "southeast": (1, -1), "southwest": (-1, -1)}

HEAD = """\
% Othello, as logical features speak about it, on a board of {size} x {size} squares.
% Made by tools/features/othello_theory.py {size}.
%
% A domain theory in Prolog: facts about the board, rules about positions. `tesuji features` compiles
% it; SWI-Prolog loads it as it stands. Predicates and their meaning follow Fawcett (Feature
% Discovery for Problem Solving Systems, 1993) where he has them: owns, blank, neighbor, span, line,
% bracketed, legal_move, frontier.
%
% Squares are {first} (lower left) to {last} (upper right); players are x (black, who begins) and o.

% -- Positions ------------------------------------------------------------------------------------
% A position says who owns which squares, and who is to move.

:- dynamic owns/2, to_move/1.

base(owns(P,S)) :- player(P), square(S).
base(to_move(P)) :- player(P).

% As a line: a character for each square, row by row from {top} on; then who is to move.
"""

AFTER_SQUARES = """\
board_char(x, S, owns(x,S)).
board_char(o, S, owns(o,S)).
board_char('-').
board_word(x, to_move(x)).
board_word(o, to_move(o)).

% -- The board ------------------------------------------------------------------------------------

player(x).
player(o).

opponent(x,o).
opponent(o,x).
"""

RULES = """\
% -- What follows from a position -----------------------------------------------------------------

% blank(S): nobody owns S.
blank(S) :- square(S), \\+ owns(x,S), \\+ owns(o,S).

% line(A,B,D,P): from A to B in direction D there are discs of P only; A may be B.
line(A,A,D,P) :- direction(D), owns(P,A).
line(A,B,D,P) :- owns(P,A), neighbor(A,D,C), line(C,B,D,P).

% begins(A,D,P): P owns A, and no disc of P stands before it in direction D.
begins(A,D,P) :- owns(P,A), opposite(D,E), neighbor(A,E,B), \\+ owns(P,B).
begins(A,D,P) :- owns(P,A), opposite(D,E), \\+ neighbor(A,E,_).

% ends(B,D,P): P owns B, and no disc of P stands behind it in direction D.
ends(B,D,P) :- opposite(D,E), begins(B,E,P).

% span(A,B,D,P): a longest run of P's discs, from A to B in direction D.
span(A,B,D,P) :- begins(A,D,P), line(A,B,D,P), ends(B,D,P).

% bracketed(S,D,P): if P moves to the blank S, the opponent's discs next to it in direction D are
% turned, since a disc of P stands behind them.
bracketed(S,D,P) :-
    blank(S), neighbor(S,D,A), opponent(P,Q), line(A,B,D,Q), neighbor(B,D,C), owns(P,C).

% legal_move(P,S): P may move to S.
legal_move(P,S) :- bracketed(S,_,P).

% frontier(P,S): a disc of P with a blank square next to it.
frontier(P,S) :- owns(P,S), neighbor(S,_,T), blank(T).

% stable_by_edge(P,S): P's disc on an edge can never be turned, since there are only P's discs
% between it and a corner.
stable_by_edge(P,S) :- corner(S), owns(P,S).
stable_by_edge(P,S) :- corner(C), along(C,D), line(C,S,D,P).

% -- Kinds of arguments, for those who make features ----------------------------------------------

type(owns(player,square)).
type(blank(square)).
type(neighbor(square,direction,square)).
type(span(square,square,direction,player)).
type(line(square,square,direction,player)).
type(bracketed(square,direction,player)).
type(legal_move(player,square)).
type(frontier(player,square)).
type(stable_by_edge(player,square)).
type(corner(square)).
type(edge(square)).
type(opponent(player,player)).
"""


def main():
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    if size not in range(4, 27, 2):
        sys.exit("othello_theory.py: the size is an even number from 4 to 26")
    letters = "abcdefghijklmnopqrstuvwxyz"[:size]

    def name(column, row):
        return f"{letters[column]}{row + 1}"

    def inside(column, row):
        return 0 <= column < size and 0 <= row < size

    rows = [[name(c, r) for c in range(size)] for r in range(size - 1, -1, -1)]
    cells = [(c, r) for r in range(size - 1, -1, -1) for c in range(size)]

    def facts(title, lines, per_line):
        print(title)
        for i in range(0, len(lines), per_line):
            print(" ".join(lines[i:i + per_line]))
        print()

    print(HEAD.format(size=size, first=name(0, 0), last=name(size - 1, size - 1), top=rows[0][0]),
          end="")
    print("board_squares([\n    " + ",\n    ".join(",".join(row) for row in rows) + "]).")
    print(AFTER_SQUARES)
    facts("% square(S)", [f"square({name(c, r)})." for c, r in cells], size)
    opposite = {d: next(e for e, w in DIRECTIONS.items() if w == (-v[0], -v[1]))
                for d, v in DIRECTIONS.items()}
    facts("% direction(D)", [f"direction({d})." for d in DIRECTIONS], 4)
    facts("% opposite(D,E)", [f"opposite({d},{opposite[d]})." for d in DIRECTIONS], 2)
    rim = (0, size - 1)
    facts("% corner(S)", [f"corner({name(c, r)})." for c in rim for r in rim], 4)
    facts("% edge(S): at the rim, corners among them",
          [f"edge({name(c, r)})." for c, r in cells if c in rim or r in rim], 7)
    facts("% along(S,D): S is on an edge that goes on in direction D",
          [f"along({name(c, r)},{d})." for c, r in cells for d, (dx, dy) in DIRECTIONS.items()
           if inside(c + dx, r + dy) and ((dx == 0 and c in rim) or (dy == 0 and r in rim))], 4)
    facts("% neighbor(S,D,T): the square next to S in direction D is T",
          [f"neighbor({name(c, r)},{d},{name(c + dx, r + dy)})." for c, r in cells
           for d, (dx, dy) in DIRECTIONS.items() if inside(c + dx, r + dy)], 3)
    print(RULES, end="")


if __name__ == "__main__":
    main()
