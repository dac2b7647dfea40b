" Vim syntax file
" Language: Game Description Language, in prefix (KIF) and infix form

if exists("b:current_syntax")
  finish
endif
let s:cpo_save = &cpo
set cpo&vim

syntax case ignore
" A name is everything between blanks and parentheses, such as `map+` or `next-to`.
syntax iskeyword @,33-37,39,42-43,45-58,60-64,91-96,123,125,128-255

syntax match gdlNumber "\%(^\|[ \t(,]\)\@1<=[+-]\=\d\+\%($\|[ \t),.&|]\)\@="
syntax match gdlVariable "?[^ \t();,&|]*"
syntax match gdlInfixVariable "\C\%([(, \t]\)\@1<=[A-Z_]\w*\%(\s*[,)]\)\@="
syntax match gdlFunction "\%(\%(^\|[ \t(]\)(\)\@2<=[^ \t(),;?<][^ \t();]*"
syntax match gdlFunction "\<[a-z0-9]\w*(\@="
syntax keyword gdlKeyword role init true does next legal goal terminal sees base input
syntax keyword gdlConnective not or and distinct
syntax match gdlConnective "<=\|:-\|[~&|]"
syntax match gdlParen "[()]"
syntax region gdlQuoted start="'" skip="''" end="'" oneline
syntax match gdlComment "[;%].*$" contains=gdlTodo,@Spell
syntax region gdlComment start="/\*" end="\*/" contains=gdlTodo,@Spell
syntax keyword gdlTodo contained TODO FIXME XXX
syntax sync minlines=50

highlight default link gdlComment Comment
highlight default link gdlTodo Todo
highlight default link gdlKeyword Keyword
highlight default link gdlConnective Operator
highlight default link gdlVariable Identifier
highlight default link gdlInfixVariable Identifier
highlight default link gdlFunction Function
highlight default link gdlNumber Number
highlight default link gdlQuoted String
highlight default link gdlParen Delimiter

let b:current_syntax = "gdl"
let &cpo = s:cpo_save
unlet s:cpo_save
