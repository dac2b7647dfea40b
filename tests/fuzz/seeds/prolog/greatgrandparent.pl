pos(greatgrandparent(ann,spongebob)).
pos(greatgrandparent(linda,spongebob)).
neg(greatgrandparent(ann,amelia)).
neg(greatgrandparent(gavin,spongebob)).
neg(greatgrandparent(spongebob,ann)).
