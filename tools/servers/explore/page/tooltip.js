// Shows what the language server knows of a name, and messages at its place, in a box beside it.
import {element} from './elements.js';
import {positionOf} from './editor.js';

const pause = 350;  // ms over a name until the box shows
const away = 250;  // ms until it goes, so that the pointer can go into it
const gap = 4;  // px from the line

export class Tooltip {
  /** `messagesAt(position)`: elements for messages there. */
  constructor(mirror, language, messagesAt) {
    this.mirror = mirror;
    this.language = language;
    this.messagesAt = messagesAt;
    this.turn = 0;
    this.box = element('div', {id: 'tooltip', role: 'status', hidden: true, onmouseenter: () => clearTimeout(this.timer),
                               onmouseleave: () => this.hideSoon()});
    document.body.append(this.box);
    const wrapper = mirror.getWrapperElement();
    wrapper.addEventListener('mousemove', event => this.follow(event));
    wrapper.addEventListener('mouseleave', () => this.hideSoon());
    for (const event of ['change', 'scroll']) mirror.on(event, () => this.hide());
    mirror.on('blur', () => { if (!this.box.matches(':hover')) this.hide(); });
    // A press of a correction leaves the focus in the editor.
    this.box.addEventListener('mousedown', event => { if (event.target.closest('button')) event.preventDefault(); });
    mirror.on('keydown', (_, event) => { if (!['Control', 'Alt', 'Shift', 'Meta'].includes(event.key)) this.hide(); });
    document.addEventListener('keydown', event => { if (event.key === 'Escape') this.hide(); });
  }

  follow(event) {
    clearTimeout(this.timer);
    if (event.buttons !== 0) { this.hide(); return; }
    const place = this.mirror.coordsChar({left: event.clientX, top: event.clientY}, 'window');
    if (place.outside || place.xRel > 0 && place.ch === this.mirror.getLine(place.line).length) { this.hideSoon(); return; }
    this.timer = setTimeout(() => this.show(place), pause);
  }

  /** Shows it for the name at a place. */
  async show(place) {
    const turn = ++this.turn;
    const position = positionOf(place);
    const found = await this.language.ask('hover', {position});
    if (turn !== this.turn) return;
    const messages = this.messagesAt(position);
    if (!found && messages.length === 0) { this.hide(); return; }
    this.box.replaceChildren(...messages);
    if (found) {
      const [title, ...lines] = found.contents.value.split('\n');
      this.box.append(element('code', {}, title), ...lines.map(line => element('p', {}, line)));
    }
    this.box.hidden = false;
    this.box.style.left = '0';  // its width does not depend on where it was
    const start = found ? {line: found.range.start.line, ch: found.range.start.character} : place;
    const {left, top, bottom} = this.mirror.charCoords(start, 'window');
    const {width, height} = this.box.getBoundingClientRect();
    const isBelow = bottom + gap + height < window.innerHeight || top - gap - height < 0;
    this.box.style.left = `${Math.max(gap, Math.min(left, window.innerWidth - width - gap))}px`;
    this.box.style.top = `${isBelow ? bottom + gap : top - gap - height}px`;
  }

  hideSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.hide(), away);
  }

  hide() {
    clearTimeout(this.timer);
    ++this.turn;
    this.box.hidden = true;
  }
}
