// Judges the position of Play by search: a bar of values, values of moves, the expected line, hints.
import {run, cancel, trouble} from './server.js';
import {element, byId} from './elements.js';
import {keyOf} from './move_choice.js';
import {textOf} from './notation.js';
import {peopleOf} from './seats.js';

const rounds = [0.3, 1.5];  // seconds of the searches of a position, one after the other
const hintSeconds = 1;

/** Returns a value from 0 to 100 as text. */
const valueText = value => String(Math.round(value));

const nearSum = 20;  // by which the values of two roles may miss 100 if they are parts of it

/**
 * Returns the value of the position for each role, as far as it is known: goals at the end, else what search found. Of two
 * roles the second has what the first lacks, unless search says that both can gain.
 */
function sharesOf(position, searches) {
  const people = peopleOf(position.roles);
  if (position.terminal) return people.map(role => ({role, value: Number((position.goals[role] || [])[0] || 0)}));
  const own = new Map(searches.map(search => [position.roles.indexOf(search.role), valueOf(search)]));
  const guess = role => searches.map(search => (search.by_role || [])[role]).find(value => typeof value === 'number');
  if (people.length === 2 && own.size === 1) {
    const [[role, value]] = own;
    const other = guess(people.find(each => each !== role));
    const isPart = other === undefined || Math.abs(value + other - 100) <= nearSum;
    return people.map(each => ({role: each, value: each === role ? value : isPart ? 100 - value : other}));
  }
  return people.map(role => ({role, value: own.has(role) ? own.get(role) : guess(role)})).filter(({value}) => value !== undefined);
}

/** Returns the move that search would make. */
const bestOf = search => search.moves[0];

/** Returns the value of the position to the role that searched. */
const valueOf = search => search.value !== undefined ? search.value : (bestOf(search) || {}).value;

/** Leaves out the word that begins all moves of two words, but of the first: `drop 4 3 5` for `drop 4 drop 3 drop 5`. */
function shortened(line) {
  const [word] = line[0].split(' ');
  const isShared = line.length > 1 && line.every(text => text.startsWith(`${word} `) && text.split(' ').length === 2);
  return isShared ? line.map((text, i) => i === 0 ? text : text.slice(word.length + 1)) : line;
}

/** Returns the texts of the moves that search expects; of its own next move alone if it names no others. */
function lineOf(position, search) {
  const role = position.roles.indexOf(search.role);
  const number = position.legal[role].indexOf(bestOf(search).move);
  const first = number >= 0 ? textOf(position, role, number) : bestOf(search).move;
  const line = (search.variation || []).map(step => step.notation.filter(text => text !== null).join(' ')).filter(text => text);
  return line.length > 0 ? line : [first];
}

export class Engine {
  /** `request()`: what a request about the position needs; `changed()`: called when there is something new to draw. */
  constructor(request, changed) {
    this.request = request;
    this.changed = changed;
    this.latest = {isQuiet: true};
    this.searches = [];
    this.hinted = false;
    byId('engine').addEventListener('change', () => { this.stop(); this.think(); this.changed(); });
  }

  get isOn() { return byId('engine').checked; }

  /** Forgets what it knows about the position. */
  stop() {
    cancel(this.latest);
    this.searches = [];
    this.hinted = false;
    this.isThinking = false;
    this.problem = '';
  }

  /** Judges the position of Play, for longer and longer. */
  async think() {
    if (!this.isOn) return;
    for (const seconds of rounds) if (!await this.search(seconds)) return;
  }

  /** Shows the best move by search. */
  async hint() {
    this.hinted = true;
    if (this.searches.length === 0) await this.search(hintSeconds);
    this.changed();
  }

  /** Returns whether it is worth to go on: there are values, and some are not proven. */
  async search(seconds) {
    const position = this.position;
    if (!position || position.terminal) return false;
    this.isThinking = true;
    this.problem = '';
    this.changed();
    let result = null;
    try {
      result = await run({...this.request(), seconds, values: true}, this.latest);
    } catch (error) {
      this.problem = error.message;
    }
    if (result === null && !this.problem) return false;  // a later one runs
    this.isThinking = false;
    if (!this.problem) this.problem = trouble(result);
    if (this.problem) { this.changed(); return false; }
    this.searches = JSON.parse(result.output).values;
    this.changed();
    return this.searches.some(search => !search.moves.every(move => move.proven));
  }

  /** The position that is judged. */
  set subject(position) { this.position = position; }

  searchOf(role) { return role === undefined ? undefined : this.searches.find(each => each.role === this.position.roles[role]); }

  /** Returns the values of a role's moves, by term. */
  valuesOf(role) {
    const search = this.searchOf(role);
    return new Map(search && this.isOn ? search.moves.map((move, i) => [move.move, {...move, best: i === 0, text: valueText(move.value)}]) : []);
  }

  /** Returns the best value of the moves that end on each square, by key; `choice`: the moves of the role. */
  squareValues(role, choice, chosen) {
    const values = this.valuesOf(role);
    const shown = new Map();
    if (values.size === 0) return shown;
    for (const [key, moves] of choice.ends(chosen)) {
      const known = moves.map(i => values.get(choice.moves[i])).filter(Boolean).sort((a, b) => b.value - a.value);
      if (known.length > 0) shown.set(key, {text: known[0].text, best: known.some(each => each.best)});
    }
    return shown;
  }

  /** Returns the squares of the best move, as an arrow; empty if it has none. */
  arrows(role) {
    const search = this.searchOf(role);
    if (!search || !(this.isOn || this.hinted)) return [];
    const number = this.position.legal[role].indexOf((bestOf(search) || {}).move);
    const places = ((this.position.places || [])[role] || [])[number] || [];
    return places.length > 0 ? [places.map(([first]) => keyOf(...first))] : [];
  }

  /** Draws the bar, and the line of text. `colours`: by role. */
  draw(role) {
    const position = this.position;
    const shares = this.isOn && position ? sharesOf(position, this.searches) : [];
    const bar = byId('evaluation');
    bar.hidden = !this.isOn;
    const sum = shares.reduce((all, each) => all + each.value, 0);
    bar.setAttribute('aria-label', shares.length > 0 ? `Values: ${shares.map(each => `${position.roles[each.role]} ${valueText(each.value)}`).join(', ')}` : 'No values yet');
    // A single player's value is a part of 100.
    const parts = shares.length === 1 ? [...shares, {role: -1, value: 100 - shares[0].value}] : shares;
    bar.replaceChildren(...parts.map(({role: of, value}) => element('div', {
      class: of < 0 ? 'share rest' : `share role-${of}`, style: `flex-grow: ${sum > 0 ? Math.max(value, 0.01) : 1}`},
      of >= 0 && value >= 8 ? element('span', {}, valueText(value)) : '')));
    byId('engine-line').replaceChildren(...this.words(role));
  }

  words(role) {
    if (this.problem) return [this.problem];
    if (!this.isOn && !this.hinted) return [];
    if (!this.position || this.position.terminal) return [];
    const search = this.searchOf(role) || this.searches[0];
    if (!search) return [element('span', {class: 'thinks'}, this.isThinking ? 'thinks ..' : '')];
    const best = bestOf(search);
    if (!best) return [];
    const count = `${search.simulations.toLocaleString('en')} games${this.isThinking ? ' ..' : ''}`;
    const value = `${search.role} ${valueText(valueOf(search))}${search.proven || best.proven ? ' proven' : ''}`;
    const title = `The goal that ${search.role} can expect, from 0 to 100`;
    return [element('strong', {title}, value), ' ',
            element('span', {class: 'variation', title: 'The moves that search expects'}, shortened(lineOf(this.position, search)).join(' ')), ' ',
            element('span', {class: 'faint', title: 'Simulations of the search'}, count)];
  }
}
