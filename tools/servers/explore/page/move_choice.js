// Finds the move that clicks on squares name: the squares are those of its arguments, in turn.

/** Returns a square's key: number of its board and number of the square on it. */
export const keyOf = (board, square) => `${board}:${square}`;

/** The moves of one role. */
export class MoveChoice {
  constructor(position, role) {
    this.moves = position.legal[role];
    const named = (position.places || [])[role] || [];
    // For each move the squares that its arguments name: sets of keys.
    this.places = this.moves.map((_, i) =>
      (named[i] || []).map(squares => new Set(squares.map(([board, square]) => keyOf(board, square)))));
  }

  /** Whether squares name each move. */
  get isOnBoard() { return this.places.every(squares => squares.length > 0); }

  /** Returns the numbers of the moves whose first arguments name these squares, in order. */
  candidates(keys) {
    return this.moves.map((_, i) => i)
      .filter(i => keys.every((key, at) => this.places[i][at] && this.places[i][at].has(key)));
  }

  /** Returns the squares that a click can name after these. */
  following(keys) {
    return new Set(this.candidates(keys).flatMap(i => [...(this.places[i][keys.length] || [])]));
  }

  /** Returns the squares that moves name last, after these, with the numbers of their moves. */
  ends(keys) {
    const ends = new Map();
    for (const i of this.candidates(keys)) {
      const squares = this.places[i][this.places[i].length - 1];
      if (this.places[i].length <= keys.length || !squares) continue;
      const key = squares.values().next().value;
      ends.set(key, [...(ends.get(key) || []), i]);
    }
    return ends;
  }

  /** Whether a click on the square, after these, leaves the choice of another square. */
  leads(keys, key) {
    return this.candidates([...keys, key]).some(i => this.places[i].length > keys.length + 1);
  }

  /**
   * Enters a square as the next argument; a second click on the last one makes the move that ends
   * there. Returns {move} or {keys}.
   */
  enter(keys, key) {
    const complete = named => this.candidates(named).filter(i => this.places[i].length === named.length);
    const more = [...keys, key];
    const found = this.candidates(more);
    if (found.length === 1 && complete(more).length === 1) return {move: this.moves[found[0]]};
    if (found.length === 0 && keys[keys.length - 1] === key && complete(keys).length === 1) {
      return {move: this.moves[complete(keys)[0]]};
    }
    if (found.length > 0) return {keys: more};
    return {keys: keys.includes(key) || this.candidates([key]).length === 0 ? [] : [key]};
  }
}
