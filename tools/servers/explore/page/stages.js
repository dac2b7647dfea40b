// Shows stages of the compiler side by side. Highlights the parts that come from the same lines of
// the rules.
import {run, trouble} from './server.js';
import {LineView} from './editor.js';
import {element, byId, say} from './elements.js';
import {NetView} from './net.js';
import {difference, readPasses} from './passes.js';

const stages = [['ast', 'rules'], ['clauses', 'clauses'], ['plan', 'plans'], ['net', 'net'], ['dot', 'net, drawn'], ['lanes', 'lane program'],
                ['llvm', 'LLVM IR'], ['llvm-optimised', 'LLVM IR, optimised'], ['asm', 'assembly'],
                ['passes', 'what passes changed'], ['order', 'order of premises'], ['metarules', 'metarules']];

export const isStage = name => stages.some(([known]) => known === name);

/** The relations for which nets are drawn. */
const questions = ['terminal', 'legal', 'next', 'goal', 'sees'];

/**
 * Returns the source lines of each line of a stage's text: [first, last], or null. IR text has them
 * as `at FILE:1:2-3:4` or `at 1:2-3`, LLVM IR as `!dbg !7` with `!7 = !DILocation(line: 1`,
 * assembly as `.loc 1 2 3` before what it is of.
 */
export function sourceLines(text) {
  const lines = text.split('\n');
  const debug = new Map();
  for (const line of lines) {
    const found = /^!(\d+) = (?:distinct )?!(?:DILocation|DISubprogram|DILexicalBlock)\(.*?line: (\d+)/.exec(line);
    if (found && found[2] !== '0') debug.set(found[1], Number(found[2]));
  }
  let here = null;
  return lines.map(line => {
    const at = / at (?:"[^"]*":|[^\s:"]+:)?(\d+):\d+-(?:(\d+):)?\d+/.exec(line);
    if (at) return [Number(at[1]), Number(at[2] || at[1])];
    const dbg = /!dbg !(\d+)/.exec(line);
    if (dbg) return debug.has(dbg[1]) ? [debug.get(dbg[1]), debug.get(dbg[1])] : null;
    const loc = /^\s*\.loc\s+\d+\s+(\d+)/.exec(line);
    if (loc) { here = loc[1] === '0' ? null : [Number(loc[1]), Number(loc[1])]; return here; }
    if (/^\s*\.cfi_endproc|^\S+:\s*(#.*)?$/.test(line) && !/^\.L/.test(line)) here = null;
    return here && /^\s+[a-z]/.test(line) ? here : null;
  });
}

class Pane {
  constructor(parent, select, owner, label, stage) {
    this.owner = owner;
    this.select = select;
    this.stage = isStage(stage) ? stage : stages[0][0];
    this.latest = {};
    this.places = [];
    const side = label.split(' ')[0].toLowerCase();
    this.choice = element('select', {id: `choice-${side}`});
    this.choiceLabel = element('label', {hidden: true}, element('span', {}), ' ', this.choice);
    parent.append(this.choiceLabel);
    this.view = new LineView(parent, label, line => owner.follow(this, line));
    this.net = new NetView(parent, `Net, ${label.toLowerCase()}`, text => say('stage-note', text));
    this.choice.addEventListener('change', () => this.stage === 'passes' ? this.showPass() : this.show());
    select.append(...stages.map(([name, title]) => element('option', {value: name, selected: name === this.stage}, title)));
    select.addEventListener('change', () => { this.stage = select.value; owner.onStage(); this.show(); });
  }

  /** `valid`: a promise of whether the rules are valid. */
  async show(valid = Promise.resolve(true)) {
    const sheet = this.owner.sheet();
    const engine = byId('stage-engine').value;
    const request = this.stage === 'passes' || this.stage === 'order' ? {view: this.stage, ...sheet}
                                                                      : {view: 'stage', stage: this.stage, engine, ...sheet};
    const isNet = this.stage === 'dot';
    if (isNet) {
      this.offer('Question', questions.map(name => [name, name]), questions[0]);
      request.question = this.choice.value;
    }
    const result = await run(request, this.latest);
    if (!result) return;
    const wrong = trouble(result);
    say('stage-note', wrong.slice(0, 2000));
    const shown = this.stage === 'passes' ? readPasses(result.errors).length > 0 : result.output !== '';
    // Rules with faults have no stages: the previous ones stay.
    if (wrong && !shown && !await valid) return;
    this.view.hidden = isNet;
    this.net.box.hidden = !isNet;
    if (!isNet) this.net.box.replaceChildren();
    this.choiceLabel.hidden = !isNet && this.stage !== 'passes';
    if (isNet) {
      this.places = [];
      this.net.show(result.output);
    } else if (this.stage === 'passes') {
      this.passes = readPasses(result.errors);
      const titles = this.passes.map(({name, time}, i) => [String(i), `${i + 1}. ${name}${time ? `, ${time} ms` : ''}`]);
      this.offer('Pass', titles, String(this.passes.length - 1));
      this.showPass();
    } else {
      this.places = sourceLines(result.output);
      this.view.text = result.output;
      this.light(this.owner.source, false);
    }
  }

  /** Fills in the choices for this stage; keeps the current choice if it is one of them. */
  offer(label, choices, usual) {
    const before = this.choiceOf === this.stage ? this.choice.value : '';
    this.choiceOf = this.stage;
    this.choiceLabel.firstChild.textContent = label;
    this.choice.replaceChildren(...choices.map(([value, title]) => element('option', {value}, title)));
    this.choice.value = choices.some(([value]) => value === before) ? before : usual;
  }

  /** Shows the text after a pass, with the lines that it added and removed. */
  showPass() {
    const number = Number(this.choice.value);
    const step = this.passes[number];
    if (!step) { this.view.text = ''; return; }
    const before = number > 0 ? this.passes[number - 1].lines : step.lines;
    const lines = difference(before, step.lines);
    const text = lines.map(({line, change}) => `${change || ' '} ${line}`).join('\n');
    this.places = sourceLines(text);
    this.view.text = text;
    const changed = sign => lines.flatMap(({change}, i) => change === sign ? [i] : []);
    this.view.paint(changed('+'), 'added');
    this.view.paint(changed('-'), 'removed');
    say('stage-note', number > 0 ? `${step.name}: ${changed('+').length} lines added, ${changed('-').length} removed` :
      `${step.name}: the first pass that changed something`);
    this.light(this.owner.source, false);
    const first = lines.findIndex(({change}) => change !== '');
    if (!this.owner.source && first >= 0) this.view.reveal(first);
  }

  /**
   * Highlights the parts that come from these source lines: places within them, or the smallest
   * around them.
   */
  light(source, stay) {
    if (!source) { this.view.light([], true); return; }
    const inside = [];
    let around = [];
    let least = Infinity;
    this.places.forEach((place, line) => {
      if (!place) return;
      if (place[0] >= source[0] && place[1] <= source[1]) inside.push(line);
      else if (place[0] <= source[0] && place[1] >= source[1]) {
        const size = place[1] - place[0];
        if (size < least) { least = size; around = []; }
        if (size === least) around.push(line);
      }
    });
    this.lit = inside.length > 0 ? inside : around;
    this.view.light(this.lit, stay);
  }
}

export class Stages {
  /** `onSource`: called with the highlighted source lines. */
  constructor(sheet, onSource, onStage, left, right) {
    this.sheet = sheet;
    this.onSource = onSource;
    this.onStage = onStage;
    this.source = null;
    this.panes = [new Pane(byId('pane-left'), byId('stage-left'), this, 'Left stage', left),
                  new Pane(byId('pane-right'), byId('stage-right'), this, 'Right stage', right)];
    byId('stage-engine').addEventListener('change', () => this.show());
  }

  /** Draws anew after a change of size. */
  refresh() { for (const pane of this.panes) pane.view.refresh(); }

  get names() { return this.panes.map(pane => pane.stage); }

  async show(valid) {
    this.refresh();
    await Promise.all(this.panes.map(pane => pane.show(valid)));
  }

  /** Called when the cursor is on a line of the rules. */
  light(source) {
    this.source = source;
    for (const pane of this.panes) pane.light(source, false);
  }

  /** Called when the cursor is on a line of a stage. */
  follow(from, line) {
    const place = from.places[line];
    if (!place) return;
    this.source = place;
    this.onSource(place);
    for (const pane of this.panes) pane.light(place, pane === from);
  }
}
