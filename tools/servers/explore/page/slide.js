// Lets pieces slide to their new squares, so that the eye follows a move.
import {svgElement} from './picture.js';

const duration = 160;  // ms

/** Returns what stands on each square, by key. */
export const contentsOf = squares => new Map([...squares].map(([key, {square}]) => [key, square.content || '']));

/**
 * Slides pieces that stood elsewhere `before` (contentsOf): those whose content left exactly one other square. `squares`: by key
 * {group, square, x, y}. Does nothing where people do not want motion.
 */
export function slide(squares, before) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || before.size !== squares.size) return;
  const isOther = ([key, {square}]) => before.get(key) !== (square.content || '');
  const changed = [...squares].filter(isOther);
  for (const [key, to] of changed) {
    if (!to.square.content) continue;
    const left = changed.filter(([other]) => other !== key && before.get(other) === to.square.content);
    if (left.length !== 1) continue;
    const [[, from]] = left;
    const pieces = [...to.group.children].filter(part => !part.matches('title, .tsj-cell, .tsj-moved, .tsj-changed, .tsj-hole'));
    const moving = svgElement('g', {}, ...pieces);
    to.group.append(moving);
    moving.animate([{transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)`}, {transform: 'none'}], {duration, easing: 'ease-out'});
  }
}
