% Moves of noughts and crosses to the centre, and others: induce --game=../noughts-and-crosses.kif --fluents
% --metarules=fluent-metarules.pl --examples=centre.pl
pos(centre([control(o)],[cell(2,2,o),control(x)])).
pos(centre([cell(1,1,o),control(x)],[cell(1,1,o),cell(2,2,x),control(o)])).
neg(centre([control(o)],[cell(1,1,o),control(x)])).
neg(centre([cell(2,2,o),control(x)],[cell(2,2,o),cell(1,1,x),control(o)])).
