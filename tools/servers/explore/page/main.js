// Runs the page of `tesuji explore`: a gallery of games, or views of one and its rules. The address
// holds the state.
import {call, run, trouble, onOutage} from './server.js';
import {markBusy} from './busy.js';
import {Editor} from './editor.js';
import {Language} from './language.js';
import {Messages} from './messages.js';
import {Assistance} from './assistance.js';
import {Drafts} from './drafts.js';
import {Sheets} from './sheets.js';
import {NewSheet, download} from './new_sheet.js';
import {element, byId, say} from './elements.js';
import {Gallery, titleOf} from './gallery.js';
import {drawIcons, setIcon} from './icons.js';
import {Panes} from './panes.js';
import {Play} from './play.js';
import {Stages, isStage} from './stages.js';
import {Proofs} from './proofs.js';
import {Why} from './why.js';
import {Costs} from './costs.js';
import {Learning, Speed} from './tools.js';

const views = ['play', 'why', 'stages', 'proofs', 'learning', 'speed'];
let wanted = new URLSearchParams(location.hash.slice(1));
const pause = 100;  // ms from the last key until rules are checked

drawIcons();

const state = {game: '', view: 'play', strategy: '', valid: false, fresh: {}, good: ''};
/** Returns the rules for requests: their text, and the name of their file. */
const sheet = () => ({name: state.game, sheet: editor.text});
/** Returns the last rules without errors, which the board follows. */
const goodSheet = () => ({name: state.game, sheet: state.good});

new Panes(() => { editor.refresh(); stages.refresh(); });
const {names, first} = await call('games');
const drafts = new Drafts(names);
const sheets = new Sheets(names, drafts);
const editor = new Editor(byId('editor'), () => { keepDraft(); later(); }, line => lightFrom([line, line]));
const play = new Play(goodSheet, () => state.strategy, () => keep(), question => { open('why'); why.explain(question); });
const stages = new Stages(sheet, lines => editor.light([lines]), () => keep(),
                          wanted.get('left') || 'plan', wanted.get('right') || 'asm');
const proofs = new Proofs(sheet, moves => { open('play'); play.look([], moves); });
const why = new Why(goodSheet, play, (line, stay) => stay ? editor.show(line) : editor.go(line, 1));
const learning = new Learning(sheet, async (strategy, role) => {
  state.strategy = strategy;
  state.fresh.play = true;  // the match restarts
  await open('play');
  await play.playAgainst([role]);
});
const speed = new Speed(sheet);
const language = new Language(sheet);
const messages = new Messages(editor, language);
new Assistance(editor, language, messages);
const costs = new Costs(sheet, texts => editor.showCosts(texts), line => editor.go(line, 1));

function lightFrom(lines) {
  editor.light([]);
  if (state.view === 'stages') stages.light(lines);
  keep();
}

/** Writes the state into the address. */
function keep() {
  if (!state.game) return;
  const [left, right] = stages.names;
  const hash = new URLSearchParams({game: state.game, view: state.view, left, right, line: editor.line()});
  // Hidden cards are not written to the address either.
  // Longer matches make addresses that browsers refuse.
  const moves = JSON.stringify(play.moves);
  if (play.moves.length > 0 && moves.length < 20000 && !play.isClosed()) hash.set('moves', moves);
  history.replaceState(null, '', `#${hash}`);
}

/** Whether the value is a list of joint moves, each with one move of each role. */
const isJointMoves = value => Array.isArray(value) &&
  value.every(joint => Array.isArray(joint) && joint.every(move => typeof move === 'string'));

let timer = 0;
function later() {
  clearTimeout(timer);
  timer = setTimeout(check, pause);
}

const latestCheck = {};

/** Checks the rules, shows messages, and updates the visible view. */
async function check() {
  clearTimeout(timer);
  state.fresh = {};
  // Stages take longest: they start in parallel with the check, and keep their contents if the
  // rules have faults.
  let tell = null;
  const valid = new Promise(resolve => { tell = resolve; });
  const early = state.view === 'stages' ? refreshView(valid) : null;
  const checked = sheet();
  const result = await run({view: 'check', ...checked}, latestCheck).catch(() => null);
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
  state.valid = messages.show(faults, checked.sheet);
  if (state.valid) state.good = checked.sheet;
  byId('stale').hidden = state.valid || !state.good;
  byId('view-play').classList.toggle('is-stale', !state.valid);
  tell(state.valid);
  if (state.valid) await refresh();
  else if (state.view === 'play' && state.good && !play.position) await play.show();
  await early;
}

/** Updates the visible view. */
async function refresh() {
  if (state.valid && !state.fresh[state.view]) await refreshView();
}

/** `valid`: a promise of whether the rules are valid. */
async function refreshView(valid = Promise.resolve(true)) {
  state.fresh[state.view] = true;
  if (state.view === 'play') await play.show();
  if (state.view === 'stages') await Promise.all([stages.show(valid), costs.refresh()]);
  if (state.view === 'why') await showWhy();
  if (state.view === 'speed') await speed.show();
}

/** Questions refer to the position of Play, which may not be shown yet. */
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

/** The rulesheet from the folder; null if it is in the browser alone. */
let file = null;

function keepDraft() {
  if (!state.game) return;
  drafts.keep(state.game, file, {text: editor.text, formulas: byId('formulas').value});
  showDraft();
}

/** Shows whether the rules differ from the file, also in the list of rulesheets. */
function showDraft() {
  const draft = drafts.of(state.game);
  byId('draft-note').hidden = !draft;
  if (draft) {
    const hasChanged = file && draft.base !== file.text;
    byId('edited').textContent = hasChanged ? 'edited; the file, too' : file ? 'edited' : 'not in a file';
    byId('edited').title = !file ? 'The browser alone has it. Download it to keep it.' :
      `Edited here; ${hasChanged ? 'the file has changed, too, since then' : 'the file is as it was'}.`;
    setIcon(byId('revert'), file ? 'undo' : 'remove', file ? 'Back to the file' : 'Delete');
  }
  listSheets();
}

/** Fills the list of rulesheets. */
function listSheets() {
  const titles = sheets.names.map(name => [name, sheets.markOf(name) ? `${name} (${sheets.markOf(name)})` : name]);
  const shown = [...byId('game').options].slice(1).map(option => option.textContent);
  if (shown.join('\n') !== titles.map(([, title]) => title).join('\n')) {
    byId('game').replaceChildren(element('option', {value: '', disabled: true, hidden: true}, 'choose ..'),
                                 ...titles.map(([name, title]) => element('option', {value: name}, title)));
  }
  byId('game').value = state.game;
}

async function load(name) {
  let read = null;
  try {
    read = await sheets.file(name);
  } catch (error) {
    say('notice', `${name}: ${error.message}`);
    byId('game').value = state.game;
    return;
  }
  state.game = name;
  state.strategy = read ? read.strategy : '';
  file = read;
  // What was in no file, and has become one as it is, is no change.
  if (file && drafts.of(name)) drafts.keep(name, file, drafts.of(name));
  const draft = drafts.of(name);
  // A draft with errors is shown on the board of the file.
  state.good = draft && file ? file.text : '';
  byId('game').value = name;
  document.title = `${titleOf(name)} - tesuji`;
  gallery.shown = false;
  editor.refresh();
  byId('formulas').value = draft ? draft.formulas : file.formulas;
  editor.text = draft ? draft.text : file.text;
  for (const view of [play, proofs, why, learning, speed]) view.reset();
  showDraft();
  keep();
  byId('status').textContent = '';
  document.body.dataset.game = name;
  await check();
}

byId('game').addEventListener('change', event => { say('notice', ''); load(event.target.value); });
byId('formulas').addEventListener('input', keepDraft);
byId('revert').addEventListener('click', () => {
  if (!file && !window.confirm(`Delete ${state.game}? It is in no file.`)) return;
  drafts.drop(state.game);
  if (file) {
    load(state.game);
  } else {
    state.game = '';
    location.hash = 'gallery';
  }
});
byId('save-rules').addEventListener('click', () => download(state.game, editor.text));
byId('skip').addEventListener('click', event => { event.preventDefault(); byId(state.game ? 'views' : 'gallery').focus(); });
markBusy(views);
onOutage(outage => {
  const words = {lost: 'The server does not answer. Start `tesuji explore` again, or wait: the page tries every second.', back: '',
                 other: 'Another server runs at this address. Open the address that `tesuji explore` has printed.'};
  say('lost', words[outage]);
  document.body.classList.toggle('lost', outage !== 'back');
  if (outage === 'back' && state.game) check();
});

const gallery = new Gallery(sheets);
listSheets();
new NewSheet(sheet, name => sheets.has(name), async (name, text) => {
  drafts.keep(name, null, {text, formulas: ''});
  location.hash = new URLSearchParams({game: name, view: 'play'});
});

/** Shows the gallery. */
function choose() {
  state.game = '';
  listSheets();
  document.title = 'tesuji explore';
  byId('status').textContent = '';
  gallery.shown = true;
}

/** Reads the joint moves of the address; null if they cannot be read. */
function wantedMoves() {
  try {
    const read = JSON.parse(wanted.get('moves') || '[]');
    return isJointMoves(read) ? read : null;
  } catch {
    return null;
  }
}

/** Shows what the address names. */
async function follow() {
  delete document.body.dataset.ready;
  wanted = new URLSearchParams(location.hash.slice(1));
  const asked = wanted.get('game');
  const start = [asked, wanted.has('gallery') ? '' : first].find(name => sheets.has(name));
  const view = wanted.get('view');
  const wrong = [];
  // The address may describe another rulesheet, which does not apply to this one.
  const isOther = Boolean(asked) && asked !== start;
  if (isOther) wrong.push(`The folder has no rulesheet ${asked}.${start ? ` This is ${start}.` : ''}`);
  if (view && !views.includes(view)) wrong.push(`There is no view ${view}.`);
  for (const side of ['left', 'right']) {
    const stage = wanted.get(side);
    if (stage && !isStage(stage)) wrong.push(`There is no stage ${stage}.`);
  }
  const line = isOther ? 0 : Number(wanted.get('line'));
  const moves = isOther ? [] : wantedMoves();
  if (!moves) wrong.push('The address has moves that cannot be read: it may have been cut.');
  if (!start) choose();
  await open(views.includes(view) ? view : 'play');
  if (start) {
    await load(start);
    if (moves && moves.length > 0) await play.go(moves);
    if (line > 1) { editor.go(line, 1); lightFrom([line, line]); }
  }
  say('notice', wrong.join(' '));
  document.body.dataset.ready = 'yes';
}

// The user edits the address, goes back, or follows a link.
window.addEventListener('hashchange', follow);
await follow();
