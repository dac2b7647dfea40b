% The bias of a task as Popper has it.
head_pred(grandparent,2).
body_pred(mother,2).
body_pred(father,2).
type(grandparent,(person,person)).
type(mother,(person,person)).
type(father,(person,person)).
direction(grandparent,(in,out)).
direction(mother,(in,out)).
direction(father,(in,out)).
max_vars(4).
max_body(3).
enable_pi.
