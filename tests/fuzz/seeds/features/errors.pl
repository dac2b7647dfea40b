base(owns(P,S)) :- p(P), q(S).
p(a). q(1). q(2).
r(X) :- q(X), \+ r(X), X = Y, Y \== 2, not s(X,_).
s(X,Y) :- q(X), q(Y), X =< Y, X =:= Y.
%%
f(T) :- owns(a,S).
f(T,U) :- findall(T,U).
g(_) :- own(b).
h(a,b).
h(c,d).
