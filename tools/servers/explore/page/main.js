// The page of `tesuji explore`: rules on the left, views of them on the right. The address keeps the state.
import {call, run, trouble, onRunning, stopAll} from './server.js';
import {Editor} from './editor.js';
import {element, byId} from './elements.js';
import {Play} from './play.js';
import {Stages} from './stages.js';
import {Proofs} from './proofs.js';
import {Why} from './why.js';
import {Costs} from './costs.js';
import {Learning, Speed} from './tools.js';

const views = ['play', 'why', 'stages', 'proofs', 'learning', 'speed'];
const wanted = new URLSearchParams(location.hash.slice(1));
const pause = 100;  // ms after the last key, before rules are checked

const state = {game: '', view: 'play', strategy: '', valid: false, fresh: {}};
/** What requests need of the rules: their text, and the name of the file that it was. */
const sheet = () => ({name: state.game, sheet: editor.text});

const editor = new Editor(byId('editor'), () => later(), line => lightFrom([line, line]));
const play = new Play(sheet, () => state.strategy, () => keep(), question => { open('why'); why.explain(question); });
const stages = new Stages(sheet, lines => editor.light([lines]), () => keep(),
                          wanted.get('left') || 'plan', wanted.get('right') || 'asm');
const proofs = new Proofs(sheet, moves => { open('play'); play.go([], moves); });
const why = new Why(sheet, play, (line, stay) => stay ? editor.show(line) : editor.go(line, 1));
new Learning(sheet, strategy => { state.strategy = strategy; open('play'); });
const speed = new Speed(sheet);
const costs = new Costs(sheet, texts => editor.showCosts(texts), line => editor.go(line, 1));

function lightFrom(lines) {
  editor.light([]);
  if (state.view === 'stages') stages.light(lines);
  keep();
}

/** Writes the state into the address. */
function keep() {
  const [left, right] = stages.names;
  const hash = new URLSearchParams({game: state.game, view: state.view, left, right, line: editor.line()});
  // Longer matches make addresses that browsers refuse.
  const moves = JSON.stringify(play.moves);
  if (play.moves.length > 0 && moves.length < 20000) hash.set('moves', moves);
  history.replaceState(null, '', `#${hash}`);
}

let timer = 0;
function later() {
  clearTimeout(timer);
  timer = setTimeout(check, pause);
}

const latestCheck = {};

/** Checks the rules, shows messages, and what the view in sight makes of the rules. */
async function check() {
  clearTimeout(timer);
  state.fresh = {};
  // Stages take longest: they begin beside the check, and keep what they show where the rules have faults.
  let tell = null;
  const valid = new Promise(resolve => { tell = resolve; });
  const early = state.view === 'stages' ? refreshView(valid) : null;
  const result = await run({view: 'check', ...sheet()}, latestCheck);
  if (!result) {
    tell(false);
    return;
  }
  let faults = [];
  try {
    faults = JSON.parse(result.output).files.flatMap(file => file.diagnostics);
  } catch {
    faults = [{severity: 'error', message: trouble(result) || 'no result'}];
  }
  const errors = faults.filter(fault => fault.severity === 'error').length;
  byId('status').textContent = faults.length === 0 ? 'no messages' :
    `${errors} ${errors === 1 ? 'error' : 'errors'}, ${faults.length - errors} other messages`;
  byId('messages').replaceChildren(...faults.slice(0, 200).map(fault => element('li', {class: fault.severity},
    element('button', {type: 'button', onclick: () => fault.line && editor.go(fault.line, fault.column)},
            `${fault.line ? `${fault.line}:${fault.column}: ` : ''}${fault.severity}: ${fault.message}`))));
  editor.showFaults(faults);
  state.valid = errors === 0;
  tell(state.valid);
  if (state.valid) await refresh();
  await early;
}

/** Brings the view in sight up to date. */
async function refresh() {
  if (state.valid && !state.fresh[state.view]) await refreshView();
}

/** `valid`: a promise of whether the rules are. */
async function refreshView(valid = Promise.resolve(true)) {
  state.fresh[state.view] = true;
  if (state.view === 'play') await play.show();
  if (state.view === 'stages') await Promise.all([stages.show(valid), costs.refresh()]);
  if (state.view === 'why') await showWhy();
  if (state.view === 'speed') await speed.show();
}

/** Questions are about the position of Play, which may not have been shown yet. */
async function showWhy() {
  if (!state.fresh.play) {
    state.fresh.play = true;
    await play.show();
  }
  why.show();
}

function open(view) {
  if (view === 'why') state.fresh.why = false;
  state.view = view;
  for (const name of views) {
    const on = name === view;
    byId(`view-${name}`).hidden = !on;
    const tab = byId(`tab-${name}`);
    tab.setAttribute('aria-selected', String(on));
    tab.tabIndex = on ? 0 : -1;
  }
  keep();
  return refresh();
}

byId('tabs').addEventListener('keydown', event => {
  const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
  if (!step) return;
  const next = views[(views.indexOf(state.view) + step + views.length) % views.length];
  open(next);
  byId(`tab-${next}`).focus();
});
for (const name of views) byId(`tab-${name}`).addEventListener('click', () => open(name));

async function load(name) {
  const game = await call('game', {name});
  state.game = name;
  state.strategy = game.strategy || '';
  byId('formulas').value = game.invariants || '';
  editor.text = game.text;
  play.reset();
  await check();
}

byId('game').addEventListener('change', event => load(event.target.value));
byId('stop').addEventListener('click', stopAll);
onRunning(count => { byId('stop').hidden = count === 0; });

const {names, first} = await call('games');
byId('game').append(...names.map(name => element('option', {value: name}, name)));
const start = [wanted.get('game'), first, names[0]].find(name => names.includes(name));
const view = wanted.get('view');
const line = Number(wanted.get('line'));
let moves = [];
try { moves = JSON.parse(wanted.get('moves') || '[]'); } catch { /* a link that was cut */ }
await open(views.includes(view) ? view : 'play');
if (start) {
  byId('game').value = start;
  await load(start);
  if (moves.length > 0) await play.go(moves);
  if (line > 1) { editor.go(line, 1); lightFrom([line, line]); }
} else {
  byId('status').textContent = 'The folder has no rulesheet: type one.';
  editor.text = '';
}
document.body.dataset.ready = 'yes';
