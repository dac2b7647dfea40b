// Sends requests to `tesuji explore`, which runs commands for them.

const longest = 20000;  // ms: the server answers at once, or after waiting for 2 s
const pauseOfTrials = 1000;  // ms between trials to reach a server that is gone

const outages = [];
let isLost = false;

/** `listener(state)`: called with `lost`, `back`, or `other` if another server has the port. */
export function onOutage(listener) { outages.push(listener); }
function report(state) { for (const listener of outages) listener(state); }

const post = (name, body) => fetch(name, {method: 'POST', body: JSON.stringify(body), signal: AbortSignal.timeout(longest)});

/** Tries until the server answers again. */
async function reach() {
  if (isLost) return;
  isLost = true;
  report('lost');
  for (;;) {
    await new Promise(resolve => { setTimeout(resolve, pauseOfTrials); });
    try {
      const answer = await post('games', {});
      isLost = !answer.ok;
      if (answer.ok) { report('back'); return; }
      report('other');
    } catch { /* still gone */ }
  }
}

/**
 * Posts a JSON text; returns the answer's JSON. Throws an Error with the server's words and its `status`, or says that the
 * server is gone.
 */
export async function call(name, body = {}) {
  let answer = null;
  try {
    answer = await post(name, body);
  } catch {
    reach();
    throw new Error('The server does not answer.');
  }
  if (!answer.ok) throw Object.assign(new Error((await answer.text()).trim()), {status: answer.status});
  return answer.json();
}

/** The running jobs, and their commands. */
const running = new Map();
const listeners = [];

/** `listener(commands)`: called with the names of commands that run. */
export function onRunning(listener) { listeners.push(listener); }
function changed() { for (const listener of listeners) listener([...running.values()]); }

export async function stopAll() {
  await Promise.all([...running.keys()].map(job => call('stop', {job}).catch(() => {})));
}

/**
 * Runs a command to its end. `latest`: an object whose `job` is the last one of its kind; the
 * previous one is stopped, and its result is null. `onProgress`: called with lines of messages
 * while it runs. Returns {output, errors, end, code}, or null if a later one has begun. With `latest.isQuiet` it is not
 * among the commands that the page shows as running.
 */
export async function run(request, latest = {}, onProgress = null) {
  latest.turn = (latest.turn || 0) + 1;
  const turn = latest.turn;
  if (latest.job) call('stop', {job: latest.job}).catch(() => {});
  latest.job = 0;
  const {job} = await call('start', request);
  if (latest.turn !== turn) {
    call('stop', {job}).catch(() => {});
    return null;
  }
  latest.job = job;
  if (!latest.isQuiet) running.set(job, latest.command || request.view);
  changed();
  try {
    let [output, errors] = ['', ''];
    let [from, from_errors] = [0, 0];
    for (;;) {
      const part = await call('report', {job, from, from_errors, wait: 2});
      if (latest.turn !== turn) return null;
      output += part.output;
      errors += part.errors;
      [from, from_errors] = [part.next, part.next_errors];
      if (part.state === 'done') return {output, errors, end: part.end, code: part.code};
      if (onProgress && part.errors) onProgress(part.errors.trimEnd().split('\n'));
    }
  } finally {
    running.delete(job);
    changed();
    if (latest.turn === turn) latest.job = 0;
  }
}

/** Stops the last command of its kind, whose result is null. */
export function cancel(latest) {
  latest.turn = (latest.turn || 0) + 1;
  if (latest.job) call('stop', {job: latest.job}).catch(() => {});
  latest.job = 0;
}

/** Returns the error in words; empty if there was none. */
export function trouble(result) {
  if (result.end !== 'exited') return result.end;
  return result.code === 0 ? '' : (result.errors || `exit code ${result.code}`);
}
