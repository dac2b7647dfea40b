win_1(A,B):-move(A,B),
