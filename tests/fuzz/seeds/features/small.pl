% A row of four squares.
:- dynamic owns/2.
base(owns(P,S)) :- player(P), square(S).
board_squares([a,b,c,d]).
board_char(x, S, owns(x,S)).
board_char(o, S, owns(o,S)).
board_char('-').
board_word(x, turn(x)).
base(turn(P)) :- player(P).
player(x). player(o).
square(a). square(b). square(c). square(d).
next_to(a,b). next_to(b,c). next_to(c,d).
value(a,1). value(b,2). value(c,3). value(d,10).
blank(S) :- square(S), \+ owns(_,S).
row(A,A,P) :- owns(P,A).
row(A,C,P) :- row(A,B,P), next_to(B,C), owns(P,C).

%%
mine(S) :- owns(x,S).
pairs(A,B) :- owns(x,A), owns(o,B).
any :- turn(x).
either(S) :- owns(o,S).
either(S) :- blank(S).
low(S) :- owns(x,S), value(S,V), V < 3, V \= 1.
f(N) :- count([A],[row(A,_,P),blank(B)],N).
