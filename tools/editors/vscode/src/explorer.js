// Runs `tesuji explore` for a rulesheet and opens its page. A sheet has one server until the editor ends.
const { spawn } = require("child_process");
const { Uri, env, window } = require("vscode");
const { program, savedSheet } = require("./sheets");

const longestWait = 20000; // ms until the address must have come

class Explorer {
  constructor() {
    this.servers = new Map(); // by path: { process, address: Promise }
  }

  /** Opens the page of a rulesheet; returns its address. */
  async open(uri) {
    const sheet = await savedSheet(uri);
    if (!sheet) return undefined;
    try {
      const address = await this.addressOf(sheet);
      // The page refuses to be shown within another one, so the browser opens it. Editors may ask first.
      env.asExternalUri(Uri.parse(address)).then((uri) => env.openExternal(uri));
      return address;
    } catch (error) {
      window.showErrorMessage(`tesuji explore: ${error.message}`);
      return undefined;
    }
  }

  addressOf(sheet) {
    const known = this.servers.get(sheet);
    if (known) return known.address;
    const process = spawn(program(), ["explore", sheet], { stdio: ["ignore", "pipe", "pipe"] });
    const address = new Promise((resolve, reject) => {
      let output = "";
      const fail = (message) => {
        clearTimeout(timer);
        if (this.servers.get(sheet)?.process === process) this.servers.delete(sheet); // the next call tries again
        reject(new Error(message));
      };
      const timer = setTimeout(() => {
        process.kill();
        fail("no address came");
      }, longestWait);
      const read = (bytes) => {
        output += bytes;
        const found = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(output);
        if (found && output.includes("\n", found.index)) {
          clearTimeout(timer);
          resolve(found[0]);
        }
      };
      process.stdout.on("data", read);
      process.stderr.on("data", read);
      process.on("error", (error) => fail(error.message));
      process.on("exit", (code) => fail(output.trim() || `exit code ${code}`));
    });
    this.servers.set(sheet, { process, address });
    return address;
  }

  dispose() {
    for (const { process } of this.servers.values()) process.kill();
  }
}

module.exports = { Explorer };
