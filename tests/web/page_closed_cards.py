"""Games of incomplete information: whoever plays sees what their role knows, unless cards are open.

Part of explore_page.py.
"""
import json

from page_moves import course, set_players

RECORD = """
window.seen = [];
if (!window.fetchBefore) window.fetchBefore = window.fetch;
window.fetch = async (name, options) => {
  const answer = await window.fetchBefore(name, options);
  if (name === 'report') window.seen.push(await answer.clone().text());
  return answer;
};
"""


def positions(page):
    """Positions that the server sent since RECORD."""
    found = []
    for text in page.browser.execute_script("return window.seen"):
        try:
            found.append(json.loads(json.loads(text)["output"]))
        except ValueError:
            pass
    return [each for each in found if "legal" in each and "turn" in each]


def view_text(page, name):
    return page.browser.execute_script("return document.getElementById(arguments[0]).textContent", f"view-{name}")


def test_closed_cards(page):
    page.load("kuhn-poker.kif")
    page.browser.execute_script(RECORD)
    page.tab("play")
    page.wait(lambda: "first to move" in page.by_id("turn").text)
    # The one's own card, and neither the deal nor the other's card; not in what the server sends, nor in the address.
    text = view_text(page, "play")
    assert "(holds first " in text, text
    assert "(holds second" not in text and "(deal" not in text, text
    assert page.by_id("closed-note").is_displayed()
    page.browser.execute_script("document.querySelector('#engine').click()")
    page.wait(lambda: page.all("#moves .worth"))
    page.browser.execute_script("document.querySelector('#engine').click()")
    page.wait(lambda: not page.all("#moves .worth"))
    sent = [each for each in positions(page) if each["turn"] > 0]
    assert len(sent) >= 2, sent
    for each in sent:
        assert each["known_to"] == ["first"] and each["state"] == [] and each["last"] == [], each
        assert each["legal"][1] == [] and each["legal"][2] == [] and each["goals"] == [[], [], []], each
        assert all(value["role"] == "first" for value in each["values"]), each["values"]
        assert "holds second" not in json.dumps(each), each
    assert "deal" not in page.browser.execute_script("return decodeURIComponent(location.hash)")
    page.shot("closed-cards")
    # The other's seat shows the other's card.
    own = text[text.index("(holds first "):].split(")")[0].split()[-1]
    page.tab("why")
    page.wait(lambda: "Cards are closed" in page.by_id("why-note").text)
    page.by_id("query").clear()
    page.by_id("query").send_keys("(true ?fluent)")
    page.by_id("derive").click()
    page.wait(lambda: "Cards are closed" in page.by_id("why-note").text)
    assert "dealt" not in view_text(page, "why") and "second" not in view_text(page, "why"), view_text(page, "why")
    page.tab("play")
    # To the end: the goals are told, the cards stay closed.
    while not page.is_over():
        before = len(course(page))
        page.choose()
        page.wait(lambda before=before: len(course(page)) > before)
        page.wait(lambda: page.is_over() or "first to move" in page.by_id("turn").text)
    assert "(deal" not in view_text(page, "play"), view_text(page, "play")
    page.by_id("open-cards").click()
    page.wait(lambda: "(deal " in course(page)[0])
    assert f"(deal {own} " in course(page)[0], (own, course(page))
    assert not page.by_id("closed-note").is_displayed()
    assert "deal" in page.browser.execute_script("return decodeURIComponent(location.hash)")
    # Programs alone are looked at, not played against.
    page.load("kuhn-poker.kif")
    assert not page.by_id("open-cards").is_selected()
    page.wait(lambda: page.all("#players select"))
    set_players(page, "random")
    page.wait(page.is_over)
    page.wait(lambda: "(deal " in course(page)[0])
    print("closed cards: Kuhn poker, to", page.by_id("turn").text)


def test_closed_door(page):
    page.load("monty-hall.kif")
    page.browser.execute_script(RECORD)
    page.tab("play")
    page.wait(lambda: "candidate to move" in page.by_id("turn").text)
    assert "(hide_car" not in view_text(page, "play") and "(car " not in view_text(page, "play"), view_text(page, "play")
    clicks = 0
    while not page.is_over():
        before = len(course(page))
        assert "(car " not in view_text(page, "play"), view_text(page, "play")
        page.choose()
        clicks += 1
        page.wait(lambda before=before: len(course(page)) > before)
        page.wait(lambda: page.is_over() or "candidate to move" in page.by_id("turn").text)
    sent = [each for each in positions(page) if each["turn"] > 0]
    assert sent and all(each["state"] == [] for each in sent), sent
    page.shot("closed-door")
    page.load("noughts-and-crosses.kif")
    page.wait(lambda: not page.by_id("open-cards-label").is_displayed())
    print(f"closed door: Monty Hall, {clicks} choices")


def test_two_persons(page):
    """Two persons at one page see what both know, and both choose."""
    page.load("kuhn-poker.kif")
    page.tab("play")
    page.wait(lambda: page.all("#players select"))
    set_players(page, "you")
    page.wait(lambda: "to move" in page.by_id("turn").text)
    page.by_id("new").click()
    page.wait(lambda: "first to move" in page.by_id("turn").text and "(holds second " in " ".join(course(page)))
    assert "(deal" not in view_text(page, "play")
    page.load("goofspiel.kif")
    page.wait(lambda: page.all("#players select"))
    set_players(page, "you")
    page.wait(lambda: "to move" in page.by_id("turn").text)
    first = page.by_id("turn").text
    before = len(course(page))
    choice = page.texts("#moves button")[-1]
    page.browser.execute_script("[...document.querySelectorAll('#moves button')].pop().click()")
    page.wait(lambda: "to move" in page.by_id("turn").text and page.by_id("turn").text != first)
    assert len(course(page)) == before, course(page)
    turn = page.by_id("turn").text
    page.choose()  # of three roles
    page.wait(lambda: page.by_id("turn").text not in (first, turn))
    page.choose()
    page.wait(lambda: len(course(page)) > before)
    assert choice in course(page)[before], (choice, course(page))
    print("two persons: both know, both choose")


TESTS = [test_closed_cards, test_closed_door, test_two_persons]
