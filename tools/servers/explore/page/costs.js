// Shows counts and times of rules, from a profile of random games, next to the rules.
import {run, trouble} from './server.js';
import {element, byId} from './elements.js';

const timeText = seconds => seconds >= 1 ? `${seconds.toFixed(1)} s` : seconds >= 1e-3 ? `${(seconds * 1e3).toFixed(1)} ms` :
  `${(seconds * 1e6).toFixed(0)} µs`;
const countText = count => count.toLocaleString('en');

/**
 * Adds up the plans of each rule: {name, line, evaluations, seconds, trials}, the slowest first.
 */
export function rulesOf(profile) {
  const rules = new Map();
  for (const plan of profile.rules) {
    const rule = rules.get(plan.rule) || {name: plan.rule, line: plan.lines ? plan.lines[0] : 0, evaluations: 0, seconds: 0, trials: 0};
    rule.evaluations += plan.evaluations || 0;
    rule.seconds += plan.seconds || 0;
    rule.trials += plan.premises.reduce((sum, premise) => sum + premise.trials, 0);
    rules.set(plan.rule, rule);
  }
  return [...rules.values()].sort((a, b) => b.seconds - a.seconds);
}

export class Costs {
  /** `show(costs)`: shows texts by line of the rules; `goLine(line)`: goes to a line. */
  constructor(sheet, show, goLine) {
    this.sheet = sheet;
    this.show = show;
    this.goLine = goLine;
    this.latest = {};
    byId('show-costs').addEventListener('change', () => this.refresh());
  }

  async refresh() {
    const body = byId('rule-costs').tBodies[0];
    byId('rule-costs').hidden = !byId('show-costs').checked;
    if (!byId('show-costs').checked) {
      this.show(new Map());
      byId('costs-note').textContent = '';
      return;
    }
    const result = await run({view: 'profile', ...this.sheet()}, this.latest);
    if (!result) return;
    let profile = null;
    try { profile = JSON.parse(result.output); } catch { /* a message says why */ }
    const rules = profile ? rulesOf(profile) : [];
    const total = rules.reduce((sum, rule) => sum + rule.seconds, 0) || 1;
    const lines = new Map();
    for (const rule of rules.filter(each => each.line > 0)) {
      const sum = lines.get(rule.line) || {evaluations: 0, seconds: 0};
      lines.set(rule.line, {evaluations: sum.evaluations + rule.evaluations, seconds: sum.seconds + rule.seconds});
    }
    this.show(new Map([...lines].map(([line, {evaluations, seconds}]) =>
      [line, `${(100 * seconds / total).toFixed(0)}% ${countText(evaluations)}×`])));
    byId('costs-note').textContent = profile ? 'Random games by the interpreter. Beside the rules: part of the time, and evaluations.' :
      trouble(result);
    body.replaceChildren(...rules.map(rule => element('tr', {},
      element('td', {}, element('button', {type: 'button', class: 'rule', onclick: () => this.goLine(rule.line)}, rule.name)),
      ...[countText(rule.evaluations), countText(rule.trials), timeText(rule.seconds), `${(100 * rule.seconds / total).toFixed(1)}%`]
        .map(text => element('td', {}, text)))));
  }
}
