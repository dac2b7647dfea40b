% Trains and their cars (after Michalski).
has_car(t1,c11). has_car(t1,c12). has_car(t1,c13).
has_car(t2,c21). has_car(t2,c22).
has_car(t3,c31). has_car(t3,c32).
has_car(t4,c41). has_car(t4,c42).
has_car(t5,c51). has_car(t5,c52). has_car(t5,c53).
has_car(t6,c61).
long(c11). long(c13). long(c22). long(c32). long(c41). long(c51). long(c61).
short(c12). short(c21). short(c31). short(c42). short(c52). short(c53).
roof(c12,flat). roof(c21,jagged). roof(c31,arc). roof(c32,flat). roof(c41,flat). roof(c51,flat).
roof(c61,peaked).
closed(C) :- roof(C,_).
