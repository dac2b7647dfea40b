" Comments, words and indents of lists.
if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1

setlocal comments=:; commentstring=;\ %s
setlocal iskeyword=@,33,35-39,42-43,45-58,60-64,94-95,128-255
setlocal lisp lispwords=<=,rule,premises,conclusions,metarule
setlocal shiftwidth=4 expandtab
let b:undo_ftplugin = "setlocal comments< commentstring< iskeyword< lisp< lispwords< shiftwidth< expandtab<"
