% Take the ball two steps east and two steps north.
carry(s(at(1,1),at(1,1),no),s(at(3,3),at(3,3),no)).
carry(s(at(2,3),at(2,3),no),s(at(4,5),at(4,5),no)).
