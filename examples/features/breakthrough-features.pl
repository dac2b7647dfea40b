% Features of Breakthrough by hand. Each is there for both players.

pawns_white(R,C) :- cell(R,C,white).
pawns_black(R,C) :- cell(R,C,black).
white_to_move :- control(white).

% Moves that there are: those of the player in control.
mobility(R,C,S,D) :- legal(_, move(R,C,S,D)).

% Captures there would be, whoever is to move.
captures_white(R,C) :- attacks(white,R,C), cell(R,C,black).
captures_black(R,C) :- attacks(black,R,C), cell(R,C,white).
hanging_white(R,C) :- hanging(white,R,C).
hanging_black(R,C) :- hanging(black,R,C).
phalanx_white(R,C) :- phalanx(white,R,C).
phalanx_black(R,C) :- phalanx(black,R,C).
passed_white(R,C) :- passed(white,R,C).
passed_black(R,C) :- passed(black,R,C).

% How far pawns are: squares before white's pawns that are behind black's first rows.
far_white(R,C) :- cell(R,C,white), R =< 4.
far_black(R,C) :- cell(R,C,black), R >= 5.

% Pawns on the last rank but one win, unless somebody captures them.
about_white(C) :- cell(2,C,white), \+ attacks(black,2,C).
about_black(C) :- cell(7,C,black), \+ attacks(white,7,C).
