// Invariants: proved, refuted by a play, or open.
import {run, trouble} from './server.js';
import {element, byId} from './elements.js';

/** The result of an invariant, in a word, and its class. */
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

  async prove() {
    const begin = performance.now();
    byId('proof-note').textContent = 'Proofs run ..';
    const result = await run({view: 'prove', ...this.sheet(), formulas: byId('formulas').value,
                              seconds: Number(byId('proof-seconds').value)}, this.latest);
    if (!result) return;
    let report = null;
    try { report = JSON.parse(result.output); } catch { /* a message says why */ }
    if (!report || !report.sets) {
      byId('proof-note').textContent = trouble(result) || 'no result';
      byId('proofs').tBodies[0].replaceChildren();
      return;
    }
    const all = report.sets.flatMap(set => set.invariants);
    const order = ['refuted', 'open', 'proved'];
    const rows = all.map(invariant => [verdict(invariant), invariant]);
    if (report.sets.every(set => !set.of_user)) rows.sort((a, b) => order.indexOf(b[0][1]) - order.indexOf(a[0][1]));
    byId('proofs').tBodies[0].replaceChildren(...rows.map(([[text, kind], invariant]) => element('tr', {},
      element('td', {class: kind}, text),
      element('td', {}, element('code', {}, invariant.meaning || invariant.statement)),
      element('td', {}, ...this.counterexample(invariant)))));
    const proved = rows.filter(([[, kind]]) => kind === 'proved').length;
    const refuted = rows.filter(([[, kind]]) => kind === 'refuted').length;
    byId('proof-note').textContent = `${proved} proved, ${refuted} refuted, ${rows.length - proved - refuted} open, ` +
      `${((performance.now() - begin) / 1000).toFixed(1)} s${report.stopped ? ', stopped' : ''}`;
  }

  counterexample(invariant) {
    if (!invariant.play) return [];
    const moves = invariant.play.steps.filter(step => step.joint).map(step => step.joint);
    return [element('button', {type: 'button', class: 'show-play', onclick: () => this.showPlay(moves)},
                    `Show the play of ${moves.length} moves`)];
  }
}
