" Vim syntax file
" Language: production rules (.rules) and ordering metarules (.meta)

if exists("b:current_syntax")
  finish
endif

syntax case ignore
syntax iskeyword @,33-39,42-43,45-58,60-64,91-96,123-126,128-255
syntax match rulesFunction "(\@1<=[^ \t();?<>=!+*/-][^ \t();]*"
syntax keyword rulesWord rule regle metarule function nom premises premisses conclusions
syntax keyword rulesCondition condition bound unbound present absent add ajoute remove enleve is calcule
syntax keyword rulesComparison different differentes intersections_differentes distinct same equal egal less less_or_equal greater greater_or_equal inferieur inferieur_ou_egal superieur superieur_ou_egal
syntax match rulesComparison "(\@1<=\%(<=\|>=\|!=\|[<>=+*/-]\)[ \t]\@="
syntax match rulesNumber "\%(^\|[ \t(]\)\@1<=[+-]\=\d\+\%(\.\d\+\)\=\%(e[+-]\=\d\+\)\=\%($\|[ \t()]\)\@="
syntax match rulesVariable "?[^ \t();]*"
syntax match rulesVariable "\%(^\|[ \t(]\)\@1<=_\%($\|[ \t()]\)\@="
syntax match rulesComment ";.*$" contains=@Spell

highlight default link rulesComment Comment
highlight default link rulesWord Statement
highlight default link rulesCondition Keyword
highlight default link rulesComparison Operator
highlight default link rulesNumber Number
highlight default link rulesVariable Identifier
highlight default link rulesFunction Function

let b:current_syntax = "tesuji-rules"
