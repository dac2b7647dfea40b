% SWI-Prolog counts the same, where there is no sum and max.
f1(A) :- at(x,p(A,A)).
f2(S) :- at(x,S).
f3(S) :- empty(S).
f4(P,S) :- at(P,S), diag(S).
f5(A,B) :- chain(x,A,B).
f6(A,B) :- at(x,A), at(o,B), A \= B.
f7(P) :- at(P,S), \+ at(P,p(1,_)).
f8(q(A,P)) :- at(P,p(A,_)).
f9(A) :- at(x,q(A)).
f10(sum(R),S) :- at(x,S), S = p(R,_).
f11(A,B) :- at(x,A), at(x,B), dif(A,B), \+ linked(A,B).
f12(A) :- at(P,A), \+ A = p(1,1).
f13(R) :- at(x,p(R,C)), R < C.
f14(max(R)) :- at(o,p(R,_)).
f15(A) :- at(x,A), A \= p(2,_).
