// Makes new rulesheets, from templates or from the rules that are shown, and saves rules to files.
import {byId, element} from './elements.js';

const templates = [['template-board.kif', 'two players on a board'], ['template-puzzle.kif', 'a puzzle for one player'],
                   ['template-together.kif', 'moves at the same time'], ['template-hidden.kif', 'chance and hidden information']];
const copy = 'copy';

/** Offers a text as a file to download. */
export function download(name, text) {
  const link = element('a', {href: URL.createObjectURL(new Blob([text], {type: 'text/plain'})), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Returns the file name of a rulesheet that the user names; empty if it cannot have this name. */
export function fileNameOf(title) {
  const name = title.trim().toLowerCase().replace(/\s+/g, '-');
  const whole = /\.(kif|gdl)$/.test(name) ? name : `${name}.kif`;
  return /^[a-z0-9][a-z0-9._-]{0,94}$/.test(whole) ? whole : '';
}

export class NewSheet {
  /** `shown()`: {name, sheet}, without a name if no rules are shown; `isTaken(name)`; `create(name, text)`. */
  constructor(shown, isTaken, create) {
    this.shown = shown;
    this.isTaken = isTaken;
    this.create = create;
    this.dialog = byId('new-dialog');
    for (const opener of document.querySelectorAll('.new-sheet')) opener.addEventListener('click', () => this.open());
    byId('new-cancel').addEventListener('click', () => this.dialog.close());
    byId('new-form').addEventListener('submit', async event => {
      event.preventDefault();
      await this.make();
    });
  }

  open() {
    const {name} = this.shown();
    const choices = name ? [...templates, [copy, `a copy of ${name}`]] : templates;
    byId('new-template').replaceChildren(...choices.map(([value, title]) => element('option', {value}, title)));
    byId('new-name').value = this.freeName();
    byId('new-note').textContent = '';
    this.dialog.showModal();
    byId('new-name').select();
  }

  freeName() {
    for (let number = 1; ; ++number) {
      const name = number === 1 ? 'my-game.kif' : `my-game-${number}.kif`;
      if (!this.isTaken(name)) return name;
    }
  }

  async make() {
    const name = fileNameOf(byId('new-name').value);
    const wrong = !name ? 'A name has letters of English, digits, and . - _ between them.' :
      this.isTaken(name) ? `There is a rulesheet ${name} already.` : '';
    byId('new-note').textContent = wrong;
    if (wrong) return;
    const template = byId('new-template').value;
    try {
      const text = template === copy ? this.shown().sheet : await this.textOf(template);
      this.dialog.close();
      await this.create(name, text);
    } catch (error) {
      byId('new-note').textContent = error.message;
    }
  }

  async textOf(template) {
    const answer = await fetch(template);
    if (!answer.ok) throw new Error((await answer.text()).trim());
    return answer.text();
  }
}
