// Asks the language server about the rules in the editor: messages of the Language Server Protocol, by `POST lsp`.
import {call} from './server.js';

const [unknownSession, isBusy, isLost] = [404, 409, 503];

/** Thrown if the server refuses a request, with its words. */
export class RequestRefused extends Error {}

export class Language {
  /** `sheet()`: {name, sheet}, the rules as they are. */
  constructor(sheet) {
    this.sheet = sheet;
    this.session = 0;
    this.opened = null;  // the document as the server knows it: {name, text}
    this.last = Promise.resolve();
    this.number = 0;
    this.isMissing = false;  // the program has no language server
    // The server keeps few sessions, and ends those that are idle.
    window.addEventListener('pagehide', () => {
      if (this.session) navigator.sendBeacon('lsp', JSON.stringify({session: this.session, close: true}));
      this.session = 0;
    });
  }

  /**
   * Returns the result of `textDocument/METHOD` about the rules as they are now; null if there is none. Requests are
   * sent one after the other. Throws RequestRefused, or Error if the server does not answer.
   */
  request(method, params) {
    const now = this.sheet();
    const turn = this.last.then(() => this.send(now, method, params));
    this.last = turn.catch(() => {});
    return turn;
  }

  /** As request(), but without a result if that fails. */
  async ask(method, params) {
    try { return await this.request(method, params); } catch { return null; }
  }

  uriOf(name) { return `file:///${encodeURIComponent(name)}`; }

  async send(now, method, params) {
    for (let trial = 0; !this.isMissing; ++trial) {
      try {
        if (!this.session && !await this.open()) break;
        const messages = [...this.changes(now), {jsonrpc: '2.0', id: ++this.number, method: `textDocument/${method}`,
                                                 params: {textDocument: {uri: this.uriOf(now.name)}, ...params}}];
        const {response} = await call('lsp', {session: this.session, messages});
        this.opened = {name: now.name, text: now.sheet};
        if (response.error) throw new RequestRefused(response.error.message);
        return response.result;
      } catch (error) {
        const mayReturn = [unknownSession, isLost].includes(error.status);
        if (!mayReturn && error.status !== isBusy) throw error;
        if (trial > 0) throw error;
        if (mayReturn) this.session = 0;
      }
    }
    return null;
  }

  /** Opens a session; returns false if the program has no language server. */
  async open() {
    this.opened = null;
    const {session} = await call('lsp');
    this.session = session || 0;
    this.isMissing = session === null;
    document.body.classList.toggle('without-language', this.isMissing);
    return !this.isMissing;
  }

  /** Returns the notifications that make the server's document the current one. */
  changes({name, sheet}) {
    const uri = this.uriOf(name);
    const notify = (method, params) => ({jsonrpc: '2.0', method: `textDocument/${method}`, params});
    const open = notify('didOpen', {textDocument: {uri, languageId: 'gdl', version: 1, text: sheet}});
    if (!this.opened) return [open];
    if (this.opened.name !== name) return [notify('didClose', {textDocument: {uri: this.uriOf(this.opened.name)}}), open];
    if (this.opened.text === sheet) return [];
    return [notify('didChange', {textDocument: {uri}, contentChanges: [{text: sheet}]})];
  }
}
