% A list without its first elements.
head_pred(dropk,3).  type(dropk,(list,element,list)).  direction(dropk,(in,in,out)).
max_vars(5).  max_body(3).  max_clauses(2).  enable_recursion.
body_pred(head,2).       type(head,(list,element)).          direction(head,(in,out)).
body_pred(tail,2).       type(tail,(list,list)).             direction(tail,(in,out)).
body_pred(element,2).    type(element,(list,element)).       direction(element,(in,out)).
body_pred(increment,2).  type(increment,(element,element)).  direction(increment,(in,out)).
body_pred(decrement,2).  type(decrement,(element,element)).  direction(decrement,(in,out)).
body_pred(geq,2).        type(geq,(element,element)).        direction(geq,(in,in)).
body_pred(empty,1).      type(empty,(list,)).                direction(empty,(in,)).
body_pred(even,1).       type(even,(element,)).              direction(even,(in,)).
body_pred(odd,1).        type(odd,(element,)).               direction(odd,(in,)).
body_pred(one,1).        type(one,(element,)).               direction(one,(in,)).
body_pred(zero,1).       type(zero,(element,)).              direction(zero,(out,)).
