" Vim syntax file
" Language: invariants of games (.inv)

if exists("b:current_syntax")
  finish
endif

syntax case match
syntax match invVariable "\<[A-Z_]\w*\>\|?\w\+"
syntax match invNumber "\<\d\+\>"
syntax match invCall "\<[a-z]\w*(\@="
syntax match invName "\%(\<\%(invariant\|domain\)\s\+\)\@<=\%(\w\+\|'[^']*'\)"
syntax keyword invDeclaration invariant domain
syntax keyword invQuantifier forall exists next knows
syntax keyword invConnective not and or implies except distinct
syntax keyword invConstant false inf
syntax keyword invKeyword true legal goal terminal role dom
syntax match invConnective "!=\|=>\|=\|\.\.\|[~&|]"
syntax region invQuoted start="'" skip="''" end="'" oneline
syntax match invComment "%.*$" contains=@Spell

highlight default link invComment Comment
highlight default link invDeclaration Statement
highlight default link invName Function
highlight default link invQuantifier Keyword
highlight default link invConnective Operator
highlight default link invConstant Constant
highlight default link invKeyword Special
highlight default link invVariable Identifier
highlight default link invNumber Number
highlight default link invCall Function
highlight default link invQuoted String

let b:current_syntax = "tesuji-invariants"
