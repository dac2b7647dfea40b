% As family.pl, with what the two predicates have in common as a rule, and types.
mother(ann,amy).  mother(ann,andy).  mother(amy,amelia).  mother(linda,gavin).
mother(amelia,spongebob).
father(steve,amy).  father(steve,andy).  father(gavin,amelia).  father(andy,spongebob).
lives_in(ann,rome).  lives_in(gavin,oslo).

parent(X,Y) :- mother(X,Y).
parent(X,Y) :- father(X,Y).
childless(X) :- parent(_,X), \+ parent(X,_).

body_pred(parent/2).
body_pred(lives_in/2).
type(parent(person,person)).
type(lives_in(person,town)).
type(greatgrandparent(person,person)).
max_clauses(4).
