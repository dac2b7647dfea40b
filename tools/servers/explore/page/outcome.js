// Says how a match ended, and which squares decided it.
import {run} from './server.js';
import {placesOf} from './boards.js';
import {derivationOf, restsOn} from './derivation.js';
import {peopleOf} from './seats.js';

const goalOf = (position, role) => {
  const goals = position.goals[role];
  return goals.length === 1 ? Number(goals[0]) : NaN;
};

/** Returns the role whose goal is above all others'; -1 if none is, as in games for one. */
function winnerOf(position) {
  const goals = peopleOf(position.roles).map(role => ({role, goal: goalOf(position, role)}));
  if (goals.length < 2 || goals.some(({goal}) => Number.isNaN(goal))) return -1;
  const most = Math.max(...goals.map(({goal}) => goal));
  const best = goals.filter(({goal}) => goal === most);
  return best.length === 1 ? best[0].role : -1;
}

/** Returns the result of a position in which the game is over: `red wins`, `Draw`, or the goals. */
export function outcomeOf(position) {
  const people = peopleOf(position.roles);
  const goals = people.map(role => goalOf(position, role));
  const winner = winnerOf(position);
  const isWhole = goals.every(goal => goal === 0 || goal === 100);  // else the goals say more
  if (winner >= 0) {
    const points = isWhole ? '' : ` (${people.map(role => `${position.roles[role]} ${goalOf(position, role)}`).join(', ')})`;
    return `${position.roles[winner]} wins${points}`;
  }
  if (people.length === 2 && goals.every(goal => goal === 50)) return 'Draw';
  if (people.length === 1 && goals[0] >= 0 && goals[0] <= 100) return goals[0] === 100 ? 'Solved' : `The game is over: ${goals[0]} of 100`;
  return `The game is over: ${people.map(role => `${position.roles[role]} ${position.goals[role].join('/') || '-'}`).join(', ')}`;
}

const mostPart = 0.7;  // of the occupied squares; more would not show what decided

/**
 * Returns the occupied squares that the winner's goal rests on, by functor; null if they do not show it. `latest`: of
 * run().
 */
export async function decisiveSquares(request, position, latest) {
  const winner = winnerOf(position);
  if (winner < 0 || position.boards.length === 0) return null;
  let rests = [];
  try {
    const result = await run({...request, view: 'derive', query: `(goal ${position.roles[winner]} ${position.goals[winner][0]})`}, latest);
    rests = derivationOf(JSON.parse(result.output).tree).flatMap(restsOn).filter(goal => !/^\(?not\b/.test(goal));
  } catch {
    return null;  // no derivation within the limits, or no answer
  }
  const named = placesOf(rests, position.boards);
  const places = new Map();
  let [occupied, count] = [0, 0];
  for (const board of position.boards) {
    const full = board.squares.filter(square => square.content && square.shown).map(square => square.place);
    const decisive = full.filter(place => (named.get(board.functor) || new Set()).has(place));
    places.set(board.functor, new Set(decisive));
    occupied += full.length;
    count += decisive.length;
  }
  return count > 0 && count <= mostPart * occupied ? places : null;
}
