% On top of move/2 and won/1 of the game: a win at once, and a move that prevents one.
win_1(A,B) :- move(A,B), won(B).
safe(A,B) :- move(A,B), \+ win_1(B,_).
