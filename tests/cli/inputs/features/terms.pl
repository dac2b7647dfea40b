% Squares are terms; a piece may be in hand, too.
:- dynamic at/2.
row(1). row(2). row(3).
pl(x). pl(o).
sq(p(R,C)) :- row(R), row(C).
base(at(P,S)) :- pl(P), sq(S).
base(at(P,hand)) :- pl(P).
next(p(R,C),p(S,C)) :- row(R), row(C), row(S), succ1(R,S).
next(p(R,C),p(R,D)) :- row(R), row(C), row(D), succ1(C,D).
succ1(1,2). succ1(2,3).
linked(A,B) :- next(A,B).
linked(A,B) :- next(B,A).
chain(P,A,B) :- at(P,A), linked(A,B), at(P,B).
chain(P,A,B) :- chain(P,A,C), linked(C,B), at(P,B).
empty(S) :- sq(S), \+ at(_,S).
diag(S) :- sq(S), S = p(A,A).
