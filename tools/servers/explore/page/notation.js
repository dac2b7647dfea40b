// Returns moves as people read them: as the server writes them, else the term's words.
import {peopleOf} from './seats.js';

const plain = term => term.replace(/^\(|\)$/g, '').replace(/[()]/g, ' ').replace(/\s+/g, ' ').trim();

/** Returns the text of a role's legal move with this number. */
export function textOf(position, role, number) {
  const own = (position.notation || [])[role];
  return (own && own[number]) || plain(position.legal[role][number]);
}

/** Whether a move without arguments accompanies one with arguments, as of a role that waits. */
const seemsToWait = (move, joint) => !move.startsWith('(') && joint.some(other => other.startsWith('('));

/** Returns the texts of a joint move from this position, by role; null for roles without a choice. */
export const textsOf = (position, joint) => joint.map((move, role) => {
  const legal = position.legal[role];
  const number = legal.indexOf(move);
  const isWaiting = legal.length === 1 && (position.legal.some(moves => moves.length > 1) || seemsToWait(move, joint));
  return isWaiting ? null : number >= 0 ? textOf(position, role, number) : plain(move);
});

/** Returns the texts of a place of the tree; those of its terms if the server gave none. */
export const textsAt = place => place.texts || place.joint.map(move => seemsToWait(move, place.joint) ? null : plain(move));

/** Returns the moves from the start as text, with numbers: `1. e2–e4 e7–e5 2. ..`. */
export function movesText(places, roles) {
  return rowsOf(places, roles).map(row => `${row.number}. ${row.cells.map(cell => cell ? cell.text : '..').join(' ')}`).join(' ');
}

/**
 * Returns the number of the role that moves, for each place, if it is always one of two roles; else
 * null.
 */
function moversOf(places, roles) {
  const movers = places.map(place => {
    const texts = textsAt(place);
    const active = texts.flatMap((text, role) => text === null ? [] : [role]);
    return active.length === 1 ? active[0] : -1;
  });
  const people = peopleOf(roles);
  return people.length === 2 && movers.every(role => people.includes(role)) ? movers.map(role => people.indexOf(role)) : null;
}

/**
 * Returns the rows of a list of moves: {number, cells: [{place, text} or null]}. Games in which two
 * roles take turns have two columns.
 */
export function rowsOf(places, roles) {
  const movers = moversOf(places, roles);
  if (!movers) {
    return places.map(place => ({number: place.depth, cells: [{place, text: textsAt(place).filter(text => text !== null).join(' · ') || 'wait'}]}));
  }
  const rows = [];
  places.forEach((place, i) => {
    const cell = {place, text: textsAt(place).find(text => text !== null)};
    const last = rows[rows.length - 1];
    if (movers[i] === 1 && last && last.cells.length === 1) last.cells.push(cell);
    else rows.push({cells: movers[i] === 0 ? [cell] : [null, cell]});
  });
  // Numbers count from the start, also where only the last moves are listed.
  const first = places.length === 0 ? 1 : Math.floor((places[0].depth - 1) / 2) + 1;
  return rows.map((row, i) => ({number: first + i, ...row}));
}
