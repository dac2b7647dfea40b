% Noughts and crosses: a move after which every answer leaves x a win.
pos(fork([cell(1,1,x),cell(1,3,o),cell(2,2,o),cell(3,3,x),control(x)],
         [cell(1,1,x),cell(1,3,o),cell(2,2,o),cell(3,1,x),cell(3,3,x),control(o)])).
% One threat, which o answers.
neg(fork([cell(1,1,x),cell(1,3,o),cell(2,2,o),cell(3,3,x),control(x)],
         [cell(1,1,x),cell(1,2,x),cell(1,3,o),cell(2,2,o),cell(3,3,x),control(o)])).
neg(fork([cell(1,1,x),cell(2,2,o),control(x)],
         [cell(1,1,x),cell(1,2,x),cell(2,2,o),control(o)])).
