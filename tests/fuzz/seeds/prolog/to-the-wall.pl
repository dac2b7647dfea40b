% Take the ball east, however far it is.
pos(far(s(at(1,1),at(1,1),no),s(at(5,1),at(5,1),no))).
pos(far(s(at(3,2),at(3,2),no),s(at(5,2),at(5,2),no))).
pos(far(s(at(2,4),at(2,4),no),s(at(3,4),at(3,4),no))).
neg(far(s(at(1,1),at(1,1),no),s(at(1,2),at(1,2),no))).
neg(far(s(at(2,1),at(2,1),no),s(at(3,1),at(3,1),yes))).
