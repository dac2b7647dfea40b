"""Rulesheets of the browser: new ones from templates, edited marks, downloads.

Part of explore_page.py.
"""
import pathlib
import tempfile

from page_driver import Select
from page_state import reload


def make(page, template, name):
    page.wait(lambda: page.by_id("new-dialog").is_displayed())
    Select(page.by_id("new-template")).select_by_value(template)
    page.by_id("new-name").clear()
    page.by_id("new-name").send_keys(name)
    page.by_id("new-create").click()


def shown(page):
    return page.browser.execute_script("return document.body.dataset.game")


def delete(page):
    page.by_id("revert").click()
    page.browser.switch_to.alert.accept()
    page.wait(lambda: page.by_id("gallery").is_displayed())


def test_templates(page):
    """Each template is a game without messages, which can be played."""
    page.by_id("home").click()
    page.wait(lambda: page.by_id("gallery").is_displayed())
    page.click("#gallery .new-sheet")
    page.wait(lambda: page.by_id("new-dialog").is_displayed())
    templates = [option.get_attribute("value") for option in Select(page.by_id("new-template")).options]
    assert len(templates) == 4 and page.by_id("new-name").get_attribute("value") == "my-game.kif", templates
    page.shot("new-sheet")
    # Names that cannot be, or are there already.
    for name, why in (("nim.kif", "already"), ("../x", "A name has"), ("", "A name has"), ("a b/c", "A name has")):
        make(page, templates[0], name)
        page.wait(lambda why=why: why in page.by_id("new-note").text)
    page.by_id("new-cancel").click()
    page.wait(lambda: not page.by_id("new-dialog").is_displayed())
    for number, template in enumerate(templates):
        page.by_id("home").click()
        page.wait(lambda: page.by_id("gallery").is_displayed())
        page.click("#gallery .new-sheet")
        make(page, template, f"Try {number}")
        page.wait(lambda number=number: shown(page) == f"try-{number}.kif" and page.by_id("status").text == "no messages")
        page.wait(lambda: page.texts("#moves button") or page.all("#boards button.can"))
        assert page.by_id("edited").text == "not in a file", page.by_id("edited").text
    page.by_id("home").click()
    page.wait(lambda: len(page.all(".game[data-name^='try-'] .badge")) == 4)
    page.browser.execute_script("document.querySelector('.game[data-name=\"try-3.kif\"]').scrollIntoView()")
    page.wait(lambda: len(page.all(".game[data-name^='try-'][data-drawn=yes]")) == 4)
    for number in range(4):
        page.click(f".game[data-name='try-{number}.kif']")
        page.wait(lambda number=number: shown(page) == f"try-{number}.kif" and page.by_id("revert").is_displayed())
        delete(page)
    assert not page.all(".game[data-name^='try-']")
    print(f"templates: {len(templates)}, made, listed and deleted")


def test_own_sheet(page):
    """A copy is edited, survives a reload, is downloaded, and a link leads to it."""
    page.load("nim.kif")
    page.wait(lambda: page.by_id("status").text == "no messages")
    text = page.rules()
    page.click("#rules .new-sheet")
    make(page, "copy", "mine")
    page.wait(lambda: shown(page) == "mine.kif" and page.rules() == text)
    changed = "; of mine\n" + text
    page.edit(changed)
    page.wait(lambda: page.by_id("status").text == "no messages")
    assert "mine.kif (not in a file)" in page.texts("#game option")
    reload(page)
    page.wait(lambda: shown(page) == "mine.kif" and page.rules() == changed)
    assert "game=mine.kif" in page.browser.current_url
    page.load("noughts-and-crosses.kif")
    assert not page.by_id("edited").is_displayed()
    page.load("mine.kif")
    assert page.rules() == changed
    with tempfile.TemporaryDirectory() as folder:
        page.browser.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": folder})
        page.by_id("save-rules").click()
        saved = pathlib.Path(folder) / "mine.kif"
        page.wait(lambda: saved.exists() and saved.read_text(encoding="utf-8") == changed)
    delete(page)
    assert "mine.kif" not in " ".join(page.texts("#game option"))
    reload(page)
    assert "mine.kif" not in " ".join(page.texts("#game option"))
    print("own sheet: copied, edited, kept, saved, deleted")


def test_edited_mark(page):
    page.load("nim.kif")
    text = page.rules()
    page.edit("; edited\n" + text)
    page.wait(lambda: page.by_id("edited").text == "edited" and page.by_id("edited").is_displayed())
    page.by_id("home").click()
    page.wait(lambda: page.texts(".game[data-name='nim.kif'] .badge") == ["edited"])
    page.click(".game[data-name='nim.kif']")
    page.wait(lambda: shown(page) == "nim.kif" and page.by_id("revert").is_displayed())
    page.by_id("revert").click()
    page.wait(lambda: not page.by_id("edited").is_displayed() and page.rules() == text)
    print("edited: marked beside the rules, in the list and in the gallery")


def test_busy_marks(page):
    """The tab of a view is marked while its command runs, also while another view is shown."""
    page.load("connect-four.kif")
    page.tab("learning")
    page.by_id("learn-games").clear()
    page.by_id("learn-games").send_keys("1000000")
    page.by_id("learn").click()
    page.wait(lambda: page.all("#tab-learning.is-busy"))
    page.tab("play")
    assert page.all("#tab-learning.is-busy") and page.by_id("busy").is_displayed()
    assert page.by_id("view-learning").get_attribute("aria-busy") == "true"
    page.by_id("stop").click()
    page.wait(lambda: not page.all(".is-busy") and not page.by_id("busy").is_displayed())
    print("busy: the tab of what runs")


SIZES = """
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const sizes = new Map();
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  if (!walker.currentNode.textContent.trim() || !element.checkVisibility() || element.closest('svg, script')) continue;
  const size = parseFloat(getComputedStyle(element).fontSize);
  if (!sizes.has(size)) sizes.set(size, `${element.tagName}.${element.className}: ${walker.currentNode.textContent.trim().slice(0, 40)}`);
}
return [...sizes];
"""


def test_type_sizes(page):
    """Three sizes of text, outside of boards."""
    page.load("noughts-and-crosses.kif")
    page.wait(lambda: page.all("#boards button.can"))
    found = {}
    for view in ("play", "why", "stages", "proofs", "learning", "speed"):
        page.tab(view)
        found.update(dict(page.browser.execute_script(SIZES)))
    page.by_id("home").click()
    page.wait(lambda: page.all(".game[data-drawn=yes]"))
    found.update(dict(page.browser.execute_script(SIZES)))
    page.load("noughts-and-crosses.kif")
    page.tab("play")
    assert set(found) <= {12, 14, 18} and len(found) == 3, found
    print("sizes of text:", sorted(found))


TESTS = [test_templates, test_own_sheet, test_edited_mark, test_busy_marks, test_type_sizes]
