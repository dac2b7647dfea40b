; Colours. The names are those that Neovim, Helix and Emacs have.
(comment) @comment

(variable) @variable
(number) @number
(keyword) @keyword

"<=" @keyword.operator
["not" "or" "and" "distinct"] @keyword.operator
["(" ")"] @punctuation.bracket

; Relations, where a clause concludes them and where bodies read them.
(rule head: (atom relation: (name) @function))
(fact relation: (name) @function)
(rule body: (atom relation: (name) @function.call))
(negation literal: (atom relation: (name) @function.call))
(disjunction (atom relation: (name) @function.call))
(conjunction (atom relation: (name) @function.call))

; Fluents and moves, by the keyword before them.
((atom relation: (keyword) @_keyword argument: (compound function: (name) @property))
  (#match? @_keyword "^([iI][nN][iI][tT]|[tT][rR][uU][eE]|[nN][eE][xX][tT]|[bB][aA][sS][eE])$"))
((fact relation: (keyword) @_keyword argument: (compound function: (name) @property))
  (#match? @_keyword "^([iI][nN][iI][tT]|[bB][aA][sS][eE])$"))
((atom relation: (keyword) @_keyword argument: (compound function: (name) @function.method))
  (#match? @_keyword "^([lL][eE][gG][aA][lL]|[dD][oO][eE][sS]|[iI][nN][pP][uU][tT])$"))
((fact relation: (keyword) @_keyword argument: (compound function: (name) @function.method))
  (#match? @_keyword "^([lL][eE][gG][aA][lL]|[iI][nN][pP][uU][tT])$"))

; Constants.
(atom argument: (name) @constant)
(fact argument: (name) @constant)
(compound argument: (name) @constant)
(distinct left: (name) @constant)
(distinct right: (name) @constant)
