// Keeps changed rules in the browser, so that a reload or another rulesheet does not lose them. No file is written.

const begin = 'tesuji-draft';

/** Returns the key for this server, whose address has a random part, and a rulesheet. */
const keyOf = name => `${begin} ${location.pathname} ${name}`;

export class Drafts {
  constructor() {
    this.drafts = new Map();  // if the browser stores nothing, they last as long as the page
  }

  /**
   * Returns {text, formulas, base}, where `base` is the file's text at the change; null without
   * changes.
   */
  of(name) {
    if (this.drafts.has(name)) return this.drafts.get(name);
    try { return JSON.parse(localStorage.getItem(keyOf(name))); } catch { return null; }
  }

  /** `file` and `now`: {text, formulas}. Keeps only what differs from the file. */
  keep(name, file, now) {
    if (now.text === file.text && now.formulas === file.formulas) { this.drop(name); return; }
    const before = this.of(name);
    const draft = {...now, base: before ? before.base : file.text};
    this.drafts.set(name, draft);
    try { localStorage.setItem(keyOf(name), JSON.stringify(draft)); } catch { /* no room, or not allowed */ }
  }

  drop(name) {
    this.drafts.delete(name);
    try { localStorage.removeItem(keyOf(name)); } catch { /* not allowed */ }
  }

  /** Forgets drafts of servers that had this port before, and of deleted rulesheets. */
  clean(names) {
    const known = new Set(names.map(keyOf));
    try {
      for (const key of Object.keys(localStorage)) if (key.startsWith(`${begin} `) && !known.has(key)) localStorage.removeItem(key);
    } catch { /* not allowed */ }
  }
}
