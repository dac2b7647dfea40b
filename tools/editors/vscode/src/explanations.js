// Explains a rule in the initial state: a derivation of its head, or why it cannot be derived.
const { execFile } = require("child_process");
const path = require("path");
const { Position, Uri, ViewColumn, window, workspace, EventEmitter } = require("vscode");
const { program, savedSheet } = require("./sheets");

const scheme = "tesuji-explanation";
const longestOutput = 16 << 20; // bytes

/** Runs `tesuji ARGUMENTS`; returns its exit code and outputs. */
function run(args) {
  return new Promise((resolve) => {
    execFile(program(), args, { maxBuffer: longestOutput, timeout: 30000 }, (error, stdout, stderr) => {
      resolve({ code: error ? (typeof error.code === "number" ? error.code : 3) : 0, stdout, stderr: stderr || (error && !stdout ? error.message : "") });
    });
  });
}

class Explanations {
  /** `client()` returns the client of the language server. */
  constructor(client) {
    this.client = client;
    this.texts = new Map(); // by URI
    this.changed = new EventEmitter();
    this.registration = workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: this.changed.event,
      provideTextDocumentContent: (uri) => this.texts.get(uri.toString()) ?? "",
    });
  }

  /** Shows the explanation of the rule at a place, by default at the cursor; returns its text. */
  async show(target, place) {
    const editor = window.activeTextEditor;
    const uri = target ? Uri.parse(target.toString()) : editor?.document.uri;
    const position = place ?? editor?.selection.active;
    const sheet = uri && (await savedSheet(uri));
    if (!sheet || !position) return undefined;
    const rule = await this.client().sendRequest("tesuji/rule", {
      textDocument: { uri: this.client().code2ProtocolConverter.asUri(uri) },
      position: { line: position.line, character: position.character },
    });
    if (!rule) {
      window.showInformationMessage("tesuji: no rule is here");
      return undefined;
    }
    const moves = rule.needs_moves ? await this.chooseMoves(sheet, rule) : [];
    if (moves === undefined) return undefined;
    const text = await explain(sheet, rule, moves);
    const shown = Uri.from({ scheme, path: `/${rule.label} (${path.parse(sheet).name})` });
    this.texts.set(shown.toString(), text);
    this.changed.fire(shown);
    await window.showTextDocument(await workspace.openTextDocument(shown), { preview: true, preserveFocus: true, viewColumn: ViewColumn.Beside });
    return text;
  }

  /** Lets the reader choose a joint move of the initial state; undefined if they give up. */
  async chooseMoves(sheet, rule) {
    const moves = [];
    for (const role of rule.roles) {
      const query = rule.syntax === "infix" ? `legal(${role},Move)` : `(legal ${role} ?move)`;
      const found = await run(["query", sheet, query, "--json"]);
      const legal = found.code === 0 ? JSON.parse(found.stdout).answers.map((answer) => Object.values(answer)[0]) : [];
      if (legal.length === 0) return [];
      const chosen = legal.length === 1 ? legal[0] : await window.showQuickPick(legal, { placeHolder: `The move of ${role} in the initial state` });
      if (!chosen) return undefined;
      moves.push(chosen);
    }
    return moves;
  }

  dispose() {
    this.registration.dispose();
    this.changed.dispose();
  }
}

/** Returns the rule, and what the reasoner says about its head. */
async function explain(sheet, rule, moves) {
  const comment = rule.syntax === "infix" ? "%" : ";";
  const scene = moves.length > 0 ? ["--does", moves.join(rule.syntax === "infix" ? ", " : " ")] : [];
  const where = moves.length > 0 ? `in the initial state, with the joint move ${moves.join(", ")}` : "in the initial state";
  const derived = await run(["query", sheet, rule.query, ...scene, "--trace"]);
  const parts = [`${comment} ${path.basename(sheet)}:${rule.range.start.line + 1}`, rule.rule, ""];
  if (derived.code === 1 && !derived.stderr.includes("error")) {
    const why = await run(["query", sheet, "--why-not", rule.query, ...scene, "--depth", "2"]);
    parts.push(`${comment} ${rule.query} does not hold ${where}:`, why.stdout || why.stderr);
  } else {
    parts.push(`${comment} ${rule.query} ${where}:`, derived.stdout || derived.stderr);
  }
  return parts.join("\n");
}

module.exports = { Explanations, explain };
