// Saves matches, reads them, and copies links and moves.
import {byId, element} from './elements.js';
import {movesText} from './notation.js';

/** Splits `(mark 1 1) noop` into two terms. */
function splitTerms(text) {
  const terms = [];
  let depth = 0;
  let term = '';
  for (const c of text.trim().replace(/^\(\s*(?=\()/, '').trim()) {
    if (depth === 0 && /\s/.test(c)) {
      if (term) terms.push(term);
      term = '';
      continue;
    }
    if (c === '(') ++depth;
    if (c === ')') --depth;
    if (depth < 0) break;
    term += c;
  }
  if (term) terms.push(term);
  return terms;
}

/** Returns the joint moves of a match: of `play --json`, a match record, a trace, or this page. */
export function readMatch(text) {
  const json = JSON.parse(text);
  const match = json.matches ? json.matches[0] : json.playouts ? json.playouts[0] : json;
  const turns = match.moves || match.steps.filter(step => step.m || step.joint);
  const joints = turns.map(turn => {
    const terms = turn.joint || turn.m || turn.moves || turn;
    return typeof terms === 'string' ? splitTerms(terms) : terms;
  });
  const isJoint = joint => Array.isArray(joint) && joint.every(move => typeof move === 'string');
  if (!joints.every(isJoint)) throw new Error('its moves are not lists of terms');
  return joints;
}

/** Returns a match as `play --json` prints it. `end`: `terminal`, or `abandoned`. */
const matchText = (game, end, moves) =>
  `${JSON.stringify({game, matches: [{end, moves: moves.map(joint => ({joint}))}]}, null, 1)}\n`;

export class Share {
  /** `match()`: {game, position, tree, isClosed}; `open(moves)`: shows a match. */
  constructor(match, open) {
    this.match = match;
    this.open = open;
    byId('download').addEventListener('click', () => this.download());
    byId('copy-link').addEventListener('click', () => this.copy(location.href, 'The link'));
    byId('copy-moves').addEventListener('click', () => {
      const {tree, position} = this.match();
      this.copy(movesText(tree.pathTo(tree.end), position.roles), 'The moves');
    });
    byId('record').addEventListener('change', async event => {
      const [file] = event.target.files;
      event.target.value = '';  // so that the same file can be opened again
      if (file) await this.read(file);
    });
    // A click elsewhere closes the menu.
    document.addEventListener('click', event => { if (!byId('share').contains(event.target)) byId('share').open = false; });
    document.addEventListener('keydown', event => { if (event.key === 'Escape') byId('share').open = false; });
  }

  /** Offers what others may see: not while cards are closed. */
  draw() {
    const {isClosed, tree, position} = this.match();
    const isEmpty = !position || tree.pathTo(tree.end).length === 0;
    byId('download').disabled = byId('copy-moves').disabled = isClosed || isEmpty;
    byId('copy-link').disabled = isClosed;
  }

  async read(file) {
    try {
      await this.open(readMatch(await file.text()));
      byId('share').open = false;
    } catch (error) {
      this.say(`The file is not a match: ${error.message}`);
    }
  }

  download() {
    const {game, position, tree} = this.match();
    const moves = tree.pathTo(tree.end).map(place => place.joint);
    const end = position.terminal && tree.isAtEnd ? 'terminal' : 'abandoned';
    const link = element('a', {href: URL.createObjectURL(new Blob([matchText(game, end, moves)], {type: 'application/json'})),
                               download: `${game.replace(/\.\w+$/, '')}-match.json`});
    link.click();
    URL.revokeObjectURL(link.href);
    this.say('Downloaded');
  }

  async copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      this.say(`${what} ${what.endsWith('s') ? 'are' : 'is'} in the clipboard`);
    } catch {
      this.say(text);  // where the browser gives no clipboard
    }
  }

  say(text) { byId('share-note').textContent = text; }
}
