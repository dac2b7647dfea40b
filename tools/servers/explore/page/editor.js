// Provides the editor of rules, and views of lines: CodeMirror if installed, else plain elements.

const words = 'role|init|true|does|next|legal|goal|terminal|distinct|not|or|and|base|input|sees';
const hasLibrary = () => Boolean(window.CodeMirror && window.CodeMirror.defineSimpleMode);
let modeDefined = false;

function defineMode() {
  if (modeDefined) return;
  modeDefined = true;
  window.CodeMirror.defineSimpleMode('gdl', {
    start: [
      {regex: /;.*/, token: 'comment'},
      {regex: /<=|:-/, token: 'keyword'},
      {regex: new RegExp(`(?:${words})(?![\\w-])`, 'i'), token: 'keyword'},
      {regex: /\?[\w-]+/, token: 'variable-2'},
      {regex: /\d+(?![\w-])/, token: 'number'},
      {regex: /[^\s()?;]+/, token: null},
    ],
    meta: {lineComment: ';'},
  });
}

/** An editable text. `onChange` is called after each change by the user. */
export class Editor {
  constructor(parent, onChange, onLine) {
    this.marks = [];
    if (hasLibrary()) {
      defineMode();
      this.mirror = window.CodeMirror(parent, {
        mode: 'gdl', lineNumbers: true, gutters: ['CodeMirror-linenumbers', 'costs'], matchBrackets: true, viewportMargin: 20,
        extraKeys: {Tab: false, 'Shift-Tab': false},  // Tab leaves the editor
      });
      this.mirror.getInputField().setAttribute('aria-label', 'Rules');
      this.mirror.on('change', (_, change) => { if (change.origin !== 'setValue') onChange(); });
      this.mirror.on('cursorActivity', () => onLine(this.line()));
    } else {
      this.area = document.createElement('textarea');
      this.area.setAttribute('aria-label', 'Rules');
      this.area.spellcheck = false;
      parent.append(this.area);
      this.area.addEventListener('input', onChange);
      this.area.addEventListener('click', () => onLine(this.line()));
      this.area.addEventListener('keyup', () => onLine(this.line()));
    }
  }

  get text() { return this.mirror ? this.mirror.getValue() : this.area.value; }
  set text(text) {
    if (this.mirror) { this.mirror.setValue(text); this.mirror.clearHistory(); } else this.area.value = text;
  }

  /** Draws anew after a change of size. */
  refresh() { if (this.mirror) this.mirror.refresh(); }

  /** Returns the cursor's line, from 1. */
  line() {
    if (this.mirror) return this.mirror.getCursor().line + 1;
    return this.area.value.slice(0, this.area.selectionStart).split('\n').length;
  }

  /** Moves the cursor; line and column from 1. */
  go(line, column) {
    if (this.mirror) {
      this.mirror.focus();
      this.mirror.setCursor({line: line - 1, ch: column - 1});
      return;
    }
    const before = this.area.value.split('\n').slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    this.area.focus();
    this.area.setSelectionRange(before + column - 1, before + column - 1);
  }

  /** Highlights a line and scrolls to it; keeps the cursor and the focus. */
  show(line) {
    this.light([[line, line]]);
    if (this.mirror) this.mirror.scrollIntoView({line: line - 1, ch: 0}, 60);
  }

  /** Shows texts next to lines, by line number from 1. */
  showCosts(costs) {
    if (!this.mirror) return;
    this.mirror.clearGutter('costs');
    this.mirror.getWrapperElement().classList.toggle('with-costs', costs.size > 0);
    for (const [line, text] of costs) {
      const shown = document.createElement('span');
      shown.className = 'cost';
      shown.textContent = text;
      this.mirror.setGutterMarker(line - 1, 'costs', shown);
    }
    this.mirror.refresh();
  }

  /** Underlines diagnostics. */
  showFaults(faults) {
    if (!this.mirror) return;
    for (const mark of this.marks) mark.clear();
    this.marks = faults.filter(fault => fault.line).map(fault => this.mirror.markText(
      {line: fault.line - 1, ch: fault.column - 1}, {line: fault.end_line - 1, ch: fault.end_column - 1},
      {className: `fault-${fault.severity}`, title: fault.message}));
  }

  /** Highlights lines [first, last], from 1. */
  light(ranges) { lightLines(this, this.mirror, ranges.map(([a, b]) => [a - 1, b - 1])); }
}

function lightLines(owner, mirror, ranges) {
  if (!mirror) return;
  mirror.operation(() => {
    for (const handle of owner.lit || []) mirror.removeLineClass(handle, 'background', 'together');
    owner.lit = [];
    for (const [first, last] of ranges) {
      for (let line = first; line <= last && line < mirror.lineCount(); ++line) {
        owner.lit.push(mirror.addLineClass(line, 'background', 'together'));
      }
    }
  });
}

/** A read-only view of any number of lines: only visible ones are elements. */
export class LineView {
  constructor(parent, label, onLine) {
    this.parent = parent;
    if (hasLibrary()) {
      this.mirror = window.CodeMirror(parent, {
        readOnly: true, lineNumbers: true, viewportMargin: 20, extraKeys: {Tab: false, 'Shift-Tab': false},
      });
      this.mirror.getInputField().setAttribute('aria-label', label);
      this.mirror.on('cursorActivity', () => {
        if (this.mirror.hasFocus()) onLine(this.mirror.getCursor().line);
      });
    } else {
      this.pre = document.createElement('pre');
      this.pre.tabIndex = 0;
      this.pre.setAttribute('role', 'region');
      this.pre.setAttribute('aria-label', label);
      parent.append(this.pre);
    }
  }

  set hidden(hidden) {
    (this.mirror ? this.mirror.getWrapperElement() : this.pre).hidden = hidden;
  }

  /** Sets classes of lines, from 0, until the text is replaced. */
  paint(lines, name) {
    if (!this.mirror) return;
    this.mirror.operation(() => { for (const line of lines) this.mirror.addLineClass(line, 'wrap', name); });
  }

  /** Scrolls to a line, from 0. */
  reveal(line) {
    if (this.mirror) this.mirror.scrollIntoView({line, ch: 0}, 60);
  }

  set text(text) {
    this.lit = [];
    if (this.mirror) { this.mirror.setValue(text); this.mirror.refresh(); } else this.pre.textContent = text;
  }

  refresh() { if (this.mirror) this.mirror.refresh(); }

  /** Highlights lines, from 0; scrolls to the first unless `stay`. */
  light(lines, stay) {
    const ranges = [];
    for (const line of lines) {
      const last = ranges[ranges.length - 1];
      if (last && last[1] === line - 1) last[1] = line; else ranges.push([line, line]);
    }
    lightLines(this, this.mirror, ranges);
    if (this.mirror && lines.length > 0 && !stay) {
      this.mirror.scrollIntoView({line: lines[0], ch: 0}, 60);
    }
  }
}
