"""Drives the page of `tesuji explore` in headless Chromium: what its tests share.

Exit code 77 where Chromium or Selenium is missing.
"""
import os
import pathlib
import sys

try:
    from selenium import webdriver
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import Select, WebDriverWait
except ImportError:
    if sys.executable != "/usr/bin/python3" and os.path.exists("/usr/bin/python3"):
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])  # Debian's Selenium is Debian's Python's
    print(f"{sys.argv[0]}: python3-selenium is missing")
    sys.exit(77)

CHROMIUM = next((path for path in ("/usr/bin/chromium", "/usr/bin/chromium-browser") if os.path.exists(path)), None)
DRIVER = "/usr/bin/chromedriver"


class Page:
    def __init__(self, address, screenshots):
        options = webdriver.ChromeOptions()
        options.binary_location = CHROMIUM
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         "--window-size=1400,1000"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.browser = webdriver.Chrome(service=webdriver.chrome.service.Service(DRIVER), options=options)
        self.address = address
        self.screenshots = screenshots
        self.browser.get(address)
        self.wait(lambda: self.browser.find_element(By.TAG_NAME, "body").get_attribute("data-ready") == "yes")

    def wait(self, condition, seconds=60):
        """Until the condition holds; elements may be replaced meanwhile."""
        def holds(_):
            try:
                return condition()
            except Exception:  # pylint: disable=broad-except
                return False
        return WebDriverWait(self.browser, seconds, poll_frequency=0.02).until(holds)

    def by_id(self, name):
        return self.browser.find_element(By.ID, name)

    def is_over(self):
        """Whether Play says how the match ended."""
        return "over" in self.by_id("turn").get_attribute("class").split()

    def all(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def click(self, selector):
        """Clicks the first such element; one that is replaced meanwhile is looked for again."""
        self.wait(lambda: self.all(selector)[0].click() or True)

    def texts(self, selector):
        return self.browser.execute_script(
            "return [...document.querySelectorAll(arguments[0])].map(each => each.textContent)", selector)

    def load(self, name):
        self.browser.execute_script("delete document.body.dataset.game")
        self.browser.execute_script(
            "const game = document.getElementById('game'); game.value = arguments[0]; game.dispatchEvent(new Event('change'))", name)
        self.wait(lambda: self.browser.execute_script("return document.body.dataset.game") == name and "message" in self.by_id("status").text)

    def course(self):
        """The joint moves that led to the position, or what is known of them."""
        return self.browser.execute_script(
            "return [...document.querySelectorAll('#course .played')].map(each => each.dataset.joint)")

    def choose(self):
        """Makes the first legal move, whether the list of them is open or not."""
        self.wait(lambda: self.browser.execute_script(
            "const move = document.querySelector('#moves button'); if (move) move.click(); return Boolean(move)"))

    def tab(self, name):
        self.by_id(f"tab-{name}").click()

    def edit(self, text):
        """Replaces the rules as somebody does who pastes."""
        self.browser.execute_script(
            "const mirror = document.querySelector('#editor .CodeMirror').CodeMirror;"
            "mirror.replaceRange(arguments[0], {line: 0, ch: 0}, {line: mirror.lineCount(), ch: 0}, 'paste')", text)

    def rules(self):
        return self.browser.execute_script("return document.querySelector('#editor .CodeMirror').CodeMirror.getValue()")

    def stage_text(self, side):
        return self.browser.execute_script(
            "return document.querySelector(`#pane-${arguments[0]} .CodeMirror`).CodeMirror.getValue()", side)

    def lit(self, where):
        """Numbers of the lines that are lit, from 1."""
        return self.browser.execute_script(
            "const lines = []; const mirror = document.querySelector(arguments[0]).CodeMirror; let n = 0;"
            "mirror.eachLine(line => { ++n; if ((line.bgClass || '').includes('together')) lines.push(n); });"
            "return lines;", where)

    def shot(self, name):
        if self.screenshots:
            self.browser.save_screenshot(str(pathlib.Path(self.screenshots) / f"{name}.png"))

    def check_console(self):
        errors = [entry for entry in self.browser.get_log("browser") if entry["level"] == "SEVERE"]
        assert not errors, errors
