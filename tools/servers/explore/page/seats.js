// Chooses who plays each role: people, search of some strength, other players.
import {element} from './elements.js';

export const chance = 'random';

/** Returns the numbers of the roles but chance. */
export const peopleOf = roles => roles.flatMap((name, role) => name === chance ? [] : [role]);

/**
 * Players by their values: `kind` of the server's players, and limits for a move. Few simulations make a weak player on
 * any machine.
 */
const players = [
  {value: 'you', title: 'Person', kind: 'you'},
  {value: 'mcts-beginner', title: 'Computer, beginner', kind: 'mcts', seconds: 0.05, simulations: 40},
  {value: 'mcts', title: 'Computer, casual', kind: 'mcts', seconds: 0.3, simulations: 800},
  {value: 'mcts-good', title: 'Computer, good', kind: 'mcts', seconds: 1},
  {value: 'mcts-strong', title: 'Computer, strong', kind: 'mcts', seconds: 3},
  {value: 'goal', title: 'Goal evaluation', kind: 'alpha-beta:goal', seconds: 1},
  {value: 'minimax', title: 'Minimax', kind: 'minimax', seconds: 1},
  {value: 'strategy', title: 'Strategy', kind: 'strategy', seconds: 1},
  {value: 'random', title: 'Random moves', kind: 'random', seconds: 0.05},
];

const byValue = value => players.find(each => each.value === value);

export class Seats {
  /** `changed()`: called when somebody else takes a seat. */
  constructor(box, changed) {
    this.box = box;
    this.changed = changed;
    this.icons = new Map();
    this.clear();
  }

  clear() {
    this.chosen = {};     // by role
    this.against = [];    // roles of the strategy that a person plays against
    this.roles = [];
    this.icons.clear();
    for (const name of [...document.body.style]) if (name.startsWith('--role-')) document.body.style.removeProperty(name);
    this.box.replaceChildren();
  }

  /** Seats the strategy on these roles, and people on the others. */
  playAgainst(roles) {
    this.against = roles;
    this.chosen = Object.fromEntries(roles.map(role => [role, 'strategy']));
    this.roles = [];
  }

  /** Returns who plays the role: {kind, seconds, simulations}. */
  of(position, role) { return byValue(this.valueOf(position, role)); }

  valueOf(position, role) {
    const name = position.roles[role];
    if (name === chance) return 'random';
    if (this.chosen[name]) return this.chosen[name];
    if (this.against.length > 0) return 'you';
    return role === position.roles.findIndex(each => each !== chance) ? 'you' : 'mcts';
  }

  /** Returns the roles that people play. */
  people(position) {
    return position.roles.map((_, role) => role).filter(role => this.of(position, role).kind === 'you');
  }

  /** `icons`: pictures of roles, by name; `movers`: roles that have a choice. */
  draw(position, icons, movers) {
    if (this.roles.join(' ') !== position.roles.join(' ')) this.build(position);
    for (const [name, drawn] of icons) this.icons.set(name, drawn);
    position.roles.forEach((name, role) => {
      const row = this.box.children[role];
      row.classList.toggle('moves', movers.includes(role));
      const drawn = this.icons.get(name);
      if (drawn) {
        row.querySelector('.stone').replaceChildren(drawn.cloneNode(true));
        this.colour(role, row.querySelector('.stone'));
      }
      row.querySelector('.goal').textContent = position.terminal ? (position.goals[role] || []).join('/') : '';
    });
  }

  /** Gives the role's bars the colour of its piece, and texts on them the colour that is read best. */
  colour(role, stone) {
    const piece = stone.querySelector('.tsj-piece, .tsj-stroke');
    if (!piece) return;
    const style = getComputedStyle(piece);
    this.paint(role, style.fill === 'none' ? style.stroke : style.fill);
  }

  paint(role, colour) {
    const [r, g, b] = (colour.match(/[\d.]+/g) || []).map(Number);
    if (b === undefined) return;
    const isLight = 0.299 * r + 0.587 * g + 0.114 * b > 140;
    document.body.style.setProperty(`--role-${role}`, colour);
    document.body.style.setProperty(`--role-ink-${role}`, isLight ? '#1f1d1b' : '#ffffff');
  }

  build(position) {
    this.roles = position.roles;
    this.box.replaceChildren(...position.roles.map((name, role) => element('div', {class: 'seat'},
      element('span', {class: `stone role-${role}`}),
      name === chance ? element('span', {class: 'name'}, 'chance') :
        element('label', {}, element('span', {class: 'name'}, name), element('select', {'data-role': name, onchange: event => {
          this.chosen[name] = event.target.value;
          this.changed();
        }}, ...players.map(({value, title}) => element('option', {value, selected: value === this.valueOf(position, role)}, title)))),
      element('span', {class: 'goal'}))));
    // Until a piece of the role is on a board.
    position.roles.forEach((_, role) => {
      const colour = (position.role_colours || [])[role];
      if (!colour) return;
      const stone = this.box.children[role].querySelector('.stone');
      stone.style.setProperty('--stone', colour);
      this.paint(role, getComputedStyle(stone, '::before').backgroundColor);
    });
  }
}
