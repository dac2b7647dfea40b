" Comments, words and indents of lists.
" No look at b:did_ftplugin: Vim takes the files for those of another program first, and sets it.
let b:did_ftplugin = 1

setlocal comments=:; commentstring=;\ %s
setlocal iskeyword=@,33,35-39,42-43,45-58,60-64,94-95,128-255
setlocal lisp lispwords=<=,rule,premises,conclusions,metarule
setlocal shiftwidth=4 expandtab
let b:undo_ftplugin = "setlocal comments< commentstring< iskeyword< lisp< lispwords< shiftwidth< expandtab<"
