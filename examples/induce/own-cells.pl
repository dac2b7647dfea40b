% Cells that whoever is to move has marked: three arguments, of which two are no states.
pos(own([cell(1,1,o),cell(2,2,x),control(o)],1,1)).
pos(own([cell(1,1,o),cell(2,2,x),control(x)],2,2)).
pos(own([cell(1,2,o),cell(2,2,x),control(o)],1,2)).
neg(own([cell(1,1,o),cell(2,2,x),control(o)],2,2)).
neg(own([cell(1,1,o),cell(2,2,x),control(o)],3,1)).
