"""The board, the tree of moves, the engine, files and links, the gallery: part of explore_page.py."""
import json
import pathlib
import re
import tempfile
import time

from page_driver import ActionChains, Keys
from page_moves import click, course, makes, set_players, start

# The games, and squares to click one after the other, with the moves that these make.
CLICKS = (
    ("breakthrough.kif", ("7 1", "6 1"), "(move 7 1 6 1)"),
    ("hexapawn3.kif", ("3 2", "2 2"), "(move 3 2 2 2)"),
    ("hexapawn4.kif", ("4 1", "3 1"), "(move 4 1 3 1)"),
    ("noughts-and-crosses.kif", ("3 3",), "(mark 3 3)"),
    ("connect-four.kif", ("4 2",), "(drop 4)"),
)

CLICKS_OF_CORPUS = (
    ("hex.kif", ("c 5",), "(place c 5)"),
    ("connectFour.kif", ("5 5",), "(drop 5)"),
    ("amazons_8x8.kif", ("6 1", "2 5"), "(move 6 1 2 5)"),
    ("pentago.kif", ("3 1 1",), "(place 3 1 1)"),
    ("breakthrough.kif", ("5 2", "4 3"), "(move 5 2 4 3)"),
    ("ticTacToe.kif", ("1 2",), "(mark 1 2)"),
    ("checkers.kif", ("d 3", "e 4"), "(move wp d 3 e 4)"),
    ("chess.kif", ("f 2", "f 3"), "(move wp f 2 f 3)"),
    ("reversi.kif", ("5 3",), "(move 5 3)"),
)


def middle(page, place):
    """The middle of a square as it is drawn, in pixels of the window."""
    return page.browser.execute_script(
        "const cell = document.querySelector(`#boards .tsj-square[data-place='${arguments[0]}'] .tsj-cell`).getBoundingClientRect();"
        "return [Math.round(cell.x + cell.width / 2), Math.round(cell.y + cell.height / 2)]", place)


def pointer(page):
    actions = ActionChains(page.browser)
    return actions, actions.w3c_actions.pointer_action


def click_at(page, place):
    actions, mouse = pointer(page)
    mouse.move_to_location(*middle(page, place)).click()
    actions.perform()


def drag(page, start_place, end_place):
    actions, mouse = pointer(page)
    (x, y), (to_x, to_y) = middle(page, start_place), middle(page, end_place)
    mouse.move_to_location(x, y).pointer_down()
    mouse.move_to_location(x + 10, y - 10).move_to_location(to_x, to_y).pointer_up()
    actions.perform()


def moved(page, move, count):
    page.wait(lambda: len(course(page)) == count and ("to move" in page.by_id("turn").text or page.is_over()))
    assert move in course(page)[-1].split("  "), (move, course(page))


def test_clicks_at_places(page, clicks=CLICKS):
    """The pointer is where the square is drawn, also on a turned board."""
    for name, places, move in clicks:
        for flipped in (False, True):
            start(page, name)
            if (page.by_id("flip").get_attribute("aria-pressed") == "true") != flipped:
                page.by_id("flip").click()
            before = middle(page, places[0])
            for place in places:
                click_at(page, place)
            moved(page, move, 1)
            if flipped:
                page.by_id("flip").click()
                assert middle(page, places[0]) != before, (name, before)
    print("clicks at places:", ", ".join(name for name, _, _ in clicks))


def test_drags(page):
    start(page, "breakthrough.kif")
    drag(page, "7 4", "6 5")
    moved(page, "(move 7 4 6 5)", 1)
    drag(page, "2 4", "5 5")  # not a destination: nothing is moved, and the piece stays chosen
    assert len(course(page)) == 1 and len(page.all("#boards .chosen")) == 1
    drag(page, "2 4", "3 4")
    moved(page, "(move 2 4 3 4)", 2)
    assert not page.all(".ghost")
    print("drags: a piece to its destination, and to another square")


def at_place(page, moves):
    page.wait(lambda: course(page) == moves and "to move" in page.by_id("turn").text)


def test_tree(page):
    """Arrow keys walk, a click goes to a move, and another move at an earlier place begins a branch."""
    start(page, "breakthrough.kif")
    makes(page, ["7 1", "6 1"], "(move 7 1 6 1)")
    makes(page, ["2 1", "3 1"], "(move 2 1 3 1)")
    makes(page, ["7 2", "6 2"], "(move 7 2 6 2)")
    line = course(page)
    assert [len(row.split()) > 0 for row in page.texts("#course .two li")] == [True, True], page.texts("#course li")
    assert "noop" not in " ".join(page.texts("#course li")), page.texts("#course li")
    page.browser.execute_script("document.activeElement.blur()")
    body = page.browser.find_element("tag name", "body")
    body.send_keys(Keys.ARROW_LEFT)
    at_place(page, line[:2])
    body.send_keys(Keys.HOME)
    at_place(page, [])
    body.send_keys(Keys.END)
    at_place(page, line)
    page.browser.execute_script("document.querySelectorAll('#course .move-at')[0].click()")
    at_place(page, line[:1])
    makes(page, ["2 8", "3 8"], "(move 2 8 3 8)")
    branch = course(page)
    assert branch[:1] == line[:1] and len(page.all("#course .branch .move-at")) == 1, branch
    page.shot("branch")
    # Back to the former line, by a click on its last move.
    page.browser.execute_script(
        "[...document.querySelectorAll('#course .line .move-at')].find(each => each.dataset.joint === arguments[0]).click()", line[2])
    at_place(page, line)
    page.by_id("undo").click()  # removes the move
    at_place(page, line[:2])
    assert len(page.all("#course .move-at")) == 3, page.texts("#course .move-at")
    # Keys in a text field are the field's.
    page.tab("why")
    page.by_id("query").send_keys(Keys.HOME)
    page.tab("play")
    at_place(page, line[:2])
    print("tree: a line of 3 moves, a branch, and back")


def test_engine(page):
    start(page, "connect-four.kif")
    page.by_id("engine").click()
    page.wait(lambda: len(page.all("#evaluation .share")) == 2 and page.all("#boards .worth.best") and page.all(".arrows *"))
    shares = [float(text) for text in page.texts("#evaluation .share") if text]
    assert shares and all(0 <= share <= 100 for share in shares), shares
    assert re.fullmatch(r"red \d+", page.texts("#engine-line strong")[0]), page.by_id("engine-line").text
    page.shot("engine")
    page.by_id("engine").click()
    page.wait(lambda: not page.all("#boards .worth") and not page.all(".arrows *") and not page.by_id("evaluation").is_displayed())
    page.by_id("hint").click()
    page.wait(lambda: page.all(".arrows *") and page.all("#engine-line strong"))
    assert not page.all("#boards .worth")
    makes(page, ["4 1"], "(drop 4)")
    assert not page.all(".arrows *")
    # A seat of the strongest level, which takes its seconds.
    levels = page.browser.execute_script("return [...document.querySelector('#players select').options].map(each => each.value)")
    assert {"you", "mcts-beginner", "mcts", "mcts-good", "mcts-strong", "goal", "minimax", "strategy", "random"} == set(levels), levels
    set_players(page, "mcts-beginner", "yellow")
    page.wait(lambda: len(course(page)) == 2)
    # Moves that are equal by symmetry have equal values, though search tries one of them once symmetries are known.
    start(page, "breakthrough.kif")
    for _ in range(6):
        page.by_id("engine").click()
        page.wait(lambda: page.all("#boards .worth"))
        time.sleep(2.5)  # the second, longer search
        worths = page.texts("#boards .worth")
        page.by_id("engine").click()
        page.wait(lambda: not page.all("#boards .worth"))
        if worths == worths[::-1]:
            break
    assert len(worths) == 8 and worths == worths[::-1], worths
    print("engine: values", shares, "and a hint;", worths, "by symmetry")


def test_outcome(page):
    """The result is said in words, and the line that decided is marked."""
    start(page, "noughts-and-crosses.kif")
    for place in ("1 1", "2 1", "1 2", "2 2"):
        makes(page, [place], f"(mark {place})")
    makes(page, ["1 3"], "(mark 1 3)")
    assert page.by_id("turn").text == "o wins", page.by_id("turn").text
    marked = "return [...document.querySelectorAll('#boards .bound')].map(each => each.dataset.place).sort()"
    page.wait(lambda: page.browser.execute_script(marked) == ["1 1", "1 2", "1 3"])
    page.shot("outcome")
    page.by_id("undo").click()
    page.wait(lambda: not page.is_over() and not page.all("#boards .bound"))
    for place in ("3 1", "1 3", "2 3"):
        makes(page, [place], f"(mark {place})")
    click(page, "3 2")  # the only move that is left follows by itself
    page.wait(page.is_over)
    assert page.by_id("turn").text == "Draw", page.by_id("turn").text
    print("outcome: a line that won, and a draw")


def test_files_and_links(page):
    start(page, "hexapawn3.kif")
    makes(page, ["3 1", "2 1"], "(move 3 1 2 1)")
    makes(page, ["1 2", "2 1"], "(move 1 2 2 1)")
    line = course(page)
    page.by_id("share").click()
    # What the page would write into a file, and into the clipboard.
    page.browser.execute_script(
        "window.saved = []; URL.createObjectURL = blob => { window.blob = blob; return 'data:,'; };"
        "HTMLAnchorElement.prototype.click = function () { window.saved.push(this.download); };"
        "navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); };")
    page.by_id("download").click()
    name, text = page.browser.execute_async_script(
        "const done = arguments[0]; window.blob.text().then(text => done([window.saved[0], text]))")
    match = json.loads(text)
    assert name == "hexapawn3-match.json" and [turn["joint"] for turn in match["matches"][0]["moves"]] == [each.split("  ") for each in line], text
    page.by_id("copy-moves").click()
    page.wait(lambda: page.browser.execute_script("return window.copied"))
    copied = page.browser.execute_script("return window.copied")
    assert copied.startswith("1. ") and "noop" not in copied, copied
    page.by_id("copy-link").click()
    page.wait(lambda: "link" in page.by_id("share-note").text)
    link = page.browser.execute_script("return window.copied")
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / name
        path.write_text(text, encoding="utf-8")
        page.load("hexapawn3.kif")
        page.by_id("record").send_keys(str(path))
        page.wait(lambda: page.by_id("last").is_enabled())
        page.by_id("last").click()
        page.wait(lambda: course(page) == line)
        path.write_text("{}", encoding="utf-8")
        page.browser.execute_script("document.getElementById('share').open = true")
        page.by_id("record").send_keys(str(path))
        page.wait(lambda: "not a match" in page.by_id("share-note").text)
    page.browser.get("about:blank")
    page.browser.get(link)
    page.wait(lambda: page.browser.execute_script("return document.body.dataset.ready") == "yes" and course(page) == line)
    print("files and links:", name, copied)


def test_gallery(page):
    page.by_id("home").click()
    page.wait(lambda: page.by_id("gallery").is_displayed())
    page.wait(lambda: len(page.all(".game[data-drawn=yes] svg")) >= 8)
    assert page.browser.current_url.endswith("#gallery"), page.browser.current_url
    notes = page.texts(".game .note")
    assert "2 players" in notes, notes
    page.shot("gallery")
    game = next(each for each in page.all(".game") if each.get_attribute("data-name") == "hexapawn3.kif")
    game.click()
    page.wait(lambda: not page.by_id("gallery").is_displayed() and page.all("#boards button.can"))
    click_at(page, "3 2")
    click_at(page, "2 2")
    page.wait(lambda: course(page))
    page.browser.back()
    page.wait(lambda: page.by_id("gallery").is_displayed())
    page.browser.forward()
    page.wait(lambda: page.browser.execute_script("return document.body.dataset.ready") == "yes" and not page.by_id("gallery").is_displayed())
    print("gallery:", len(notes), "games; a match after two clicks")


def test_server_is_gone(page):
    """As if the server did not answer for a while."""
    start(page, "noughts-and-crosses.kif")
    page.browser.execute_script(
        "window.ownFetch = window.fetch; window.fetch = () => Promise.reject(new TypeError('Failed to fetch'))")
    click_at(page, "1 1")
    page.wait(lambda: "does not answer" in page.by_id("lost").text and page.by_id("lost").is_displayed())
    page.shot("lost")
    page.browser.execute_script("window.fetch = window.ownFetch")
    page.wait(lambda: not page.by_id("lost").is_displayed())
    page.wait(lambda: "x to move" in page.by_id("turn").text and len(course(page)) == 1)
    print("server is gone: said, and reached again")


def test_rules_with_errors(page):
    """The board follows the last rules without errors, and says so."""
    start(page, "noughts-and-crosses.kif")
    text = page.rules()
    page.edit(text.replace("(role x)", "(role x", 1))
    page.wait(lambda: page.by_id("stale").is_displayed() and page.all("#messages .error"))
    makes(page, ["2 2"], "(mark 2 2)")
    page.shot("stale")
    page.edit(text)
    page.wait(lambda: not page.by_id("stale").is_displayed())
    assert course(page) == ["(mark 2 2)  noop"], course(page)
    page.by_id("new").click()
    print("rules with errors: the last board stays, and can be played on")


def test_panes(page):
    start(page, "noughts-and-crosses.kif")
    width = page.by_id("rules").size["width"]
    page.by_id("divider").send_keys(Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    assert page.by_id("rules").size["width"] > width
    page.by_id("fold").click()
    assert not page.by_id("rules").is_displayed() and not page.by_id("divider").is_displayed()
    board = page.browser.execute_script("return document.querySelector('#boards .picture').getBoundingClientRect().height")
    page.by_id("fold").click()
    page.by_id("divider").send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert page.by_id("rules").size["width"] == width
    # At the size of a small notebook everything that a match needs is in sight.
    page.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                 {"width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": False})
    try:
        start(page, "breakthrough.kif")
        for name in ("boards", "players", "turn", "course", "back", "undo", "engine"):
            low = page.browser.execute_script("return document.getElementById(arguments[0]).getBoundingClientRect().bottom", name)
            assert low <= 800, (name, low)
    finally:
        page.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    print(f"panes: dragged and folded; a board of {board:.0f} pixels without the rules")


TESTS = [test_clicks_at_places, test_drags, test_tree, test_engine, test_outcome, test_files_and_links, test_gallery, test_server_is_gone,
         test_rules_with_errors, test_panes]
