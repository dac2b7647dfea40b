:- dynamic(foo/2).
/* block */ win_1(A,B):-move(A,B),won(B). % line
win_2(A,B):-win_2_1(A,B),\+ win_1(B,_).
win_2_1(_A,B) :- move(_A,B), not(won(B)), not ( drawn( B ) ).
draw_1(A,B):- move(A,B), drawn(B). p('Quoted name',B) :- q. win_1(A).
