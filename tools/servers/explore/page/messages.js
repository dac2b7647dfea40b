// Shows the messages of a check: a list, underlined places, and corrections that the language server has for them.
import {element, byId} from './elements.js';

const most = 200;  // messages that are listed

/** Returns the units of UTF-16 before a byte of a line, both from 0. */
function unitsBefore(line, bytes) {
  let units = 0;
  for (const c of line) {
    if (bytes <= 0) break;
    const point = c.codePointAt(0);
    bytes -= point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    units += c.length;
  }
  return units;
}

/** Returns the place of a message or note as a range of the language server's protocol: its columns are bytes. */
function rangeOf({line, column, end_line, end_column}, lines) {
  const at = (row, byte) => ({line: row - 1, character: unitsBefore(lines[row - 1] || '', byte - 1)});
  return {start: at(line, column), end: at(end_line, end_column)};
}

/** Whether the range has the position; an empty one has its place. */
function covers({start, end}, {line, character}) {
  const isAfter = line > start.line || line === start.line && character >= start.character;
  return isAfter && (line < end.line || line === end.line && character <= end.character);
}

export class Messages {
  constructor(editor, language) {
    this.editor = editor;
    this.language = language;
    this.shown = [];
    this.text = '';
  }

  /** Shows what a check of this text has found; returns whether there are no errors. */
  show(faults, text) {
    const lines = text.split('\n');
    this.text = text;
    this.shown = faults.map(fault => ({...fault, range: fault.line ? rangeOf(fault, lines) : null, fixes: [], notes: (fault.notes || []).map(
      note => ({...note, range: note.line ? rangeOf(note, lines) : null}))}));
    const errors = faults.filter(fault => fault.severity === 'error').length;
    byId('status').textContent = faults.length === 0 ? 'no messages' :
      `${errors} ${errors === 1 ? 'error' : 'errors'}, ${faults.length - errors} other messages`;
    byId('status').classList.toggle('quiet', faults.length === 0);
    byId('messages').replaceChildren(...this.shown.slice(0, most).map(fault => this.lineOf(fault)));
    this.editor.showFaults(this.shown);
    this.findFixes();
    return errors === 0;
  }

  lineOf(fault) {
    const place = fault.range ? `${fault.range.start.line + 1}:${fault.range.start.character + 1}: ` : '';
    return element('li', {class: fault.severity},
      element('button', {type: 'button', onclick: () => fault.range && this.editor.goTo(fault.range.start)},
              `${place}${fault.severity}: ${fault.message}`));
  }

  /** Asks for corrections, and lists them below their messages. */
  async findFixes() {
    const {shown} = this;
    const uri = this.language.uriOf(this.language.sheet().name);
    const diagnostics = shown.slice(0, most).flatMap(({range, message, notes}, data) => range ? [{range, message, data, relatedInformation: notes
      .filter(note => note.range).map(note => ({location: {uri, range: note.range}, message: note.message}))}] : []);
    if (diagnostics.length === 0) return;
    const actions = await this.language.ask('codeAction', {range: diagnostics[0].range, context: {diagnostics}});
    if (this.shown !== shown) return;
    for (const {title, edit, diagnostics: [{data}]} of actions || []) {
      const fix = {title, edits: Object.values(edit.changes)[0]};
      shown[data].fixes.push(fix);
      byId('messages').children[data].append(this.buttonOf(fix));
    }
  }

  buttonOf(fix) { return element('button', {type: 'button', class: 'fix', onclick: () => this.apply(fix)}, fix.title); }

  /** Makes a correction, unless the rules have changed since. */
  apply({edits}) {
    if (this.editor.text !== this.text) return;
    this.editor.change(edits);
    this.editor.focus();
  }

  at(position) { return this.shown.filter(({range}) => range && covers(range, position)); }

  /** Returns elements for the messages at a position, with their corrections. */
  elementsAt(position) {
    return this.at(position).map(fault => element('div', {class: fault.severity}, element('p', {}, `${fault.severity}: ${fault.message}`),
                                                  ...fault.fixes.map(fix => this.buttonOf(fix))));
  }

  /** Returns the corrections at a position, or else those of its line. */
  fixesAt(position) {
    const here = this.at(position).flatMap(({fixes}) => fixes);
    return here.length > 0 ? here : this.shown.filter(({range}) => range && range.start.line === position.line).flatMap(({fixes}) => fixes);
  }
}
