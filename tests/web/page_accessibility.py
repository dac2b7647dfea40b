"""Whether everybody can use the page: tests of explore_page.py.

Contrast of text in light and dark (WCAG 2: 4.5), a name for every control, every control reached by Tab and used by keys,
and a phone's width without scrolling sideways. explore_axe.py tests the rules of axe-core.
"""
from page_driver import ActionChains, Keys, Select

VIEWS = ("play", "why", "stages", "proofs", "learning", "speed")

# Texts whose contrast with what is behind them is below 4.5, with their places. Disabled controls are exempt.
FAINT = """
const parse = text => (text.match(/[\\d.]+/g) || []).map(Number);
const light = ([r, g, b]) => [r, g, b].map(c => c / 255).map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
  .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const behind = element => {
  for (let each = element; each; each = each.parentElement) {
    const [r, g, b, a] = parse(getComputedStyle(each).backgroundColor);
    if (a === undefined || a > 0.99) return [r, g, b];
  }
  return [255, 255, 255];
};
const faint = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
let seen = 0;
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  if (!walker.currentNode.textContent.trim() || !element.checkVisibility() || element.closest(':disabled, script')) continue;
  ++seen;
  const style = getComputedStyle(element);
  const color = parse(element.closest('svg') && element.tagName === 'text' ? style.fill : style.color);
  const back = element.closest('svg') && element.previousElementSibling && element.previousElementSibling.tagName === 'rect'
    ? parse(getComputedStyle(element.previousElementSibling).fill) : behind(element);
  const [high, low] = [light(color), light(back)].sort((p, q) => q - p);
  const ratio = (high + 0.05) / (low + 0.05);
  if (ratio < 4.5) faint.push(`${ratio.toFixed(2)} ${element.tagName}.${element.className}: ${walker.currentNode.textContent.trim().slice(0, 40)}`);
}
return [seen, [...new Set(faint)]];
"""

CONTROLS = "'button, select, input, textarea, summary, [tabindex=\"0\"]'"

NAMELESS = f"""
return [...document.querySelectorAll({CONTROLS})].filter(each => each.checkVisibility()).filter(each => {{
  const text = ['BUTTON', 'SUMMARY'].includes(each.tagName) ? each.textContent : '';
  const labels = each.labels ? [...each.labels].map(label => label.textContent).join('') : '';
  const by = (each.getAttribute('aria-labelledby') || '').split(' ').map(id => document.getElementById(id)).filter(Boolean);
  return !(each.getAttribute('aria-label') || labels || text || each.title || by.map(one => one.textContent).join('')).trim();
}}).map(each => each.outerHTML.slice(0, 120));
"""

# Controls that Tab should reach: tabs and radio groups are one stop each.
MARK_STOPS = f"""
let number = 0;
for (const each of document.querySelectorAll({CONTROLS})) {{
  if (each.checkVisibility() && !each.disabled && each.tabIndex >= 0) each.dataset.stop = String(number++);
}}
document.activeElement.blur();
window.getSelection().removeAllRanges();
return number;
"""


def colours(page, scheme):
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})


def fill(page, view):
    """Opens a view with something in it."""
    page.tab(view)
    if view == "play":
        page.wait(lambda: page.all("#boards button") and page.all("#moves button"))
    if view == "why":
        page.wait(lambda: len(page.all("#query-list option")) > 8)
        Select(page.by_id("query-list")).select_by_index(1)
        page.wait(lambda: page.all("#derivation .opens"))
        page.click("#derivation .opens")
    if view == "stages":
        page.wait(lambda: len(page.stage_text("left")) > 100 and len(page.stage_text("right")) > 100)
    if view == "proofs" and not page.all("#proofs tbody tr"):
        page.by_id("prove").click()
        page.wait(lambda: page.all("#proofs tbody tr"))
    if view == "learning" and not page.all("#curve svg"):
        page.by_id("learn").click()
        page.wait(lambda: page.by_id("learned").text and page.all("#curve svg"))
    if view == "speed":
        page.wait(lambda: "Half a second" in page.by_id("speed-note").text)


def test_contrast(page):
    page.load("noughts-and-crosses.kif")
    page.browser.execute_script("document.body.insertAdjacentHTML('beforeend', '<p id=faint style=color:#888>faint</p>')")
    assert page.browser.execute_script(FAINT)[1], "the check itself does not see a faint text"
    page.browser.execute_script("document.getElementById('faint').remove()")
    text = page.rules()
    page.edit(text.replace("(true (control x)))", "(true (contrl x)))", 1))
    page.wait(lambda: page.all("#messages li"))
    texts = 0
    try:
        for scheme in ("light", "dark"):
            colours(page, scheme)
            seen, faint = page.browser.execute_script(FAINT)
            assert not faint, (scheme, "messages", faint)
        page.edit(text)
        page.wait(lambda: page.by_id("status").text == "no messages")
        for view in VIEWS:
            fill(page, view)
            if view == "stages":
                Select(page.by_id("stage-left")).select_by_value("dot")
                Select(page.by_id("stage-right")).select_by_value("passes")
                page.wait(lambda: page.all("#pane-left .net g") and any(
                    line.startswith(("+", "-")) for line in page.stage_text("right").split("\n")))
                page.browser.execute_script(
                    "const mirror = document.querySelector('#pane-right .CodeMirror').CodeMirror; mirror.scrollIntoView({line:"
                    " mirror.getValue().split('\\n').findIndex(line => /^[+-]/.test(line)), ch: 0}, 60)")
                page.wait(lambda: page.all("#pane-right .added, #pane-right .removed"))
                if not page.by_id("show-costs").is_selected():
                    page.by_id("show-costs").click()
                page.wait(lambda: page.texts(".cost"))
            for scheme in ("light", "dark"):
                colours(page, scheme)
                seen, faint = page.browser.execute_script(FAINT)
                texts += seen
                assert not faint, (scheme, view, faint)
        colours(page, "dark")
        page.tab("stages")
        page.shot("dark")
    finally:
        colours(page, "light")
        page.tab("stages")
        if page.by_id("show-costs").is_selected():
            page.by_id("show-costs").click()
        Select(page.by_id("stage-left")).select_by_value("plan")
        Select(page.by_id("stage-right")).select_by_value("asm")
    assert texts > 500, texts
    print(f"contrast: {texts} texts, light and dark")


def test_keyboard(page):
    """Every control has a name and is a stop of Tab; a match, a derivation and a stage by keys alone."""
    page.load("noughts-and-crosses.kif")
    stops = 0
    for view in VIEWS:
        fill(page, view)
        nameless = page.browser.execute_script(NAMELESS)
        assert not nameless, (view, nameless)
        count = page.browser.execute_script(MARK_STOPS)
        reached = set()
        for _ in range(count + 40):
            ActionChains(page.browser).send_keys(Keys.TAB).perform()
            stop = page.browser.execute_script("return document.activeElement.dataset.stop || null")
            if stop is not None:
                reached.add(stop)
            if len(reached) == count:
                break
        missed = page.browser.execute_script(
            "return [...document.querySelectorAll('[data-stop]')].filter(each => each.checkVisibility() && !arguments[0].includes(each.dataset.stop))"
            ".map(each => each.outerHTML.slice(0, 120))", list(reached))
        page.browser.execute_script("for (const each of document.querySelectorAll('[data-stop]')) delete each.dataset.stop;")
        assert not missed, (view, missed)
        stops += count
    # Views by arrows.
    page.browser.execute_script("document.getElementById('tab-speed').focus()")
    page.browser.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
    page.wait(lambda: page.by_id("view-play").is_displayed())
    page.wait(lambda: page.all("#boards button.can"))
    before = len(page.course())
    square = page.all("#boards button.can")[0]
    page.browser.execute_script("arguments[0].focus()", square)
    square.send_keys(Keys.ENTER)
    page.wait(lambda: len(page.course()) > before)
    page.by_id("tab-play").send_keys(Keys.ARROW_RIGHT)
    page.wait(lambda: page.by_id("view-why").is_displayed())
    page.by_id("query").clear()
    page.by_id("query").send_keys("(role ?x)", Keys.ENTER)
    page.wait(lambda: "It holds" in page.by_id("why-note").text)
    page.by_id("step-on").send_keys(Keys.SPACE)
    page.wait(lambda: "Step 1" in page.by_id("step-note").text)
    print(f"keyboard: {stops} stops in {len(VIEWS)} views, all named and reached")


def test_phone(page):
    page.load("noughts-and-crosses.kif")
    page.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                 {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True})
    try:
        for view in VIEWS:
            fill(page, view)
            wide = page.browser.execute_script("return document.documentElement.scrollWidth")
            over = page.browser.execute_script(
                "return [...document.querySelectorAll('body *')].filter(each => each.checkVisibility() &&"
                " each.getBoundingClientRect().right > 361 && !each.closest('pre, .CodeMirror, .net, #rule-costs, .states, #boards, #why-position, #curve'))"
                ".map(each => each.outerHTML.slice(0, 100))")
            assert wide <= 360, (view, wide, over[:5])
        page.tab("play")
        page.shot("phone")
    finally:
        page.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    print("phone: no view is wider than 360 pixels")


TESTS = [test_contrast, test_keyboard, test_phone]
