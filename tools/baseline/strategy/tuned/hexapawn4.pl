% Hexapawn 4x4 in MIGO's variant: who cannot move draws. A state is
% s(Mover, b(C1..C16)), cells row by row from the top: w, b, or e where empty;
% w moves up.

learner(w).
size(4).
start(s(w, b(b,b,b,b,e,e,e,e,e,e,e,e,w,w,w,w))).

:- include(hexapawn).

last_rank(w, I) :- between(1, 4, I).
last_rank(b, I) :- between(13, 16, I).

% hop(Player, From, To, Kind), ascending.
hop(w, 5, 1, forward).
hop(w, 5, 2, diagonal).
hop(w, 6, 1, diagonal).
hop(w, 6, 2, forward).
hop(w, 6, 3, diagonal).
hop(w, 7, 2, diagonal).
hop(w, 7, 3, forward).
hop(w, 7, 4, diagonal).
hop(w, 8, 3, diagonal).
hop(w, 8, 4, forward).
hop(w, 9, 5, forward).
hop(w, 9, 6, diagonal).
hop(w, 10, 5, diagonal).
hop(w, 10, 6, forward).
hop(w, 10, 7, diagonal).
hop(w, 11, 6, diagonal).
hop(w, 11, 7, forward).
hop(w, 11, 8, diagonal).
hop(w, 12, 7, diagonal).
hop(w, 12, 8, forward).
hop(w, 13, 9, forward).
hop(w, 13, 10, diagonal).
hop(w, 14, 9, diagonal).
hop(w, 14, 10, forward).
hop(w, 14, 11, diagonal).
hop(w, 15, 10, diagonal).
hop(w, 15, 11, forward).
hop(w, 15, 12, diagonal).
hop(w, 16, 11, diagonal).
hop(w, 16, 12, forward).
hop(b, 1, 5, forward).
hop(b, 1, 6, diagonal).
hop(b, 2, 5, diagonal).
hop(b, 2, 6, forward).
hop(b, 2, 7, diagonal).
hop(b, 3, 6, diagonal).
hop(b, 3, 7, forward).
hop(b, 3, 8, diagonal).
hop(b, 4, 7, diagonal).
hop(b, 4, 8, forward).
hop(b, 5, 9, forward).
hop(b, 5, 10, diagonal).
hop(b, 6, 9, diagonal).
hop(b, 6, 10, forward).
hop(b, 6, 11, diagonal).
hop(b, 7, 10, diagonal).
hop(b, 7, 11, forward).
hop(b, 7, 12, diagonal).
hop(b, 8, 11, diagonal).
hop(b, 8, 12, forward).
hop(b, 9, 13, forward).
hop(b, 9, 14, diagonal).
hop(b, 10, 13, diagonal).
hop(b, 10, 14, forward).
hop(b, 10, 15, diagonal).
hop(b, 11, 14, diagonal).
hop(b, 11, 15, forward).
hop(b, 11, 16, diagonal).
hop(b, 12, 15, diagonal).
hop(b, 12, 16, forward).
