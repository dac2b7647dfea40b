; For lists of definitions and uses.
(rule head: (atom relation: (name) @name)) @definition.function
(fact relation: (name) @name) @definition.function
(rule body: (atom relation: (name) @name)) @reference.call
