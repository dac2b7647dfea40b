% Hexapawn 4x4.

size(4).
start(s(w, b(b,b,b,b, e,e,e,e, e,e,e,e, w,w,w,w))).

:- include(hexapawn).
