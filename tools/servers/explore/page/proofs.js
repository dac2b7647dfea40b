// Runs the view of invariants: proved, refuted by a play, or open, with states at which the
// induction step fails.
import {cancel, run, trouble} from './server.js';
import {element, byId, say} from './elements.js';
import {changedPlaces, stateFigure, withChanges} from './boards.js';

/** Returns the result of an invariant, in a word, and its class. */
function verdict(invariant) {
  const count = invariant.verdicts;
  if (count['false'] > 0 || invariant.play) return ['refuted', 'refuted'];
  if (count.proved + count['proved by enumeration'] === invariant.formulas) return ['proved', 'proved'];
  if (count['induction step fails'] > 0) return ['open: the induction step fails', 'open'];
  return ['open', 'open'];
}

export class Proofs {
  /** `showPlay`: shows joint moves as a match. */
  constructor(sheet, showPlay) {
    this.sheet = sheet;
    this.showPlay = showPlay;
    this.latest = {};
    byId('prove').addEventListener('click', () => this.prove());
  }

  /** Resets the view for another rulesheet. */
  reset() {
    cancel(this.latest);
    say('proof-note', '');
    byId('proof-progress').replaceChildren();
    this.clear();
  }

  async prove() {
    const begin = performance.now();
    say('proof-note', 'Proofs run ..');
    byId('proof-progress').replaceChildren();
    this.clear();
    const result = await run({view: 'prove', ...this.sheet(), formulas: byId('formulas').value,
                              seconds: Number(byId('proof-seconds').value)}, this.latest,
                             lines => this.showProgress(lines));
    if (!result) return;
    let report = null;
    try { report = JSON.parse(result.output); } catch { /* a message says why */ }
    if (!report || !report.sets) {
      say('proof-note', trouble(result) || 'no result');
      this.clear();
      return;
    }
    const all = report.sets.flatMap(set => set.invariants);
    const rows = all.map(invariant => [verdict(invariant), invariant]);
    const count = kind => rows.filter(([[, each]]) => each === kind).length;
    const isHeld = ([[, kind]]) => kind === 'proved';
    // Formulas that were tried on every game are guesses: those that do not hold are folded away.
    const areGuesses = report.sets.every(set => !set.of_user);
    this.clear();
    byId('proofs').tBodies[0].replaceChildren(...(areGuesses ? rows.filter(isHeld) : rows).flatMap(row => this.rowsOf(row)));
    const words = areGuesses ? `${count('proved')} proved` : `${count('proved')} proved, ${count('refuted')} refuted, ${count('open')} open`;
    if (areGuesses && count('proved') < rows.length) this.fold(rows.filter(row => !isHeld(row)));
    say('proof-note', `${words}, ${((performance.now() - begin) / 1000).toFixed(1)} s${report.stopped ? ', stopped' : ''}`);
  }

  /** Removes all results. */
  clear() {
    const table = byId('proofs');
    for (const body of [...table.tBodies].slice(1)) body.remove();
    table.tBodies[0].replaceChildren();
  }

  /** Shows the number of guesses that do not hold; a click lists them. */
  fold(rows) {
    const body = element('tbody', {hidden: true}, ...rows.flatMap(row => this.rowsOf(row)));
    const text = `${rows.length} ${rows.length === 1 ? 'guess that does' : 'guesses that do'} not hold`;
    const toggle = element('button', {type: 'button', class: 'opens', 'aria-expanded': 'false', onclick: () => {
      body.hidden = !body.hidden;
      toggle.setAttribute('aria-expanded', String(!body.hidden));
    }}, text);
    byId('proofs').append(element('tbody', {class: 'guesses'}, element('tr', {}, element('td', {colspan: 3}, toggle))), body);
  }

  /** Returns the row of an invariant, and the row below it for states. */
  rowsOf([[text, kind], invariant]) {
    const states = element('tr', {hidden: true}, element('td', {colspan: 3}, element('div', {class: 'states'})));
    return [element('tr', {},
      element('td', {class: kind}, text),
      element('td', {}, element('code', {}, invariant.meaning || invariant.statement)),
      element('td', {}, ...this.counterexample(invariant, states))), states];
  }

  /**
   * Shows lines of `verify --progress`; other messages concern the formulas, and come with the
   * result.
   */
  showProgress(lines) {
    const told = lines.filter(line => line.startsWith('verify: ')).map(line => line.slice('verify: '.length));
    byId('proof-progress').append(...told.map(line => element('li', {}, line)));
    byId('proof-progress').scrollTop = byId('proof-progress').scrollHeight;
  }

  /** `row`: the row below, for states. */
  counterexample(invariant, row) {
    if (!invariant.play && invariant.pair) return this.step(invariant.pair, row);
    if (!invariant.play) return invariant.pair_note ? [invariant.pair_note] : [];
    const moves = invariant.play.steps.filter(step => step.joint).map(step => step.joint);
    return [element('button', {type: 'button', class: 'show-play', onclick: () => this.showPlay(moves)},
                    `Show the play of ${moves.length} ${moves.length === 1 ? 'move' : 'moves'}`)];
  }

  /** Shows states in which the formula holds, and the next one, in which it fails. */
  step(pair, row) {
    const figures = row.querySelector('.states');
    const toggle = element('button', {type: 'button', class: 'opens show-step', 'aria-expanded': 'false', onclick: async () => {
      row.hidden = !row.hidden;
      toggle.setAttribute('aria-expanded', String(!row.hidden));
      if (row.hidden || figures.childElementCount > 0) return;
      figures.replaceChildren(...await Promise.all(pair.steps.map((_, i) => this.stateOf(pair, i))));
    }}, 'The step that fails');
    return [toggle, element('div', {}, 'Nothing that was proved forbids these states. No play need lead there.')];
  }

  async stateOf(pair, number) {
    const draw = async i => {
      const {state} = pair.steps[i];
      const result = await run({view: 'position', ...this.sheet(), state});
      try { return JSON.parse(result.output); } catch { return {state}; }
    };
    const state = number === 0 ? await draw(0) : withChanges(await draw(number), await draw(number - 1));
    const how = number === 0 ? 'A state' : `After ${pair.steps[number - 1].joint.join(' ')}`;
    return stateFigure(`${how}: the formula ${number === pair.violated ? 'fails' : 'holds'}`, state, changedPlaces(state.boards || []));
  }
}
