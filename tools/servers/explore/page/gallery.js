// Shows the games of the folder as boards, each a link to play it.
import {run} from './server.js';
import {element, byId} from './elements.js';
import {takeApart} from './picture.js';
import {peopleOf} from './seats.js';

/** Returns a rulesheet's name as a title: `connect-four.kif`, `connectFour.kif` are `Connect four`. */
export function titleOf(name) {
  const words = name.replace(/\.\w+$/, '').replace(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`)
    .replace(/([A-Za-z]{2})(\d)/g, '$1 $2').replace(/[-_.]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns who plays, and what is special about the game. */
function noteOf(position) {
  const people = peopleOf(position.roles).length;
  const parts = [`${people} ${people === 1 ? 'player' : 'players'}`];
  if (people < position.roles.length) parts.push('chance');
  if (position.percepts) parts.push('hidden information');
  return parts.join(' · ');
}

/** Cuts a picture without boards to what is in it, as large as the tile allows. */
function fit(picture) {
  const paper = picture.querySelector('.tsj-paper');
  if (paper) paper.remove();
  const {x, y, width, height} = picture.getBBox();
  picture.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
  picture.classList.add('boardless');
  picture.style.maxWidth = `${width * 1.5}px`;
}

const mostMoves = 6;  // that a tile shows

/** Returns moves of the role that has most of them, as they are written: where nothing is drawn they show what there is. */
function movesOf(position) {
  const texts = (position.notation || position.legal).reduce((longest, each) => each.length > longest.length ? each : longest, []);
  const more = texts.length > mostMoves ? [element('li', {class: 'more'}, `and ${texts.length - mostMoves} more`)] : [];
  return element('ul', {class: 'first-moves', 'aria-hidden': 'true'}, ...texts.slice(0, mostMoves).map(text => element('li', {}, text)), ...more);
}

export class Gallery {
  constructor(sheets) {
    this.sheets = sheets;
    this.seen = new IntersectionObserver(entries => {
      for (const {isIntersecting, target} of entries) {
        if (!isIntersecting) continue;
        this.seen.unobserve(target);
        this.fill(target);
      }
    }, {rootMargin: '200px'});
  }

  /** Lists all rulesheets; keeps the tiles of those that cannot have changed. */
  list() {
    const {names} = this.sheets;
    byId('gallery-note').textContent = names.length > 0 ?
      'Each game is a page of rules in logic: play it, ask why a move is legal, change a rule, prove what always holds.' : 'The folder has no rulesheet.';
    const known = new Map([...byId('games').querySelectorAll('a')].map(link => [link.dataset.name, link]));
    const titles = names.map(titleOf);
    // Two files of one name differ in their extensions.
    const titled = (name, i) => titles.filter(title => title === titles[i]).length > 1 ? `${titles[i]} (${name.split('.').pop()})` : titles[i];
    byId('games').replaceChildren(...names.map((name, i) => {
      const mark = this.sheets.markOf(name);
      const kept = this.sheets.files.includes(name) ? known.get(name) : null;
      const link = kept || element('a', {class: 'game', href: `#${new URLSearchParams({game: name, view: 'play'})}`, 'data-name': name},
        element('div', {class: 'first'}), element('span', {class: 'title'}), element('span', {class: 'note'}, '\u00a0'));
      link.querySelector('.title').replaceChildren(titled(name, i), ...mark ? [' ', element('span', {class: 'badge'}, mark)] : []);
      return element('li', {}, link);
    }));
  }

  /** Shows or hides the gallery; boards are drawn once they are in sight. */
  set shown(shown) {
    byId('gallery').hidden = !shown;
    document.body.classList.toggle('chooses', shown);
    if (!shown) return;
    this.list();
    for (const link of byId('games').querySelectorAll('a:not([data-drawn])')) this.seen.observe(link);
  }

  async fill(link) {
    link.dataset.drawn = 'begun';
    const {name} = link.dataset;
    const note = link.querySelector('.note');
    let result = null;
    try {
      const text = await this.sheets.text(name);
      result = await run({view: 'position', name, sheet: text}, {isQuiet: true});
    } catch {
      // The server is busy or gone.
      delete link.dataset.drawn;
      setTimeout(() => this.seen.observe(link), 1000);
      return;
    }
    try {
      const position = JSON.parse(result.output);
      if (position.svg) {
        const {picture, squares} = takeApart(position.svg);
        picture.setAttribute('aria-hidden', 'true');
        for (const title of picture.querySelectorAll('title')) title.remove();
        link.querySelector('.first').replaceChildren(picture);
        if (squares.length === 0) fit(picture);
      }
      if (!link.querySelector('.tsj-square, .tsj-pile, .tsj-card')) link.querySelector('.first').replaceChildren(movesOf(position));
      note.textContent = noteOf(position);
    } catch {
      note.textContent = 'not a game that can be played';
    }
    link.dataset.drawn = 'yes';
  }
}
