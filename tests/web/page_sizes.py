"""Large things on the page, and how long views take: tests of explore_page.py."""
import json
import pathlib
import tempfile
import time

from page_driver import Select

LONG = 10_000  # moves, and fluents at the end
LINES = 200_000


def longest_task(page, act, done):
    """Does something, waits for its end; milliseconds until then, and of the longest time in which the page did not answer."""
    page.browser.execute_script(
        "window.gap = 0; window.last = performance.now(); clearInterval(window.ticking);"
        "window.ticking = setInterval(() => { const now = performance.now(); window.gap = Math.max(window.gap, now - window.last); window.last = now; }, 10)")
    begin = time.monotonic()
    act()
    page.wait(done)
    took = time.monotonic() - begin
    gap = page.browser.execute_script("clearInterval(window.ticking); return Math.max(window.gap, performance.now() - window.last)")
    return took * 1000, gap


def test_assembly(page):
    """200,000 lines of assembly: the page answers, and only lines in sight are elements."""
    page.load("quarto.kif")
    page.tab("stages")
    Select(page.by_id("stage-left")).select_by_value("ast")
    # As if the answer of the server were so long: its lines, again and again.
    page.browser.execute_script(
        "window.ownFetch = window.fetch; window.fetch = async (name, options) => {"
        "  const answer = await window.ownFetch(name, options);"
        "  if (name !== 'report') return answer;"
        "  const json = await answer.json();"
        "  if (json.output.includes('.loc')) { const lines = json.output.split('\\n');"
        "    json.output = Array.from({length: arguments[0]}, (_, i) => lines[i % lines.length]).join('\\n'); }"
        "  return new Response(JSON.stringify(json)); }".replace("arguments[0]", str(LINES)))
    try:
        count = "return document.querySelector('#pane-right .CodeMirror').CodeMirror.lineCount()"
        Select(page.by_id("stage-right")).select_by_value("ast")
        page.wait(lambda: page.browser.execute_script(count) < LINES)
        took, gap = longest_task(page, lambda: Select(page.by_id("stage-right")).select_by_value("asm"),
                                 lambda: page.browser.execute_script(count) >= LINES)
        elements = page.browser.execute_script("return document.querySelectorAll('#pane-right *').length")
        assert elements < 5000, elements
        assert gap < 3000, gap
        lit, lit_gap = longest_task(page, lambda: page.browser.execute_script(
            "const mirror = document.querySelector('#editor .CodeMirror').CodeMirror; mirror.focus(); mirror.setCursor({line: 60, ch: 3})"),
            lambda: True)
    finally:
        page.browser.execute_script("window.fetch = window.ownFetch")
        Select(page.by_id("stage-left")).select_by_value("plan")
        Select(page.by_id("stage-right")).select_by_value("ast")
    print(f"assembly: {LINES} lines shown in {took:.0f} ms with their making, of which the page was busy {gap:.0f} ms at most;"
          f" {elements} elements; light follows the cursor in {max(lit, lit_gap):.0f} ms")


def test_long_match(page):
    """A match of 10,000 moves, to a state with 10,000 fluents."""
    facts = "\n".join(f"(succ {i} {i + 1})" for i in range(LONG))
    sheet = (f"(role r)\n(init (n 0))\n{facts}\n(<= (legal r go) (true (n ?x)))\n(<= (legal r on) (true (n ?x)))\n"
             "(<= (next (n ?y)) (true (n ?x)) (succ ?x ?y))\n(<= (next (visited ?x)) (true (n ?x)))\n"
             f"(<= (next (visited ?x)) (true (visited ?x)))\n(<= terminal (true (n {LONG})))\n(goal r 100)\n")
    page.load("noughts-and-crosses.kif")
    page.tab("play")
    page.edit(sheet)
    page.wait(lambda: "other messages" in page.by_id("status").text and page.texts("#moves button") == ["go", "on"])
    with tempfile.TemporaryDirectory() as folder:
        match = pathlib.Path(folder) / "match.json"
        match.write_text(json.dumps({"moves": [["go"]] * LONG}), encoding="utf-8")
        page.by_id("record").send_keys(str(match))
        page.wait(lambda: page.by_id("last").is_enabled())
        took, gap = longest_task(page, lambda: page.by_id("last").click(), lambda: page.is_over())
    assert len(page.course()) == 500 and f"of {LONG} moves" in page.by_id("earlier").text
    assert gap < 1000, gap
    back, back_gap = longest_task(page, lambda: page.by_id("back").click(), lambda: "r to move" in page.by_id("turn").text)
    page.load("noughts-and-crosses.kif")
    print(f"long match: {LONG} moves, {LONG} fluents: the end in {took:.0f} ms, a step back in {back:.0f} ms;"
          f" the page was busy {max(gap, back_gap):.0f} ms at most")


ROUNDS = 5


def rounds(page, clear, done):
    """Milliseconds from a key in the rules to a view, the median of some rounds."""
    text = page.rules()
    took = []
    for _ in range(ROUNDS):
        page.browser.execute_script(clear)
        begin = time.monotonic()
        page.edit(text + "\n")
        page.wait(done)
        took.append((time.monotonic() - begin) * 1000)
    page.edit(text)
    return sorted(took)[ROUNDS // 2]


def shows(page, side, sign):
    return page.browser.execute_script(
        "return document.querySelector(`#pane-${arguments[0]} .CodeMirror`).CodeMirror.getValue().includes(arguments[1])", side, sign)


def test_latency(page, games):
    """Opening, and views after a key; the pause that waits for further keys is part of it."""
    clear_panes = ("for (const side of ['left', 'right'])"
                   " document.querySelector(`#pane-${side} .CodeMirror`).CodeMirror.setValue('');")
    print(f"latency: {'game':<28} {'opened':>7} {'messages':>9} {'board':>6} {'plans':>6} {'net':>6} {'assembly':>9}  (ms)")
    for name in games:
        page.tab("play")
        begin = time.monotonic()
        page.load(name)
        page.wait(lambda: page.all("#boards svg") and page.by_id("turn").text)
        opened = (time.monotonic() - begin) * 1000
        messages = rounds(page, "document.getElementById('status').textContent = ''", lambda: "message" in page.by_id("status").text)
        board = rounds(page, "document.getElementById('turn').textContent = ''", lambda: page.by_id("turn").text)
        page.tab("stages")
        times = []
        for stage, sign in (("plan", "level plans"), ("net", "level nets"), ("asm", ".text")):
            Select(page.by_id("stage-left")).select_by_value("ast")
            page.browser.execute_script("document.getElementById('stage-note').textContent = ''")
            Select(page.by_id("stage-right")).select_by_value(stage)
            page.wait(lambda sign=sign: shows(page, "right", sign) or page.by_id("stage-note").text)
            has_it = shows(page, "right", sign)
            times.append(f"{rounds(page, clear_panes, lambda sign=sign: shows(page, 'right', sign)):.0f}" if has_it else "none")
        print(f"latency: {name:<28} {opened:7.0f} {messages:9.0f} {board:6.0f} {times[0]:>6} {times[1]:>6} {times[2]:>9}")


TESTS = [test_assembly, test_long_match]
