% Hexapawn of any size, tuned for speed (compare plain/): moves are looked up in a table
% and boards changed in place. Included by hexapawn3.pl and hexapawn4.pl.

other(w, b).
other(b, w).

% step(A, B): a move by A's mover, from-squares ascending, then to-squares ascending.
step(s(P, Board), s(Q, Next)) :-
    other(P, Q),
    arg(I, Board, P),
    hop(P, I, J, Kind),
    arg(J, Board, C),
    may_enter(Kind, C, Q),
    duplicate_term(Board, Next),
    setarg(I, Next, e),
    setarg(J, Next, P).

may_enter(forward, e, _).
may_enter(diagonal, Q, Q).

% won(B): the player who has just moved has a pawn on the last rank.
won(s(P, Board)) :- other(P, Q), last_rank(Q, I), arg(I, Board, Q), !.

% drawn(B): the player to move has no move.
drawn(S) :- \+ won(S), \+ step(S, _).
