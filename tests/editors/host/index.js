// Runs inside an editor's extension host (tests/editors/vscode.py): uses the extension as people do, by the editor's
// commands, and writes a JSON object of checks to the file that TESUJI_HOST_REPORT names.
const assert = require("assert");
const fs = require("fs");
const http = require("http");
const path = require("path");
const vscode = require("vscode");

const folder = process.env.TESUJI_HOST_FOLDER;
const longest = 30000; // ms

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks again and again until the answer is one that `good` accepts. */
async function eventually(what, ask, good) {
  const end = Date.now() + longest;
  let last;
  while (Date.now() < end) {
    last = await ask();
    if (good(last)) return last;
    await pause(100);
  }
  throw new Error(`${what}: ${JSON.stringify(last)}`);
}

async function open(name) {
  const document = await vscode.workspace.openTextDocument(path.join(folder, name));
  return vscode.window.showTextDocument(document);
}

/** Returns the place of a text in the document. */
function place(document, text, shift = 0) {
  const offset = document.getText().indexOf(text);
  assert(offset >= 0, text);
  return document.positionAt(offset + shift);
}

const run = (command, ...args) => vscode.commands.executeCommand(command, ...args);

/** Runs a command that starts a task; returns the task, and the exit code of its process unless `cancel`. */
async function taskOf(command, args, cancel) {
  const codes = new Map(); // by execution; the process may end before the command does
  let look = () => {};
  const subscription = vscode.tasks.onDidEndTaskProcess((event) => {
    codes.set(event.execution, event.exitCode);
    look();
  });
  const execution = await run(command, ...args);
  const ended = new Promise((resolve) => {
    look = () => codes.has(execution) && resolve(codes.get(execution));
    look();
  });
  if (cancel) {
    await pause(1000);
    execution.terminate();
  }
  const code = await ended;
  subscription.dispose();
  return { args: execution.task.execution.args, code };
}

const checks = {
  async "the extension starts with a rulesheet"() {
    await open("hexapawn3.kif");
    const extension = vscode.extensions.getExtension("tesuji.tesuji");
    await eventually("activation", () => extension.isActive, Boolean);
  },

  async "lenses stand over roles and rules"() {
    const { document } = await open("hexapawn3.kif");
    const lenses = await eventually("lenses", () => run("vscode.executeCodeLensProvider", document.uri, 100), (found) => found?.length > 4);
    const titles = lenses.map((lens) => lens.command.title);
    for (const title of ["Play as w", "Play as b", "Prove", "Explore", "Explain", "Read by 3 clauses"]) assert(titles.includes(title), title);
  },

  async "a mistake is shown, and its quick fix corrects it"() {
    const editor = await open("mistake.kif");
    const { uri } = editor.document;
    const wrong = await eventually("diagnostics", () => vscode.languages.getDiagnostics(uri), (found) => found.some((one) => one.code === "unsafe"));
    const { range } = wrong.find((one) => one.code === "unsafe");
    const actions = await run("vscode.executeCodeActionProvider", uri, range);
    const action = actions.find((one) => one.title.startsWith("Add the condition"));
    assert(action, JSON.stringify(actions.map((one) => one.title)));
    await vscode.workspace.applyEdit(action.edit);
    await eventually("correction", () => vscode.languages.getDiagnostics(uri), (found) => !found.some((one) => one.code === "unsafe"));
    await run("workbench.action.files.revert");
  },

  async "all declarations are a source action"() {
    const { document } = await open("mistake.kif");
    const all = new vscode.Range(0, 0, document.lineCount, 0);
    const actions = await run("vscode.executeCodeActionProvider", document.uri, all, "source");
    assert(actions.some((one) => one.kind.value === "source.declare"), JSON.stringify(actions.map((one) => one.title)));
  },

  async "selections grow from the name to the clause"() {
    const { document } = await open("hexapawn3.kif");
    const [first] = await run("vscode.executeSelectionRangeProvider", document.uri, [place(document, "(control ?player)", 2)]);
    const texts = [];
    for (let at = first; at; at = at.parent) texts.push(document.getText(at.range));
    assert(texts.includes("control") && texts.includes("(control ?player)"), JSON.stringify(texts));
    assert(texts.length >= 4, JSON.stringify(texts));
  },

  async "the call hierarchy of a relation"() {
    const { document } = await open("hexapawn3.kif");
    const [item] = await run("vscode.prepareCallHierarchy", document.uri, place(document, "(touched", 2));
    assert.strictEqual(item.name, "touched");
    const incoming = await run("vscode.provideIncomingCalls", item);
    assert.deepStrictEqual(incoming.map((call) => call.from.name), ["cell"]);
    const outgoing = await run("vscode.provideOutgoingCalls", item);
    assert.deepStrictEqual(outgoing.map((call) => call.to.name), ["move"]);
  },

  async "lines are formatted alone"() {
    const { document } = await open("mistake.kif");
    const range = new vscode.Range(0, 0, 0, 1);
    const edits = await run("vscode.executeFormatRangeProvider", document.uri, range, { tabSize: 4, insertSpaces: true });
    const edit = new vscode.WorkspaceEdit();
    edit.set(document.uri, edits);
    await vscode.workspace.applyEdit(edit);
    assert.strictEqual(document.lineAt(0).text, "(role a)");
    assert.strictEqual(document.lineAt(1).text, "(index 1)  (index 2)");
    await run("workbench.action.files.revert");
  },

  async "comments link to files"() {
    const { document } = await open("nim.kif");
    const links = await run("vscode.executeLinkProvider", document.uri);
    assert(links.some((link) => link.target?.path.endsWith("nim.gdl")), JSON.stringify(links));
  },

  async "a rule is explained"() {
    const { document } = await open("hexapawn3.kif");
    const text = await run("tesuji.explainRule", document.uri.toString(), place(document, "(<= (legal", 6));
    assert(text.includes("derivation 1") && text.includes("hexapawn3.kif:41"), text);
    assert.strictEqual(vscode.window.visibleTextEditors.some((one) => one.document.getText() === text), true);
    const lost = await run("tesuji.explainRule", document.uri.toString(), place(document, "(<= (won w)", 6));
    assert(lost.includes("does not hold") && lost.includes("fails:"), lost);
  },

  async "a match is played in a terminal"() {
    const { document } = await open("hexapawn3.kif");
    const { args } = await taskOf("tesuji.play", [document.uri.toString(), "b", ["w", "b"]], true);
    assert.deepStrictEqual(args.slice(0, 1).concat(args.slice(2)), ["play", "--player", "w=mcts", "--player", "b=human"]);
  },

  async "invariants are proved"() {
    const { document } = await open("invariants/noughts-and-crosses.inv");
    const lenses = await eventually("lenses", () => run("vscode.executeCodeLensProvider", document.uri, 100), (found) => found?.length > 4);
    const one = lenses.find((lens) => lens.command.command === "tesuji.proveInvariant");
    const { args, code } = await taskOf(one.command.command, one.command.arguments);
    assert.strictEqual(code, 0, args.join(" "));
    assert.strictEqual(path.basename(args[1]), "noughts-and-crosses.kif");
    const all = await taskOf("tesuji.prove", [document.uri.toString()]);
    assert.strictEqual(all.code, 0, all.args.join(" "));
  },

  async "the page of a game opens"() {
    const { document } = await open("hexapawn3.kif");
    const address = await run("tesuji.explore", document.uri.toString());
    const page = await new Promise((resolve, reject) => {
      http.get(address, (answer) => {
        let text = "";
        answer.on("data", (piece) => (text += piece));
        answer.on("end", () => resolve({ status: answer.statusCode, text }));
      }).on("error", reject);
    });
    assert.strictEqual(page.status, 200);
    assert(page.text.includes("<title>"), page.text);
  },
};

exports.run = async function () {
  const report = {};
  for (const [name, check] of Object.entries(checks)) {
    try {
      await check();
      report[name] = "good";
    } catch (error) {
      report[name] = String(error.stack ?? error);
    }
    fs.writeFileSync(`${process.env.TESUJI_HOST_REPORT}.part`, JSON.stringify(report, null, 2));
  }
  fs.renameSync(`${process.env.TESUJI_HOST_REPORT}.part`, process.env.TESUJI_HOST_REPORT);
};
