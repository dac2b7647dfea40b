// Shows the changes of passes: the text after each pass, with the lines that it removed and added.

/**
 * Reads the texts of `dump --print-changed --time-passes`: [{name, lines}], and the time of each,
 * if printed.
 */
export function readPasses(text) {
  const steps = [];
  const times = new Map();
  for (const line of text.split('\n')) {
    const head = /^; after (.*)$/.exec(line);
    const time = /^ *([0-9.]+) ms {2}(\S+)$/.exec(line);
    if (head) steps.push({name: head[1], lines: []});
    else if (time) times.set(time[2], [...(times.get(time[2]) || []), time[1]]);
    else if (steps.length > 0 && !/^ *[0-9.]+ ms /.test(line)) steps[steps.length - 1].lines.push(line);
  }
  for (const step of steps) step.time = (times.get(step.name) || []).shift();
  return steps;
}

/**
 * Splits a text into parts to compare: a line, with the indented lines and the bracket after it.
 */
function blocksOf(lines) {
  const blocks = [];
  for (const line of lines) {
    if (blocks.length > 0 && /^(?: |\})/.test(line)) blocks[blocks.length - 1].push(line);
    else blocks.push([line]);
  }
  return blocks;
}

/** Returns a part's key: `relation p`, `rule p#1`; for other lines the line itself. */
function keyOf(block) {
  const found = /^(relation|rule|plan|domain|facts|stratum|entry) ([^\s({:]+)/.exec(block[0]);
  return found ? `${found[1]} ${found[2]}` : block[0];
}

/**
 * Pairs equal elements of two lists, ascending: Myers' greedy algorithm ("An O(ND) Difference
 * Algorithm", 1986). Beyond a limit of differences nothing more is paired.
 */
export function commonPairs(a, b, most = 2000) {
  let begin = 0;
  while (begin < a.length && begin < b.length && a[begin] === b[begin]) ++begin;
  let end = 0;
  while (end < a.length - begin && end < b.length - begin && a[a.length - 1 - end] === b[b.length - 1 - end]) ++end;
  const pairs = Array.from({length: begin}, (_, i) => [i, i]);
  const [n, m] = [a.length - begin - end, b.length - begin - end];
  const furthest = new Map([[1, 0]]);
  const history = [];
  let found = false;
  for (let d = 0; d <= Math.min(n + m, most) && !found; ++d) {
    history.push(new Map(furthest));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && furthest.get(k - 1) < furthest.get(k + 1));
      let x = down ? furthest.get(k + 1) : furthest.get(k - 1) + 1;
      while (x < n && x - k < m && a[begin + x] === b[begin + x - k]) ++x;
      furthest.set(k, x);
      if (x >= n && x - k >= m) { found = true; break; }
    }
  }
  const middle = [];
  if (found) {
    let [x, y] = [n, m];
    for (let d = history.length - 1; d >= 0; --d) {
      const before = history[d];
      const k = x - y;
      const down = k === -d || (k !== d && before.get(k - 1) < before.get(k + 1));
      const from = down ? k + 1 : k - 1;
      const [fromX, fromY] = d === 0 ? [0, 0] : [before.get(from), before.get(from) - from];
      while (x > fromX && y > fromY) { --x; --y; middle.push([begin + x, begin + y]); }
      [x, y] = [fromX, fromY];
    }
  }
  const tail = Array.from({length: end}, (_, i) => [a.length - end + i, b.length - end + i]);
  return [...pairs, ...middle.reverse(), ...tail];
}

/** Calls back for elements only in a, only in b, and in both, in an order consistent with both. */
function merge(a, b, pairs, onlyA, onlyB, both) {
  let [i, j] = [0, 0];
  for (const [x, y] of [...pairs, [a.length, b.length]]) {
    while (i < x) onlyA(a[i++]);
    while (j < y) onlyB(b[j++]);
    if (x < a.length) both(a[i++], b[j++]);
  }
}

/**
 * Returns the lines after a pass, including those it removed: [{line, change}]; `change` is '',
 * '+' or '-'.
 */
export function difference(before, after) {
  const result = [];
  const add = (lines, change) => lines.forEach(line => result.push({line, change}));
  const [a, b] = [blocksOf(before), blocksOf(after)];
  merge(a, b, commonPairs(a.map(keyOf), b.map(keyOf)), block => add(block, '-'), block => add(block, '+'),
        (old, fresh) => merge(old, fresh, commonPairs(old, fresh), line => add([line], '-'), line => add([line], '+'),
                              line => add([line], '')));
  return result;
}
