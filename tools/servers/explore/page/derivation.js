// Turns the output of `tesuji query --trace --json` into a tree of goals, each with its reasons.

const lineOf = place => {
  const found = /:(\d+)(?::\d+)?$/.exec(place || '');
  return found ? Number(found[1]) : 0;
};

const substitute = (text, unifier) =>
  text.replace(/[^\s(),]+/g, word => Object.prototype.hasOwnProperty.call(unifier, word) ? unifier[word] : word);

/**
 * The first derivation that succeeds: goals as {goal, how, line, children}, `how` being clause,
 * state, move, distinct, absent, tables or alternative. Null if there is no such derivation.
 */
export function derivationOf(tree) {
  const nodes = tree.nodes;
  const end = nodes.findIndex((node, i) => node.outcome === 'success' && rootOf(nodes, i) === 0);
  if (end < 0) return null;
  const path = [];
  for (let i = end; i !== undefined; i = nodes[i].parent) path.unshift(nodes[i]);
  const roots = path[0].goals.map(goal => ({goal, how: '', line: 0, children: []}));
  const all = [...roots];
  let open = [...roots];
  for (let i = 1; i < path.length; ++i) {
    const [before, node] = [path[i - 1], path[i]];
    const item = open[before.selected];
    item.how = node.step === 'negation' ? (before.by_tables ? 'tables' : 'absent') : node.step;
    item.line = node.step === 'clause' ? lineOf(node.clause) : 0;
    const count = node.goals.length - (open.length - 1);
    item.children = node.goals.slice(before.selected, before.selected + count)
      .map(goal => ({goal, how: '', line: 0, children: []}));
    all.push(...item.children);
    open = [...open.slice(0, before.selected), ...item.children, ...open.slice(before.selected + 1)];
    for (const each of all) each.goal = substitute(each.goal, node.unifier);
    open.forEach((each, at) => { each.goal = node.goals[at]; });
  }
  return roots;
}

function rootOf(nodes, i) {
  while (nodes[i].parent !== undefined) i = nodes[i].parent;
  return i;
}

/** Returns the goals in display order, each with its ancestors. */
export function inOrder(goals, above = []) {
  return goals.flatMap(goal => [{goal, above}, ...inOrder(goal.children, [...above, goal])]);
}

/** Returns the goals that depend on the state: this one or those below it. */
export function restsOn(goal) {
  const isState = goal.how === 'state' || /^\(?not[\s(]+true[\s(]/.test(goal.goal);
  return [...(isState ? [goal.goal] : []), ...goal.children.flatMap(restsOn)];
}

/** Returns the goal that a negated one denies. */
export const withoutNot = goal => goal.replace(/^\(not\s+(.*)\)$/, '$1').replace(/^not\s*\(?(.*?)\)?$/, '$1');

/** Returns a goal's reasons in words. */
export function reasonOf(goal) {
  return {clause: goal.line ? `rule in line ${goal.line}` : 'a rule', state: 'holds in the position', move: 'the move made',
          distinct: 'different terms', absent: `holds: ${withoutNot(goal.goal)} has no derivation`,
          tables: `holds: ${withoutNot(goal.goal)} has no derivation, by tables`,
          alternative: 'one of several', '': 'open'}[goal.how] || goal.how;
}

export {lineOf};
