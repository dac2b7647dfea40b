// Lets the players of Play other than people choose their moves.
import {say} from './elements.js';
import {textOf} from './notation.js';

/** Returns why a strategy chose its move. */
const reasonOf = (position, role, advice) =>
  `${advice.role}: ${textOf(position, role, Math.max(0, position.legal[role].indexOf(advice.move)))} by ${advice.by}` +
  `${advice.reading ? `: ${advice.reading}` : ''}${advice.fallback ? ` (${advice.fallback})` : ''}`;

/**
 * Fills in the moves that the joint move lacks (null) by the players of these roles. Returns {reasons, advice}: why strategies
 * chose theirs, and the advice that names its clause, if any; or null if a player gave no move or the position of Play has
 * changed meanwhile.
 */
export async function complete(play, joint) {
  const {era, position, seats} = play;
  const closed = play.isClosed();
  const roles = position.roles.map((_, i) => i).filter(i => joint[i] === null);
  const decision = {reasons: [], advice: null};
  for (const player of new Set(roles.map(role => seats.of(position, role)))) {
    const own = roles.filter(role => seats.of(position, role) === player);
    if (player.kind === 'random' && !closed) {
      for (const role of own) joint[role] = position.legal[role][Math.floor(Math.random() * position.legal[role].length)];
      continue;
    }
    say('turn', closed ? 'The others move' : `${own.map(role => position.roles[role]).join(', ')}: ${player.kind} thinks`);
    const seed = closed ? Math.floor(Math.random() * 1e9) : 1 + play.tree.here.depth;
    if (!await play.load({ask: player.kind, seconds: player.seconds, simulations: player.simulations, seed}) || era !== play.era) return null;
    for (const advice of play.position.advice) {
      const role = position.roles.indexOf(advice.role);
      if (!own.includes(role) || !advice.move) continue;
      joint[role] = advice.move;
      if (closed) continue;
      if (advice.witness) decision.advice = advice;
      if (player.kind === 'strategy') decision.reasons.push(reasonOf(position, role, advice));
    }
  }
  const silent = roles.filter(role => joint[role] === null).map(role => position.roles[role]);
  if (silent.length === 0) return decision;
  say('turn', `${silent.join(', ')}: the player gave no move`);
  return null;
}
