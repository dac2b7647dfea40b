// Sends requests to `tesuji explore`, which runs commands for them.

/** Posts a JSON text; returns the answer's JSON. Throws an Error with the server's words. */
export async function call(name, body = {}) {
  const answer = await fetch(name, {method: 'POST', body: JSON.stringify(body)});
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer.json();
}

/** The running jobs, for the button that stops them. */
const running = new Set();
const listeners = [];

export function onRunning(listener) { listeners.push(listener); }
function changed() { for (const listener of listeners) listener(running.size); }

export async function stopAll() {
  await Promise.all([...running].map(job => call('stop', {job}).catch(() => {})));
}

/**
 * Runs a command to its end. `latest`: an object whose `job` is the last one of its kind; the
 * previous one is stopped, and its result is null. `onProgress`: called with lines of messages
 * while it runs. Returns {output, errors, end, code}, or null if a later one has begun.
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
  running.add(job);
  changed();
  try {
    let [output, errors] = ['', ''];
    let [from, from_errors] = [0, 0];
    for (;;) {
      const report = await call('report', {job, from, from_errors, wait: 2});
      if (latest.turn !== turn) return null;
      output += report.output;
      errors += report.errors;
      [from, from_errors] = [report.next, report.next_errors];
      if (report.state === 'done') return {output, errors, end: report.end, code: report.code};
      if (onProgress && report.errors) onProgress(report.errors.trimEnd().split('\n'));
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
