#!/usr/bin/env python3
"""axe-core finds no fault in the page of `tesuji explore`: in all views, light and dark, on a desktop and on a phone.

usage: explore_axe.py TESUJI EXAMPLES --axe=FILE

FILE is axe.min.js; the target page_axe installs it from npm. Skipped (77) without it.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

from page_driver import CHROMIUM, DRIVER, Page, Select
from page_accessibility import VIEWS, colours, fill
from page_moves import play_all

SIZES = {"desktop": {"width": 1400, "height": 1000, "deviceScaleFactor": 1, "mobile": False},
         "phone": {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}}

# The editor's text field scrolls its lines by keys, though it does not lie within them.
VIOLATIONS = """
const done = arguments[0];
axe.run().then(({violations, passes}) => done([passes.length, violations
  .map(({id, nodes}) => [id, nodes.map(({html, failureSummary}) => `${html.slice(0, 160)} ${failureSummary}`)])
  .map(([id, nodes]) => [id, nodes.filter(html => id !== 'scrollable-region-focusable' || !html.includes('CodeMirror-scroll'))])
  .filter(([, nodes]) => nodes.length > 0)]));
"""


class Checker:
    def __init__(self, page, script):
        self.page = page
        self.script = script
        self.found = []
        self.count = 0
        page.browser.set_script_timeout(120)

    def violations(self):
        """The number of rules that apply, and the faults."""
        self.page.browser.execute_script(self.script)
        return self.page.browser.execute_async_script(VIOLATIONS)

    def check(self, name):
        for size, metrics in SIZES.items():
            self.page.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
            for scheme in ("light", "dark"):
                colours(self.page, scheme)
                self.page.wait(lambda: self.page.browser.execute_script("return document.getAnimations().length") == 0)
                passes, found = self.violations()
                assert passes > 10, (name, passes)
                self.count += 1
                self.found += [(name, size, scheme, *each) for each in found]
                for each in found:
                    print(name, size, scheme, *each, flush=True)
        print(f"{name}: checked", flush=True)
        colours(self.page, "light")
        self.page.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", SIZES["desktop"])


def test_itself(checker):
    """A button without a name is found."""
    checker.page.browser.execute_script("document.body.insertAdjacentHTML('beforeend', '<button id=nameless></button>')")
    assert any(each[0] == "button-name" for each in checker.violations()[1])
    checker.page.browser.execute_script("document.getElementById('nameless').remove()")


def test_views(page, checker):
    page.by_id("home").click()
    page.wait(lambda: page.all(".game[data-drawn=yes] svg"))
    checker.check("gallery")
    page.load("noughts-and-crosses.kif")
    for view in VIEWS:
        fill(page, view)
        checker.check(view)
    # Two stages with lines added and removed, a drawn net, and costs of rules.
    page.tab("stages")
    Select(page.by_id("stage-left")).select_by_value("dot")
    Select(page.by_id("stage-right")).select_by_value("passes")
    page.wait(lambda: page.all("#pane-left .net g") and page.all("#choice-right option"))
    page.by_id("show-costs").click()
    page.wait(lambda: page.texts(".cost"))
    checker.check("a net, passes and costs")
    page.by_id("show-costs").click()


def test_play(page, checker):
    """With what appears only at times: moves, values, branches, closed cards, messages, menus and forms."""
    page.load("breakthrough.kif")
    play_all(page)
    for move in range(2):
        page.choose()
        page.wait(lambda move=move: len(page.course()) == move + 1)
    page.by_id("back").click()
    page.wait(lambda: page.by_id("forward").is_enabled())
    page.by_id("engine").click()
    page.wait(lambda: page.all("#boards .worth") and page.all("#evaluation .share"))
    page.by_id("engine-line").click()
    checker.check("values")
    page.by_id("engine").click()
    page.click("#share summary")
    checker.check("the menu of matches")
    page.click("#share summary")
    page.load("kuhn-poker.kif")
    page.tab("play")
    page.wait(lambda: page.by_id("closed-note").is_displayed())
    checker.check("closed cards")
    page.load("noughts-and-crosses.kif")
    page.edit(page.rules().replace("(true (control x)))", "(true (contrl x)))", 1))
    page.wait(lambda: page.all("#messages li .fix"))
    checker.check("messages")
    page.click("#assist summary")
    checker.check("the menu of the editor")
    page.click("#assist summary")
    page.by_id("revert").click()
    page.click("#rules .new-sheet")
    page.wait(lambda: page.by_id("new-dialog").is_displayed())
    checker.check("the form of a new rulesheet")
    page.by_id("new-cancel").click()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tesuji")
    parser.add_argument("folder")
    parser.add_argument("--axe", type=pathlib.Path, required=True)
    options = parser.parse_args()
    if CHROMIUM is None or not os.path.exists(DRIVER):
        print("*** skipped: chromium or chromium-driver is missing")
        sys.exit(77)
    if not options.axe.is_file():
        print("*** skipped: axe-core is missing: build the target page_axe, which needs npm")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as cache, subprocess.Popen(
            [options.tesuji, "explore", options.folder], text=True, stdout=subprocess.PIPE,
            env={**os.environ, "TESUJI_CACHE": cache}) as serving:
        page = None
        try:
            page = Page(serving.stdout.readline().strip(), None)
            checker = Checker(page, options.axe.read_text(encoding="utf-8"))
            test_itself(checker)
            test_views(page, checker)
            test_play(page, checker)
            page.check_console()
        finally:
            if page:
                page.browser.quit()
            serving.terminate()
    assert not checker.found, f"{len(checker.found)} faults"
    print(f"axe: no fault in {checker.count} pages, light and dark, of two sizes")


if __name__ == "__main__":
    main()
