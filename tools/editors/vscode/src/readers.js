// Shows the clauses that read what a rule concludes, as the editor shows references.
const { Position, Uri, commands } = require("vscode");

async function showReaders(target, place) {
  const uri = Uri.parse(target);
  const position = new Position(place.line, place.character);
  const found = await commands.executeCommand("vscode.executeReferenceProvider", uri, position);
  return commands.executeCommand("editor.action.showReferences", uri, position, found);
}

module.exports = { showReaders };
