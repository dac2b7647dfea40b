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

/** Converts a place of CodeMirror to a position of the language server's protocol, and back. */
export const positionOf = ({line, ch}) => ({line, character: ch});
export const placeOf = ({line, character}) => ({line, ch: character});

/** An editable text. `onChange` is called after each change by the user. */
export class Editor {
  constructor(parent, onChange, onLine) {
    this.marks = [];
    if (hasLibrary()) {
      defineMode();
      // Messages below the editor make it smaller: the cursor stays in sight.
      new ResizeObserver(() => {
        this.mirror.refresh();
        if (this.mirror.hasFocus()) this.mirror.scrollIntoView(null, 20);
      }).observe(parent);
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

  /** Moves the cursor to a position of the language server's protocol, into the middle of the view. */
  goTo({line, character}) {
    this.go(line + 1, character + 1);
    if (this.mirror) this.mirror.scrollIntoView({line, ch: character}, this.mirror.getScrollInfo().clientHeight / 3);
  }

  focus() { (this.mirror || this.area).focus(); }

  /** Makes edits of the language server's protocol, as one step that can be undone. */
  change(edits) {
    const backwards = [...edits].sort((a, b) => b.range.start.line - a.range.start.line || b.range.start.character - a.range.start.character);
    if (this.mirror) {
      this.mirror.operation(() => {
        for (const {range, newText} of backwards) this.mirror.replaceRange(newText, placeOf(range.start), placeOf(range.end), '+edit');
      });
      return;
    }
    const lines = this.area.value.split('\n');
    const offset = ({line, character}) => lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0) + character;
    for (const {range, newText} of backwards) this.area.setRangeText(newText, offset(range.start), offset(range.end), 'end');
    this.area.dispatchEvent(new Event('input'));
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

  /** Underlines messages: {range, severity}. */
  showFaults(faults) {
    if (!this.mirror) return;
    for (const mark of this.marks) mark.clear();
    this.mirror.operation(() => {
      this.marks = faults.filter(fault => fault.range).map(({range, severity}) => this.mirror.markText(
        placeOf(range.start), placeOf(range.end), {className: `fault-${severity}`}));
    });
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
