// Plays and proves in a terminal of the editor. Arguments reach the command as they are, without a shell.
const path = require("path");
const { ProcessExecution, Task, TaskPanelKind, TaskRevealKind, TaskScope, Uri, commands, tasks, window, workspace } = require("vscode");
const { invariantsOf, program, savedFile, savedSheet } = require("./sheets");

/** Runs `tesuji ARGUMENTS` and shows its terminal, which stays open at the end. */
function run(name, file, args) {
  const folder = workspace.getWorkspaceFolder(Uri.file(file));
  const execution = new ProcessExecution(program(), args, { cwd: path.dirname(file) });
  const task = new Task({ type: "tesuji", command: args[0] }, folder ?? TaskScope.Workspace, name, "tesuji", execution);
  task.presentationOptions = { reveal: TaskRevealKind.Always, panel: TaskPanelKind.Dedicated, focus: args[0] === "play", clear: true };
  return tasks.executeTask(task);
}

/** Lets the reader choose a role, by the lenses of the sheet; returns the arguments of `play`. */
async function chooseRole(sheet) {
  const lenses = await commands.executeCommand("vscode.executeCodeLensProvider", Uri.file(sheet));
  const choices = lenses.filter((lens) => lens.command?.command === "tesuji.play").map((lens) => lens.command);
  if (choices.length < 2) return choices[0]?.arguments;
  const chosen = await window.showQuickPick(choices.map((one) => ({ label: one.title, one })), { placeHolder: "Your role" });
  return chosen?.one.arguments;
}

/** Plays a match: a person has `role`, and the player of the settings all other roles. */
async function play(uri, role, roles) {
  const sheet = await savedSheet(uri);
  if (!sheet) return undefined;
  if (!role) [, role, roles] = (await chooseRole(sheet)) ?? [];
  if (!role) return undefined;
  const opponent = workspace.getConfiguration("tesuji").get("opponent");
  const players = roles.filter((one) => one !== "random").map((one) => `${one}=${one === role ? "human" : opponent}`);
  return run(`play ${path.basename(sheet)}`, sheet, ["play", sheet, ...players.flatMap((one) => ["--player", one])]);
}

/** Proves the invariants of a sheet, or of a file of invariants; without any, those that apply to every game. */
async function prove(uri) {
  const file = await savedFile(uri);
  const sheet = file && (await savedSheet(uri));
  if (!sheet) return undefined;
  const invariants = file === sheet ? invariantsOf(sheet) : file;
  return run(`verify ${path.basename(sheet)}`, sheet, ["verify", sheet, ...(invariants ? [invariants] : ["--auto"]), "--verbose"]);
}

/** Proves one invariant, whose text has the domains that it needs. */
async function proveInvariant(uri, name, text) {
  const sheet = await savedSheet(uri);
  return sheet && run(`verify ${name}`, sheet, ["verify", sheet, "--property", text, "--verbose"]);
}

module.exports = { play, prove, proveInvariant };
