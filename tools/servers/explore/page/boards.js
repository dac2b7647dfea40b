// Shows boards, and finds the squares that terms name.
import {element} from './elements.js';
import {parsePicture} from './picture.js';

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
    const layersOf = board => [{functor: board.functor, first: board.first}, ...(board.layers || [])];
    const board = boards.find(each => layersOf(each).some(layer => layer.functor === words[0]));
    const named = board && board.squares.find(square => square.place);
    if (!named) continue;
    const {first} = layersOf(board).find(layer => layer.functor === words[0]);
    const count = named.place.split(' ').length;
    places.get(board.functor).add(words.slice(first, first + count).join(' '));
  }
  return places;
}

/** Returns the places of squares whose content differs from the previous position. */
export const changedPlaces = boards => boards.reduce((places, board) => addPlaces(places, new Map([[
  board.functor, new Set(board.squares.filter(square => square.changed).map(square => square.place))]])), new Map());

/** Adds the places of one map to another. */
export function addPlaces(to, more) {
  for (const [functor, places] of more) to.set(functor, new Set([...(to.get(functor) || []), ...places]));
  return to;
}

const percent = (part, whole) => `${(100 * part / whole).toFixed(3)}%`;

/** Shows the picture of a state's boards and panel, with a frame around each square that has been bound (by functor). */
function boardPicture(state, bound = new Map()) {
  const picture = parsePicture(state.svg);
  const {width, height} = picture.viewBox.baseVal;
  const over = [];
  for (const group of picture.querySelectorAll('.tsj-square')) {
    const board = state.boards[Number(group.dataset.board)];
    const square = board.squares.find(each => each.place === group.dataset.place);
    if (!square || !(bound.get(board.functor) || new Set()).has(square.place)) continue;
    const side = Number(group.parentNode.dataset.side);
    const style = `left: ${percent(group.dataset.x, width)}; top: ${percent(group.dataset.y, height)}; ` +
      `width: ${percent(side, width)}; height: ${percent(side, height)}`;
    const label = `${square.place}: ${square.content || 'empty'}, bound`;
    over.push(element('span', {class: square.content && square.shown ? 'over full bound' : 'over bound', style, role: 'img', 'aria-label': label, title: label}));
  }
  return element('div', {class: 'picture small'}, picture, ...over);
}

/** Marks squares whose content differs from that in another state. */
export function withChanges(state, before) {
  const boards = (state.boards || []).map((board, b) => ({...board, squares: board.squares.map((square, i) => ({
    ...square, changed: Boolean(before.boards) && before.boards[b].squares[i].content !== square.content}))}));
  return {...state, boards};
}

/** Shows a state without buttons. */
export const stateFigure = (title, state, bound) => element('figure', {class: 'state'},
  element('figcaption', {}, title),
  state.svg ? boardPicture(state, bound) : element('p', {}, ...state.state.map(fluent => element('code', {}, fluent, ' '))));
