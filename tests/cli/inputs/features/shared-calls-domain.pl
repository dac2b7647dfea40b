pl(x). pl(o). sq(1). sq(2). sq(3). sq(4). sq(5). sq(6).
base(at(P,S)) :- pl(P), sq(S).
nb(1,2). nb(2,3). nb(3,4). nb(4,5). nb(5,6). nb(6,1). nb(1,4). nb(2,2). nb(2,1). nb(3,2).
blank(S) :- sq(S), \+ at(x,S), \+ at(o,S).
reach(A,B) :- nb(A,B), blank(B).
reach(A,C) :- reach(A,B), nb(B,C), blank(C).
tri(A,B,C) :- nb(A,B), nb(B,C), \+ at(x,B).