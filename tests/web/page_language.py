"""The language server in the page's editor: completion, descriptions, definitions, corrections, renaming.

Part of explore_page.py.
"""
from page_accessibility import FAINT, colours
from page_driver import ActionChains, Keys

CURSOR = "return document.querySelector('#editor .CodeMirror').CodeMirror.getCursor()"


def put_cursor(page, text, offset=0):
    """Puts the cursor into the first place of a text in the rules, this far from its begin; its line and column."""
    return page.browser.execute_script(
        "const mirror = document.querySelector('#editor .CodeMirror').CodeMirror;"
        "const at = mirror.posFromIndex(mirror.getValue().indexOf(arguments[0]) + arguments[1]);"
        "mirror.focus(); mirror.setCursor(at); mirror.scrollIntoView(at, 60); return [at.line, at.ch]", text, offset)


def cursor(page):
    at = page.browser.execute_script(CURSOR)
    return at["line"], at["ch"]


def keys(page, *pressed, holding=None):
    actions = ActionChains(page.browser)
    if holding:
        actions.key_down(holding)
    actions.send_keys(*pressed)
    if holding:
        actions.key_up(holding)
    actions.perform()


def hints(page):
    return page.texts(".CodeMirror-hint span:first-child")


def check_contrast(page, what):
    try:
        for scheme in ("light", "dark"):
            colours(page, scheme)
            faint = page.browser.execute_script(FAINT)[1]
            assert not faint, (what, scheme, faint)
    finally:
        colours(page, "light")


def place_on_screen(page, line, column):
    return page.browser.execute_script(
        "const mirror = document.querySelector('#editor .CodeMirror').CodeMirror;"
        "const {left, top, bottom} = mirror.charCoords({line: arguments[0], ch: arguments[1]}, 'window');"
        "return [Math.round(left) + 2, Math.round((top + bottom) / 2)]", line, column)


def point(page, line, column):
    """Moves the pointer onto a character of the rules."""
    x, y = place_on_screen(page, line, column)
    moves = ActionChains(page.browser)
    moves.w3c_actions.pointer_action.move_to_location(x + 30, y + 3)
    moves.w3c_actions.pointer_action.move_to_location(x, y)
    moves.perform()


def no_messages(page):
    page.wait(lambda: page.by_id("status").text == "no messages")


def notice(page):
    return " ".join(page.texts(".CodeMirror-dialog [role=status]"))


def test_completion(page):
    page.load("noughts-and-crosses.kif")
    page.tab("play")
    no_messages(page)
    text = page.rules()
    # A fluent is typed, and chosen from the list.
    put_cursor(page, "; Some square is empty.")
    keys(page, "(<= corner (true (ce")
    page.wait(lambda: hints(page) == ["cell"])
    assert page.texts(".CodeMirror-hint .detail") == ["/3"], page.texts(".CodeMirror-hint .detail")
    page.shot("completion")
    check_contrast(page, "the list of names")
    keys(page, Keys.ENTER)
    page.wait(lambda: "(<= corner (true (cell" in page.rules())
    assert not hints(page)
    # The arguments: what fits the column comes first.
    keys(page, " 1 1 ")
    keys(page, Keys.SPACE, holding=Keys.CONTROL)
    page.wait(lambda: len(hints(page)) > 2)
    assert set(hints(page)[:2]) == {"o", "x"}, hints(page)
    before = hints(page)[1]
    keys(page, Keys.ARROW_DOWN)
    keys(page, Keys.ENTER)
    page.wait(lambda: f"(true (cell 1 1 {before}" in page.rules())
    # A name that is typed whole does not catch Enter, and Escape closes the list.
    keys(page, ")) (index")
    page.wait(lambda: page.rules().count("(index") == text.count("(index") + 1)
    keys(page, " ?")
    keys(page, Keys.ESCAPE)
    page.wait(lambda: not hints(page))
    page.edit(text)
    no_messages(page)
    print("completion: a fluent of two letters, and constants of a column")


def test_hover(page):
    page.load("noughts-and-crosses.kif")
    place = put_cursor(page, "(line ?player)", 2)
    point(page, *place)
    page.wait(lambda: page.by_id("tooltip").is_displayed())
    shown = page.by_id("tooltip").text
    assert shown.startswith("line") or "(line" in shown.split("\n")[0], shown
    assert "o" in shown and "x" in shown, shown
    moves = ActionChains(page.browser)
    moves.w3c_actions.pointer_action.move_to_location(300, 400)
    moves.perform()
    page.wait(lambda: not page.by_id("tooltip").is_displayed())
    # By keys, for what the cursor is on; Escape closes it.
    put_cursor(page, "(does ?player", 8)
    keys(page, "i", holding=Keys.CONTROL)
    page.wait(lambda: page.by_id("tooltip").is_displayed() and "?player" in page.by_id("tooltip").text)
    keys(page, Keys.ESCAPE)
    page.wait(lambda: not page.by_id("tooltip").is_displayed())
    print("hover:", shown.replace("\n", " | "))


def test_definition(page):
    page.load("noughts-and-crosses.kif")
    text = page.rules().split("\n")
    where = next(i for i, line in enumerate(text) if line.startswith("(<= (line ?player)"))
    before = tuple(put_cursor(page, "terminal (line", 12))
    keys(page, ".", holding=Keys.ALT)
    page.wait(lambda: cursor(page) == (where, text[where].index("line")))
    keys(page, ",", holding=Keys.ALT)
    page.wait(lambda: cursor(page) == before)
    # By Ctrl and a click on the name.
    at = place_on_screen(page, *before)
    ActionChains(page.browser).key_down(Keys.CONTROL).perform()
    moves = ActionChains(page.browser)
    moves.w3c_actions.pointer_action.move_to_location(*at)
    moves.w3c_actions.pointer_action.click()
    moves.perform()
    ActionChains(page.browser).key_up(Keys.CONTROL).perform()
    page.wait(lambda: cursor(page) == (where, text[where].index("line")))
    # And from the menu.
    put_cursor(page, "terminal (line", 12)
    page.click("#assist summary")
    check_contrast(page, "the menu")
    page.by_id("assist-define").click()
    page.wait(lambda: cursor(page)[0] == where)
    assert page.by_id("assist").get_attribute("open") is None
    # No name: says so.
    put_cursor(page, "; Noughts", 3)
    keys(page, ".", holding=Keys.ALT)
    page.wait(lambda: "No definition" in notice(page))
    print(f"definition: of line in line {where + 1}, and back")


def test_corrections(page):
    page.load("noughts-and-crosses.kif")
    no_messages(page)
    text = page.rules()
    # Places are counted in bytes by the check, in UTF-16 by the editor.
    wrong = text.replace("noop", "nöop𝄞").replace("(true (control x)))", "(true (contrl x)))", 1)
    assert "(<= (legal o nöop𝄞) (true (contrl x)))" in wrong
    page.edit(wrong)
    page.wait(lambda: page.texts("#messages .fix"))
    marked = page.browser.execute_script(
        "const mirror = document.querySelector('#editor .CodeMirror').CodeMirror;"
        "return mirror.getAllMarks().map(mark => { const {from, to} = mark.find(); return mirror.getRange(from, to); })")
    assert any(each in ("contrl", "(contrl x)") for each in marked), marked
    assert page.texts("#messages .fix") == ["Replace `contrl` by `control`"], page.texts("#messages .fix")
    page.click("#messages .fix")
    page.wait(lambda: page.rules() == wrong.replace("contrl", "control"))
    no_messages(page)
    # One step takes it back, and a key at the place makes it again.
    keys(page, "z", holding=Keys.CONTROL)
    page.wait(lambda: page.rules() == wrong)
    page.wait(lambda: page.texts("#messages .fix"))
    place = put_cursor(page, "contrl", 2)
    page.browser.execute_script("document.querySelector('#editor .CodeMirror').CodeMirror.focus()")
    keys(page, "i", holding=Keys.CONTROL)
    page.wait(lambda: page.texts("#tooltip .fix") == ["Replace `contrl` by `control`"])
    keys(page, Keys.ESCAPE)
    keys(page, ".", holding=Keys.CONTROL)
    page.wait(lambda: page.rules() == wrong.replace("contrl", "control"))
    no_messages(page)
    # And in the box beside the name, by the pointer alone.
    keys(page, "z", holding=Keys.CONTROL)
    page.wait(lambda: page.texts("#messages .fix"))
    point(page, *place)
    page.wait(lambda: page.by_id("tooltip").is_displayed() and page.texts("#tooltip .fix"))
    ActionChains(page.browser).move_to_element(page.all("#tooltip .fix")[0]).click().perform()
    page.wait(lambda: page.rules() == wrong.replace("contrl", "control"))
    assert not page.by_id("tooltip").is_displayed()
    no_messages(page)
    # The same in plain letters, for the documentation.
    page.edit(text.replace("(true (control x)))", "(true (contrl x)))", 1))
    page.wait(lambda: page.texts("#messages .fix"))
    put_cursor(page, "contrl", 2)
    keys(page, "i", holding=Keys.CONTROL)
    page.wait(lambda: page.texts("#tooltip .fix"))
    page.shot("corrections")
    check_contrast(page, "messages and their corrections")
    keys(page, Keys.ESCAPE)
    page.edit(text)
    no_messages(page)
    print(f"corrections: one, in line {place[0] + 1}, by clicks, a key, and taken back")


def rename(page, name):
    keys(page, Keys.F2)
    page.wait(lambda: page.all(".CodeMirror-dialog input"))
    field = page.all(".CodeMirror-dialog input")[0]
    old = field.get_attribute("value")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(Keys.NULL, name, Keys.ENTER)
    return old


def test_rename(page):
    page.load("connect-four.kif")
    no_messages(page)
    text = page.rules()
    put_cursor(page, "(line ", 2)
    old = rename(page, "row-of-four")
    assert old == "line", old
    page.wait(lambda: "is row-of-four now, in" in notice(page))
    renamed = page.rules()
    assert "(line " not in renamed and renamed.count("row-of-four") == text.count("(line ") > 2
    no_messages(page)
    keys(page, "z", holding=Keys.CONTROL)
    page.wait(lambda: page.rules() == text)
    # A name that is there already is refused, with the reason; so is a keyword.
    put_cursor(page, "(line ", 2)
    rename(page, "cell")
    page.wait(lambda: "cell" in notice(page) and "now, in" not in notice(page))
    refused = notice(page)
    assert page.rules() == text
    put_cursor(page, "(legal ", 2)
    keys(page, Keys.F2)
    page.wait(lambda: notice(page) not in ("", refused))
    assert not page.all(".CodeMirror-dialog input")
    page.edit(text)
    no_messages(page)
    print(f"rename: line in {renamed.count('row-of-four')} places; refused: {refused}")


def test_session_ends(page):
    """The server has ended the session: the page opens another one."""
    page.load("nim.kif")
    no_messages(page)
    page.browser.execute_async_script(
        "const done = arguments[0]; (async () => { for (let i = 0; i < 8; ++i) await fetch('lsp', {method: 'POST', body: '{}'}); done(); })()")
    put_cursor(page, "(legal ", 2)
    keys(page, "i", holding=Keys.CONTROL)
    page.wait(lambda: page.by_id("tooltip").is_displayed() and "legal" in page.by_id("tooltip").text)
    keys(page, Keys.ESCAPE)
    # A status of 404 is in the console as an error, which it is not here.
    expected = [entry for entry in page.browser.get_log("browser") if entry["level"] == "SEVERE"]
    assert all("lsp" in entry["message"] and "404" in entry["message"] for entry in expected), expected
    print("session: opened again")


def test_without_server(page):
    """The program has no language server: the page does without it, and says nothing."""
    page.load("noughts-and-crosses.kif")
    no_messages(page)
    text = page.rules()
    page.edit(text.replace("(true (control x)))", "(true (contrl x)))", 1))
    page.wait(lambda: page.all("#messages li"))
    page.wait(lambda: page.all("body.without-language"))
    assert not page.by_id("assist").is_displayed() and not page.texts("#messages .fix")
    put_cursor(page, "; Some square is empty.")
    keys(page, "(true (ce")
    page.wait(lambda: "(true (ce;" in page.rules())
    page.edit(text)
    no_messages(page)
    print("without a language server: the editor remains")


TESTS = [test_completion, test_hover, test_definition, test_corrections, test_rename, test_session_ends]
