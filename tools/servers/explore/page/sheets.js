// Knows all rulesheets: files of the folder, and those that are in the browser alone.
import {call} from './server.js';

export class Sheets {
  constructor(files, drafts) {
    this.files = files;
    this.drafts = drafts;
  }

  get names() { return [...this.files, ...this.drafts.own]; }

  has(name) { return this.files.includes(name) || this.drafts.isOwn(name); }

  /** Returns the rules in the folder: {text, formulas, strategy}; without a file, null. */
  async file(name) {
    if (this.drafts.isOwn(name)) return null;
    const {text, invariants, strategy} = await call('game', {name});
    return {text, formulas: invariants || '', strategy: strategy || ''};
  }

  /** Returns the text to draw in the gallery: of the file, if there is one. */
  async text(name) {
    const file = await this.file(name);
    return file ? file.text : this.drafts.of(name).text;
  }

  /** Returns how it differs from the folder: `edited`, `not in a file`, or an empty text. */
  markOf(name) {
    if (this.drafts.isOwn(name)) return 'not in a file';
    return this.drafts.of(name) ? 'edited' : '';
  }
}
