// Draws a net in levels: inputs on the left, each gate to the right of those that it reads.

const space = 'http://www.w3.org/2000/svg';
const [wide, high, gapX, gapY] = [130, 20, 40, 6];

function make(name, attributes, text) {
  const made = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

/**
 * Reads nodes {name, label, ins, outs} by name from the output of `dump --emit=dot`. `ins`:
 * [{node, inverted}].
 */
export function readNet(dot) {
  const nodes = new Map();
  for (const line of dot.split('\n')) {
    const node = /^\s*(\w+) \[(.*)\];$/.exec(line);
    if (node && node[1] !== 'node') {
      const label = /label="((?:[^"\\]|\\.)*)"/.exec(node[2]);
      nodes.set(node[1], {name: node[1], label: label ? label[1].replace(/\\(.)/g, '$1') : node[1], ins: [], outs: [], level: 0});
    }
    const edge = /^\s*(\w+) -> (\w+)(?: \[(.*)\])?;$/.exec(line);
    if (edge && nodes.has(edge[1]) && nodes.has(edge[2])) {
      nodes.get(edge[2]).ins.push({node: nodes.get(edge[1]), inverted: /odot/.test(edge[3] || '')});
      nodes.get(edge[1]).outs.push(nodes.get(edge[2]));
    }
  }
  return [...nodes.values()];
}

/** Sets level, x and y of each node; returns the levels. Nets have no cycles. */
export function layout(nodes) {
  const left = new Map(nodes.map(node => [node, node.ins.length]));
  const ready = nodes.filter(node => node.ins.length === 0);
  for (let i = 0; i < ready.length; ++i) {
    for (const next of ready[i].outs) {
      next.level = Math.max(next.level, ready[i].level + 1);
      left.set(next, left.get(next) - 1);
      if (left.get(next) === 0) ready.push(next);
    }
  }
  const levels = [];
  for (const node of nodes) (levels[node.level] = levels[node.level] || []).push(node);
  const place = () => levels.forEach(level => level.forEach((node, i) => { node.y = i * (high + gapY); }));
  const mean = (node, others) => others.length === 0 ? node.y : others.reduce((sum, other) => sum + other.y, 0) / others.length;
  place();
  // Sorts each level by the mean places of its neighbours, back and forth.
  for (let round = 0; round < 4; ++round) {
    const forward = round % 2 === 0;
    for (const level of forward ? levels : [...levels].reverse()) {
      const means = new Map(level.map(node => [node, mean(node, forward ? node.ins.map(each => each.node) : node.outs)]));
      level.sort((p, q) => means.get(p) - means.get(q));
      level.forEach((node, i) => { node.y = i * (high + gapY); });
    }
  }
  const tallest = Math.max(...levels.map(level => level.length)) * (high + gapY);
  for (const level of levels) {
    const shift = (tallest - level.length * (high + gapY)) / 2;
    for (const node of level) { node.y += shift + 4; node.x = node.level * (wide + gapX) + 4; }
  }
  return levels;
}

export class NetView {
  constructor(parent, label, say) {
    this.say = say;
    this.box = document.createElement('div');
    this.box.className = 'net';
    this.box.hidden = true;
    this.label = label;
    parent.append(this.box);
  }

  show(dot) {
    const nodes = readNet(dot);
    this.box.replaceChildren();
    if (nodes.length === 0) return;
    const levels = layout(nodes);
    const width = levels.length * (wide + gapX);
    const height = Math.max(...levels.map(level => level.length)) * (high + gapY) + 8;
    const inputs = nodes.filter(node => node.ins.length === 0).length;
    const svg = make('svg', {width, height, viewBox: `0 0 ${width} ${height}`, role: 'application', tabindex: 0,
      'aria-label': `${this.label}: ${inputs} inputs, ${nodes.length - inputs} gates in ${levels.length - 1} levels. Arrow keys go from gate to gate.`});
    this.edges = [];
    for (const node of nodes) {
      for (const {node: from, inverted} of node.ins) {
        const [x1, y1, x2, y2] = [from.x + wide, from.y + high / 2, node.x - (inverted ? 7 : 0), node.y + high / 2];
        const line = make('path', {d: `M${x1} ${y1}C${x1 + gapX / 2} ${y1} ${x2 - gapX / 2} ${y2} ${x2} ${y2}`});
        svg.append(line);
        if (inverted) svg.append(make('circle', {cx: node.x - 4, cy: y2, r: 3}));
        this.edges.push({from, to: node, line});
      }
    }
    for (const node of nodes) {
      node.group = make('g', {});
      const kind = node.ins.length === 0 ? 'input' : node.outs.length === 0 ? 'output' : 'gate';
      node.group.append(make('rect', {x: node.x, y: node.y, width: wide, height: high, rx: kind === 'gate' ? 9 : 2, class: kind}),
                        make('text', {x: node.x + 6, y: node.y + 14}, node.label.length > 21 ? `${node.label.slice(0, 20)}…` : node.label),
                        make('title', {}, node.label));
      node.group.addEventListener('click', () => this.choose(node));
      svg.append(node.group);
    }
    svg.addEventListener('keydown', event => this.key(event));
    this.levels = levels;
    this.chosen = null;
    this.box.append(svg);
  }

  /** Marks a node and all that it depends on, and describes it. */
  choose(node) {
    this.chosen = node;
    const cone = new Set([node]);
    for (const each of cone) for (const {node: from} of each.ins) cone.add(from);
    for (const level of this.levels) {
      for (const each of level) each.group.setAttribute('class', each === node ? 'chosen' : cone.has(each) ? 'cone' : '');
    }
    for (const {from, to, line} of this.edges) line.setAttribute('class', cone.has(to) && cone.has(from) ? 'cone' : '');
    const reads = node.ins.map(({node: from, inverted}) => `${inverted ? 'not ' : ''}${from.label}`);
    this.say(`${node.label}${reads.length > 0 ? ` of ${reads.slice(0, 8).join(', ')}${reads.length > 8 ? ' ..' : ''}` : ''}: ` +
             `depends on ${[...cone].filter(each => each.ins.length === 0).length} inputs`);
  }

  key(event) {
    const node = this.chosen;
    const steps = {ArrowLeft: () => node.ins[0] && node.ins[0].node, ArrowRight: () => node.outs[0],
                   ArrowUp: () => this.levels[node.level][this.levels[node.level].indexOf(node) - 1],
                   ArrowDown: () => this.levels[node.level][this.levels[node.level].indexOf(node) + 1]};
    if (!(event.key in steps)) return;
    event.preventDefault();
    const next = node ? steps[event.key]() : this.levels[this.levels.length - 1][0];
    if (!next) return;
    this.choose(next);
    next.group.scrollIntoView({block: 'nearest', inline: 'nearest'});
  }
}
