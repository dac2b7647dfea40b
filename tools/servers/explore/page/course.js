// Shows the moves of a match as a list that can be clicked, with branches.
import {element} from './elements.js';
import {rowsOf, textsAt} from './notation.js';

const most = 500;  // moves of a line that are listed

/** Returns the first `count` places around `here` on the line. */
function windowOf(line, here) {
  const from = Math.max(0, Math.min(Math.max(0, here - Math.floor(most * 0.8)), line.length - most));
  return line.slice(from, from + most);
}

export class Course {
  /** `go(place)`: called when a move is clicked. */
  constructor(box, note, go) {
    this.box = box;
    this.note = note;
    this.go = go;
  }

  /** Shows the tree. `roles`: names of the roles. */
  show(tree, roles) {
    this.tree = tree;
    this.path = new Set(tree.pathTo(tree.here));
    const line = [];
    for (let place = tree.root; place.children.length > 0;) {
      place = place.children[0];
      line.push(place);
    }
    this.isTwo = rowsOf(line.slice(0, most), roles).some(row => row.cells.length > 1);
    const shown = windowOf(line, tree.here.depth);
    this.note.textContent = shown.length < line.length ? `${shown.length} of ${line.length} moves` : '';
    const parts = [];
    let run = [];
    const flush = () => {
      if (run.length > 0) parts.push(this.table(run, roles));
      run = [];
    };
    for (const place of shown) {
      run.push(place);
      if (place.parent.children.length === 1) continue;
      flush();
      parts.push(...place.parent.children.slice(1).map(branch => this.branch(branch)));
    }
    flush();
    this.box.replaceChildren(...(line.length > 0 ? parts : [element('p', {class: 'hint'}, 'Click or drag a piece, click a square, or choose a legal move below. Moves are listed here.')]));
    this.reveal();
  }

  /** Shows texts, one for each turn, instead of the tree. */
  showKnown(texts) {
    this.note.textContent = texts.length > most ? `The last ${most} of ${texts.length} turns` : '';
    const from = Math.max(0, texts.length - most);
    this.box.replaceChildren(element('ol', {class: 'known', start: from + 1}, ...texts.slice(from).map(
      text => element('li', {class: 'move-at played', 'data-joint': text}, text))));
    this.box.scrollTop = this.box.scrollHeight;
  }

  reveal() {
    const now = this.box.querySelector('[aria-current]');
    if (!now) { this.box.scrollTop = 0; return; }
    const [from, to] = [now.offsetTop - this.box.offsetTop, now.offsetTop - this.box.offsetTop + now.offsetHeight];
    if (from < this.box.scrollTop) this.box.scrollTop = from;
    if (to > this.box.scrollTop + this.box.clientHeight) this.box.scrollTop = to - this.box.clientHeight;
  }

  table(places, roles) {
    const rows = rowsOf(places, roles);
    const columns = Math.max(...rows.map(row => row.cells.length));
    return element('ol', {class: columns > 1 ? 'line two' : 'line'}, ...rows.map(row => element('li', {},
      element('span', {class: 'number'}, String(row.number)),
      ...row.cells.map(cell => cell ? this.button(cell.place, cell.text) : element('span', {class: 'none'}, '…')))));
  }

  /** Shows a branch to its end, and the branches of that. */
  branch(first) {
    const items = [];
    for (let place = first; place; place = place.children[0]) {
      items.push(this.button(place, textsAt(place).filter(text => text !== null).join(' · ') || 'wait', this.numberOf(place, place === first)));
      if (place !== first && place.parent.children.length > 1) {
        items.push(...place.parent.children.slice(1).map(branch => this.branch(branch)));
      }
    }
    return element('div', {class: 'branch', role: 'group', 'aria-label': 'Branch'}, ...items);
  }

  /** Returns the number before a move of a branch; empty where the previous move has it. */
  numberOf(place, isFirst) {
    if (!this.isTwo) return `${place.depth}.`;
    const number = Math.floor((place.depth - 1) / 2) + 1;
    return place.depth % 2 === 1 ? `${number}.` : isFirst ? `${number}…` : '';
  }

  button(place, text, number) {
    const isHere = place === this.tree.here;
    return element('button', {
      type: 'button', class: this.path.has(place) ? 'move-at played' : 'move-at', 'aria-current': isHere && 'step',
      tabindex: isHere ? '0' : '-1', title: place.joint.join('  '), 'data-joint': place.joint.join('  '),
      onclick: () => this.go(place)}, number ? element('span', {class: 'number'}, number) : '', text);
  }
}
