// Takes the server's picture of a state apart: boards, and the panel beside them; turns boards.

const space = 'http://www.w3.org/2000/svg';

/** Creates an element of SVG. */
export function svgElement(name, attributes, ...children) {
  const made = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Returns the picture as an element; its texts are read, so it is more than one image. */
export function parsePicture(text) {
  const picture = document.importNode(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement, true);
  picture.setAttribute('role', 'group');
  return picture;
}

/** Returns the left end of an element in the picture, by its attributes: it need not be shown. */
function leftOf(drawn) {
  const moved = /^translate\(([-\d.]+)/.exec(drawn.getAttribute('transform') || '');
  if (moved) return Number(moved[1]);
  for (const name of ['x', 'x1']) if (drawn.hasAttribute(name)) return Number(drawn.getAttribute(name));
  if (drawn.hasAttribute('cx')) return Number(drawn.getAttribute('cx')) - Number(drawn.getAttribute('r'));
  return Math.min(Infinity, ...[...drawn.children].map(leftOf));
}

/** Returns the lower end of an element in the picture, by its attributes. */
function bottomOf(drawn) {
  const moved = /^translate\([-\d.]+[ ,]([-\d.]+)\)(?: scale\(([\d.]+)\))?/.exec(drawn.getAttribute('transform') || '');
  if (moved) return Number(moved[1]) + 48 * Number(moved[2] || 1);
  for (const name of ['y', 'y2', 'cy']) {
    if (drawn.hasAttribute(name)) return Number(drawn.getAttribute(name)) + Number(drawn.getAttribute('height') || drawn.getAttribute('r') || 10);
  }
  return Math.max(0, ...[...drawn.children].map(bottomOf));
}

/** Returns the squares of a board in the picture: {group, board, place, x, y, side}. */
function squaresOf(picture) {
  return [...picture.querySelectorAll('.tsj-square')].map(group => ({
    group, board: Number(group.dataset.board), place: group.dataset.place, x: Number(group.dataset.x), y: Number(group.dataset.y),
    side: Number(group.parentNode.dataset.side)}));
}

const margin = 10;

/**
 * Splits the picture of a state. Returns {picture, squares, width, height, panel, legend}: the boards alone with their
 * labels; `panel`: a picture of what is beside them, or null; `legend`: lines below them. Without boards the panel is
 * the picture.
 */
export function takeApart(text) {
  const picture = parsePicture(text);
  const squares = squaresOf(picture);
  const {width, height} = picture.viewBox.baseVal;
  if (squares.length === 0) return {picture, squares, width, height, panel: null, legend: []};
  const right = Math.max(...squares.map(({x, side}) => x + side / 2)) + margin;
  const low = Math.max(...squares.map(({y, side}) => y + side / 2));
  const beside = [];
  const legend = [];
  let bottom = low + margin;
  for (const drawn of [...picture.children]) {
    if (drawn.matches('style, .tsj-board')) continue;
    if (drawn.matches('.tsj-paper')) drawn.remove();
    else if (leftOf(drawn) >= right) beside.push(drawn);
    else if (drawn.tagName === 'text' && drawn.getAttribute('text-anchor') === 'start' && Number(drawn.getAttribute('y')) > low) {
      legend.push(drawn.textContent);
      drawn.remove();
    } else if (drawn.tagName === 'text') bottom = Math.max(bottom, Number(drawn.getAttribute('y')) + margin);
  }
  let panel = null;
  if (beside.length > 0) {
    const left = Math.min(...beside.map(leftOf)) - 4;
    const tall = Math.min(height, Math.max(...beside.map(bottomOf)) + 4);
    panel = svgElement('svg', {viewBox: `${left} 0 ${width - left} ${tall}`, width: width - left, height: tall, class: 'tsj-picture'}, ...beside);
    panel.setAttribute('font-family', picture.getAttribute('font-family') || 'sans-serif');
  }
  picture.setAttribute('viewBox', `0 0 ${right} ${bottom}`);
  picture.removeAttribute('width');
  picture.removeAttribute('height');
  return {picture, squares, width: right, height: bottom, panel, legend};
}

/** Whether boards can be turned: what is drawn between dots would no longer be where it was. */
export const canTurn = boards => boards.length > 0 && boards.every(board => board.tiling !== 'dots');

/**
 * Turns boards by half a turn, so that the other side is at the bottom; pieces stay upright. In racks things fall
 * down from either side, so that these are seen from behind.
 */
export function turn({picture, squares}, boards) {
  const groups = new Map();  // boards of the same fluents are parts of one
  for (const square of squares) {
    const {functor} = boards[square.board];
    groups.set(functor, [...(groups.get(functor) || []), square]);
  }
  const labels = [...picture.children].filter(drawn => drawn.matches('text.tsj-label'));
  for (const own of groups.values()) {
    const middle = axis => (Math.min(...own.map(each => each[axis])) + Math.max(...own.map(each => each[axis]))) / 2;
    const [x, y] = [middle('x'), middle('y')];
    const isRack = boards[own[0].board].tiling === 'holes';
    const [left, right] = [Math.min(...own.map(each => each.x)) - own[0].side * 1.5, Math.max(...own.map(each => each.x)) + own[0].side];
    for (const square of own) {
      const [right, down] = [2 * (x - square.x), isRack ? 0 : 2 * (y - square.y)];
      square.group.setAttribute('transform', `translate(${right} ${down})`);
      square.x += right;
      square.y += down;
    }
    const near = labels.filter(label => Number(label.getAttribute('x')) > left && Number(label.getAttribute('x')) < right);
    swap(near.filter(label => label.getAttribute('text-anchor') === 'middle'));
    if (!isRack) swap(near.filter(label => label.getAttribute('text-anchor') === 'end'));
  }
}

/** Exchanges the places of labels: the first gets that of the last, and so on. */
function swap(labels) {
  const places = labels.map(label => [label.getAttribute('x'), label.getAttribute('y')]).reverse();
  labels.forEach((label, i) => {
    label.setAttribute('x', places[i][0]);
    label.setAttribute('y', places[i][1]);
  });
}

/** Returns copies of the pieces that stand for roles, by name: those beside roles' names. */
export function roleIcons(picture, roles) {
  const icons = new Map();
  for (const name of picture.querySelectorAll('text.tsj-strong')) {
    const piece = name.previousElementSibling;
    if (!piece || piece.tagName !== 'g' || !roles.includes(name.textContent)) continue;
    const copy = piece.cloneNode(true);
    copy.removeAttribute('transform');
    icons.set(name.textContent, svgElement('svg', {viewBox: '0 0 48 48', class: 'role-icon', 'aria-hidden': 'true'}, copy));
  }
  return icons;
}
