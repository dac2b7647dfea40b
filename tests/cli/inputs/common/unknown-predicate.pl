win_1(A,B):-move(A,B),won(B).
win_2(A,B):-move(A,B),not(win_0(B,_)).
