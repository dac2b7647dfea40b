// Draws boards as tables, and finds the squares that terms name.
import {element} from './elements.js';

/** Returns the words of a term: move, 1, 2 for `(move 1 2)` or `move(1,2)`. */
export const wordsOf = term => term.split(/[\s(),]+/).filter(word => word !== '');

/**
 * Returns the places that goals name, by functor: in `true`, also under `not`, and in fluents
 * themselves.
 */
export function placesOf(terms, boards) {
  const places = new Map(boards.map(board => [board.functor, new Set()]));
  for (const term of terms) {
    const words = wordsOf(term);
    while (words[0] === 'not' || words[0] === 'true' || words[0] === 'next' || words[0] === 'init') words.shift();
    const board = boards.find(each => each.functor === words[0]);
    const named = board && board.squares.find(square => square.place);
    if (!named) continue;
    const count = named.place.split(' ').length;
    places.get(board.functor).add(words.slice(board.first, board.first + count).join(' '));
  }
  return places;
}

/** Returns the places of squares whose content differs from the previous position. */
export const changedPlaces = boards => new Map(boards.map(board => [
  board.functor, new Set(board.squares.filter(square => square.changed).map(square => square.place))]));

/** Adds the places of one map to another. */
export function addPlaces(to, more) {
  for (const [functor, places] of more) to.set(functor, new Set([...(to.get(functor) || []), ...places]));
  return to;
}

/**
 * Makes a table. `bound`: places to mark, by functor. `press(square)`: returns {attributes} of a
 * button on the square; without it squares are text.
 */
export function boardTable(board, bound = new Map(), press = null) {
  const width = board.columns.length;
  const wide = board.squares.some(square => square.shown.length > 3);
  const marked = bound.get(board.functor) || new Set();
  const content = square => {
    const isBound = marked.has(square.place);
    const label = `${square.place}: ${square.content || 'empty'}${isBound ? ', bound' : ''}`;
    const classes = [square.owner === undefined ? '' : `owner-${square.owner}`, square.changed ? 'changed' : '',
                     isBound ? 'bound' : ''];
    if (!press) {
      return element('span', {class: ['square', ...classes].join(' ').trim(), role: 'img', 'aria-label': label, title: label},
                     square.shown);
    }
    const {more, ...attributes} = press(square);
    return element('button', {type: 'button', 'data-place': square.place, 'aria-label': label, ...attributes,
                              class: [...classes, ...more].join(' ').trim()}, square.shown);
  };
  const rows = board.rows.map((label, row) => element('tr', {}, element('th', {scope: 'row'}, label),
    ...board.squares.slice(row * width, (row + 1) * width).map(square =>
      square.place ? element('td', {class: wide ? 'wide' : ''}, content(square)) : element('td', {class: 'none'}))));
  return element('table', {class: press ? 'board' : 'board small'},
    element('caption', {}, board.functor),
    element('thead', {}, element('tr', {}, element('td', {class: 'none'}),
                                 ...board.columns.map(label => element('th', {scope: 'col'}, label)))),
    element('tbody', {}, ...rows));
}

/** Draws the state, and marks squares whose content has changed. */
export function withChanges(state, before) {
  const boards = (state.boards || []).map((board, b) => ({...board, squares: board.squares.map((square, i) => ({
    ...square, changed: Boolean(before.boards) && before.boards[b].squares[i].content !== square.content}))}));
  return {...state, boards};
}

const mostListed = 200;

function listed(fluents) {
  const shown = fluents.slice(0, mostListed).map(fluent => element('code', {}, fluent, ' '));
  return fluents.length > mostListed ? [...shown, `and ${fluents.length - mostListed} more`] : shown;
}

/** Draws a state without buttons: its boards, and the fluents that are not on a board. */
export const stateFigure = (title, state, bound) => element('figure', {class: 'state'},
  element('figcaption', {}, title), ...(state.boards || []).map(board => boardTable(board, bound)),
  element('p', {}, ...listed(state.boards ? state.others : state.state)));
