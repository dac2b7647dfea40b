// Shows the board of Play: squares that are clicked or dragged to, marks, values and arrows.
import {element} from './elements.js';
import {keyOf} from './move_choice.js';
import {contentsOf, slide} from './slide.js';
import {canTurn, svgElement, takeApart, turn} from './picture.js';

const percent = (part, whole) => `${(100 * part / whole).toFixed(3)}%`;
const largest = 150;   // pixels of a square's side
const letters = 13;    // pixels of coordinates
const mostLetters = 14;  // the same as the picture counts, where it has room for them
const startOfDrag = 6;  // pixels

export class BoardView {
  /**
   * `onSquare(key)`: a square is clicked. `canDrag(key)`: whether a piece can be dragged from it; `onDrop(from, to)`: it was
   * dragged, to a square that may be none of its destinations.
   */
  constructor(box, {onSquare, canDrag, onDrop}) {
    this.box = box;
    this.onSquare = onSquare;
    this.canDrag = canDrag;
    this.onDrop = onDrop;
    this.flipped = false;
    new ResizeObserver(() => this.fitLabels()).observe(box);
    box.addEventListener('pointerdown', event => this.press(event));
    // A click that ends a drag is not a click on a square.
    box.addEventListener('click', event => {
      if (!this.dragged) return;
      this.dragged = false;
      event.stopPropagation();
    }, true);
  }

  /** Makes coordinates as large as other texts, however large the squares are. */
  fitLabels() {
    const whole = this.box.firstElementChild;
    if (!whole || whole.clientWidth === 0) return;
    whole.style.setProperty('--label', `${Math.min(mostLetters, letters * this.parts.width / whole.clientWidth).toFixed(1)}px`);
  }

  /** Whether nothing is drawn. */
  get isEmpty() { return this.box.childElementCount === 0; }

  clear() {
    this.box.replaceChildren();
    this.parts = null;
    this.arrows = null;
    this.squares = new Map();
    this.panel = null;
    this.legend = [];
  }

  /** Draws a position; its marks follow by mark(). */
  show(position) {
    const focused = document.activeElement && this.box.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const before = contentsOf(this.squares || new Map());
    const wasFlipped = this.drawnFlipped;
    this.drawnFlipped = this.flipped;
    this.clear();
    if (!position.svg || position.boards.length + position.others.length === 0) return;
    const parts = takeApart(position.svg);
    if (this.flipped && canTurn(position.boards)) turn(parts, position.boards);
    const {picture, width, height} = parts;
    this.parts = parts;
    this.panel = parts.panel;
    this.legend = parts.legend;
    const over = [];
    for (const {group, board, place, x, y, side} of parts.squares) {
      const number = position.boards[board].squares.findIndex(each => each.place === place);
      if (number < 0) continue;
      const square = position.boards[board].squares[number];
      const key = keyOf(board, number);
      const style = `left: ${percent(x, width)}; top: ${percent(y, height)}; width: ${percent(side, width)}; height: ${percent(side, height)}`;
      const button = element('button', {type: 'button', class: 'over', 'data-place': place, 'data-key': key, style,
                                        onclick: () => this.onSquare(key)});
      this.squares.set(key, {key, button, group, square, board: position.boards[board], x, y, side});
      over.push(button);
    }
    this.arrows = svgElement('svg', {viewBox: `0 0 ${width} ${height}`, class: 'arrows', 'aria-hidden': 'true'});
    const side = parts.squares.length > 0 ? parts.squares[0].side : 0;
    const most = side ? width * largest / side : width * 1.5;
    const style = `--ratio: ${(width / height).toFixed(4)}; --most: ${Math.round(most)}px`;
    this.box.append(element('div', {class: side ? 'picture whole' : 'picture whole boardless', style}, picture, this.arrows, ...over));
    this.fitLabels();
    // A piece that was dragged is there already.
    if (wasFlipped === this.flipped && !this.dropped) slide(this.squares, before);
    this.dropped = false;
    if (focused && this.squares.has(focused)) this.squares.get(focused).button.focus();
  }

  /**
   * Marks squares: `can`: a click can name them next; `chosen`: it has; `bound`: places by functor; `values`: by key {text, best};
   * `arrows`: lists of keys, from the first to the last.
   */
  mark({can = new Set(), chosen = [], bound = new Map(), values = new Map(), arrows = [], all = false}) {
    // Dots on all empty squares would say nothing.
    const isChoice = chosen.length > 0 || [...this.squares.values()].some(({key, square}) => !square.content && !can.has(key));
    for (const {key, button, group, square, board} of this.squares.values()) {
      const isBound = (bound.get(board.functor) || new Set()).has(square.place);
      const classes = {full: square.content && square.shown, bound: isBound, can: can.has(key), chosen: chosen.includes(key), drags: this.canDrag(key),
                       dot: isChoice && can.has(key) && !(square.content && square.shown)};
      for (const [name, on] of Object.entries(classes)) button.classList.toggle(name, Boolean(on));
      group.classList.toggle('is-chosen', chosen.includes(key));
      const value = values.get(key);
      const label = `${square.place}: ${square.content || 'empty'}${isBound ? ', bound' : ''}`;
      button.setAttribute('aria-label', value ? `${label}, value ${value.text}` : label);
      button.title = label;
      button.tabIndex = all || can.has(key) || chosen.includes(key) ? 0 : -1;
      button.replaceChildren(...(value ? [element('span', {class: value.best ? 'worth best' : 'worth', 'aria-hidden': 'true'}, value.text)] : []));
    }
    const whole = this.box.firstElementChild;
    if (whole) whole.classList.toggle('choosing', chosen.length > 0);
    if (this.arrows) this.arrows.replaceChildren(...arrows.flatMap(keys => this.arrow(keys)));
  }

  /** Returns an arrow from the first square to the last, or a ring around the only one. */
  arrow(keys) {
    const places = keys.map(key => this.squares.get(key)).filter(Boolean);
    if (places.length === 0) return [];
    const [from, to] = [places[0], places[places.length - 1]];
    if (from === to) return [svgElement('circle', {cx: to.x, cy: to.y, r: to.side * 0.42})];
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const head = to.side * 0.36;
    const [x, y] = [to.x - dx * to.side * 0.08, to.y - dy * to.side * 0.08];
    const [bx, by] = [x - dx * head, y - dy * head];
    const line = svgElement('line', {x1: from.x + dx * from.side * 0.22, y1: from.y + dy * from.side * 0.22, x2: bx, y2: by, 'stroke-width': to.side * 0.15});
    const tip = svgElement('path', {d: `M${x} ${y}L${bx - dy * head * 0.55} ${by + dx * head * 0.55}L${bx + dy * head * 0.55} ${by - dx * head * 0.55}z`});
    return [line, tip];
  }

  /** Begins a drag, if the pointer moves far enough before it is released. */
  press(event) {
    this.dragged = false;
    const button = event.target.closest('.over');
    if (!button || event.button !== 0 || !this.canDrag(button.dataset.key)) return;
    const from = this.squares.get(button.dataset.key);
    let ghost = null;
    const move = at => {
      if (!ghost && Math.hypot(at.clientX - event.clientX, at.clientY - event.clientY) < startOfDrag) return;
      if (!ghost) {
        this.dragged = true;
        ghost = this.ghostOf(from);
        from.group.classList.add('lifted');
        this.onDrop(from.key, null);
      }
      ghost.style.left = `${at.clientX}px`;
      ghost.style.top = `${at.clientY}px`;
    };
    const end = at => {
      for (const [name, listener] of [['pointermove', move], ['pointerup', end], ['pointercancel', end]]) document.removeEventListener(name, listener);
      if (!ghost) return;
      ghost.remove();
      from.group.classList.remove('lifted');
      // The click follows at once, if at all.
      setTimeout(() => { this.dragged = false; }, 0);
      if (at.type === 'pointercancel') return;
      const below = document.elementFromPoint(at.clientX, at.clientY);
      const target = below && below.closest('.over');
      if (!target || !this.box.contains(target) || target === button) return;
      this.dropped = true;
      this.onDrop(from.key, target.dataset.key);
    };
    for (const [name, listener] of [['pointermove', move], ['pointerup', end], ['pointercancel', end]]) document.addEventListener(name, listener);
  }

  /** Returns a copy of a square's piece that follows the pointer. */
  ghostOf({group, x, y, side}) {
    const copy = group.cloneNode(true);
    for (const cell of copy.querySelectorAll('title, .tsj-cell, .tsj-moved, .tsj-changed, .tsj-hole')) cell.remove();
    const size = this.box.querySelector('svg').getBoundingClientRect().width * side / this.parts.width;
    const ghost = element('div', {class: 'ghost', style: `width: ${size}px; height: ${size}px`});
    ghost.append(svgElement('svg', {viewBox: `${x - side / 2} ${y - side / 2} ${side} ${side}`}, copy));
    document.body.append(ghost);
    return ghost;
  }
}
