" Rulesheets, invariants, production rules and ordering metarules.
autocmd BufNewFile,BufRead *.kif,*.gdl set filetype=gdl
autocmd BufNewFile,BufRead *.inv set filetype=tesuji-invariants
autocmd BufNewFile,BufRead *.meta set filetype=tesuji-rules
" Other programs have files `.rules`, too, but no lists that begin so.
autocmd BufNewFile,BufRead *.rules
  \ if join(getline(1, 50), "\n") =~? '\%(^\|\n\)\s*(\_s*\%(rule\|regle\|premises\|premisses\|function\)\>' | set filetype=tesuji-rules | endif
