% Othello, as logical features speak about it, on a board of 8 x 8 squares.
% Made by tools/features/othello_theory.py 8.
%
% A domain theory in Prolog: facts about the board, rules about positions. `tesuji features` compiles
% it; SWI-Prolog loads it as it stands. Predicates and their meaning follow Fawcett (Feature
% Discovery for Problem Solving Systems, 1993) where he has them: owns, blank, neighbor, span, line,
% bracketed, legal_move, frontier.
%
% Squares are a1 (lower left) to h8 (upper right); players are x (black, who begins) and o.

% -- Positions ------------------------------------------------------------------------------------
% A position says who owns which squares, and who is to move.

:- dynamic owns/2, to_move/1.

base(owns(P,S)) :- player(P), square(S).
base(to_move(P)) :- player(P).

% As a line: a character for each square, row by row from a8 on; then who is to move.
board_squares([
    a8,b8,c8,d8,e8,f8,g8,h8,
    a7,b7,c7,d7,e7,f7,g7,h7,
    a6,b6,c6,d6,e6,f6,g6,h6,
    a5,b5,c5,d5,e5,f5,g5,h5,
    a4,b4,c4,d4,e4,f4,g4,h4,
    a3,b3,c3,d3,e3,f3,g3,h3,
    a2,b2,c2,d2,e2,f2,g2,h2,
    a1,b1,c1,d1,e1,f1,g1,h1]).
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

% square(S)
square(a8). square(b8). square(c8). square(d8). square(e8). square(f8). square(g8). square(h8).
square(a7). square(b7). square(c7). square(d7). square(e7). square(f7). square(g7). square(h7).
square(a6). square(b6). square(c6). square(d6). square(e6). square(f6). square(g6). square(h6).
square(a5). square(b5). square(c5). square(d5). square(e5). square(f5). square(g5). square(h5).
square(a4). square(b4). square(c4). square(d4). square(e4). square(f4). square(g4). square(h4).
square(a3). square(b3). square(c3). square(d3). square(e3). square(f3). square(g3). square(h3).
square(a2). square(b2). square(c2). square(d2). square(e2). square(f2). square(g2). square(h2).
square(a1). square(b1). square(c1). square(d1). square(e1). square(f1). square(g1). square(h1).

% direction(D)
direction(north). direction(south). direction(east). direction(west).
direction(northeast). direction(northwest). direction(southeast). direction(southwest).

% opposite(D,E)
opposite(north,south). opposite(south,north).
opposite(east,west). opposite(west,east).
opposite(northeast,southwest). opposite(northwest,southeast).
opposite(southeast,northwest). opposite(southwest,northeast).

% corner(S)
corner(a1). corner(a8). corner(h1). corner(h8).

% edge(S): at the rim, corners among them
edge(a8). edge(b8). edge(c8). edge(d8). edge(e8). edge(f8). edge(g8).
edge(h8). edge(a7). edge(h7). edge(a6). edge(h6). edge(a5). edge(h5).
edge(a4). edge(h4). edge(a3). edge(h3). edge(a2). edge(h2). edge(a1).
edge(b1). edge(c1). edge(d1). edge(e1). edge(f1). edge(g1). edge(h1).

% along(S,D): S is on an edge that goes on in direction D
along(a8,south). along(a8,east). along(b8,east). along(b8,west).
along(c8,east). along(c8,west). along(d8,east). along(d8,west).
along(e8,east). along(e8,west). along(f8,east). along(f8,west).
along(g8,east). along(g8,west). along(h8,south). along(h8,west).
along(a7,north). along(a7,south). along(h7,north). along(h7,south).
along(a6,north). along(a6,south). along(h6,north). along(h6,south).
along(a5,north). along(a5,south). along(h5,north). along(h5,south).
along(a4,north). along(a4,south). along(h4,north). along(h4,south).
along(a3,north). along(a3,south). along(h3,north). along(h3,south).
along(a2,north). along(a2,south). along(h2,north). along(h2,south).
along(a1,north). along(a1,east). along(b1,east). along(b1,west).
along(c1,east). along(c1,west). along(d1,east). along(d1,west).
along(e1,east). along(e1,west). along(f1,east). along(f1,west).
along(g1,east). along(g1,west). along(h1,north). along(h1,west).

% neighbor(S,D,T): the square next to S in direction D is T
neighbor(a8,south,a7). neighbor(a8,east,b8). neighbor(a8,southeast,b7).
neighbor(b8,south,b7). neighbor(b8,east,c8). neighbor(b8,west,a8).
neighbor(b8,southeast,c7). neighbor(b8,southwest,a7). neighbor(c8,south,c7).
neighbor(c8,east,d8). neighbor(c8,west,b8). neighbor(c8,southeast,d7).
neighbor(c8,southwest,b7). neighbor(d8,south,d7). neighbor(d8,east,e8).
neighbor(d8,west,c8). neighbor(d8,southeast,e7). neighbor(d8,southwest,c7).
neighbor(e8,south,e7). neighbor(e8,east,f8). neighbor(e8,west,d8).
neighbor(e8,southeast,f7). neighbor(e8,southwest,d7). neighbor(f8,south,f7).
neighbor(f8,east,g8). neighbor(f8,west,e8). neighbor(f8,southeast,g7).
neighbor(f8,southwest,e7). neighbor(g8,south,g7). neighbor(g8,east,h8).
neighbor(g8,west,f8). neighbor(g8,southeast,h7). neighbor(g8,southwest,f7).
neighbor(h8,south,h7). neighbor(h8,west,g8). neighbor(h8,southwest,g7).
neighbor(a7,north,a8). neighbor(a7,south,a6). neighbor(a7,east,b7).
neighbor(a7,northeast,b8). neighbor(a7,southeast,b6). neighbor(b7,north,b8).
neighbor(b7,south,b6). neighbor(b7,east,c7). neighbor(b7,west,a7).
neighbor(b7,northeast,c8). neighbor(b7,northwest,a8). neighbor(b7,southeast,c6).
neighbor(b7,southwest,a6). neighbor(c7,north,c8). neighbor(c7,south,c6).
neighbor(c7,east,d7). neighbor(c7,west,b7). neighbor(c7,northeast,d8).
neighbor(c7,northwest,b8). neighbor(c7,southeast,d6). neighbor(c7,southwest,b6).
neighbor(d7,north,d8). neighbor(d7,south,d6). neighbor(d7,east,e7).
neighbor(d7,west,c7). neighbor(d7,northeast,e8). neighbor(d7,northwest,c8).
neighbor(d7,southeast,e6). neighbor(d7,southwest,c6). neighbor(e7,north,e8).
neighbor(e7,south,e6). neighbor(e7,east,f7). neighbor(e7,west,d7).
neighbor(e7,northeast,f8). neighbor(e7,northwest,d8). neighbor(e7,southeast,f6).
neighbor(e7,southwest,d6). neighbor(f7,north,f8). neighbor(f7,south,f6).
neighbor(f7,east,g7). neighbor(f7,west,e7). neighbor(f7,northeast,g8).
neighbor(f7,northwest,e8). neighbor(f7,southeast,g6). neighbor(f7,southwest,e6).
neighbor(g7,north,g8). neighbor(g7,south,g6). neighbor(g7,east,h7).
neighbor(g7,west,f7). neighbor(g7,northeast,h8). neighbor(g7,northwest,f8).
neighbor(g7,southeast,h6). neighbor(g7,southwest,f6). neighbor(h7,north,h8).
neighbor(h7,south,h6). neighbor(h7,west,g7). neighbor(h7,northwest,g8).
neighbor(h7,southwest,g6). neighbor(a6,north,a7). neighbor(a6,south,a5).
neighbor(a6,east,b6). neighbor(a6,northeast,b7). neighbor(a6,southeast,b5).
neighbor(b6,north,b7). neighbor(b6,south,b5). neighbor(b6,east,c6).
neighbor(b6,west,a6). neighbor(b6,northeast,c7). neighbor(b6,northwest,a7).
neighbor(b6,southeast,c5). neighbor(b6,southwest,a5). neighbor(c6,north,c7).
neighbor(c6,south,c5). neighbor(c6,east,d6). neighbor(c6,west,b6).
neighbor(c6,northeast,d7). neighbor(c6,northwest,b7). neighbor(c6,southeast,d5).
neighbor(c6,southwest,b5). neighbor(d6,north,d7). neighbor(d6,south,d5).
neighbor(d6,east,e6). neighbor(d6,west,c6). neighbor(d6,northeast,e7).
neighbor(d6,northwest,c7). neighbor(d6,southeast,e5). neighbor(d6,southwest,c5).
neighbor(e6,north,e7). neighbor(e6,south,e5). neighbor(e6,east,f6).
neighbor(e6,west,d6). neighbor(e6,northeast,f7). neighbor(e6,northwest,d7).
neighbor(e6,southeast,f5). neighbor(e6,southwest,d5). neighbor(f6,north,f7).
neighbor(f6,south,f5). neighbor(f6,east,g6). neighbor(f6,west,e6).
neighbor(f6,northeast,g7). neighbor(f6,northwest,e7). neighbor(f6,southeast,g5).
neighbor(f6,southwest,e5). neighbor(g6,north,g7). neighbor(g6,south,g5).
neighbor(g6,east,h6). neighbor(g6,west,f6). neighbor(g6,northeast,h7).
neighbor(g6,northwest,f7). neighbor(g6,southeast,h5). neighbor(g6,southwest,f5).
neighbor(h6,north,h7). neighbor(h6,south,h5). neighbor(h6,west,g6).
neighbor(h6,northwest,g7). neighbor(h6,southwest,g5). neighbor(a5,north,a6).
neighbor(a5,south,a4). neighbor(a5,east,b5). neighbor(a5,northeast,b6).
neighbor(a5,southeast,b4). neighbor(b5,north,b6). neighbor(b5,south,b4).
neighbor(b5,east,c5). neighbor(b5,west,a5). neighbor(b5,northeast,c6).
neighbor(b5,northwest,a6). neighbor(b5,southeast,c4). neighbor(b5,southwest,a4).
neighbor(c5,north,c6). neighbor(c5,south,c4). neighbor(c5,east,d5).
neighbor(c5,west,b5). neighbor(c5,northeast,d6). neighbor(c5,northwest,b6).
neighbor(c5,southeast,d4). neighbor(c5,southwest,b4). neighbor(d5,north,d6).
neighbor(d5,south,d4). neighbor(d5,east,e5). neighbor(d5,west,c5).
neighbor(d5,northeast,e6). neighbor(d5,northwest,c6). neighbor(d5,southeast,e4).
neighbor(d5,southwest,c4). neighbor(e5,north,e6). neighbor(e5,south,e4).
neighbor(e5,east,f5). neighbor(e5,west,d5). neighbor(e5,northeast,f6).
neighbor(e5,northwest,d6). neighbor(e5,southeast,f4). neighbor(e5,southwest,d4).
neighbor(f5,north,f6). neighbor(f5,south,f4). neighbor(f5,east,g5).
neighbor(f5,west,e5). neighbor(f5,northeast,g6). neighbor(f5,northwest,e6).
neighbor(f5,southeast,g4). neighbor(f5,southwest,e4). neighbor(g5,north,g6).
neighbor(g5,south,g4). neighbor(g5,east,h5). neighbor(g5,west,f5).
neighbor(g5,northeast,h6). neighbor(g5,northwest,f6). neighbor(g5,southeast,h4).
neighbor(g5,southwest,f4). neighbor(h5,north,h6). neighbor(h5,south,h4).
neighbor(h5,west,g5). neighbor(h5,northwest,g6). neighbor(h5,southwest,g4).
neighbor(a4,north,a5). neighbor(a4,south,a3). neighbor(a4,east,b4).
neighbor(a4,northeast,b5). neighbor(a4,southeast,b3). neighbor(b4,north,b5).
neighbor(b4,south,b3). neighbor(b4,east,c4). neighbor(b4,west,a4).
neighbor(b4,northeast,c5). neighbor(b4,northwest,a5). neighbor(b4,southeast,c3).
neighbor(b4,southwest,a3). neighbor(c4,north,c5). neighbor(c4,south,c3).
neighbor(c4,east,d4). neighbor(c4,west,b4). neighbor(c4,northeast,d5).
neighbor(c4,northwest,b5). neighbor(c4,southeast,d3). neighbor(c4,southwest,b3).
neighbor(d4,north,d5). neighbor(d4,south,d3). neighbor(d4,east,e4).
neighbor(d4,west,c4). neighbor(d4,northeast,e5). neighbor(d4,northwest,c5).
neighbor(d4,southeast,e3). neighbor(d4,southwest,c3). neighbor(e4,north,e5).
neighbor(e4,south,e3). neighbor(e4,east,f4). neighbor(e4,west,d4).
neighbor(e4,northeast,f5). neighbor(e4,northwest,d5). neighbor(e4,southeast,f3).
neighbor(e4,southwest,d3). neighbor(f4,north,f5). neighbor(f4,south,f3).
neighbor(f4,east,g4). neighbor(f4,west,e4). neighbor(f4,northeast,g5).
neighbor(f4,northwest,e5). neighbor(f4,southeast,g3). neighbor(f4,southwest,e3).
neighbor(g4,north,g5). neighbor(g4,south,g3). neighbor(g4,east,h4).
neighbor(g4,west,f4). neighbor(g4,northeast,h5). neighbor(g4,northwest,f5).
neighbor(g4,southeast,h3). neighbor(g4,southwest,f3). neighbor(h4,north,h5).
neighbor(h4,south,h3). neighbor(h4,west,g4). neighbor(h4,northwest,g5).
neighbor(h4,southwest,g3). neighbor(a3,north,a4). neighbor(a3,south,a2).
neighbor(a3,east,b3). neighbor(a3,northeast,b4). neighbor(a3,southeast,b2).
neighbor(b3,north,b4). neighbor(b3,south,b2). neighbor(b3,east,c3).
neighbor(b3,west,a3). neighbor(b3,northeast,c4). neighbor(b3,northwest,a4).
neighbor(b3,southeast,c2). neighbor(b3,southwest,a2). neighbor(c3,north,c4).
neighbor(c3,south,c2). neighbor(c3,east,d3). neighbor(c3,west,b3).
neighbor(c3,northeast,d4). neighbor(c3,northwest,b4). neighbor(c3,southeast,d2).
neighbor(c3,southwest,b2). neighbor(d3,north,d4). neighbor(d3,south,d2).
neighbor(d3,east,e3). neighbor(d3,west,c3). neighbor(d3,northeast,e4).
neighbor(d3,northwest,c4). neighbor(d3,southeast,e2). neighbor(d3,southwest,c2).
neighbor(e3,north,e4). neighbor(e3,south,e2). neighbor(e3,east,f3).
neighbor(e3,west,d3). neighbor(e3,northeast,f4). neighbor(e3,northwest,d4).
neighbor(e3,southeast,f2). neighbor(e3,southwest,d2). neighbor(f3,north,f4).
neighbor(f3,south,f2). neighbor(f3,east,g3). neighbor(f3,west,e3).
neighbor(f3,northeast,g4). neighbor(f3,northwest,e4). neighbor(f3,southeast,g2).
neighbor(f3,southwest,e2). neighbor(g3,north,g4). neighbor(g3,south,g2).
neighbor(g3,east,h3). neighbor(g3,west,f3). neighbor(g3,northeast,h4).
neighbor(g3,northwest,f4). neighbor(g3,southeast,h2). neighbor(g3,southwest,f2).
neighbor(h3,north,h4). neighbor(h3,south,h2). neighbor(h3,west,g3).
neighbor(h3,northwest,g4). neighbor(h3,southwest,g2). neighbor(a2,north,a3).
neighbor(a2,south,a1). neighbor(a2,east,b2). neighbor(a2,northeast,b3).
neighbor(a2,southeast,b1). neighbor(b2,north,b3). neighbor(b2,south,b1).
neighbor(b2,east,c2). neighbor(b2,west,a2). neighbor(b2,northeast,c3).
neighbor(b2,northwest,a3). neighbor(b2,southeast,c1). neighbor(b2,southwest,a1).
neighbor(c2,north,c3). neighbor(c2,south,c1). neighbor(c2,east,d2).
neighbor(c2,west,b2). neighbor(c2,northeast,d3). neighbor(c2,northwest,b3).
neighbor(c2,southeast,d1). neighbor(c2,southwest,b1). neighbor(d2,north,d3).
neighbor(d2,south,d1). neighbor(d2,east,e2). neighbor(d2,west,c2).
neighbor(d2,northeast,e3). neighbor(d2,northwest,c3). neighbor(d2,southeast,e1).
neighbor(d2,southwest,c1). neighbor(e2,north,e3). neighbor(e2,south,e1).
neighbor(e2,east,f2). neighbor(e2,west,d2). neighbor(e2,northeast,f3).
neighbor(e2,northwest,d3). neighbor(e2,southeast,f1). neighbor(e2,southwest,d1).
neighbor(f2,north,f3). neighbor(f2,south,f1). neighbor(f2,east,g2).
neighbor(f2,west,e2). neighbor(f2,northeast,g3). neighbor(f2,northwest,e3).
neighbor(f2,southeast,g1). neighbor(f2,southwest,e1). neighbor(g2,north,g3).
neighbor(g2,south,g1). neighbor(g2,east,h2). neighbor(g2,west,f2).
neighbor(g2,northeast,h3). neighbor(g2,northwest,f3). neighbor(g2,southeast,h1).
neighbor(g2,southwest,f1). neighbor(h2,north,h3). neighbor(h2,south,h1).
neighbor(h2,west,g2). neighbor(h2,northwest,g3). neighbor(h2,southwest,g1).
neighbor(a1,north,a2). neighbor(a1,east,b1). neighbor(a1,northeast,b2).
neighbor(b1,north,b2). neighbor(b1,east,c1). neighbor(b1,west,a1).
neighbor(b1,northeast,c2). neighbor(b1,northwest,a2). neighbor(c1,north,c2).
neighbor(c1,east,d1). neighbor(c1,west,b1). neighbor(c1,northeast,d2).
neighbor(c1,northwest,b2). neighbor(d1,north,d2). neighbor(d1,east,e1).
neighbor(d1,west,c1). neighbor(d1,northeast,e2). neighbor(d1,northwest,c2).
neighbor(e1,north,e2). neighbor(e1,east,f1). neighbor(e1,west,d1).
neighbor(e1,northeast,f2). neighbor(e1,northwest,d2). neighbor(f1,north,f2).
neighbor(f1,east,g1). neighbor(f1,west,e1). neighbor(f1,northeast,g2).
neighbor(f1,northwest,e2). neighbor(g1,north,g2). neighbor(g1,east,h1).
neighbor(g1,west,f1). neighbor(g1,northeast,h2). neighbor(g1,northwest,f2).
neighbor(h1,north,h2). neighbor(h1,west,g1). neighbor(h1,northwest,g2).

% -- What follows from a position -----------------------------------------------------------------

% blank(S): nobody owns S.
blank(S) :- square(S), \+ owns(x,S), \+ owns(o,S).

% line(A,B,D,P): from A to B in direction D there are discs of P only; A may be B.
line(A,A,D,P) :- direction(D), owns(P,A).
line(A,B,D,P) :- owns(P,A), neighbor(A,D,C), line(C,B,D,P).

% begins(A,D,P): P owns A, and no disc of P stands before it in direction D.
begins(A,D,P) :- owns(P,A), opposite(D,E), neighbor(A,E,B), \+ owns(P,B).
begins(A,D,P) :- owns(P,A), opposite(D,E), \+ neighbor(A,E,_).

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
