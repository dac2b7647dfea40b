ancestor(amy,ann).
ancestor(amelia,steve).
ancestor(gavin,andy).
ancestor(ann,ann).
