// Play: boards, moves by clicks, players for the other roles, values of moves, matches to look at.
import {run, trouble} from './server.js';
import {element, byId} from './elements.js';
import {boardTable, placesOf, wordsOf} from './boards.js';
import {Witness} from './witness.js';

const chance = 'random';
const mostShown = 500;  // moves of the course, fluents

/** How often the words of a place follow each other in the move's arguments, in turn. */
function names(move, places) {
  const words = wordsOf(move).slice(1);
  let from = 0;
  for (const place of places) {
    const parts = place.split(' ');
    let at = from;
    while (at + parts.length <= words.length && !parts.every((part, i) => words[at + i] === part)) ++at;
    if (at + parts.length > words.length) return false;
    from = at + parts.length;
  }
  return true;
}

/** Moves with one argument, such as (drop 3), that one coordinate of a square names. */
const namesSide = (move, place) => {
  const words = wordsOf(move);
  return words.length === 2 && place.split(' ').length === 2 && words[1] === place.split(' ')[0];
};

export class Play {
  /**
   * `sheet()`: {name, sheet}; `strategy()`: its text; `onMoves`: called when the position is another one; `ask`: shows why
   * {query, before} holds.
   */
  constructor(sheet, strategy, onMoves, ask) {
    this.sheet = sheet;
    this.strategy = strategy;
    this.onMoves = onMoves;
    this.ask = ask;
    this.asking = false;  // clicks ask why instead of making moves
    this.moves = [];   // joint moves to the position that is shown
    this.ahead = [];   // those that were taken back, next first
    this.chosen = [];  // places of squares that were clicked
    this.players = {};
    this.latest = {};
    this.era = 0;      // of the position: a player who answers later is not heard
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
    byId('ask-why').addEventListener('click', () => {
      this.asking = !this.asking;
      byId('ask-why').setAttribute('aria-pressed', String(this.asking));
    });
    byId('record').addEventListener('change', event => this.open(event.target.files[0]));
  }

  /** Goes to a position and shows it; with moves ahead nobody plays on by himself. */
  go(moves, ahead = []) {
    ++this.era;
    this.moves = moves;
    this.ahead = ahead;
    this.chosen = [];
    this.onMoves();
    return this.show();
  }

  /** Another rulesheet: nothing is known of it yet. */
  reset() {
    ++this.era;
    this.moves = [];
    this.ahead = [];
    this.chosen = [];
    this.players = {};
    this.drawnRoles = '';
    this.witness = null;
  }

  /** Takes moves back until a person has a choice. */
  async undo() {
    ++this.era;
    let moves = this.moves;
    do {
      moves = moves.slice(0, -1);
      this.moves = moves;
      this.ahead = [];
      await this.load({});
    } while (moves.length > 0 && this.position && !this.people().some(role => this.position.legal[role].length > 1));
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
      await this.go([], moves);
    } catch (error) {
      byId('turn').textContent = `This is no match: ${error.message}`;
    }
  }

  people() {
    return this.position.roles.map((_, i) => i).filter(i => this.playerOf(i) === 'you');
  }

  playerOf(role) {
    const name = this.position.roles[role];
    if (name === chance) return 'random';
    return this.players[name] || (role === this.position.roles.findIndex(each => each !== chance) ? 'you' : 'mcts');
  }

  async load(more) {
    const result = await run({view: 'position', ...this.sheet(), strategy: this.strategy(), moves: this.moves,
                              seconds: Number(byId('seconds').value), ...more}, this.latest);
    if (!result) return false;
    const wrong = trouble(result);
    if (wrong) {
      byId('turn').textContent = wrong;
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
    if (position.terminal) return;
    const choosing = position.roles.map((_, i) => i).filter(i => position.legal[i].length > 1);
    if (choosing.some(role => this.playerOf(role) === 'you')) return;
    const joint = position.legal.map(moves => moves[0]);
    await this.decide(joint, choosing);
  }

  /** Completes the joint move by the players of these roles, and plays it. */
  async decide(joint, roles) {
    const era = this.era;
    const kinds = [...new Set(roles.map(role => this.playerOf(role)))];
    this.reasons = [];
    let found = null;
    for (const kind of kinds) {
      const own = roles.filter(role => this.playerOf(role) === kind);
      if (kind === 'random') {
        for (const role of own) joint[role] = this.position.legal[role][Math.floor(Math.random() * this.position.legal[role].length)];
        continue;
      }
      const before = this.position;
      byId('turn').textContent = `${own.map(role => before.roles[role]).join(', ')}: ${kind} thinks`;
      if (!await this.load({ask: kind, seed: 1 + this.moves.length}) || era !== this.era) return;
      for (const advice of this.position.advice) {
        const role = this.position.roles.indexOf(advice.role);
        if (!own.includes(role) || !advice.move) continue;
        joint[role] = advice.move;
        if (advice.witness) found = new Witness(this.sheet, this.moves, before, advice);
        this.reasons.push(`${advice.role}: ${advice.move} by ${advice.by}${advice.reading ? `: ${advice.reading}` : ''}` +
                          `${advice.fallback ? ` (${advice.fallback})` : ''}`);
      }
    }
    if (found) found.joint = joint;
    this.witness = found || this.witness;
    await this.go([...this.moves, joint]);
    if (found && this.witness === found) {
      await found.findWins();
      if (this.atWitness()) this.draw();
    }
  }

  /** A person's move. */
  async choose(role, move) {
    const position = this.position;
    const joint = position.legal.map(moves => moves[0]);
    joint[role] = move;
    const others = position.roles.map((_, i) => i).filter(i => i !== role && position.legal[i].length > 1);
    this.ahead = [];
    if (others.length > 0) await this.decide(joint, others); else { this.reasons = []; await this.go([...this.moves, joint]); }
  }

  /** The role whose moves are shown: the first person with a choice. */
  mover() {
    return this.people().find(role => this.position.legal[role].length > 1);
  }

  candidates(places) {
    const role = this.mover();
    if (role === undefined) return [];
    const all = this.position.legal[role];
    if (places.length === 0) return all;
    const whole = all.filter(move => names(move, places));
    return whole.length > 0 || places.length > 1 ? whole : all.filter(move => namesSide(move, places[0]));
  }

  click(place) {
    const more = [...this.chosen, place];
    const found = this.candidates(more);
    if (found.length === 1) {
      this.chosen = [];
      this.choose(this.mover(), found[0]);
      return;
    }
    this.chosen = found.length > 0 ? more : this.candidates([place]).length > 0 ? [place] : [];
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
    const over = position.terminal ?
      `The game is over: ${position.roles.map((role, i) => `${role} ${position.goals[i].join('/') || '-'}`).join(', ')}` : '';
    const role = this.mover();
    byId('turn').textContent = over || (role === undefined ? '' : `${position.roles[role]} to move`);
    const moves = role === undefined ? [] : this.candidates(this.chosen);
    byId('boards').replaceChildren(...(position.boards || []).map(board => this.drawBoard(board, moves)));
    const others = position.others || [];
    byId('fluents').replaceChildren(...others.slice(0, mostShown).map(fluent => element('code', {}, fluent)),
                                    others.length > mostShown ? `and ${others.length - mostShown} more` : '');
    const values = new Map();
    for (const each of position.values) {
      if (position.roles[role] === each.role) for (const move of each.moves) values.set(move.move, move);
    }
    const sorted = values.size > 0 ? [...moves].sort((a, b) => value(values, b) - value(values, a)) : moves;
    byId('moves').replaceChildren(...sorted.slice(0, 500).map(move => element('li', {}, element('button', {
      type: 'button', class: 'move', onclick: () => this.asking ? this.ask({query: `(legal ${position.roles[role]} ${move})`}) : this.choose(role, move)}, move + shownValue(values.get(move))))));
    const search = position.values.find(each => each.role === position.roles[role]);
    const reasons = search ? [`${search.role}: ${search.reading}, ${Math.round(search.simulations / search.seconds).toLocaleString('en')} playouts a second`] : this.reasons || [];
    // The last moves; earlier ones come into sight with steps back.
    const from = Math.max(0, this.moves.length - mostShown);
    byId('course').start = from + 1;
    byId('course').replaceChildren(...this.moves.slice(from).map(joint => element('li', {}, joint.join('  '))));
    byId('earlier').textContent = from > 0 ? `The last ${mostShown} of ${this.moves.length} moves` : '';
    byId('last').disabled = this.ahead.length === 0;
    byId('reasons').replaceChildren(...reasons.map(text => element('p', {class: 'reason'}, text)));
    this.drawWitness();
    byId('back').disabled = byId('first').disabled = byId('undo').disabled = this.moves.length === 0;
    byId('forward').disabled = this.ahead.length === 0;
  }

  drawBoard(board, moves) {
    const bound = this.atWitness() ? this.witness.places : new Map();
    return boardTable(board, bound, square => {
      const can = moves.some(move => names(move, [...this.chosen, square.place]) ||
                                     (this.chosen.length === 0 && namesSide(move, square.place)));
      return {more: [can ? 'can' : '', this.chosen.includes(square.place) ? 'chosen' : ''],
              onclick: () => this.asking ? this.askAbout(board, square) : this.click(square.place)};
    });
  }

  /** While the button Why is pressed, a square is asked about instead: its fluent, or a move that it names. */
  askAbout(board, square) {
    const places = fluent => [...(placesOf([fluent], [board]).get(board.functor))];
    const fluent = this.position.state.find(each => places(each).includes(square.place));
    const move = this.candidates([square.place])[0];
    if (fluent) this.ask({query: `(${this.moves.length > 0 ? 'next' : 'init'} ${fluent})`, before: this.moves.length > 0});
    else if (move) this.ask({query: `(legal ${this.position.roles[this.mover()]} ${move})`});
    else byId('turn').textContent = `No fluent and no move is at ${square.place}`;
  }

  /** Whether the position is the one that the strategy's move led to. */
  atWitness() {
    return this.witness && JSON.stringify([...this.witness.moves, this.witness.joint]) === JSON.stringify(this.moves);
  }

  drawWitness() {
    byId('witness').replaceChildren(...(this.atWitness() ? [this.witness.draw()] : []));
  }
}

const value = (values, move) => values.has(move) ? values.get(move).value : -1;
const shownValue = found => found ? ` ${found.value.toFixed(1)}${found.proven ? ' proven' : ''}` : '';

/** `(mark 1 1) noop` as two terms. */
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
