// Keeps changed rules in the browser, so that a reload or another rulesheet does not lose them. No file is written.

const begin = 'tesuji-draft';

/** Of this server, whose address has a random part, and of a rulesheet. */
const keyOf = name => `${begin} ${location.pathname} ${name}`;

export class Drafts {
  constructor() {
    this.drafts = new Map();  // where the browser stores nothing, they last as long as the page
  }

  /** {text, formulas, base}, `base` being the file's text when it was changed; null where nothing was changed. */
  of(name) {
    if (this.drafts.has(name)) return this.drafts.get(name);
    try { return JSON.parse(localStorage.getItem(keyOf(name))); } catch { return null; }
  }

  /** `file` and `now`: {text, formulas}. What is the same as the file is not kept. */
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

  /** Forgets those of servers that had this port before, and of rulesheets that are gone. */
  clean(names) {
    const known = new Set(names.map(keyOf));
    try {
      for (const key of Object.keys(localStorage)) if (key.startsWith(`${begin} `) && !known.has(key)) localStorage.removeItem(key);
    } catch { /* not allowed */ }
  }
}
