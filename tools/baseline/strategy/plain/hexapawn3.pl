% Hexapawn 3x3.

size(3).
start(s(w, b(b,b,b, e,e,e, w,w,w))).

:- include(hexapawn).
