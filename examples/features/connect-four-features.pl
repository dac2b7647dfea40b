% Features of connect four by hand.

discs_red(C,R) :- cell(C,R,red).
discs_yellow(C,R) :- cell(C,R,yellow).
red_to_move :- control(red).
centre_red(C,R) :- cell(C,R,red), centre(C).
centre_yellow(C,R) :- cell(C,R,yellow), centre(C).
open_red(A,R,D) :- open_window(red,A,R,D).
open_yellow(A,R,D) :- open_window(yellow,A,R,D).
built_red(A,R,D,C,S) :- open_window(red,A,R,D), in_window(A,R,D,C,S), cell(C,S,red).
built_yellow(A,R,D,C,S) :- open_window(yellow,A,R,D), in_window(A,R,D,C,S), cell(C,S,yellow).

% Red, who begins, gets the squares of odd rows in the end, and yellow those of even ones (Allis 1988).
threats_red(C,R) :- threat(red,C,R).
threats_yellow(C,R) :- threat(yellow,C,R).
odd_threats_red(C,R) :- threat(red,C,R), odd(R).
even_threats_yellow(C,R) :- threat(yellow,C,R), even(R).
wins_red(C) :- threat(red,C,R), playable(C,R).
wins_yellow(C) :- threat(yellow,C,R), playable(C,R).
twice_red(C,R,S) :- threat(red,C,R), threat(red,C,S), succ(R,S).
twice_yellow(C,R,S) :- threat(yellow,C,R), threat(yellow,C,S), succ(R,S).
