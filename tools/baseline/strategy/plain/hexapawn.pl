% What hexapawn of any size shares, written down plainly; included by hexapawn3.pl and
% hexapawn4.pl. MIGO's variant: who cannot move draws. A state is s(Mover, b(C1..Cn)),
% cells row by row from the top: w, b, or e where empty; w moves up.

learner(w).

other(w, b).
other(b, w).

% step(A, B): a move by A's mover, from-squares ascending, then to-squares ascending.
step(s(P, Board), s(Q, Next)) :-
    other(P, Q),
    square(R1, C1, I), arg(I, Board, P),
    square(R2, C2, J), ahead(P, R1, R2),
    arg(J, Board, There), may_enter(C1, C2, There, Q),
    Board =.. [b|Cells0],
    replace(I, Cells0, e, Cells1),
    replace(J, Cells1, P, Cells),
    Next =.. [b|Cells].

% square(Row, Column, Cell): all squares, row by row.
square(R, C, I) :- size(N), between(1, N, R), between(1, N, C), I is (R - 1) * N + C.

ahead(w, R1, R2) :- R2 =:= R1 - 1.
ahead(b, R1, R2) :- R2 =:= R1 + 1.

% Forward onto an empty square, diagonally onto an opponent's pawn.
may_enter(C, C, e, _).
may_enter(C1, C2, Q, Q) :- 1 =:= abs(C1 - C2).

replace(I, Cells0, X, Cells) :- nth1(I, Cells0, _, Rest), nth1(I, Cells, X, Rest).

% won(B): the player who has just moved has a pawn on the last rank.
won(s(P, Board)) :- other(P, Q), last_rank(Q, R), square(R, _, I), arg(I, Board, Q), !.

last_rank(w, 1).
last_rank(b, N) :- size(N).

% drawn(B): the player to move has no move.
drawn(S) :- \+ won(S), \+ step(S, _).
