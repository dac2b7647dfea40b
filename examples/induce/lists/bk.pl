% Lists of numbers, as in the list problems of Popper's examples.
head([H|_],H).
tail([_|T],T).
empty([]).
element([X|_],X).
element([_|T],X) :- element(T,X).
increment(X,Y) :- Y is X+1.
decrement(X,Y) :- X > 0, Y is X-1.
geq(X,Y) :- X >= Y.
even(X) :- 0 =:= X mod 2.
odd(X) :- 1 =:= X mod 2.
one(1).
zero(0).
