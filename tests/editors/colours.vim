" Opens the files that TESUJI_FILES lists, and writes the syntax groups of places in the probes to TESUJI_REPORT.
set nocompatible nomore noswapfile bufhidden=wipe
let &runtimepath = $TESUJI_VIM . "," . &runtimepath
filetype plugin indent on
syntax on
let s:report = []
for s:file in readfile($TESUJI_FILES)
  execute "edit " . fnameescape(s:file)
  let s:found = {}
  " Forty lines of a sheet: errors of patterns show, and time stays short.
  for s:line in range(1, line("$"), max([1, line("$") / 40]))
    let s:group = synIDattr(synID(s:line, match(getline(s:line), '\S') + 1, 1), "name")
    let s:found[s:group] = get(s:found, s:group, 0) + 1
  endfor
  call add(s:report, "FILE " . s:file . " " . &filetype . " " . &commentstring . " " . len(s:found))
endfor
for s:probe in readfile($TESUJI_PROBES)
  let [s:file, s:text, s:word] = split(s:probe, "\t")
  execute "edit " . fnameescape(s:file)
  call cursor(1, 1)
  let s:line = search('\V' . escape(s:text, '\'), "c")
  let s:column = stridx(getline(s:line), s:word, stridx(getline(s:line), s:text)) + 1
  call add(s:report, "PROBE " . s:text . "\t" . s:word . "\t" . synIDattr(get(synstack(s:line, s:column), -1, 0), "name"))
endfor
call writefile(s:report, $TESUJI_REPORT)
qall!
