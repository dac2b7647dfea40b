// Shows the clause by which a strategy chose: its goals, and the states that it binds.
import {run} from './server.js';
import {element} from './elements.js';
import {addPlaces, changedPlaces, placesOf, stateFigure} from './boards.js';
import {derivationOf, restsOn} from './derivation.js';

const letters = (proof, number) => Object.keys(proof.variables).filter(name => proof.variables[name] === number);

/** Returns the joint moves from the first state to this one; null if unknown. */
function movesTo(witness, number) {
  if (number === 0) return [];
  const {from, joint} = witness.states[number];
  const before = from === undefined ? null : movesTo(witness, from);
  return before && [...before, joint];
}

export class Witness {
  /** `moves`: those before the strategy's; `position`: the one in which it chose. */
  constructor(sheet, moves, position, advice) {
    this.sheet = sheet;
    this.moves = moves;
    this.position = position;
    this.advice = advice;
    this.witness = advice.witness;
    this.bound = this.witness.states.map(state => changedPlaces(state.boards || []));
  }

  /** Returns the number, among the bound states, of the state that the move leads to. */
  get after() { return this.witness.states.findIndex(state => state.from === 0 && state.joint.includes(this.advice.move)); }

  /** Returns the squares of the position after the move. */
  get places() { return this.after < 0 ? new Map() : this.bound[this.after]; }

  /** Finds the squares that goals of won states depend on: lines, and the like. */
  async findWins() {
    const won = new Set(this.witness.proofs.flatMap(proof => proof.goals)
      .filter(goal => goal.goal.startsWith('won(') && !goal.absent).map(goal => goal.args[0]));
    for (const number of won) {
      const moves = movesTo(this.witness, number);
      if (!moves) continue;
      const last = moves[moves.length - 1] || [];
      const before = this.witness.states[this.witness.states[number].from];
      const role = this.position.roles[moves.length % 2 === 1 ? this.position.roles.indexOf(this.advice.role) :
        1 - this.position.roles.indexOf(this.advice.role)];
      if (!before || last.length === 0) continue;
      const result = await run({view: 'derive', ...this.sheet(), moves: [...this.moves, ...moves], query: `(goal ${role} 100)`});
      try {
        const goals = derivationOf(JSON.parse(result.output).tree).flatMap(restsOn);
        addPlaces(this.bound[number], placesOf(goals, this.witness.states[number].boards || []));
      } catch { /* no derivation: the board shows the move alone */ }
    }
  }

  draw() {
    const proof = this.witness.proofs[0];
    const seen = Object.values(proof.variables);
    return element('section', {class: 'witness', 'aria-label': `Clause of ${this.advice.role}`},
      element('h2', {}, `Why ${this.advice.role} plays ${this.advice.move}`),
      this.drawProof(0),
      element('div', {class: 'states'}, ...[...new Set(seen)].map(number => stateFigure(
        `${letters(proof, number).join(', ')}: ${this.titleOf(number)}`, this.witness.states[number], this.bound[number]))));
  }

  titleOf(number) {
    const moves = movesTo(this.witness, number);
    if (number === 0) return 'the position before the move';
    return moves ? `after ${moves.map(joint => joint.join(' ')).join('; ')}` : 'a later position';
  }

  drawProof(number) {
    const proof = this.witness.proofs[number];
    return element('div', {}, element('p', {}, element('code', {}, proof.clause), ` line ${proof.line} of the strategy`),
      element('ul', {class: 'goals'}, ...proof.goals.map(goal => this.drawGoal(goal))));
  }

  drawGoal(goal) {
    const text = goal.absent ? `not ${goal.goal}` : goal.goal;
    if (goal.proof === null) return element('li', {}, element('code', {}, text), goal.absent ? ': has no solution' : ': holds');
    const below = element('div', {hidden: true});
    const toggle = element('button', {type: 'button', class: 'opens', 'aria-expanded': 'false', onclick: () => {
      if (below.childElementCount === 0) below.append(this.drawProof(goal.proof));
      below.hidden = !below.hidden;
      toggle.setAttribute('aria-expanded', String(!below.hidden));
    }}, text);
    return element('li', {}, toggle, ': holds', below);
  }
}
