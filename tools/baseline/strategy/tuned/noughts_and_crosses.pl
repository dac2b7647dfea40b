% Noughts and crosses, tuned for speed (compare plain/). A state is s(Mover, b(C1..C9)),
% cells row by row from the top: o, x, or e where empty.

learner(o).
size(3).
start(s(o, b(e,e,e,e,e,e,e,e,e))).

other(o, x).
other(x, o).

% step(A, B): a move by A's mover, cells in ascending order.
step(s(P, Board), s(Q, Next)) :-
    other(P, Q),
    arg(I, Board, e),
    duplicate_term(Board, Next),
    setarg(I, Next, P).

% won(B): the player who has just moved has a line.
won(s(P, Board)) :- other(P, Q), line(Q, Board), !.

drawn(s(P, Board)) :- \+ won(s(P, Board)), \+ arg(_, Board, e).

line(P, b(P,P,P,_,_,_,_,_,_)).
line(P, b(_,_,_,P,P,P,_,_,_)).
line(P, b(_,_,_,_,_,_,P,P,P)).
line(P, b(P,_,_,P,_,_,P,_,_)).
line(P, b(_,P,_,_,P,_,_,P,_)).
line(P, b(_,_,P,_,_,P,_,_,P)).
line(P, b(P,_,_,_,P,_,_,_,P)).
line(P, b(_,_,P,_,P,_,P,_,_)).
