% A family of four generations.
mother(ann,amy).
mother(ann,andy).
mother(amy,amelia).
mother(linda,gavin).
mother(amelia,spongebob).
father(steve,amy).
father(steve,andy).
father(gavin,amelia).
father(andy,spongebob).
