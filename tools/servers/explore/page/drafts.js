// Keeps changed rules in the browser, so that a reload or another rulesheet does not lose them, and rulesheets that are
// in no file. No file is written.

const begin = 'tesuji-draft';
const ownBegin = 'tesuji-own';

/** Returns the key for this server, whose address has a random part, and a rulesheet. */
const keyOf = name => `${begin} ${location.pathname} ${name}`;
/** Returns the key of a rulesheet that is in no file: any server at this port shows it. */
const ownKeyOf = name => `${ownBegin} ${name}`;

function stored(key) {
  try { return JSON.parse(localStorage.getItem(key)); } catch { return null; }
}
function store(key, value) {
  try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* no room, or not allowed */ }
}
function remove(key) {
  try { localStorage.removeItem(key); } catch { /* not allowed */ }
}
function keys() {
  try { return Object.keys(localStorage); } catch { return []; }
}

export class Drafts {
  /** `files`: names of the folder's rulesheets. */
  constructor(files) {
    this.files = new Set(files);
    this.drafts = new Map();  // if the browser stores nothing, they last as long as the page
    this.clean();
  }

  /** Names of rulesheets that are in no file. */
  get own() {
    const known = keys().filter(key => key.startsWith(`${ownBegin} `)).map(key => key.slice(ownBegin.length + 1));
    return [...new Set([...known, ...this.drafts.keys()])].filter(name => this.isOwn(name)).sort();
  }

  isOwn(name) { return !this.files.has(name) && Boolean(this.of(name)); }

  /**
   * Returns {text, formulas, base}, where `base` is the file's text at the change, or null if there was no file; null
   * without changes.
   */
  of(name) {
    if (this.drafts.has(name)) return this.drafts.get(name);
    return stored(this.files.has(name) ? keyOf(name) : ownKeyOf(name));
  }

  /** `file`, which is null if there is none, and `now`: {text, formulas}. Keeps only what differs from the file. */
  keep(name, file, now) {
    if (file && now.text === file.text && now.formulas === file.formulas) { this.drop(name); return; }
    const before = this.of(name);
    const draft = {...now, base: before ? before.base : file && file.text};
    this.drafts.set(name, draft);
    store(file ? keyOf(name) : ownKeyOf(name), draft);
  }

  drop(name) {
    this.drafts.delete(name);
    remove(this.files.has(name) ? keyOf(name) : ownKeyOf(name));
  }

  /**
   * Forgets drafts of servers that had this port before, and of deleted rulesheets. What was in no file is a change of
   * the file once there is one.
   */
  clean() {
    const known = new Set([...this.files].map(keyOf));
    for (const key of keys()) if (key.startsWith(`${begin} `) && !known.has(key)) remove(key);
    for (const name of this.files) {
      const own = stored(ownKeyOf(name));
      if (!own) continue;
      if (!stored(keyOf(name))) store(keyOf(name), own);
      remove(ownKeyOf(name));
    }
  }
}
