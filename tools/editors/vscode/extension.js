// Starts `tesuji lsp` and connects the editor with it.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = function activate() {
  const settings = workspace.getConfiguration("tesuji");
  const server = {
    command: settings.get("command"),
    args: ["lsp", `--check-seconds=${settings.get("checkSeconds")}`],
  };
  client = new LanguageClient("tesuji", "tesuji", server, {
    documentSelector: [
      { language: "gdl" },
      { language: "tesuji-rules" },
      { language: "tesuji-invariants" },
      { pattern: "**/*.pl" },
    ],
  });
  return client.start();
};

exports.deactivate = function deactivate() {
  return client && client.stop();
};
