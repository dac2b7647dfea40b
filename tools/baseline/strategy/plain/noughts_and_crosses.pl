% Noughts and crosses, written down plainly. A state is s(Mover, b(C1..C9)), cells row
% by row from the top: o, x, or e where empty.

learner(o).
size(3).
start(s(o, b(e,e,e,e,e,e,e,e,e))).

other(o, x).
other(x, o).

% step(A, B): a move by A's mover, cells in ascending order.
step(s(P, Board), s(Q, Next)) :-
    other(P, Q),
    Board =.. [b|Cells],
    nth1(I, Cells, e, Rest),
    nth1(I, Changed, P, Rest),
    Next =.. [b|Changed].

% won(B): the player who has just moved has a line.
won(s(P, Board)) :-
    other(P, Q),
    line(I, J, K),
    arg(I, Board, Q), arg(J, Board, Q), arg(K, Board, Q), !.

drawn(s(P, Board)) :- \+ won(s(P, Board)), Board =.. [b|Cells], \+ member(e, Cells).

line(1, 2, 3).
line(4, 5, 6).
line(7, 8, 9).
line(1, 4, 7).
line(2, 5, 8).
line(3, 6, 9).
line(1, 5, 9).
line(3, 5, 7).
