% Positive examples; the negative ones are in not-ancestor.pl.
ancestor(ann,amy).
ancestor(steve,amy).
ancestor(ann,amelia).
ancestor(linda,spongebob).
ancestor(steve,spongebob).
