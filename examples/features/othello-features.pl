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
