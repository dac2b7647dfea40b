pos(even(0)).
pos(even(2)).
pos(even(4)).
pos(even(10)).
neg(even(1)).
neg(even(3)).
neg(even(7)).
