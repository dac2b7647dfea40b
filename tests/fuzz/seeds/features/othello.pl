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
square(a1). direction(north). opposite(north,north). neighbor(a1,north,a1). corner(a1). along(a1,north). player(x). opponent(x,x).
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

%%
% Features of Othello by hand, after those of Fawcett (1993) and of Zenith. Each counts the distinct
% values of its head's variables: f2 is the number of black discs.

f1(A) :- blank(A).
f2(A) :- owns(x,A).
f3(A) :- owns(o,A).

% Mobility, and moves that turn a line in more than one direction.
mobility_x(S) :- legal_move(x,S).
mobility_o(S) :- legal_move(o,S).
forks_x(S) :- bracketed(S,D,x), bracketed(S,E,x), D \= E.

% Discs beside blank squares, stable ones, corners and the squares beside blank corners.
frontier_x(S) :- frontier(x,S).
frontier_o(S) :- frontier(o,S).
stable_x(S) :- stable_by_edge(x,S).
stable_o(S) :- stable_by_edge(o,S).
corners_x(S) :- corner(S), owns(x,S).
corners_o(S) :- corner(S), owns(o,S).
x_squares_x(S) :- corner(C), blank(C), neighbor(C,_,S), owns(x,S).

% The feature of the paper's section 3.2: spans of white with a black disc beside their end.
f(A,B,C) :- span(A,B,C,o), neighbor(B,C,D), owns(x,D).

% Black's discs for each of White's on corners: a product, since they share no variable.
product(A,B) :- owns(x,A), corner(B), owns(o,B).

% Moves that take a corner's neighbor away, in either of two ways.
risk(S) :- legal_move(x,S), neighbor(S,_,C), corner(C), blank(C).
risk(S) :- legal_move(x,S), edge(S), \+ stable_by_edge(x,S).

% As Fawcett writes them.
taken(N) :- count([S,D],[bracketed(S,D,o)],N).
