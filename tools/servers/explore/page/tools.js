// Views that are a button and a result: Learning, Speed.
import {run, trouble} from './server.js';
import {element, byId} from './elements.js';

/** A curve of values by game, with its axes. */
function curveOf(values) {
  const width = 560, height = 180, left = 46, bottom = 24;
  const most = Math.max(1, ...values);
  const x = i => left + (width - left - 8) * i / Math.max(1, values.length - 1);
  const y = value => 8 + (height - bottom - 8) * (1 - value / most);
  const space = 'http://www.w3.org/2000/svg';
  const make = (name, attributes, text) => {
    const made = document.createElementNS(space, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const svg = make('svg', {viewBox: `0 0 ${width} ${height}`, width, height, role: 'img',
                           'aria-label': `Cumulative regret: ${values[values.length - 1]} after ${values.length} games`});
  svg.append(make('line', {x1: left, y1: y(0), x2: width - 8, y2: y(0)}), make('line', {x1: left, y1: 8, x2: left, y2: y(0)}),
             make('text', {x: 4, y: 16}, String(most)), make('text', {x: 4, y: y(0)}, '0'),
             make('text', {x: width - 120, y: height - 6}, `${values.length} games`),
             make('text', {x: left, y: height - 6}, 'cumulative minimax regret'),
             make('path', {d: values.map((value, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join('')}));
  return svg;
}

export class Learning {
  constructor(sheet, useStrategy) {
    this.latest = {};
    byId('learn').addEventListener('click', async () => {
      byId('learn-note').textContent = 'Games are played ..';
      const result = await run({view: 'learn', ...sheet(), games: Number(byId('learn-games').value),
                                seed: Number(byId('learn-seed').value), refute: byId('learn-refute').checked}, this.latest);
      if (!result) return;
      let report = null;
      try { report = JSON.parse(result.output); } catch { /* a message says why */ }
      byId('learn-note').textContent = report ? `${report.games} games as ${report.role}: regret ${report.cumulative_regret}, ` +
        `${report.searches} searches` : trouble(result);
      byId('curve').replaceChildren(...(report ? [curveOf(report.curve)] : []));
      byId('learned').textContent = report ? report.strategy : '';
      this.strategy = report ? report.strategy : '';
      byId('use-strategy').hidden = !this.strategy;
    });
    byId('use-strategy').addEventListener('click', () => useStrategy(this.strategy));
  }
}

const engines = [['interpreter', 'interpreter'], ['jit', 'native code of matchers'], ['net-jit', 'native code of the net'],
                 ['lanes', 'lanes']];

export class Speed {
  constructor(sheet) {
    this.sheet = sheet;
    this.latest = {};
    byId('measure').addEventListener('click', () => this.show());
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
                       element('td', {}, each ? Math.round(each).toLocaleString('en') : wrong.split('\n')[0]),
                       element('td', {}, bar));
      }));
    }
    byId('speed-note').textContent = 'Half a second each, on one thread; bars are logarithmic.';
    const costs = await run({view: 'order', ...sheet}, this.latest);
    if (costs && turn === this.turn) byId('costs').textContent = costs.output || costs.errors;
  }
}
