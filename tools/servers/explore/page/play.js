// Runs the view Play: the board, the tree of moves, players for all roles, the engine.
import {cancel, run, trouble} from './server.js';
import {element, byId, say} from './elements.js';
import {placesOf} from './boards.js';
import {BoardView} from './board_view.js';
import {Course} from './course.js';
import {Engine} from './engine.js';
import {listenToKeys} from './play_keys.js';
import {MoveChoice} from './move_choice.js';
import {textOf, textsOf} from './notation.js';
import {decisiveSquares, outcomeOf} from './outcome.js';
import {complete} from './opponents.js';
import {canTurn, roleIcons} from './picture.js';
import {Seats} from './seats.js';
import {Share} from './share.js';
import {MoveTree} from './tree.js';
import {Witness} from './witness.js';

const usualSeconds = 0.3;  // of requests that do not search
const mostButtons = 500;   // legal moves that are listed

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
    this.tree = new MoveTree();
    this.picked = new Map();  // by role the moves of this turn that people have chosen
    this.chosen = [];  // keys of squares that were clicked
    this.latest = {};
    this.deciding = {isQuiet: true};
    this.era = 0;  // of the position: later answers of players are ignored
    this.seats = new Seats(byId('players'), () => this.show());
    this.course = new Course(byId('course'), byId('earlier'), place => this.goTo(place));
    this.engine = new Engine(() => ({...this.request(), moves: this.moves, ...this.viewOf()}), () => this.drawChoice());
    this.board = new BoardView(byId('boards'), {
      onSquare: key => this.press(key),
      canDrag: key => !this.asking && this.canDrag(key),
      onDrop: (from, to) => this.drop(from, to)});
    this.share = new Share(() => ({game: this.sheet().name, position: this.position, tree: this.tree, isClosed: this.isClosed()}),
                           moves => this.look([], moves));
    this.listen();
  }

  listen() {
    const clicks = {
      new: () => { this.tree.clear(); this.go([]); },
      undo: () => this.undo(),
      first: () => this.goTo(this.tree.root),
      back: () => this.goTo(this.tree.here.parent),
      forward: () => this.goTo(this.tree.here.next),
      last: () => this.goTo(this.tree.end),
      flip: () => this.flip(),
      hint: () => this.engine.hint(),
      'ask-why': () => {
        this.asking = !this.asking;
        byId('ask-why').setAttribute('aria-pressed', String(this.asking));
        this.drawMarks();
      }};
    for (const [name, act] of Object.entries(clicks)) byId(name).addEventListener('click', act);
    byId('open-cards').addEventListener('change', async () => {
      this.witness = null;
      this.reasons = [];
      await this.show();
      this.onMoves();
    });
    listenToKeys(() => { this.chosen = []; this.drawChoice(); });
  }

  /** The joint moves to the position that is shown. */
  get moves() { return this.tree.moves; }

  /**
   * Goes to a position and shows it; if there are moves ahead, players do not move by themselves.
   */
  go(moves, ahead = []) {
    this.tree.follow(moves, ahead);
    return this.arrive();
  }

  /** Goes to a place of the tree. */
  goTo(place) {
    if (!place) return Promise.resolve();
    this.tree.go(place);
    return this.arrive();
  }

  arrive() {
    ++this.era;
    cancel(this.deciding);
    this.chosen = [];
    this.picked.clear();
    this.onMoves();
    return this.show();
  }

  /** Resets the view for another rulesheet. */
  reset() {
    cancel(this.latest);  // a request about the previous rulesheet
    cancel(this.deciding);
    ++this.era;
    this.tree.clear();
    this.chosen = [];
    this.picked.clear();
    this.seats.clear();
    this.engine.stop();
    this.position = null;
    this.engine.subject = null;
    this.witness = null;
    this.reasons = [];
    this.board.clear();
    byId('open-cards').checked = false;
    byId('turn').classList.remove('over');
    for (const name of ['panel', 'moves', 'course', 'reasons', 'witness', 'engine-line', 'earlier']) byId(name).replaceChildren();
    say('turn', '');
  }

  /** Starts a match in which the strategy plays these roles, and people the others. */
  playAgainst(roles) {
    this.seats.playAgainst(roles);
    this.tree.clear();
    return this.go([]);
  }

  /** Shows a recorded match: everything is visible. */
  look(moves, ahead) {
    byId('open-cards').checked = true;
    this.tree.clear();
    return this.go(moves, ahead);
  }

  /** Takes moves back until a person has a choice. */
  async undo() {
    ++this.era;
    this.picked.clear();
    this.engine.stop();
    do {
      this.tree.takeBack();
      await this.load();
    } while (this.tree.here.parent && this.position && this.mover() === undefined);
    this.chosen = [];
    this.onMoves();
    this.draw();
    this.engine.think();
  }

  flip() {
    this.board.flipped = !this.board.flipped;
    byId('flip').setAttribute('aria-pressed', String(this.board.flipped));
    byId('evaluation').classList.toggle('flipped', this.board.flipped);
    this.draw();
  }

  /** Whether the position contains only what the people who play know. */
  isClosed() { return Boolean(this.position && this.position.known_to); }

  /** Returns the roles to whose knowledge a request is limited: those that people play. */
  viewOf() {
    if (byId('open-cards').checked || !this.position || !this.position.percepts) return {};
    const people = this.seats.people(this.position).map(role => this.position.roles[role]);
    return people.length > 0 ? {view_of: people} : {};
  }

  request() { return {view: 'position', ...this.sheet(), strategy: this.strategy(), seconds: usualSeconds}; }

  /** Loads the position, with what else the request needs; returns whether it is there. */
  async load(more = {}) {
    if (!this.position) {
      // The initial position shows the roles and whether cards are hidden.
      if (!await this.fetch({moves: []})) return false;
      if (!this.tree.here.parent && Object.keys({...this.viewOf(), ...more}).length === 0) return true;
    }
    return this.fetch({moves: this.moves, ...this.viewOf(), ...more});
  }

  async fetch(what) {
    let result = null;
    try {
      result = await run({...this.request(), ...what}, this.latest);
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
    if (this.position.course_notation && !this.isClosed() && what.moves.length === this.tree.here.depth) {
      this.tree.name(this.position.course_notation);
    }
    return true;
  }

  async show() {
    this.engine.stop();
    if (!await this.load()) return;
    this.draw();
    if (this.position.terminal && !this.isClosed()) this.showDecisive();
    if (this.tree.isAtEnd) await this.others();
    else this.engine.think();
  }

  /** Returns the squares that decided the match, if it is shown over, and they are known. */
  decisiveHere() { return this.decisive && this.decisive.position === this.position ? this.decisive.places : null; }

  /** Marks the squares that decided the match. */
  async showDecisive() {
    const {era, position} = this;
    const places = await decisiveSquares({...this.sheet(), moves: this.moves}, position, this.deciding);
    if (era !== this.era || position !== this.position) return;
    this.decisive = {position, places};
    this.drawMarks();
  }

  /** Asks the players of roles with a choice, unless a person has one, too. */
  async others() {
    const {position} = this;
    if (position.terminal || this.mover() !== undefined) { this.engine.think(); return; }
    await this.decide(this.ownMoves());
  }

  /** Returns each role's move if it is certain, else null. */
  ownMoves() { return this.position.legal.map(moves => moves.length === 1 ? moves[0] : null); }

  /** Completes the joint move with the moves of players, and plays it. */
  async decide(joint) {
    const before = this.position;
    const {moves} = this;
    this.reasons = [];
    const decision = await complete(this, joint);
    if (!decision) return;
    this.reasons = decision.reasons;
    const found = decision.advice ? new Witness(this.sheet, moves, before, decision.advice) : null;
    if (found) found.joint = joint;
    this.witness = found || this.witness;
    await this.make(joint, before);
    if (found && this.witness === found) {
      await found.findWins();
      if (this.atWitness()) this.draw();
    }
  }

  /** Makes a joint move from the position `before`. */
  make(joint, before) {
    this.tree.play(joint);
    if (!this.tree.here.texts && !this.isClosed()) this.tree.here.texts = textsOf(before, joint);
    return this.arrive();
  }

  /** Enters a person's move; another person with a choice in the same turn is next. */
  async choose(role, move) {
    this.picked.set(role, move);
    this.chosen = [];
    if (this.mover() !== undefined) { this.draw(); return; }
    const joint = this.ownMoves();
    for (const [each, made] of this.picked) joint[each] = made;
    await this.decide(joint);
  }

  /** Returns the role whose moves are shown: the first person who still has to choose. */
  mover() {
    return this.seats.people(this.position).find(role => this.position.legal[role].length > 1 && !this.picked.has(role));
  }

  /** Returns the role whose moves have values: the one that chooses, or else the one whose turn it is. */
  judged() {
    if (!this.position) return undefined;
    const mover = this.mover();
    return mover !== undefined ? mover : this.position.roles.findIndex((_, role) => this.position.legal[role].length > 1);
  }

  choiceOf(role) { return role === undefined || role < 0 ? null : new MoveChoice(this.position, role); }

  /** Returns the choice of the person who moves; null if there is none. */
  choice() { return this.position ? this.choiceOf(this.mover()) : null; }

  /** Enters a click on a square. */
  press(key) {
    if (this.asking) { this.askAbout(key); return; }
    const choice = this.choice();
    if (!choice) return;
    const {move, keys} = choice.enter(this.chosen, key);
    if (move) { this.choose(this.mover(), move); return; }
    this.chosen = keys;
    this.drawChoice();
  }

  canDrag(key) {
    const choice = this.choice();
    if (!choice) return false;
    const before = this.chosen[this.chosen.length - 1] === key ? this.chosen.slice(0, -1) : [];
    return choice.leads(before, key);
  }

  /** Chooses a square from which a piece is dragged (`to`: null), or the square that it is dragged to. */
  drop(from, to) {
    const choice = this.choice();
    if (!choice) return;
    if (to === null) {
      if (this.chosen[this.chosen.length - 1] !== from) this.chosen = [from];
      this.drawChoice();
    } else if (choice.following(this.chosen).has(to)) {
      this.press(to);
    }
  }

  draw() {
    const {position} = this;
    if (!position) return;
    const over = position.terminal ? outcomeOf(position) : '';
    const role = this.mover();
    // Players make no move where others follow; whose turn it is says why.
    const shown = role !== undefined ? role : this.tree.isAtEnd ? -1 : this.judged();
    byId('turn').classList.toggle('over', position.terminal);
    say('turn', over || (shown < 0 ? '' : `${position.roles[shown]} to move`));
    const closed = this.isClosed();
    byId('open-cards-label').hidden = !position.percepts;
    byId('closed-note').hidden = !closed;
    byId('closed-note').textContent = closed ? `Shown is what ${position.known_to.join(' and ')} knows: the rules, the own moves and ` +
      'percepts. Cards of others are closed.' : '';
    this.engine.subject = position;
    this.board.show(position);
    byId('view-play').classList.toggle('bare', this.board.isEmpty);
    const icons = this.board.parts ? roleIcons(this.board.panel || this.board.parts.picture, position.roles) : new Map();
    this.seats.draw(position, icons, position.terminal ? [] : position.legal.flatMap((moves, i) => moves.length > 1 ? [i] : []));
    this.drawPanel();
    this.drawChoice();
    if (closed) this.course.showKnown(knownTurns(position));
    else this.course.show(this.tree, position.roles);
    byId('reasons').replaceChildren(...(this.reasons || []).map(text => element('p', {class: 'reason'}, text)));
    byId('witness').replaceChildren(...(this.atWitness() ? [this.witness.draw()] : []));
    byId('back').disabled = byId('first').disabled = byId('undo').disabled = !this.tree.here.parent;
    byId('forward').disabled = byId('last').disabled = this.tree.isAtEnd;
    byId('flip').disabled = !canTurn(position.boards);
    byId('hint').disabled = position.terminal;
    this.share.draw();
  }

  /** Shows what is beside the board, unless it says only whose turn it is. */
  drawPanel() {
    const {position, board} = this;
    const isTurn = position.others.length === 1 && position.others[0].split(/[\s()]+/).filter(Boolean).length === 2 &&
      position.roles.includes(position.others[0].split(/[\s()]+/).filter(Boolean)[1]);
    byId('panel').replaceChildren(...(board.panel && !isTurn ? [board.panel] : []), ...board.legend.map(text => element('p', {class: 'legend'}, text)));
  }

  /** Marks squares: what can be clicked, values, arrows. */
  drawMarks() {
    if (!this.position) return;
    const choice = this.choice();
    const judged = this.choiceOf(this.judged());
    this.board.mark({
      can: choice ? choice.following(this.chosen) : new Set(), chosen: this.chosen, all: this.asking,
      bound: this.decisiveHere() || (this.atWitness() ? this.witness.places : new Map()),
      values: judged ? this.engine.squareValues(this.judged(), judged, this.chosen) : new Map(),
      arrows: judged ? this.engine.arrows(this.judged()) : []});
    this.engine.draw(this.judged());
  }

  /** Draws what depends on squares that are chosen, and on values. */
  drawChoice() {
    if (!this.position) return;
    this.drawMarks();
    this.drawMoves();
  }

  /** Lists the legal moves that squares chosen so far leave. */
  drawMoves() {
    const {position} = this;
    const role = this.mover();
    const choice = this.choice();
    const numbers = choice ? choice.candidates(this.chosen) : [];
    const values = this.engine.valuesOf(role);
    const focused = document.activeElement && byId('moves').contains(document.activeElement) ? document.activeElement.dataset.move : null;
    byId('moves').replaceChildren(...numbers.slice(0, mostButtons).map(i => {
      const move = position.legal[role][i];
      const found = values.get(move);
      return element('li', {}, element('button', {type: 'button', class: 'move', title: move, 'data-move': move,
        onclick: () => this.asking ? this.ask({query: `(legal ${position.roles[role]} ${move})`}) : this.choose(role, move)},
        textOf(position, role, i), found ? element('span', {class: found.best ? 'worth best' : 'worth'}, `${found.text}${found.proven ? ' proven' : ''}`) : ''));
    }));
    const again = focused && [...byId('moves').querySelectorAll('button')].find(button => button.dataset.move === focused);
    if (again) again.focus();
    const details = byId('all-moves');
    details.hidden = numbers.length === 0;
    details.querySelector('summary').textContent = `Legal moves (${numbers.length})`;
    // Where no square names a move, its button is the only way to make it.
    const needed = Boolean(choice) && !choice.isOnBoard;
    if (needed !== this.needsButtons) details.open = needed;
    byId('side').classList.toggle('by-buttons', needed);
    this.needsButtons = needed;
  }

  /**
   * While the button Why is pressed, explains a square instead: its fluent, or a move that it
   * names.
   */
  askAbout(key) {
    const {square, board} = this.board.squares.get(key);
    const places = fluent => [...(placesOf([fluent], [board]).get(board.functor))];
    const fluent = this.position.state.find(each => places(each).includes(square.place));
    const role = this.mover();
    const choice = this.choice();
    const move = choice ? choice.candidates([key])[0] : undefined;
    if (fluent) this.ask({query: `(${this.tree.here.parent ? 'next' : 'init'} ${fluent})`, before: Boolean(this.tree.here.parent)});
    else if (move !== undefined) this.ask({query: `(legal ${this.position.roles[role]} ${choice.moves[move]})`});
    else say('turn', `No fluent and no move is at ${square.place}`);
  }

  /** Whether the strategy's move led to this position. */
  atWitness() {
    return this.witness && JSON.stringify([...this.witness.moves, this.witness.joint]) === JSON.stringify(this.moves);
  }
}

/** Returns what the people who play know of each turn, as text. */
const knownTurns = position => position.known.map(roles => roles.map(
  each => `${each.role} ${each.move}, sees ${each.sees.join(' ') || 'nothing'}`).join('; '));
