"""Large things on the page, and how long views take: tests of explore_page.py."""
import time

from page_driver import By, Select


def test_latency(page, games):
    """From the last key to the view, without the pause that waits for further keys."""
    for path in games:
        page.load(path)
        page.tab("play")
        page.wait(lambda: page.all("#boards table, #fluents code"))
        text = page.rules()
        took = []
        for _ in range(3):
            page.browser.execute_script(
                "document.getElementById('turn').textContent = ''; document.getElementById('status').textContent = ''")
            begin = time.monotonic()
            page.edit(text + "\n")
            page.wait(lambda: "message" in page.by_id("status").text and page.by_id("turn").text)
            took.append(time.monotonic() - begin)
        print(f"latency: {path}: board {min(took) * 1000:.0f} ms after the last key")
