% A robot on a floor of 5 by 5 that picks up a ball, carries it and drops it. A state: where the
% robot is, where the ball is, whether the robot has it.
next(1,2).  next(2,3).  next(3,4).  next(4,5).
at(1).  at(X) :- next(_,X).
holds(yes).  holds(no).

% Without the ball only the robot moves; with it both do.
place(at(X,Y)) :- at(X), at(Y).
step(east,at(X,Y),at(X2,Y)) :- next(X,X2), at(Y).
step(west,at(X2,Y),at(X,Y)) :- next(X,X2), at(Y).
step(north,at(X,Y),at(X,Y2)) :- next(Y,Y2), at(X).
step(south,at(X,Y2),at(X,Y)) :- next(Y,Y2), at(X).

east(s(P,B,no),s(Q,B,no)) :- step(east,P,Q), place(B).
east(s(P,P,yes),s(Q,Q,yes)) :- step(east,P,Q).
north(s(P,B,no),s(Q,B,no)) :- step(north,P,Q), place(B).
north(s(P,P,yes),s(Q,Q,yes)) :- step(north,P,Q).
grab(s(P,P,no),s(P,P,yes)) :- place(P).
drop(s(P,P,yes),s(P,P,no)) :- place(P).

body_pred(east/2).
body_pred(north/2).
body_pred(grab/2).
body_pred(drop/2).
