// Keeps the moves of a match as a tree: a move made at an earlier place begins a branch.

/** A position: the joint move that leads there, and the moves that were tried in it. */
class Place {
  constructor(parent, joint) {
    this.parent = parent;
    this.joint = joint;
    this.depth = parent ? parent.depth + 1 : 0;
    this.children = [];   // the first one continues the line, others are branches
    this.next = null;     // the child on the line that was looked at last
    this.texts = null;    // the moves as people read them, by role; null for waiting moves
  }
}

const isSame = (a, b) => a.length === b.length && a.every((move, i) => move === b[i]);

export class MoveTree {
  constructor() { this.clear(); }

  clear() {
    this.root = new Place(null, null);
    this.here = this.root;
  }

  /** Returns the places from the first move to this place. */
  pathTo(place) {
    const path = [];
    for (let each = place; each.parent; each = each.parent) path.push(each);
    return path.reverse();
  }

  /** The joint moves from the start to the place that is shown. */
  get moves() { return this.pathTo(this.here).map(place => place.joint); }

  /** Whether the line that was looked at last goes on from here. */
  get isAtEnd() { return !this.here.next; }

  /** Returns the end of the line that was looked at last. */
  get end() {
    let place = this.here;
    while (place.next) place = place.next;
    return place;
  }

  /** Goes to a place, and makes its line the one that was looked at last. */
  go(place) {
    this.here = place;
    for (let each = place; each.parent; each = each.parent) each.parent.next = each;
  }

  /** Adds a move after a place, unless it is there; returns the place that it leads to. */
  add(place, joint) {
    let child = place.children.find(each => isSame(each.joint, joint));
    if (!child) {
      child = new Place(place, joint);
      place.children.push(child);
    }
    place.next = child;
    return child;
  }

  /** Makes a move from here. */
  play(joint) { this.go(this.add(this.here, joint)); }

  /** Goes to the end of these joint moves from the start; `ahead` stay in front of it. */
  follow(moves, ahead = []) {
    let place = this.root;
    for (const joint of moves) place = this.add(place, joint);
    const here = place;
    for (const joint of ahead) place = this.add(place, joint);
    this.go(here);
  }

  /** Removes the move that leads here, and what follows it. */
  takeBack() {
    const {parent} = this.here;
    if (!parent) return;
    parent.children.splice(parent.children.indexOf(this.here), 1);
    parent.next = parent.children[0] || null;
    if (parent.next === null) this.go(parent); else this.here = parent;
  }

  /** Gives the moves up to here their texts. */
  name(texts) {
    this.pathTo(this.here).forEach((place, i) => {
      // Where no role had a choice, the terms say which one moved.
      if (texts[i] && texts[i].some(text => text !== null)) place.texts = texts[i];
    });
  }
}
