// Runs the view Play: boards, moves by clicks, players for the other roles, values of moves,
// recorded matches.
import {cancel, run, trouble} from './server.js';
import {element, byId, say} from './elements.js';
import {boardPicture, placesOf} from './boards.js';
import {Witness} from './witness.js';

const chance = 'random';
const mostShown = 500;  // moves of the match

/** Returns a square's key: number of its board and number of the square on it. */
const keyOf = (board, square) => `${board}:${square}`;

export class Play {
  /**
   * `sheet()`: {name, sheet}; `strategy()`: its text; `onMoves`: called when the position changes;
   * `ask`: shows why {query, before} holds.
   *
   * In a game of incomplete information the stored position has only what the people who play know
   * (`known_to`), unless cards are open. Moves of others are stored to continue the match, but
   * neither shown nor written to the address.
   */
  constructor(sheet, strategy, onMoves, ask) {
    this.sheet = sheet;
    this.strategy = strategy;
    this.onMoves = onMoves;
    this.ask = ask;
    this.asking = false;  // clicks ask why instead of making moves
    this.moves = [];   // joint moves to the position that is shown
    this.ahead = [];   // moves that were taken back, next first
    this.picked = new Map();  // by role the moves of this turn that people have chosen
    this.chosen = [];  // keys of squares that were clicked
    this.players = {};
    this.against = [];  // roles of the strategy that a person plays against
    this.latest = {};
    this.era = 0;  // of the position: later answers of players are ignored
    byId('new').addEventListener('click', () => this.go([], []));
    byId('undo').addEventListener('click', () => this.undo());
    byId('first').addEventListener('click', () => this.go([], [...this.moves, ...this.ahead]));
    byId('back').addEventListener('click', () => {
      if (this.moves.length > 0) this.go(this.moves.slice(0, -1), [this.moves[this.moves.length - 1], ...this.ahead]);
    });
    byId('forward').addEventListener('click', () => {
      if (this.ahead.length > 0) this.go([...this.moves, this.ahead[0]], this.ahead.slice(1));
    });
    byId('last').addEventListener('click', () => this.go([...this.moves, ...this.ahead], []));
    byId('values').addEventListener('change', () => this.show());
    byId('open-cards').addEventListener('change', async () => {
      this.witness = null;
      this.reasons = [];
      await this.show();
      this.onMoves();
    });
    byId('ask-why').addEventListener('click', () => {
      this.asking = !this.asking;
      byId('ask-why').setAttribute('aria-pressed', String(this.asking));
    });
    byId('record').addEventListener('change', event => this.open(event.target.files[0]));
  }

  /**
   * Goes to a position and shows it; if there are moves ahead, players do not move by themselves.
   */
  go(moves, ahead = []) {
    ++this.era;
    this.moves = moves;
    this.ahead = ahead;
    this.chosen = [];
    this.picked.clear();
    this.onMoves();
    return this.show();
  }

  /** Resets the view for another rulesheet. */
  reset() {
    cancel(this.latest);  // a request about the previous rulesheet
    ++this.era;
    this.moves = [];
    this.ahead = [];
    this.chosen = [];
    this.picked.clear();
    this.players = {};
    this.against = [];
    this.position = null;
    this.drawnRoles = '';
    this.witness = null;
    this.reasons = [];
    byId('open-cards').checked = false;
    for (const name of ['players', 'boards', 'moves', 'course', 'reasons', 'witness']) byId(name).replaceChildren();
    say('turn', '');
  }

  /** Starts a match in which the strategy plays these roles, and people the others. */
  playAgainst(roles) {
    this.against = roles;
    this.players = Object.fromEntries(roles.map(role => [role, 'strategy']));
    this.drawnRoles = '';
    return this.go([]);
  }

  /** Shows a recorded match: everything is visible. */
  look(moves, ahead) {
    byId('open-cards').checked = true;
    return this.go(moves, ahead);
  }

  /** Takes moves back until a person has a choice. */
  async undo() {
    ++this.era;
    this.picked.clear();
    let moves = this.moves;
    do {
      moves = moves.slice(0, -1);
      this.moves = moves;
      this.ahead = [];
      await this.load({});
    } while (moves.length > 0 && this.position && this.mover() === undefined);
    this.chosen = [];
    this.onMoves();
    this.draw();
  }

  async open(file) {
    if (!file) return;
    try {
      const json = JSON.parse(await file.text());
      const match = json.matches ? json.matches[0] : json.playouts ? json.playouts[0] : json;
      const joint = match.moves || match.steps;
      const moves = joint.map(turn => {
        const terms = turn.joint || turn.moves || turn;
        return typeof terms === 'string' ? splitTerms(terms) : terms;
      });
      await this.look([], moves);
    } catch (error) {
      say('turn', `The file is not a match: ${error.message}`);
    }
  }

  people() {
    return this.position.roles.map((_, i) => i).filter(i => this.playerOf(i) === 'you');
  }

  /** Whether the position contains only what the people who play know. */
  isClosed() { return Boolean(this.position && this.position.known_to); }

  playerOf(role) {
    const name = this.position.roles[role];
    if (name === chance) return 'random';
    if (this.players[name]) return this.players[name];
    if (this.against.length > 0) return 'you';
    return role === this.position.roles.findIndex(each => each !== chance) ? 'you' : 'mcts';
  }

  /** Returns the roles to whose knowledge a request is limited: those that people play. */
  viewOf() {
    if (byId('open-cards').checked || !this.position || !this.position.percepts) return {};
    const people = this.people().map(role => this.position.roles[role]);
    return people.length > 0 ? {view_of: people} : {};
  }

  async load(more) {
    if (!this.position) {
      // The initial position shows the roles and whether cards are hidden.
      if (!await this.request({moves: []})) return false;
      if (this.moves.length === 0 && Object.keys({...this.viewOf(), ...more}).length === 0) return true;
    }
    return this.request({moves: this.moves, ...this.viewOf(), ...more});
  }

  async request(what) {
    let result = null;
    try {
      result = await run({view: 'position', ...this.sheet(), strategy: this.strategy(),
                          seconds: Number(byId('seconds').value), ...what}, this.latest);
    } catch (error) {
      say('turn', error.message);
      return false;
    }
    if (!result) return false;
    const wrong = trouble(result);
    if (wrong) {
      say('turn', wrong);
      return false;
    }
    this.position = JSON.parse(result.output);
    return true;
  }

  async show() {
    const more = byId('values').checked ? {values: true} : {};
    if (!await this.load(more)) return;
    this.drawPlayers();
    this.draw();
    if (this.ahead.length === 0) await this.others();
  }

  /** Asks the players of roles with a choice, unless a person has one, too. */
  async others() {
    const position = this.position;
    if (position.terminal || this.mover() !== undefined) return;
    await this.decide(this.ownMoves());
  }

  /** Returns each role's move if it is certain, else null. */
  ownMoves() {
    return this.position.legal.map(moves => moves.length === 1 ? moves[0] : null);
  }

  /** Completes the joint move with the moves of players, and plays it. */
  async decide(joint) {
    const era = this.era;
    const before = this.position;
    const closed = this.isClosed();
    const roles = before.roles.map((_, i) => i).filter(i => joint[i] === null);
    const kinds = [...new Set(roles.map(role => this.playerOf(role)))];
    this.reasons = [];
    let found = null;
    for (const kind of kinds) {
      const own = roles.filter(role => this.playerOf(role) === kind);
      if (kind === 'random' && !closed) {
        for (const role of own) joint[role] = before.legal[role][Math.floor(Math.random() * before.legal[role].length)];
        continue;
      }
      say('turn', closed ? 'The others move' : `${own.map(role => before.roles[role]).join(', ')}: ${kind} thinks`);
      const seed = closed ? Math.floor(Math.random() * 1e9) : 1 + this.moves.length;
      if (!await this.load({ask: kind, seed}) || era !== this.era) return;
      for (const advice of this.position.advice) {
        const role = before.roles.indexOf(advice.role);
        if (!own.includes(role) || !advice.move) continue;
        joint[role] = advice.move;
        if (closed) continue;
        if (advice.witness) found = new Witness(this.sheet, this.moves, before, advice);
        this.reasons.push(`${advice.role}: ${advice.move} by ${advice.by}${advice.reading ? `: ${advice.reading}` : ''}` +
                          `${advice.fallback ? ` (${advice.fallback})` : ''}`);
      }
    }
    if (joint.includes(null)) {
      say('turn', `${roles.filter(role => joint[role] === null).map(role => before.roles[role]).join(', ')}: the player gave no move`);
      return;
    }
    if (found) found.joint = joint;
    this.witness = found || this.witness;
    await this.go([...this.moves, joint]);
    if (found && this.witness === found) {
      await found.findWins();
      if (this.atWitness()) this.draw();
    }
  }

  /** Enters a person's move; another person with a choice in the same turn is next. */
  async choose(role, move) {
    this.picked.set(role, move);
    this.chosen = [];
    this.ahead = [];
    if (this.mover() !== undefined) { this.draw(); return; }
    const joint = this.ownMoves();
    for (const [each, made] of this.picked) joint[each] = made;
    await this.decide(joint);
  }

  /** Returns the role whose moves are shown: the first person who still has to choose. */
  mover() {
    return this.people().find(role => this.position.legal[role].length > 1 && !this.picked.has(role));
  }

  /**
   * Returns the numbers of the mover's moves whose first arguments name these squares, in order.
   */
  candidates(keys) {
    const role = this.mover();
    if (role === undefined) return [];
    const places = this.placesOf(role);
    return this.position.legal[role].map((_, i) => i)
      .filter(i => keys.every((key, at) => places[i][at] && places[i][at].has(key)));
  }

  /** Returns for each move the squares that its arguments name: sets of keys. */
  placesOf(role) {
    const named = (this.position.places || [])[role] || [];
    return this.position.legal[role].map((_, i) =>
      (named[i] || []).map(squares => new Set(squares.map(([board, square]) => keyOf(board, square)))));
  }

  /** Returns the squares that a click can name next. */
  clickable() {
    const role = this.mover();
    if (role === undefined) return new Set();
    const places = this.placesOf(role);
    return new Set(this.candidates(this.chosen).flatMap(i => [...(places[i][this.chosen.length] || [])]));
  }

  /**
   * Enters a square as the next argument of a move. Clicking the last one again makes the move
   * that ends there.
   */
  click(key) {
    const role = this.mover();
    if (role === undefined) return;
    const places = this.placesOf(role);
    const ends = keys => this.candidates(keys).filter(i => places[i].length === keys.length);
    const play = i => this.choose(role, this.position.legal[role][i]);
    const more = [...this.chosen, key];
    const found = this.candidates(more);
    if (found.length === 1 && ends(more).length === 1) { play(found[0]); return; }
    if (found.length === 0 && this.chosen[this.chosen.length - 1] === key && ends(this.chosen).length === 1) {
      play(ends(this.chosen)[0]);
      return;
    }
    if (found.length > 0) this.chosen = more;
    else this.chosen = this.chosen.includes(key) || this.candidates([key]).length === 0 ? [] : [key];
    this.draw();
  }

  drawPlayers() {
    const roles = this.position.roles;
    const key = roles.join(' ');
    if (this.drawnRoles === key) return;
    this.drawnRoles = key;
    const kinds = ['you', 'mcts', 'minimax', 'random', 'strategy'];
    byId('players').replaceChildren(...roles.map((name, role) => name === chance ? element('span', {}, 'chance') :
      element('label', {}, `${name} `, element('select', {'data-role': name, onchange: event => {
        this.players[name] = event.target.value;
        this.show();
      }}, ...kinds.map(kind => element('option', {value: kind, selected: kind === this.playerOf(role)}, kind))), ' ')));
  }

  draw() {
    const position = this.position;
    if (!position) return;
    const closed = this.isClosed();
    const over = position.terminal ?
      `The game is over: ${position.roles.map((role, i) => `${role} ${position.goals[i].join('/') || '-'}`).join(', ')}` : '';
    const role = this.mover();
    say('turn', over || (role === undefined ? '' : `${position.roles[role]} to move`));
    const moves = role === undefined ? [] : this.candidates(this.chosen).map(i => position.legal[role][i]);
    const can = this.clickable();
    byId('boards').replaceChildren(...(position.svg && position.boards.length + position.others.length > 0 ? [this.drawBoards(can)] : []));
    byId('open-cards-label').hidden = !position.percepts;
    byId('closed-note').hidden = !closed;
    byId('closed-note').textContent = closed ? `Shown is what ${position.known_to.join(' and ')} knows: the rules, the own moves and ` +
      'percepts. Cards of others are closed.' : '';
    const values = new Map();
    for (const each of position.values) {
      if (position.roles[role] === each.role) for (const move of each.moves) values.set(move.move, move);
    }
    const sorted = values.size > 0 ? [...moves].sort((a, b) => value(values, b) - value(values, a)) : moves;
    byId('moves').replaceChildren(...sorted.slice(0, 500).map(move => element('li', {}, element('button', {
      type: 'button', class: 'move', onclick: () => this.asking ? this.ask({query: `(legal ${position.roles[role]} ${move})`}) : this.choose(role, move)}, move + shownValue(values.get(move))))));
    const search = position.values.find(each => each.role === position.roles[role]);
    const reasons = search ? [`${search.role}: ${search.reading}, ${Math.round(search.simulations / search.seconds).toLocaleString('en')} playouts a second`] : this.reasons || [];
    // The last moves; steps back show earlier ones.
    const from = Math.max(0, this.moves.length - mostShown);
    byId('course').start = from + 1;
    const course = closed ? position.known.map(roles => roles.map(
      each => `${each.role} ${each.move}, sees ${each.sees.join(' ') || 'nothing'}`).join('; ')) : this.moves.map(joint => joint.join('  '));
    byId('course').replaceChildren(...course.slice(from).map(text => element('li', {}, text)));
    byId('earlier').textContent = from > 0 ? `The last ${mostShown} of ${this.moves.length} moves` : '';
    byId('last').disabled = this.ahead.length === 0;
    byId('reasons').replaceChildren(...reasons.map(text => element('p', {class: 'reason'}, text)));
    this.drawWitness();
    byId('back').disabled = byId('first').disabled = byId('undo').disabled = this.moves.length === 0;
    byId('forward').disabled = this.ahead.length === 0;
  }

  drawBoards(can) {
    const bound = this.atWitness() ? this.witness.places : new Map();
    return boardPicture(this.position, bound, (square, number, i) => {
      const key = keyOf(number, i);
      return {more: [can.has(key) ? 'can' : '', this.chosen.includes(key) ? 'chosen' : ''],
              onclick: () => this.asking ? this.askAbout(this.position.boards[number], square, key) : this.click(key)};
    });
  }

  /**
   * While the button Why is pressed, explains a square instead: its fluent, or a move that it
   * names.
   */
  askAbout(board, square, key) {
    const places = fluent => [...(placesOf([fluent], [board]).get(board.functor))];
    const fluent = this.position.state.find(each => places(each).includes(square.place));
    const role = this.mover();
    const move = this.candidates([key])[0];
    if (fluent) this.ask({query: `(${this.moves.length > 0 ? 'next' : 'init'} ${fluent})`, before: this.moves.length > 0});
    else if (move !== undefined) this.ask({query: `(legal ${this.position.roles[role]} ${this.position.legal[role][move]})`});
    else say('turn', `No fluent and no move is at ${square.place}`);
  }

  /** Whether the strategy's move led to this position. */
  atWitness() {
    return this.witness && JSON.stringify([...this.witness.moves, this.witness.joint]) === JSON.stringify(this.moves);
  }

  drawWitness() {
    byId('witness').replaceChildren(...(this.atWitness() ? [this.witness.draw()] : []));
  }
}

const value = (values, move) => values.has(move) ? values.get(move).value : -1;
const shownValue = found => found ? ` ${found.value.toFixed(1)}${found.proven ? ' proven' : ''}` : '';

/** Splits `(mark 1 1) noop` into two terms. */
function splitTerms(text) {
  const terms = [];
  let depth = 0;
  let term = '';
  for (const c of text.trim().replace(/^\(\s*(?=\()/, '').trim()) {
    if (depth === 0 && /\s/.test(c)) {
      if (term) terms.push(term);
      term = '';
      continue;
    }
    if (c === '(') ++depth;
    if (c === ')') --depth;
    if (depth < 0) break;
    term += c;
  }
  if (term) terms.push(term);
  return terms;
}
