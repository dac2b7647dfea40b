% Clauses over fluents of four arguments; X and Y are constants that the search finds.
metarule(to_cell, [P,Q,R,T,X,Y], [P,A,B], [[Q,A,B], [R,B,X,Y,Z], [T,A,Z]]).
metarule(joined, [P,Q,R], [P,S,X,Y], [[Q,S,X,Y,Z], [R,S,Z]]).
