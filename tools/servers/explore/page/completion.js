// Completes names in the editor: proposals of the language server in CodeMirror's list.
import {element} from './elements.js';
import {placeOf, positionOf} from './editor.js';

/** Typed characters that open the list. */
const opens = /[\w(?]$/;
const closes = /[\s)]/;

export class Completion {
  constructor(mirror, language) {
    this.mirror = mirror;
    this.language = language;
    mirror.on('inputRead', (_, change) => {
      if (!mirror.state.completionActive && opens.test(change.text[change.text.length - 1])) this.show(false);
    });
  }

  /** `isAsked`: the user wants the list, rather than typing a name. */
  show(isAsked) {
    this.mirror.showHint({completeSingle: isAsked, closeCharacters: closes, hint: () => this.proposals(isAsked)});
  }

  async proposals(isAsked) {
    const cursor = this.mirror.getCursor();
    const found = await this.language.ask('completion', {position: positionOf(cursor)});
    if (!found || found.items.length === 0) return null;
    const [from, to] = ['start', 'end'].map(end => placeOf(found.items[0].textEdit.range[end]));
    const typed = this.mirror.getRange(from, to);
    const fitting = found.items.filter(item => item.label.toLowerCase().startsWith(typed.toLowerCase()));
    // A name that is complete opens no list, so that Enter ends the line.
    if (fitting.length === 0 || !isAsked && fitting.some(item => item.label === typed)) return null;
    return {from, to, list: fitting.map(item => ({
      text: item.textEdit.newText,
      render: line => line.append(element('span', {}, item.label), element('span', {class: 'detail'}, item.detail || '')),
    }))};
  }
}
