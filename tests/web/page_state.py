"""What the page keeps and says: seats, changed rules, messages, links.

Part of explore_page.py.
"""
from page_moves import course


def seats(page):
    return dict(page.browser.execute_script(
        "return [...document.querySelectorAll('#players select')].map(each => [each.dataset.role, each.value])"))


def learned(page, name, games=100):
    page.load(name)
    page.tab("learning")
    page.by_id("learn-games").clear()
    page.by_id("learn-games").send_keys(str(games))
    page.by_id("learn").click()
    page.wait(lambda: page.by_id("use-strategy").is_displayed())
    return page.by_id("learn-note").text.split(" as ")[1].split(":")[0]


def test_seats_after_learning(page):
    role = learned(page, "hexapawn3.kif")
    page.by_id("use-strategy").click()
    page.wait(lambda: seats(page).get(role) == "strategy" and len(course(page)) == 1 and "to move" in page.by_id("turn").text)
    other = next(name for name in seats(page) if name != role)
    assert seats(page) == {role: "strategy", other: "you"}, seats(page)
    assert page.by_id("turn").text == f"{other} to move", page.by_id("turn").text
    assert page.by_id("reasons").text or page.all("#witness section"), "the strategy gave no reason"
    # A strategy is of its rulesheet.
    page.load("noughts-and-crosses.kif")
    page.tab("learning")
    assert not page.by_id("use-strategy").is_displayed() and page.by_id("learned").text == ""
    page.tab("play")
    print(f"seats: {role} is the strategy's, {other} yours")


def changed(page, text):
    page.edit(text)
    page.wait(lambda: page.by_id("draft-note").is_displayed())


def reload(page):
    page.browser.refresh()
    page.wait(lambda: page.browser.execute_script("return document.body.dataset.ready") == "yes")


def test_drafts(page):
    # Tests before this one may have left drafts of their own.
    page.browser.execute_script("localStorage.clear(); sessionStorage.clear()")
    reload(page)
    page.load("nim.kif")
    text = page.rules()
    changed(page, "; mine\n" + text)
    page.tab("proofs")
    page.browser.execute_script("document.getElementById('formulas').value = ''")
    page.by_id("formulas").send_keys("invariant mine: true(a).")
    page.load("noughts-and-crosses.kif")
    page.wait(lambda: not page.by_id("draft-note").is_displayed() and "mine" not in page.rules())
    assert "nim.kif (edited)" in page.texts("#game option")
    page.load("nim.kif")
    page.wait(lambda: page.rules() == "; mine\n" + text)
    reload(page)
    page.wait(lambda: page.rules() == "; mine\n" + text and page.by_id("draft-note").is_displayed())
    assert page.by_id("formulas").get_attribute("value") == "invariant mine: true(a)."
    page.by_id("revert").click()
    page.wait(lambda: not page.by_id("draft-note").is_displayed())
    assert page.rules() == text and "nim.kif (edited)" not in page.texts("#game option")
    reload(page)
    assert page.rules() == text
    page.tab("play")
    print("drafts: kept over another rulesheet and a reload")


def lines_of(page, name):
    """Whether the message has its lines and a fixed width, and how many lines it has."""
    return page.browser.execute_script(
        "const each = document.getElementById(arguments[0]); const style = getComputedStyle(each);"
        "return [style.whiteSpace.startsWith('pre'), style.fontFamily.includes('mono'), each.textContent.split('\\n').length]", name)


def test_lines_of_messages(page):
    page.load("noughts-and-crosses.kif")
    page.tab("why")
    page.by_id("query").clear()
    page.by_id("query").send_keys("(legal x")
    page.by_id("derive").click()
    page.wait(lambda: "error" in page.by_id("why-note").text)
    assert "^" in page.by_id("why-note").text, page.by_id("why-note").text
    found = [lines_of(page, "why-note")]
    page.shot("carets")
    page.tab("proofs")
    page.browser.execute_script("document.getElementById('formulas').value = 'invariant x: true(cell(1.'")
    page.by_id("prove").click()
    page.wait(lambda: "^" in page.by_id("proof-note").text)
    found.append(lines_of(page, "proof-note"))
    page.tab("play")
    page.browser.execute_script("location.hash = 'game=noughts-and-crosses.kif&view=play&moves=' + encodeURIComponent('[[\"(mark 9 9)\", \"noop\"]]')")
    page.wait(lambda: "^" in page.by_id("turn").text)
    found.append(lines_of(page, "turn"))
    for pre, mono, lines in found:
        assert pre and mono and lines >= 3, found
    page.browser.execute_script("location.hash = 'game=noughts-and-crosses.kif'")
    page.wait(lambda: "o to move" in page.by_id("turn").text and page.browser.execute_script("return document.body.dataset.ready") == "yes")
    assert lines_of(page, "turn")[:1] == [False]
    print("lines of messages:", found)


def test_reasons_of_negation(page):
    """A negated goal of a derivation holds, and the page says so."""
    page.load("noughts-and-crosses.kif")
    page.tab("why")
    page.wait(lambda: len(page.all("#query-list option")) > 8)
    page.by_id("query").clear()
    page.by_id("query").send_keys("(legal o (mark 2 2))")
    page.by_id("derive").click()
    page.wait(lambda: "It holds" in page.by_id("why-note").text)
    page.click("#derivation .opens")
    goals = page.texts("#derivation li li .goal")
    negated = [text for text in goals if text.startswith("(not ")]
    assert negated, goals
    for text in negated:
        goal, reason = text.split(") holds", 1)
        assert reason.startswith(f": {goal.removeprefix('(not ')} has no derivation"), text
    while page.by_id("step-on").is_enabled():
        page.by_id("step-on").click()
        note = page.by_id("step-note").text
        assert "has no derivation" not in note or ", holds: " in note, note
    page.tab("play")
    print("reasons of negation:", negated[0])


def follow(page, address):
    """Opens a link anew."""
    page.browser.get("about:blank")
    page.browser.get(page.address + address)
    page.wait(lambda: page.browser.execute_script("return document.body.dataset.ready") == "yes")


def test_links(page):
    follow(page, "#game=othello.kif&view=play&moves=%5B%5B%22(mark%201%201)%22%2C%22noop%22%5D%5D")
    notice = page.by_id("notice").text
    assert "no rulesheet othello.kif" in notice and page.by_id("notice").is_displayed(), notice
    assert page.by_id("gallery").is_displayed() and not page.by_id("views").is_displayed()
    page.shot("wrong-link")
    page.load("nim.kif")
    assert page.by_id("notice").text == ""
    follow(page, "#game=nim.kif&view=plays&left=plam&moves=%5B%5B%22(ma")
    notice = page.by_id("notice").text
    assert "no view plays" in notice and "no stage plam" in notice and "cannot be read" in notice, notice
    page.tab("stages")
    page.wait(lambda: len(page.stage_text("left")) > 50)
    follow(page, "#game=noughts-and-crosses.kif&view=play&moves=%5B%5B%22(mark%201%201)%22%2C%22noop%22%5D%5D")
    page.wait(lambda: course(page)[:1] == ["(mark 1 1)  noop"])
    assert page.by_id("notice").text == ""
    # The address is edited while the page is open.
    page.browser.execute_script("location.hash = 'game=nim.kif&view=play'")
    page.wait(lambda: page.by_id("game").get_attribute("value") == "nim.kif")
    page.wait(lambda: page.browser.execute_script("return document.body.dataset.ready") == "yes")
    print("links:", notice)


def test_guesses(page):
    """Without invariants, those that do not hold of every game's are folded away."""
    page.load("noughts-and-crosses.kif")
    page.tab("proofs")
    page.by_id("formulas").clear()
    page.by_id("prove").click()
    page.wait(lambda: page.texts("#proofs .guesses button"))
    note, folded = page.by_id("proof-note").text, page.texts("#proofs .guesses button")[0]
    proved, guesses = int(note.split(" ")[0]), int(folded.split(" ")[0])
    assert " proved, " in note and folded.endswith("that do not hold") and proved > 0 and guesses > 0, (note, folded)
    shown = "return [...document.querySelectorAll('#proofs code')].filter(each => each.checkVisibility()).length"
    assert page.browser.execute_script(shown) == proved, note
    page.click("#proofs .guesses button")
    assert page.browser.execute_script(shown) == proved + guesses
    page.click("#proofs .guesses button")
    assert page.browser.execute_script(shown) == proved
    page.tab("play")
    print(f"guesses: {note}; {folded}")


TESTS = [test_seats_after_learning, test_drafts, test_lines_of_messages, test_reasons_of_negation, test_guesses, test_links]
