metarule(chain, [P,Q,R], [P,A,B], [[Q,A,C], [R,C,B]]).
metarule([P,Q,X], ([P,A] :- [[Q,A,X]])).
metarule(negation, [P,R,Q], [P,A,B], [[R,A,B], not([Q,B,_])]).
