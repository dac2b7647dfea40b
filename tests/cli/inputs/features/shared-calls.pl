f0(D,C) :- tri(A,D,E), reach(C,_).
f2(A) :- reach(A,B), \+ tri(_,_,B).
