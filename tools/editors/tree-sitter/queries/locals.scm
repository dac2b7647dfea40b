; A variable belongs to its clause.
(rule) @local.scope
(variable) @local.reference
(rule head: (atom argument: (variable) @local.definition))
