// Finds the files that a command is about: the rulesheet, and its invariants.
const fs = require("fs");
const path = require("path");
const { Uri, window, workspace } = require("vscode");

/** Whether the path names a file. */
function exists(file) {
  try {
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Returns the first existing file of `bases` with one of the extensions; undefined if none exists. */
function firstOf(bases, extensions) {
  return bases.flatMap((base) => extensions.map((extension) => base + extension)).find(exists);
}

/** Returns `x.inv` of a sheet `x.kif`: beside it, or in the folder `invariants` there. */
function invariantsOf(sheet) {
  const { dir, name } = path.parse(sheet);
  return firstOf([path.join(dir, name), path.join(dir, "invariants", name)], [".inv"]);
}

/** Returns the sheet of `x.inv`: beside it, or in the folder above. */
function sheetOf(invariants) {
  const { dir, name } = path.parse(invariants);
  return firstOf([path.join(dir, name), path.join(path.dirname(dir), name)], [".kif", ".gdl"]);
}

/** Returns the path that a command is about, saved: that of the argument, else of the active editor. */
async function savedFile(argument) {
  const uri = argument ? (typeof argument === "string" ? Uri.parse(argument) : argument) : window.activeTextEditor?.document.uri;
  if (!uri || uri.scheme !== "file") {
    window.showWarningMessage("tesuji: open a rulesheet (.kif, .gdl) or invariants (.inv) first");
    return undefined;
  }
  const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open?.isDirty && !(await open.save())) return undefined;
  return uri.fsPath;
}

/** Returns the rulesheet that a command is about; undefined, with a message, if there is none. */
async function savedSheet(argument) {
  const file = await savedFile(argument);
  if (!file || path.extname(file) !== ".inv") return file;
  const sheet = sheetOf(file);
  if (!sheet) window.showWarningMessage(`tesuji: no rulesheet belongs to ${path.basename(file)}: none with this name is beside it`);
  return sheet;
}

/** Returns the command `tesuji`, by the settings. */
function program() {
  return workspace.getConfiguration("tesuji").get("command");
}

module.exports = { invariantsOf, program, savedFile, savedSheet, sheetOf };
