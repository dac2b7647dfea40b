-- Ten requests of a real client: run by `nvim --headless --clean -c "luafile nvim.lua" SHEET`.
-- Prints a line for each answer on standard error, and ends with exit code 0 where all came.
local function say(...)
  io.stderr:write(string.format(...) .. "\n")
end

local function place(pattern, shift)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local column = line:find(pattern, 1, true)
    if column then return number, column - 1 + (shift or 0) end
  end
  error("no " .. pattern)
end

local function run()
  local client = vim.lsp.start_client({ name = "tesuji", cmd = { "tesuji", "lsp" }, root_dir = vim.fn.getcwd() })
  vim.lsp.buf_attach_client(0, client)
  assert(vim.wait(5000, function() return vim.lsp.buf_get_clients(0)[client] ~= nil
    and vim.lsp.buf_get_clients(0)[client].initialized end), "no server")

  local function ask(method, more)
    local params = vim.tbl_extend("force", vim.lsp.util.make_position_params(0, "utf-16"), more or {})
    local answers, failure = vim.lsp.buf_request_sync(0, method, params, 5000)
    assert(answers and answers[client], method .. ": " .. tostring(failure))
    assert(answers[client].err == nil, method .. ": " .. vim.inspect(answers[client].err))
    return answers[client].result
  end
  local function go(pattern, shift)
    vim.api.nvim_win_set_cursor(0, { place(pattern, shift) })
  end

  go("(cell ?row", 2)
  say("hover: %s", ask("textDocument/hover").contents.value:match("Read by [^\n]*"))
  say("definition: line %d", ask("textDocument/definition")[1].range.start.line + 1)
  say("implementations: %d", #ask("textDocument/implementation"))
  say("references: %d", #ask("textDocument/references", { context = { includeDeclaration = true } }))
  go("(control w)", 9)
  say("completion: %s", ask("textDocument/completion").items[1].label)
  say("signature: %s", ask("textDocument/signatureHelp").signatures[1].label)
  say("symbols: %s", ask("textDocument/documentSymbol")[1].name)
  local hints = ask("textDocument/inlayHint",
    { range = { start = { line = 26, character = 0 }, ["end"] = { line = 27, character = 0 } } })
  say("hints: %s", hints[1].label)

  -- What the editor shows of an edit: a warning, and its correction.
  vim.diagnostic.reset()
  local line = place("(<= (legal w noop)")
  vim.api.nvim_buf_set_lines(0, line - 1, line, false, { "(<= (legal w noop) (true (contrl b)))" })
  assert(vim.wait(10000, function() return #vim.diagnostic.get(0) > 0 end, 20), "no diagnostics")
  local diagnostic = vim.diagnostic.get(0)[1]
  say("diagnostic: line %d: %s", diagnostic.lnum + 1, diagnostic.message:match("[^\n]*"))
  go("contrl")
  local actions = ask("textDocument/codeAction", {
    range = { start = { line = diagnostic.lnum, character = 0 }, ["end"] = { line = diagnostic.lnum, character = 50 } },
    context = { diagnostics = { diagnostic.user_data.lsp and vim.tbl_extend("force", {
      range = { start = { line = diagnostic.lnum, character = diagnostic.col },
                ["end"] = { line = diagnostic.end_lnum, character = diagnostic.end_col } },
      message = diagnostic.message }, diagnostic.user_data.lsp) } } })
  say("action: %s", actions[1].title)
  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  say("corrected: %s", vim.api.nvim_buf_get_lines(0, line - 1, line, false)[1])

  go("(touched ?row", 2)
  vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", { newName = "moved" }), "utf-16")
  say("renamed: %s", vim.api.nvim_buf_get_lines(0, 57, 58, false)[1]:sub(1, 24))
  vim.api.nvim_buf_set_lines(0, 57, 58, false, { "(<=   (moved ?row ?column)   (does ?player (move ?row ?column ?to ?side)))" })
  vim.lsp.util.apply_text_edits(ask("textDocument/formatting", { options = { tabSize = 4, insertSpaces = true } }), 0, "utf-16")
  say("formatted: %s", vim.api.nvim_buf_get_lines(0, 57, 58, false)[1]:sub(1, 24))
  vim.lsp.stop_client(client)
  vim.wait(3000, function() return vim.lsp.client_is_stopped(client) end)
  say("stopped: %s", tostring(vim.lsp.client_is_stopped(client)))
end

local good, failure = pcall(run)
if not good then say("failed: %s", failure) end
vim.cmd(good and "qall!" or "cquit!")
