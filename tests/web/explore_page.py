#!/usr/bin/env python3
"""Drives the page of `tesuji explore` in headless Chromium.

usage: explore_page.py TESUJI EXAMPLES [--screenshots=DIR] | CORPUS --corpus
Loads games, types a fault and mends it, plays a match by clicks against a strategy, opens stages and follows a line
from a rule to assembly, proves and refutes invariants, learns, measures. Fails on any error in the console. Exit code 77
where Chromium or Selenium is missing.
"""
import argparse
import os
import subprocess
import sys
import tempfile

import page_accessibility
import page_closed_cards
import page_language
import page_moves
import page_play
import page_sheets
import page_sizes
import page_state
from page_driver import CHROMIUM, DRIVER, By, Keys, Page, Select


def test_faults(page):
    page.load("noughts-and-crosses.kif")
    text = page.rules()
    page.edit(text.replace("(true (control x)))", "(true (contrl x)))", 1))
    page.wait(lambda: "contrl" in " ".join(page.texts("#messages li")))
    messages = page.texts("#messages li")
    assert any("control" in message for message in messages), messages  # did you mean
    assert page.all(".fault-error, .fault-warning"), "nothing is underlined"
    page.click("#messages button")
    page.shot("faults")
    page.edit(text)
    page.wait(lambda: not page.all("#messages li.error") and page.by_id("status").text == "no messages")
    print("faults: typed, seen, mended")


def click_place(page, name):
    page.click(f"#boards button[data-place='{name}']")


def test_play(page):
    """Against the strategy beside the rulesheet: to the end, by clicks."""
    page.load("noughts-and-crosses.kif")
    page.tab("play")
    page.wait(lambda: page.all("select[data-role='x']"))
    Select(page.browser.find_element(By.CSS_SELECTOR, "select[data-role='x']")).select_by_value("strategy")
    page.wait(lambda: "o to move" in page.by_id("turn").text)
    clicks = 0
    while not page.is_over():
        page.wait(lambda: page.is_over() or page.all("#boards button.can"))
        if page.is_over():
            break
        before = len(page.course())
        page.click("#boards button.can")
        clicks += 1
        page.wait(lambda before=before: len(page.course()) > before)
        page.wait(lambda: page.is_over() or "to move" in page.by_id("turn").text)
    assert clicks >= 3, clicks
    page.shot("play")
    end = page.by_id("turn").text
    moves = len(page.course())
    page.by_id("undo").click()
    page.wait(lambda: "to move" in page.by_id("turn").text)
    assert len(page.course()) < moves
    print(f"play: {clicks} clicks, {end}")


def test_strategy(page):
    page.load("hexapawn3.kif")
    page.tab("learning")
    page.by_id("learn-games").clear()
    page.by_id("learn-games").send_keys("200")
    page.by_id("learn").click()
    page.wait(lambda: "win_1" in page.by_id("learned").text and page.all("#curve svg path"))
    page.shot("learning")
    page.by_id("use-strategy").click()
    clicks = 0
    while True:
        page.wait(lambda: page.is_over() or ("to move" in page.by_id("turn").text and page.all("#moves button")))
        if page.is_over():
            break
        before = len(page.course())
        page.choose()
        clicks += 1
        page.wait(lambda before=before: len(page.course()) > before)
    assert clicks >= 1
    print(f"strategy: learned, and played against with {clicks} moves: {page.by_id('turn').text}")


def test_stages(page):
    page.load("noughts-and-crosses.kif")
    page.tab("stages")
    names = [option.get_attribute("value") for option in Select(page.by_id("stage-right")).options]
    for name in names:
        page.browser.execute_script("document.querySelector('#pane-right .CodeMirror').CodeMirror.setValue('')")
        Select(page.by_id("stage-right")).select_by_value(name)
        if name == "dot":
            page.wait(lambda: len(page.all("#pane-right .net g")) > 50)
        else:
            page.wait(lambda: len(page.stage_text("right")) > 100)
    # A line from the rules to plans and assembly.
    Select(page.by_id("stage-left")).select_by_value("plan")
    Select(page.by_id("stage-right")).select_by_value("asm")
    page.wait(lambda: "true.cell" in page.stage_text("left") and ".text" in page.stage_text("right"))
    assert 'game "noughts-and-crosses"' in page.stage_text("left"), page.stage_text("left")[:200]
    rules = page.rules().split("\n")
    line = next(i for i, text in enumerate(rules) if "(legal ?player (mark" in text) + 1
    page.browser.execute_script(
        "const mirror = document.querySelector('#editor .CodeMirror').CodeMirror;"
        "mirror.focus(); mirror.setCursor({line: arguments[0] - 1, ch: 3})", line)
    page.wait(lambda: page.lit("#pane-left .CodeMirror"))
    lit = page.lit("#pane-left .CodeMirror")
    text = page.stage_text("left").split("\n")[lit[0] - 1]
    assert "legal" in text, text
    code = page.lit("#pane-right .CodeMirror")
    assert code, "no line of assembly is lit"
    page.shot("stages")
    # And back: a line of assembly lights up the rule.
    page.browser.execute_script(
        "const mirror = document.querySelector('#pane-right .CodeMirror').CodeMirror;"
        "mirror.focus(); mirror.setCursor({line: arguments[0] - 1, ch: 1})", code[0])
    page.wait(lambda: line in page.lit("#editor .CodeMirror") or page.lit("#editor .CodeMirror"))
    print(f"stages: {len(names)} opened; line {line} lights {len(lit)} lines of plans, {len(code)} of assembly")


def test_differences(page):
    """What a pass changes, beside the plans; a net drawn; counts and times beside the rules."""
    page.load("noughts-and-crosses.kif")
    page.tab("stages")
    Select(page.by_id("stage-left")).select_by_value("plan")
    Select(page.by_id("stage-right")).select_by_value("passes")
    page.wait(lambda: any("remove-dead" in text for text in page.texts("#choice-right option")))
    passes = page.texts("#choice-right option")
    dead = next(i for i, text in enumerate(passes) if "remove-dead" in text)
    page.wait(lambda: Select(page.by_id("choice-right")).select_by_index(dead) or True)
    page.wait(lambda: "remove-dead: 0 lines added" in page.by_id("stage-note").text)
    removed = [line for line in page.stage_text("right").split("\n") if line.startswith("-")]
    assert any(line.startswith("- relation base.cell(") for line in removed) and len(removed) > 20, removed
    assert not any(line.startswith("+") for line in page.stage_text("right").split("\n"))
    page.wait(lambda: page.all("#pane-right .removed"))
    joins = next(i for i, text in enumerate(passes) if "order-joins" in text)
    Select(page.by_id("choice-right")).select_by_index(joins)
    page.wait(lambda: "order-joins" in page.by_id("stage-note").text and page.all("#pane-right .added"))
    page.by_id("show-costs").click()
    page.wait(lambda: len(page.all("#rule-costs tbody tr")) > 10 and page.texts(".cost"))
    costs = page.texts("#rule-costs tbody tr:first-child td")
    assert costs[0] and int(costs[1].replace(",", "")) > 100 and costs[4].endswith("%"), costs
    page.shot("passes")
    page.by_id("show-costs").click()
    page.wait(lambda: not page.texts(".cost"))
    Select(page.by_id("stage-right")).select_by_value("dot")
    page.wait(lambda: len(page.all("#pane-right .net g")) > 50)
    page.wait(lambda: page.all("#pane-right svg")[0].send_keys(Keys.ARROW_RIGHT) or True)
    page.wait(lambda: "depends on 18 inputs" in page.by_id("stage-note").text)  # terminal: all cells
    page.all("#pane-right svg")[0].send_keys(Keys.ARROW_LEFT)
    page.wait(lambda: "terminal" not in page.by_id("stage-note").text)
    gates = len(page.all("#pane-right .net g"))
    page.shot("net")
    page.load("breakthrough.kif")
    page.tab("stages")
    Select(page.by_id("choice-right")).select_by_value("next")
    page.wait(lambda: "--max-nodes" in page.by_id("stage-note").text)  # too large to be drawn
    assert not page.all("#pane-right .net g")
    Select(page.by_id("stage-right")).select_by_value("asm")
    print(f"differences: {len(passes)} passes, {len(removed)} lines removed by the first remove-dead; a net of {gates} nodes; costs {costs}")


def test_proofs(page):
    page.load("noughts-and-crosses.kif")
    page.tab("proofs")
    page.by_id("formulas").clear()
    page.by_id("formulas").send_keys(
        "invariant one_control: exists[1..1] P:role. true(control(P)).\n"
        "invariant no_corner: not true(cell(1,1,o)).\n")
    page.by_id("prove").click()
    page.wait(lambda: "1 proved, 1 refuted" in page.by_id("proof-note").text)
    page.shot("proofs")
    page.click(".show-play")
    page.wait(lambda: page.by_id("view-play").is_displayed() and not page.by_id("forward").get_attribute("disabled"))
    page.by_id("forward").click()
    page.wait(lambda: len(page.course()) == 1)
    print("proofs: one proved, one refuted, its play shown")


def test_progress(page):
    """Proofs and learning tell how far they are while they run, and can be stopped."""
    page.load("connect-four.kif")
    page.tab("proofs")
    page.by_id("formulas").clear()
    page.by_id("formulas").send_keys("invariant half: exists[0..24] C: column, R: row. true(cell(C,R,red)).\n")
    page.by_id("prove").click()
    page.wait(lambda: "1 open" in page.by_id("proof-note").text)
    lines = page.texts("#proof-progress li")
    assert any("proofs" in line for line in lines) and any("reachable states" in line for line in lines), lines
    page.click(".show-step")
    page.wait(lambda: len(page.all("#proofs figure")) == 2)
    assert [text.split(": ")[-1] for text in page.texts("#proofs figcaption")] == ["the formula holds", "the formula fails"]
    assert page.all("#proofs figure:last-child .over")
    page.shot("step")
    # Learning that takes a while: the curve grows, and Stop ends it.
    page.load("hexapawn4.kif")
    page.tab("learning")
    page.by_id("learn-games").clear()
    page.by_id("learn-games").send_keys("1000000")
    page.by_id("learn").click()
    page.wait(lambda: " of 1000000 games" in page.by_id("learn-note").text and page.all("#curve svg path"))
    page.wait(lambda: "win_1" in page.by_id("learned").text and "% game" in page.by_id("learned").text)
    page.by_id("stop").click()
    page.wait(lambda: not page.by_id("stop").is_displayed())
    print(f"progress: {len(lines)} lines of proofs; learning stopped: {page.by_id('learn-note').text}")


def ask(page, query, button):
    page.by_id("query").clear()
    page.by_id("query").send_keys(query)
    page.by_id(button).click()


def opened(page, text):
    """Opens the first closed goal with this text."""
    next(each for each in page.all("#derivation .opens[aria-expanded=false]") if text in each.text).click()


def test_why(page):
    page.load("noughts-and-crosses.kif")
    page.tab("play")
    page.wait(lambda: page.all("select[data-role='x']"))
    Select(page.browser.find_element(By.CSS_SELECTOR, "select[data-role='x']")).select_by_value("you")
    page.wait(lambda: page.all("#boards button.can"))
    click_place(page, "1 1")
    page.wait(lambda: "x to move" in page.by_id("turn").text)
    # A square is asked about: what put the mark there.
    page.by_id("ask-why").click()
    click_place(page, "1 1")
    page.wait(lambda: "It holds." in page.by_id("why-note").text)
    page.tab("play")
    page.by_id("ask-why").click()
    # A legal move, from the list: goal by goal.
    page.tab("why")
    page.wait(lambda: len(page.all("#query-list option")) > 8)
    Select(page.by_id("query-list")).select_by_visible_text("(legal x (mark 2 2))")
    page.wait(lambda: page.texts("#derivation .opens") == ["(legal x (mark 2 2))"])
    assert page.texts("#why-position .bound") == [""], page.texts("#why-position .bound")  # an empty square
    page.click("#derivation .opens")
    goals = page.texts("#derivation li li .goal")
    assert len(goals) == 5 and "holds in the position" in goals[0] and "rule in line" in goals[1], goals
    steps = 0
    while page.by_id("step-on").is_enabled():
        page.by_id("step-on").click()
        steps += 1
    assert steps == 6 and "Step 6 of 6" in page.by_id("step-note").text, page.by_id("step-note").text
    assert page.lit("#editor .CodeMirror"), "no rule is lit"
    page.shot("why")
    # Why not, and below that.
    ask(page, "(legal x (mark 1 1))", "why-not")
    page.wait(lambda: any("(not (true (cell 1 1 o)))" in each for each in page.texts("#derivation .fails")))
    ask(page, "terminal", "derive")  # which has no derivation, and says why not by itself
    page.wait(lambda: len(page.texts("#derivation .fails")) == 3)
    opened(page, "(line o)")
    page.wait(lambda: len(page.texts("#derivation .fails .fails")) > 3)
    opened(page, "(not open)")
    page.wait(lambda: any("open" in each and "rule" in each for each in page.texts("#derivation .fails .goal")))
    ask(page, "(legal x", "derive")
    page.wait(lambda: "error" in page.by_id("why-note").text)
    assert not page.all("#derivation li")
    print(f"why: derived in {steps} steps, and why not")


def test_witness(page):
    """The clause of a strategy that wins, on the board: its last move, and the line."""
    page.load("noughts-and-crosses.kif")
    page.tab("play")
    page.wait(lambda: page.all("select[data-role='o']"))
    # o is played by the strategy, x badly: o wins.
    Select(page.browser.find_element(By.CSS_SELECTOR, "select[data-role='x']")).select_by_value("you")
    Select(page.browser.find_element(By.CSS_SELECTOR, "select[data-role='o']")).select_by_value("strategy")
    while True:
        page.wait(lambda: page.is_over() or "x to move" in page.by_id("turn").text)
        assert page.wait(lambda: page.all("#witness .states figure")), "no witness"
        if page.is_over():
            break
        before = len(page.course())
        page.click("#boards button.can")
        page.wait(lambda before=before: len(page.course()) > before + 1)
    assert page.by_id("turn").text == "o wins", page.by_id("turn").text
    page.wait(lambda: len(page.all("#boards .bound")) == 3)  # the line
    bound = [each.get_attribute("aria-label").split(": ")[1] for each in page.all("#boards .bound")]
    assert bound == ["o, bound"] * 3, bound
    page.click("#witness .opens")
    page.wait(lambda: len(page.all("#witness .goals .goals li")) == 2)
    page.shot("witness")
    page.by_id("back").click()
    page.wait(lambda: not page.all("#witness figure"))
    print("witness: of", "; ".join(page.course()))


def test_speed(page):
    page.load("noughts-and-crosses.kif")
    page.tab("speed")
    page.wait(lambda: len(page.all("#speeds tbody tr")) == 4 and "Half a second" in page.by_id("speed-note").text)
    page.shot("speed")
    print("speed:", ", ".join(page.texts("#speeds tbody tr")))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tesuji")
    parser.add_argument("folder")
    parser.add_argument("--screenshots")
    parser.add_argument("--only", default="")
    parser.add_argument("--libraries", help="the option of `tesuji explore`")
    parser.add_argument("--corpus", action="store_true", help="FOLDER has the games of the corpus: tests clicks on some")
    parser.add_argument("--games", default="", help="--only=latency: names of rulesheets, separated by commas (default: all)")
    options = parser.parse_args()
    if CHROMIUM is None or not os.path.exists(DRIVER):
        print("*** skipped: chromium or chromium-driver is missing")
        sys.exit(77)
    libraries = [f"--libraries={options.libraries}"] if options.libraries else []
    serving = subprocess.Popen([options.tesuji, "explore", options.folder, *libraries], text=True, stdout=subprocess.PIPE)
    try:
        has_server = subprocess.run([options.tesuji, "lsp", "--help"], capture_output=True, check=False).returncode == 0
        language = page_language.TESTS if has_server else [page_language.test_without_server]
        page = Page(serving.stdout.readline().strip(), options.screenshots)
        tests = [test_faults, test_play, test_strategy, test_stages, test_differences, test_proofs, test_progress,
                 test_why, test_witness, test_speed, *page_moves.TESTS, *page_play.TESTS, *page_closed_cards.TESTS, *page_state.TESTS,
                 *language, *page_sheets.TESTS, *page_accessibility.TESTS, *page_sizes.TESTS]
        try:
            if options.corpus:
                tests = [lambda page: page_moves.test_clicks_of_corpus(page, options.folder),
                         lambda page: page_play.test_clicks_at_places(page, page_play.CLICKS_OF_CORPUS)]
                tests[0].__name__, tests[1].__name__ = "corpus", "corpus_places"
            for test in tests:
                if options.only in test.__name__:
                    test(page)
                    page.check_console()
            if "latency" in options.only:
                games = [option.text for option in Select(page.by_id("game")).options]
                page_sizes.test_latency(page, options.games.split(",") if options.games else games)
        except Exception:
            page.shot("failed")
            print("turn:", page.texts("#turn"), "status:", page.texts("#status"), page.texts("#messages li")[:3],
                  page.texts("#stage-note"), page.texts("#costs-note"), page.texts("#proof-note"))
            for entry in page.browser.get_log("browser"):
                print(entry)
            raise
        finally:
            page.browser.quit()
    finally:
        serving.terminate()
        assert serving.wait(timeout=20) == 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as cache:
        os.environ["TESUJI_CACHE"] = cache
        main()
