% Tests fluents of boards: not a good strategy.
win_1(A,B) :- move(A,B), won(B).
win_2(A,B) :- centre(A,B), not(win_1(B,_)), not(cell(B,1,1,x)).
centre(A,B) :- move(A,B), cell(B,2,2,o).
draw_1(A,B) :- corner(A,B), control(B,x), not(win_1(B,_)).
corner(A,B) :- move(A,B), cell(B,1,1,o), not(cell(B,3,3,o)).
corner(A,B) :- move(A,B), cell(B,1,3,o), not(cell(A,1,3,o)).
