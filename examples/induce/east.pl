pos(east(t1)). pos(east(t2)). pos(east(t3)).
neg(east(t4)). neg(east(t5)). neg(east(t6)).
