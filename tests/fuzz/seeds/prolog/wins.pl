% Noughts and crosses: who has just moved completes a line.
pos(win_1([cell(1,1,x),cell(1,2,x),cell(2,1,o),cell(2,2,o),cell(3,3,o),control(x)],
          [cell(1,1,x),cell(1,2,x),cell(1,3,x),cell(2,1,o),cell(2,2,o),cell(3,3,o),control(o)])).
neg(win_1([cell(1,1,x),cell(1,2,x),cell(2,1,o),cell(2,2,o),cell(3,3,o),control(x)],
          [cell(1,1,x),cell(1,2,x),cell(3,1,x),cell(2,1,o),cell(2,2,o),cell(3,3,o),control(o)])).
