% What features of Breakthrough speak of, beside the rulesheet examples/breakthrough.kif:
%
%   tesuji features --game examples/breakthrough.kif --domain examples/features/breakthrough.pl \
%                   --features examples/features/breakthrough-features.pl --positions states.txt
%
% The rulesheet has cell(Row,Column,Player), control(Player), ahead(Player,Row,To), beside(Column,Side),
% index(N). Rows run from the top; white moves up.

opponent(white,black).
opponent(black,white).

empty(R,C) :- index(R), index(C), \+ cell(R,C,white), \+ cell(R,C,black).

% attacks(P,R,C): P has a pawn that could capture on this square.
attacks(P,R,C) :- cell(S,D,P), ahead(P,S,R), beside(D,C).

% hanging(P,R,C): P's pawn may be captured, and no pawn of P's could take back.
hanging(P,R,C) :- cell(R,C,P), opponent(P,Q), attacks(Q,R,C), \+ attacks(P,R,C).

% phalanx(P,R,C): P's pawn has another one beside it on its right.
phalanx(P,R,C) :- cell(R,C,P), beside(C,D), C < D, cell(R,D,P).

% passed(P,R,C): no pawn of the opponent's can stop P's pawn: none is before it, on its column or those
% beside it.
before(P,R,S) :- ahead(P,R,S).
before(P,R,S) :- ahead(P,R,T), before(P,T,S).
guarded(P,R,C) :- cell(R,C,P), before(P,R,S), opponent(P,Q), cell(S,C,Q).
guarded(P,R,C) :- cell(R,C,P), before(P,R,S), opponent(P,Q), beside(C,D), cell(S,D,Q).
passed(P,R,C) :- cell(R,C,P), \+ guarded(P,R,C).
