"""Clicks on boards: each makes the move whose arguments name the squares, and no other.

Part of explore_page.py.
"""
import re

def set_players(page, kind, role=None):
    """Of this role, or of all."""
    page.browser.execute_script(
        "for (const select of document.querySelectorAll('#players select')) {"
        "  if (arguments[1] && select.dataset.role !== arguments[1]) continue;"
        "  select.value = arguments[0]; select.dispatchEvent(new Event('change')); }", kind, role)


def play_all(page):
    """Gives all roles but chance to the person before the page."""
    page.tab("play")
    page.wait(lambda: page.all("#players select"))
    set_players(page, "you")
    page.wait(lambda: "to move" in page.by_id("turn").text)


def start(page, name):
    page.load(name)
    play_all(page)


def course(page):
    return page.course()


def can(page):
    return sorted(page.browser.execute_script(
        "return [...document.querySelectorAll('#boards button.can')].map(each => each.dataset.place)"))


def click(page, *places):
    for place in places:
        page.browser.execute_script(
            "document.querySelector(`#boards button[data-place='${arguments[0]}']`).click()", place)


def makes(page, places, move):
    """The squares, clicked one after the other, make this move; before the last click nothing happens."""
    before = len(course(page))
    click(page, *places[:-1])
    assert len(course(page)) == before, (places, course(page))
    click(page, places[-1])
    page.wait(lambda: len(course(page)) == before + 1)
    assert move in course(page)[-1].split("  "), (places, move, course(page))
    page.wait(lambda: "to move" in page.by_id("turn").text or page.is_over())


def makes_nothing(page, place):
    before = course(page)
    click(page, place)
    assert course(page) == before and not page.all("#boards .chosen"), (place, course(page))


def test_clicks_of_steps(page):
    start(page, "hexapawn3.kif")
    # Squares that a move begins on, and neither empty ones nor the opponent's.
    assert can(page) == ["3 1", "3 2", "3 3"], can(page)
    for place in ("1 2", "2 1", "2 2", "1 1"):  # 1 2 is within (move 3 1 2 1) as text
        makes_nothing(page, place)
    click(page, "3 1")
    assert can(page) == ["2 1"] and len(page.all("#boards .chosen")) == 1, can(page)
    click(page, "3 1")  # again: not chosen any more
    assert not page.all("#boards .chosen")
    makes(page, ["3 1", "2 1"], "(move 3 1 2 1)")
    assert can(page) == ["1 1", "1 2", "1 3"] or can(page) == ["1 2", "1 3"], can(page)
    makes_nothing(page, "3 2")
    makes(page, ["1 2", "2 1"], "(move 1 2 2 1)")
    page.shot("clicks")
    start(page, "breakthrough.kif")
    assert len(can(page)) == 8, can(page)
    makes_nothing(page, "6 1")
    makes(page, ["7 1", "6 2"], "(move 7 1 6 2)")
    makes_nothing(page, "1 1")  # has no way
    makes(page, ["2 2", "3 1"], "(move 2 2 3 1)")
    print("clicks of steps: hexapawn, breakthrough")


def test_clicks_of_marks(page):
    start(page, "noughts-and-crosses.kif")
    assert len(can(page)) == 9
    makes(page, ["1 2"], "(mark 1 2)")
    assert len(can(page)) == 8 and "1 2" not in can(page)
    makes_nothing(page, "1 2")
    makes(page, ["2 1"], "(mark 2 1)")
    start(page, "connect-four.kif")  # a column is named by all its squares
    assert len(can(page)) == 48, can(page)
    makes(page, ["3 5"], "(drop 3)")
    makes(page, ["5 3"], "(drop 5)")
    print("clicks of marks: noughts and crosses, connect four")


def edited(page, name, change):
    """Plays a changed copy of a rulesheet."""
    page.load(name)
    text = page.rules()
    page.browser.execute_script("document.getElementById('status').textContent = ''")
    page.edit(change(text))
    page.wait(lambda: "message" in page.by_id("status").text)
    assert page.by_id("status").text == "no messages", page.texts("#messages li")
    play_all(page)
    page.by_id("new").click()
    page.wait(lambda: not course(page) and can(page))


def revert(page):
    page.by_id("revert").click()
    page.wait(lambda: not page.by_id("draft-note").is_displayed())


KEYWORDS = {"role", "init", "true", "does", "next", "legal", "goal", "terminal", "distinct", "not", "or", "base", "input"}


def scrambled(text):
    """Other names for all that has one but numbers, and other numbers for coordinates."""
    code = re.sub(r";[^\n]*", "", text)
    word = re.compile(r"(?<![?\w-])[a-z][\w-]*")
    names = sorted({name for name in word.findall(code) if name not in KEYWORDS})
    new = {name: f"{'zmkq'[i % 4]}orp{chr(97 + i // 26)}{chr(97 + i % 26)}" for i, name in enumerate(names)}
    return word.sub(lambda found: new.get(found.group(), found.group()), code)


def test_clicks_of_other_names(page):
    """Neither names nor the order of arguments matter: what ties an argument to a column is the rules."""
    edited(page, "hexapawn3.kif", scrambled)
    assert can(page) == ["3 1", "3 2", "3 3"], can(page)
    makes_nothing(page, "1 2")
    click(page, "3 1", "2 1")
    page.wait(lambda: len(course(page)) == 1)
    assert re.search(r"\(\w+ 3 1 2 1\)", course(page)[0]), course(page)
    revert(page)
    # The column first, and a word between the squares.
    def turned(text):
        return re.sub(r"\(move (\S+) (\S+) (\S+) ([^\s()]+)\)", r"(move \2 \1 to \4 \3)", text)
    edited(page, "hexapawn3.kif", turned)
    assert can(page) == ["3 1", "3 2", "3 3"], can(page)
    makes_nothing(page, "1 3")
    makes(page, ["3 1", "2 1"], "(move 1 3 to 1 2)")
    revert(page)
    # The column that is dropped into is the second coordinate.
    def sideways(text):
        return re.sub(r"\(cell (\S+) (\S+) (\S+)\)", r"(cell \2 \1 \3)", text)
    edited(page, "connect-four.kif", sideways)
    assert len(can(page)) == 48, can(page)
    makes(page, ["5 3"], "(drop 3)")
    revert(page)
    print("clicks of other names: scrambled words, turned arguments, a turned board")


def test_clicks_of_corpus(page, corpus):
    """Games of the corpus of rulesheets, where there is one: `page` shows that folder."""
    for name, places, move in (("reversi.kif", ["3 5"], "(move 3 5)"), ("checkers.kif", ["b 3", "a 4"], "(move wp b 3 a 4)"),
                               ("chess.kif", ["a 2", "a 4"], "(move wp a 2 a 4)"),
                               ("aaai2006.NOTHELLO_S.3357334851.kif", ["3 5"], "(clight 3 5)")):
        start(page, name)
        assert all(place in can(page) for place in places[:1]), (name, can(page))
        assert places[-1] not in can(page) or len(places) == 1, (name, can(page))
        makes(page, places, move)
    print("clicks of the corpus in", corpus)


TESTS = [test_clicks_of_steps, test_clicks_of_marks, test_clicks_of_other_names]
