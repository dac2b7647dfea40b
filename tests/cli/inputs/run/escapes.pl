% Escape sequences of Prolog's quoted names, and none of them.
p('\x41\\u00e9\101\\n').
p('a\
b').
p('\'\"\`\\').
