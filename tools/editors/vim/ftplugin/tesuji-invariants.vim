" Comments and indents.
if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1

setlocal comments=:% commentstring=%\ %s
setlocal shiftwidth=4 expandtab
let b:undo_ftplugin = "setlocal comments< commentstring< shiftwidth< expandtab<"
