% What features of connect four speak of, beside the rulesheet examples/connect-four.kif:
%
%   tesuji features --game examples/connect-four.kif --domain examples/features/connect-four.pl \
%                   --features examples/features/connect-four-features.pl --positions states.txt
%
% The rulesheet has cell(Column,Row,Player), control(Player), column(C), row(R), succ(A,B). Row 1 is at
% the bottom.

empty(C,R) :- column(C), row(R), \+ cell(C,R,red), \+ cell(C,R,yellow).

% playable(C,R): the next disc in column C falls on row R.
playable(C,1) :- empty(C,1).
playable(C,R) :- empty(C,R), succ(S,R), \+ empty(C,S).

% next_to(A,R,D,B,S): the square (B,S) is next to (A,R) in direction D.
next_to(A,R,across,B,R) :- succ(A,B), column(B), row(R).
next_to(A,R,upright,A,S) :- succ(R,S), row(S), column(A).
next_to(A,R,rising,B,S) :- succ(A,B), column(B), succ(R,S), row(S).
next_to(A,R,falling,B,S) :- succ(A,B), column(B), succ(S,R), row(R).

% in_window(A,R,D,C,S): the square (C,S) is in the window of four squares that is named by its first
% square (A,R) and its direction D.
in_window(A,R,D,A,R) :- next_to(A,R,D,B,S), next_to(B,S,D,C,T), next_to(C,T,D,_,_).
in_window(A,R,D,B,S) :- next_to(A,R,D,B,S), next_to(B,S,D,C,T), next_to(C,T,D,_,_).
in_window(A,R,D,C,T) :- next_to(A,R,D,B,S), next_to(B,S,D,C,T), next_to(C,T,D,_,_).
in_window(A,R,D,E,U) :- next_to(A,R,D,B,S), next_to(B,S,D,C,T), next_to(C,T,D,E,U).

% open_window(P,A,R,D): nobody but P has a disc in the window.
closed(P,A,R,D) :- in_window(A,R,D,C,S), cell(C,S,Q), opponent(P,Q).
open_window(P,A,R,D) :- player(P), in_window(A,R,D,_,_), \+ closed(P,A,R,D).

% lacks(A,R,D,P,C,S): the square (C,S) of the window is not P's.
lacks(A,R,D,P,C,S) :- player(P), in_window(A,R,D,C,S), \+ cell(C,S,P).

% threat(P,C,S): a disc of P's on this square would make four.
two_lacking(A,R,D,P) :- lacks(A,R,D,P,C,_), lacks(A,R,D,P,E,_), C \= E.
two_lacking(A,R,D,P) :- lacks(A,R,D,P,_,S), lacks(A,R,D,P,_,U), S \= U.
threat(P,C,S) :- lacks(A,R,D,P,C,S), empty(C,S), \+ two_lacking(A,R,D,P).

player(red).
player(yellow).
opponent(red,yellow).
opponent(yellow,red).
even(2). even(4). even(6).
odd(1). odd(3). odd(5).
centre(4). centre(5).
