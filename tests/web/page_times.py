"""Times from a click to the drawn board, as the page itself sees them: for explore_games.py --times.

The clock starts at the event of the pointer, and stops at the frame after the board is drawn and can be used. It does not
count what the driver of the browser takes.
"""
import statistics

# Watches for the end of an action that the last click began.
WATCH = """
window.clicked = window.drawn = null;
const isDone = new Function('before', 'return ' + arguments[0]);
const before = {moves: document.querySelectorAll('#course .move-at').length, picture: document.querySelector('#boards .picture')};
window.heard = event => { window.clicked = event.timeStamp; };
document.addEventListener('pointerdown', window.heard, true);
window.watching = new MutationObserver(() => {
  if (window.clicked === null || window.drawn !== null || !isDone(before)) return;
  window.drawn = 0;
  requestAnimationFrame(() => setTimeout(() => { window.drawn = performance.now(); }));
});
window.watching.observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true});
"""

END = """
window.watching.disconnect();
document.removeEventListener('pointerdown', window.heard, true);
return window.drawn - window.clicked;
"""

USABLE = ("(document.getElementById('turn').textContent.includes('to move')"
          " && (document.querySelector('#boards button.can') !== null || document.querySelector('#moves button') !== null))")
OPENED = f"document.getElementById('gallery').hidden && {USABLE}"
MOVED = ("document.querySelectorAll('#course .move-at').length > before.moves && (before.picture === null || document.querySelector('#boards .picture') !== before.picture)"
         " && document.getElementById('turn').textContent !== ''")


class Times:
    def __init__(self, page):
        self.page = page
        self.taken = {"open": {}, "move": {}}

    def opening(self, name):
        return Watch(self, "open", name, OPENED)

    def moving(self, name):
        return Watch(self, "move", name, MOVED)

    def show(self):
        """Prints a table in Markdown: milliseconds, the median and the worst."""
        print("| rulesheet | opened from its tile | worst | after a move | worst |\n|---|---|---|---|---|")
        for name, opened in self.taken["open"].items():
            moved = self.taken["move"][name]
            print(f"| `{name}` | {statistics.median(opened):.0f} | {max(opened):.0f} | {statistics.median(moved):.0f} | {max(moved):.0f} |")
        everything = {kind: [each for times in self.taken[kind].values() for each in times] for kind in self.taken}
        print(f"| all | {statistics.median(everything['open']):.0f} | {max(everything['open']):.0f} |"
              f" {statistics.median(everything['move']):.0f} | {max(everything['move']):.0f} |")


class Watch:
    """One action: from its making on, the last click counts."""

    def __init__(self, times, kind, name, condition):
        self.times, self.kind, self.name = times, kind, name
        times.page.browser.execute_script(WATCH, condition)

    def end(self):
        page = self.times.page
        page.wait(lambda: page.browser.execute_script("return window.drawn"))
        self.times.taken[self.kind].setdefault(self.name, []).append(page.browser.execute_script(END))
