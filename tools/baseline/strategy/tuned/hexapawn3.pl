% Hexapawn 3x3 in MIGO's variant: who cannot move draws. A state is
% s(Mover, b(C1..C9)), cells row by row from the top: w, b, or e where empty;
% w moves up.

learner(w).
size(3).
start(s(w, b(b,b,b,e,e,e,w,w,w))).

:- include(hexapawn).

last_rank(w, I) :- between(1, 3, I).
last_rank(b, I) :- between(7, 9, I).

% hop(Player, From, To, Kind), ascending.
hop(w, 4, 1, forward).
hop(w, 4, 2, diagonal).
hop(w, 5, 1, diagonal).
hop(w, 5, 2, forward).
hop(w, 5, 3, diagonal).
hop(w, 6, 2, diagonal).
hop(w, 6, 3, forward).
hop(w, 7, 4, forward).
hop(w, 7, 5, diagonal).
hop(w, 8, 4, diagonal).
hop(w, 8, 5, forward).
hop(w, 8, 6, diagonal).
hop(w, 9, 5, diagonal).
hop(w, 9, 6, forward).
hop(b, 1, 4, forward).
hop(b, 1, 5, diagonal).
hop(b, 2, 4, diagonal).
hop(b, 2, 5, forward).
hop(b, 2, 6, diagonal).
hop(b, 3, 5, diagonal).
hop(b, 3, 6, forward).
hop(b, 4, 7, forward).
hop(b, 4, 8, diagonal).
hop(b, 5, 7, diagonal).
hop(b, 5, 8, forward).
hop(b, 5, 9, diagonal).
hop(b, 6, 8, diagonal).
hop(b, 6, 9, forward).
