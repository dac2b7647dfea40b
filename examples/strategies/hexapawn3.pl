% The strategy that MIGO learned for hexapawn on 3x3 (learner: white).
% Source: the public implementation of MIGO; S. H. Muggleton and C. Hocquette,
% "Machine Discovery of Comprehensible Strategies for Simple Games Using
% Meta-interpretive Learning", New Generation Computing 37 (2019).
% A state in which p(A,_) has a solution has the property p; execution tries
% win_1, win_2, .. and then draw_1, draw_2, ..: see docs/languages/strategies.md.

win_1(A,B):-win_1_1_1(A,B),won(B).
win_1_1_1(A,B):-move(A,B),won(B).
draw_1(A,B):-draw_1_1_2(A,B),not(win_1(B,_)).
draw_1_1_2(A,B):-move(A,B),not(win_1(B,_)).
draw_2(A,B):-draw_2_1_1(A,B),not(win_1(B,_)).
draw_2_1_1(A,B):-draw_1(A,B),not(win_1(B,_)).
