// Divides the window between views and rules: the rules' width is dragged, and they can be folded.
import {byId} from './elements.js';

const key = 'tesuji-panes';
const [least, most, step] = [20, 70, 2];  // percent of the window

function stored() {
  try { return JSON.parse(localStorage.getItem(key)) || {}; } catch { return {}; }
}

export class Panes {
  /** `changed()`: called when sizes change. */
  constructor(changed) {
    this.changed = changed;
    const {width = 28, folded = false} = stored();
    this.width = width;
    this.folded = folded;
    byId('fold').addEventListener('click', () => this.fold(!this.folded));
    const divider = byId('divider');
    divider.addEventListener('pointerdown', event => {
      divider.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    divider.addEventListener('pointermove', event => {
      if (divider.hasPointerCapture(event.pointerId)) this.set(100 * (1 - event.clientX / window.innerWidth));
    });
    divider.addEventListener('keydown', event => {
      const by = {ArrowLeft: step, ArrowRight: -step}[event.key];
      if (by) { event.preventDefault(); this.set(this.width + by); }
    });
    divider.addEventListener('dblclick', () => this.fold(true));
    this.draw();
  }

  set(width) {
    this.width = Math.round(Math.max(least, Math.min(most, width)));
    this.keep();
  }

  fold(folded) {
    this.folded = folded;
    this.keep();
  }

  keep() {
    try { localStorage.setItem(key, JSON.stringify({width: this.width, folded: this.folded})); } catch { /* not allowed */ }
    this.draw();
    this.changed();
  }

  draw() {
    document.body.classList.toggle('folded', this.folded);
    document.body.style.setProperty('--rules', `${this.width}%`);
    byId('fold').setAttribute('aria-expanded', String(!this.folded));
    byId('divider').setAttribute('aria-valuenow', String(this.width));
  }
}
