// Starts `tesuji lsp`, connects the editor with it, and adds the commands of the extension.
const { commands, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { Explorer } = require("./explorer");
const { Explanations } = require("./explanations");
const { play, prove, proveInvariant } = require("./tasks");
const { showReaders } = require("./readers");

const documentSelector = ["file", "untitled"].flatMap((scheme) => [
  { scheme, language: "gdl" },
  { scheme, language: "tesuji-rules" },
  { scheme, language: "tesuji-invariants" },
  { scheme, pattern: "**/*.pl" },
]);

let client;

exports.activate = async function activate(context) {
  const explorer = new Explorer();
  const explanations = new Explanations(() => client);
  const handlers = {
    "tesuji.play": play,
    "tesuji.prove": prove,
    "tesuji.proveInvariant": proveInvariant,
    "tesuji.explore": (uri) => explorer.open(uri),
    "tesuji.explainRule": (uri, position) => explanations.show(uri, position),
    "tesuji.showReaders": showReaders,
  };
  const settings = workspace.getConfiguration("tesuji");
  client = new LanguageClient(
    "tesuji",
    "tesuji",
    { command: settings.get("command"), args: ["lsp", `--check-seconds=${settings.get("checkSeconds")}`] },
    { documentSelector, initializationOptions: { commands: Object.keys(handlers) } },
  );
  for (const [name, handler] of Object.entries(handlers)) {
    context.subscriptions.push(commands.registerCommand(name, handler));
  }
  context.subscriptions.push(
    explorer,
    explanations,
    commands.registerCommand("tesuji.restart", () => client.restart()),
  );
  await client.start();
  return { client };
};

exports.deactivate = function deactivate() {
  return client && client.stop();
};
