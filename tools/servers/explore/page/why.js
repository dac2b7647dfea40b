// Runs the view Why: a derivation that opens goal by goal, or, without one, the reason why each
// rule fails.
import {cancel, run, trouble} from './server.js';
import {element, byId, say} from './elements.js';
import {placesOf, stateFigure} from './boards.js';
import {derivationOf, inOrder, lineOf, reasonOf, restsOn, withoutNot} from './derivation.js';

/** Whether clauses may conclude the goal. */
const isDerived = goal => !/^\(?(?:not|true|does|distinct|or)\b/.test(goal);

export class Why {
  /**
   * `play`: its position is the subject of queries; `goLine(line)`: goes to a line of the rules.
   */
  constructor(sheet, play, goLine) {
    this.sheet = sheet;
    this.play = play;
    this.goLine = goLine;
    this.latest = {};
    this.latestScene = {};
    byId('query-form').addEventListener('submit', event => { event.preventDefault(); this.ask(byId('query').value, false); });
    byId('why-not').addEventListener('click', () => this.ask(byId('query').value, true));
    byId('query-list').addEventListener('change', () => {
      const asked = this.listed[byId('query-list').value];
      if (asked) this.explain(asked);
    });
    byId('step-back').addEventListener('click', () => this.step(-1));
    byId('step-on').addEventListener('click', () => this.step(1));
  }

  /**
   * Returns the questions about the position of Play: {query, before}; `before`: in the position
   * before its last move.
   */
  questions() {
    const position = this.play.position;
    if (!position) return [];
    const moves = position.roles.flatMap((role, i) => position.legal[i].map(move => ({query: `(legal ${role} ${move})`})));
    const origin = position.turn === 0 ? 'init' : 'next';
    const fluents = position.state.map(fluent => ({query: `(${origin} ${fluent})`, before: position.turn > 0}));
    const goals = position.roles.flatMap((role, i) => position.goals[i].map(goal => ({query: `(goal ${role} ${goal})`})));
    return [...(position.terminal ? [{query: 'terminal'}] : []), ...moves, ...fluents, ...goals];
  }

  /** Lists the questions; called when the view opens. */
  show() {
    this.listed = this.play.isClosed() ? [] : this.questions().slice(0, 500);
    if (this.play.isClosed()) this.close();
    byId('query-list').replaceChildren(element('option', {value: ''}, 'choose ..'),
      ...this.listed.map(({query, before}, i) => element('option', {value: String(i)}, before ? `${query}, by the last move` : query)));
    this.scene = this.play.position;
    this.mark([]);
  }

  /**
   * Shows that derivations would reveal the true state, which a player of this game does not know.
   */
  close() {
    say('why-note', 'Cards are closed. Derivations would show them: choose "Open cards" in Play.');
    byId('derivation').replaceChildren();
    this.setSteps([]);
  }

  /** Resets the view for another rulesheet. */
  reset() {
    cancel(this.latest);
    this.scene = null;
    this.listed = [];
    say('why-note', '');
    byId('derivation').replaceChildren();
    byId('why-position').replaceChildren();
    byId('query-list').replaceChildren();
    this.setSteps([]);
  }

  /** Answers a question of the list: shows its derivation, or why it fails. */
  async explain({query, before}) {
    byId('query').value = query;
    await this.ask(query, false, before);
  }

  /** Runs a query; returns its result, or null if a later one has begun. */
  request(query, whyNot, before, latest) {
    const moves = this.play.moves;
    const scene = before ? {moves: moves.slice(0, -1), does: moves[moves.length - 1]} : {moves};
    return run({view: 'derive', ...this.sheet(), ...scene, why_not: whyNot, depth: 1, query}, latest);
  }

  async ask(query, whyNot, before = this.isBefore(query)) {
    if (this.play.isClosed()) { this.close(); return; }
    say('why-note', 'The rules are searched ..');
    this.steps = [];
    const result = await this.request(query, whyNot, before, this.latest);
    if (!result) return;
    await this.setScene(before);
    let answer = null;
    try { answer = JSON.parse(result.output); } catch { /* a message says why */ }
    if (!answer) {
      say('why-note', trouble(result) || 'no result');
      byId('derivation').replaceChildren();
      this.setSteps([]);
      return;
    }
    const list = byId('derivation');
    if (answer.why_not) {
      say('why-note', 'It does not hold.');
      list.replaceChildren(...this.whyNot(answer.why_not, before));
      this.setSteps([]);
    } else if (answer.tree) {
      this.showTree(answer, before);
    } else {
      say('why-note', 'It holds: Derive shows a derivation.');
      list.replaceChildren();
      this.setSteps([]);
    }
  }

  /** Sets the position to draw: that of Play, or the previous one. */
  async setScene(before) {
    this.scene = this.play.position;
    if (!before) return;
    const result = await run({view: 'position', ...this.sheet(), moves: this.play.moves.slice(0, -1)}, this.latestScene);
    if (result && !trouble(result)) this.scene = JSON.parse(result.output);
  }

  /** `next` and `does` refer to the last move. */
  isBefore(query) {
    return /\b(?:next|does|sees)\b/.test(query) && this.play.moves.length > 0;
  }

  showTree(answer, before) {
    const derivation = derivationOf(answer.tree);
    say('why-note', derivation ? `It holds${answer.count > 1 ? `, in ${answer.count} ways; this is the first` : ''}.` :
      answer.holds ? 'It holds, but within the limits there is no derivation without tables.' : 'It does not hold: Why not says more.');
    byId('derivation').replaceChildren(...(derivation || []).map(goal => this.goal(goal, before)));
    this.setSteps(derivation ? inOrder(derivation) : []);
    if (!derivation && !answer.holds) this.ask(byId('query').value, true, before);
  }

  /** Draws a goal as a line; its reasons are drawn when it is opened. */
  goal(goal, before) {
    const line = element('div', {class: 'goal'});
    const below = element('ul', {hidden: true});
    const open = () => {
      if (below.childElementCount === 0) below.append(...goal.children.map(each => this.goal(each, before)));
      if (below.childElementCount === 0 && goal.how === 'absent') this.below(withoutNot(goal.goal), true, before, below);
      below.hidden = false;
      if (toggle) toggle.setAttribute('aria-expanded', 'true');
    };
    const opens = goal.children.length > 0 || (goal.how === 'absent' && isDerived(withoutNot(goal.goal)));
    const toggle = opens && element('button', {type: 'button', class: 'opens', 'aria-expanded': 'false', onclick: () => {
      if (below.hidden) open(); else { below.hidden = true; toggle.setAttribute('aria-expanded', 'false'); }
      this.mark(restsOn(goal));
    }}, goal.goal);
    line.append(toggle || element('code', {}, goal.goal), ' ', goal.line ? this.rule(goal.line) : reasonOf(goal));
    const item = element('li', {}, line, below);
    goal.item = item;
    goal.open = open;
    return item;
  }

  rule(line) {
    return element('button', {type: 'button', class: 'rule', onclick: () => this.goLine(line)}, `rule in line ${line}`);
  }

  /** Queries a goal below, and draws the answer there. */
  async below(query, whyNot, before, list) {
    list.replaceChildren(element('li', {}, 'The rules are searched ..'));
    let answer = null;
    let result = null;
    try {
      result = await this.request(query, whyNot, before, {});
      answer = JSON.parse(result.output);
    } catch (error) {
      list.replaceChildren(element('li', {class: 'lines'}, ((result && trouble(result)) || error.message).trimEnd()));
      return;
    }
    const derivation = answer.tree && derivationOf(answer.tree);
    if (answer.why_not) list.replaceChildren(...this.whyNot(answer.why_not, before));
    else if (derivation) list.replaceChildren(...derivation.map(goal => this.goal(goal, before)));
    else list.replaceChildren(element('li', {}, answer.holds ? 'It holds.' : 'It does not hold.'));
  }

  /** Shows why each rule fails. */
  whyNot(why, before) {
    if (why.attempts.length === 0) return [element('li', {}, 'No rule has such a conclusion.')];
    const shown = why.attempts.map(attempt => element('li', {},
      element('div', {}, attempt.place ? this.rule(lineOf(attempt.place)) : '', ' ', element('code', {}, attempt.clause || '')),
      element('ul', {},
        ...attempt.failed.map(failed => this.failed(failed, before)),
        ...attempt.satisfied.map(goal => element('li', {class: 'holds'}, 'holds: ', element('code', {}, goal))),
        ...attempt.untested.map(goal => element('li', {}, 'not tested: ', element('code', {}, goal))))));
    if (why.left_out > 0) shown.push(element('li', {}, `and ${why.left_out} more rules`));
    return shown;
  }

  failed(failed, before) {
    const below = element('ul', {hidden: true});
    const negated = /^\(?not\b/.test(failed.goal);
    const asked = negated ? withoutNot(failed.goal) : failed.goal;
    const opens = isDerived(asked) && !failed.undefined;
    const toggle = opens && element('button', {type: 'button', class: 'opens', 'aria-expanded': 'false', onclick: () => {
      below.hidden = !below.hidden;
      toggle.setAttribute('aria-expanded', String(!below.hidden));
      if (!below.hidden && below.childElementCount === 0) this.below(asked, !negated, before, below);
      this.mark([failed.goal]);
    }}, failed.goal);
    const notes = [failed.undefined ? 'no rule defines it' : '',
                   failed.instead ? `instead: ${failed.instead.join(', ')}` : ''].filter(note => note !== '');
    return element('li', {class: 'fails'}, 'fails: ', toggle || element('code', {}, failed.goal), notes.length ? ` ${notes.join('; ')}` : '',
                   below);
  }

  setSteps(steps) {
    this.steps = steps;
    this.at = -1;
    byId('step-back').disabled = true;
    byId('step-on').disabled = steps.length === 0;
    byId('step-note').textContent = '';
    this.mark(steps.filter(({above}) => above.length === 0).flatMap(({goal}) => restsOn(goal)));
  }

  /**
   * Goes to the next or previous goal of the derivation: opens it, and marks its rule and squares.
   */
  step(by) {
    this.at = Math.max(0, Math.min(this.steps.length - 1, this.at + by));
    const {goal, above} = this.steps[this.at];
    for (const each of above) each.open();
    for (const each of byId('derivation').querySelectorAll('[aria-current]')) each.removeAttribute('aria-current');
    goal.item.firstChild.setAttribute('aria-current', 'step');
    goal.item.scrollIntoView({block: 'nearest'});
    const rule = [goal, ...above.slice().reverse()].find(each => each.line);
    if (rule) this.goLine(rule.line, true);
    this.mark(restsOn(goal));
    byId('step-back').disabled = this.at === 0;
    byId('step-on').disabled = this.at === this.steps.length - 1;
    byId('step-note').textContent = `Step ${this.at + 1} of ${this.steps.length}: ${goal.goal}, ${reasonOf(goal)}`;
  }

  /** Draws the position, and marks the squares that goals name. */
  mark(goals) {
    const position = this.scene;
    if (!position) return;
    const title = `After ${position.turn} ${position.turn === 1 ? 'move' : 'moves'}`;
    const boards = position.boards || [];
    byId('why-position').replaceChildren(stateFigure(title, position, placesOf(goals, boards)));
  }
}
