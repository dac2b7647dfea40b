p(A,B) :- q(B,A). move(A,B). p(A) :- p(A). q(A,B,C). r(A,B) :- r(A,B), not s(C).
win_3(A,B) :- move(A,B), (won(B) ; drawn(B)). x(A,B):-move(A,B)
