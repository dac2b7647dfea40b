// Runs the views that consist of a button and a result: Learning, Speed.
import {cancel, run, trouble} from './server.js';
import {element, byId, say} from './elements.js';

/** Returns at most about a thousand of the points, including the last one. */
function thinned(points) {
  const step = Math.ceil(points.length / 1000);
  return points.filter((_, i) => i % step === 0 || i === points.length - 1);
}

/** Draws a curve through points [game, regret], with its axes, for this many games. */
function curveOf(all, games) {
  const points = thinned(all);
  const width = 560, height = 180, left = 46, bottom = 24;
  const [told, regret] = points.length > 0 ? points[points.length - 1] : [0, 0];
  const most = points.reduce((high, point) => Math.max(high, point[1]), 1);
  const x = game => left + (width - left - 8) * game / Math.max(1, games);
  const y = value => 8 + (height - bottom - 8) * (1 - value / most);
  const space = 'http://www.w3.org/2000/svg';
  const make = (name, attributes, text) => {
    const made = document.createElementNS(space, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const svg = make('svg', {viewBox: `0 0 ${width} ${height}`, width, height, role: 'img',
                           'aria-label': `Cumulative regret: ${regret} after ${told} games`});
  svg.append(make('line', {x1: left, y1: y(0), x2: width - 8, y2: y(0)}), make('line', {x1: left, y1: 8, x2: left, y2: y(0)}),
             make('text', {x: 4, y: 16}, String(most)), make('text', {x: 4, y: y(0)}, '0'),
             make('text', {x: width - 120, y: height - 6}, `${games} games`),
             make('text', {x: left, y: height - 6}, 'cumulative minimax regret'),
             make('path', {d: points.map(([game, value], i) => `${i ? 'L' : 'M'}${x(game).toFixed(1)} ${y(value).toFixed(1)}`).join('')}));
  return svg;
}

export class Learning {
  constructor(sheet, useStrategy) {
    this.latest = {};
    this.sheet = sheet;
    byId('learn').addEventListener('click', () => this.learn());
    byId('use-strategy').addEventListener('click', () => useStrategy(this.strategy, this.role));
  }

  /** Resets the view for another rulesheet, to which the learned program does not apply. */
  reset() {
    cancel(this.latest);
    this.strategy = '';
    say('learn-note', '');
    byId('learned').textContent = '';
    byId('curve').replaceChildren();
    byId('use-strategy').hidden = true;
  }

  async learn() {
    const games = Number(byId('learn-games').value);
    const points = [[0, 0]];
    say('learn-note', 'Games are played ..');
    byId('learned').textContent = '';
    byId('curve').replaceChildren();
    byId('use-strategy').hidden = true;
    const result = await run({view: 'learn', ...this.sheet(), games, seed: Number(byId('learn-seed').value),
                              refute: byId('learn-refute').checked}, this.latest, lines => this.showProgress(lines, points, games));
    if (!result) return;
    let report = null;
    try { report = JSON.parse(result.output); } catch { /* a message says why */ }
    say('learn-note', report ? `${report.games} games as ${report.role}: regret ${report.cumulative_regret}, ` +
      `${report.searches} searches` : trouble(result) || 'no result');
    byId('curve').replaceChildren(...(report ? [curveOf(report.curve.map((regret, i) => [i + 1, regret]), report.curve.length)] : []));
    byId('learned').textContent = report ? report.strategy : '';
    this.strategy = report ? report.strategy : '';
    this.role = report ? report.role : '';
    byId('use-strategy').hidden = !this.strategy;
  }

  /** Shows lines of `learn --progress`: the curve so far, and rules as they are learned. */
  showProgress(lines, points, games) {
    for (const line of lines) {
      const regret = /^learn: run \d+, game (\d+): cumulative regret (-?\d+)$/.exec(line);
      const rule = /^learn: run \d+, game (\d+): learned (.*)$/.exec(line);
      if (regret) points.push([Number(regret[1]), Number(regret[2])]);
      if (rule) byId('learned').textContent += `${rule[2].padEnd(60)} % game ${rule[1]}\n`;
    }
    const [game, regret] = points[points.length - 1];
    byId('learn-note').textContent = `${game} of ${games} games: regret ${regret}`;
    byId('curve').replaceChildren(curveOf(points, games));
  }
}

const engines = [['interpreter', 'interpreter'], ['jit', 'native code of matchers'], ['net-jit', 'native code of the net'],
                 ['lanes', 'lanes']];

export class Speed {
  constructor(sheet) {
    this.sheet = sheet;
    this.latest = {command: 'measure'};
    byId('measure').addEventListener('click', () => this.show());
  }

  /** Resets the view for another rulesheet. */
  reset() {
    this.turn = (this.turn || 0) + 1;
    byId('speeds').tBodies[0].replaceChildren();
    byId('speed-note').textContent = '';
    byId('costs').textContent = '';
  }

  async show() {
    const sheet = this.sheet();
    const turn = this.turn = (this.turn || 0) + 1;
    const body = byId('speeds').tBodies[0];
    body.replaceChildren();
    byId('speed-note').textContent = 'Random games are played ..';
    const rates = [];
    for (const [engine, title] of engines) {
      const result = await run({view: 'measure', ...sheet, engine, seconds: 0.5}, this.latest);
      if (!result || turn !== this.turn) return;
      let rate = 0;
      try { rate = JSON.parse(result.output).transitions_per_second; } catch { /* it has no such engine */ }
      rates.push([title, rate, trouble(result)]);
      const most = Math.max(1, ...rates.map(each => each[1]));
      body.replaceChildren(...rates.map(([name, each, wrong]) => {
        const bar = element('span', {class: 'bar'});
        bar.style.width = `${(20 * Math.max(0, Math.log10(Math.max(1, each))) / Math.log10(Math.max(10, most))).toFixed(1)}em`;
        return element('tr', {}, element('th', {scope: 'row'}, name),
                       element('td', {class: wrong.includes('\n') ? 'lines' : ''}, each ? Math.round(each).toLocaleString('en') : wrong.trimEnd()),
                       element('td', {}, bar));
      }));
    }
    byId('speed-note').textContent = 'Half a second each, on one thread; bars are logarithmic.';
    const costs = await run({view: 'order', ...sheet}, this.latest);
    if (costs && turn === this.turn) byId('costs').textContent = costs.output || costs.errors;
  }
}
