// Brings the language server into the editor: keys and a menu for completion, descriptions, definitions, corrections and
// renaming.
import {Completion} from './completion.js';
import {Tooltip} from './tooltip.js';
import {element, byId} from './elements.js';
import {positionOf} from './editor.js';

const isMac = /Mac/.test(navigator.platform);

export class Assistance {
  /** Without CodeMirror only the list of messages has corrections. */
  constructor(editor, language, messages) {
    this.editor = editor;
    this.mirror = editor.mirror;
    this.language = language;
    this.messages = messages;
    this.visited = [];  // places from which definitions were opened
    byId('assist').hidden = !this.mirror;
    if (!this.mirror) return;
    this.completion = new Completion(this.mirror, language);
    this.tooltip = new Tooltip(this.mirror, language, position => messages.elementsAt(position));
    const commands = {complete: ['Ctrl-Space', () => this.completion.show(true)],
                      describe: ['Ctrl-I', () => this.tooltip.show(this.mirror.getCursor())],
                      define: ['Alt-.', () => this.define(this.mirror.getCursor())],
                      return: ['Alt-,', () => this.return()],
                      correct: ['Ctrl-.', () => this.correct()],
                      rename: ['F2', () => this.rename()]};
    for (const [name, [key, run]] of Object.entries(commands)) {
      this.mirror.addKeyMap({[key]: run});
      byId(`assist-${name}`).append(element('kbd', {}, key));
      byId(`assist-${name}`).addEventListener('click', () => { byId('assist').open = false; this.mirror.focus(); run(); });
    }
    this.mirror.on('mousedown', (_, event) => {
      if (event.button !== 0 || !(isMac ? event.metaKey : event.ctrlKey)) return;
      event.preventDefault();
      this.define(this.mirror.coordsChar({left: event.clientX, top: event.clientY}, 'window'));
    });
    document.addEventListener('click', event => { if (!byId('assist').contains(event.target)) byId('assist').open = false; });
  }

  /** Goes to the first clause of the name at a place. */
  async define(place) {
    const found = await this.language.ask('definition', {position: positionOf(place)});
    if (!found || found.length === 0) { this.tell('No definition: the cursor is on no name that rules define.'); return; }
    this.visited.push(this.mirror.getCursor());
    this.editor.goTo(found[0].range.start);
  }

  return() {
    const before = this.visited.pop();
    if (before) this.editor.goTo(positionOf(before));
  }

  /** Makes the correction at the cursor, or offers several. */
  correct() {
    const fixes = this.messages.fixesAt(positionOf(this.mirror.getCursor()));
    if (fixes.length === 0) this.tell('No correction is known here.');
    if (fixes.length === 1) this.messages.apply(fixes[0]);
    if (fixes.length < 2) return;
    const cursor = this.mirror.getCursor();
    this.mirror.showHint({completeSingle: false, hint: () => ({from: cursor, to: cursor, list: fixes.map(
      fix => ({displayText: fix.title, text: '', hint: () => this.messages.apply(fix)}))})});
  }

  /** Asks for a new name of what the cursor is on, and renames all its places in one step. */
  async rename() {
    const position = positionOf(this.mirror.getCursor());
    try {
      const old = await this.language.request('prepareRename', {position});
      if (!old) return;
      const field = element('input', {type: 'text', size: 30, spellcheck: 'false', autocomplete: 'off'});
      this.mirror.openDialog(element('label', {}, 'New name ', field), name => this.renameTo(position, old.placeholder, name),
                             {value: old.placeholder, selectValueOnOpen: true});
    } catch (error) {
      this.tell(error.message);
    }
  }

  async renameTo(position, old, name) {
    if (!name || name === old) return;
    const before = this.editor.text;
    try {
      const made = await this.language.request('rename', {position, newName: name});
      if (!made || this.editor.text !== before) return;
      const edits = Object.values(made.changes)[0];
      this.editor.change(edits);
      this.tell(`${old} is ${name} now, in ${edits.length} ${edits.length === 1 ? 'place' : 'places'}.`);
    } catch (error) {
      this.tell(error.message);
    }
    this.mirror.focus();
  }

  tell(text) {
    this.mirror.openNotification(element('span', {role: 'status'}, text), {bottom: true});
  }
}
