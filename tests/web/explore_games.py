#!/usr/bin/env python3
"""Plays games on the page of `tesuji explore` as a person does: by the pointer, at pixels of the boards as they are drawn.

usage: explore_games.py TESUJI EXAMPLES [--default-shared=FOLDER] [--only=NAME] [--times] [--golden] [--failed=FOLDER]

Each game is opened from the gallery. Moves are clicks on squares, which are found by the coordinates printed beside the
board. The move has to be in the list of moves, and the piece on its square; the last move is taken back, made again, and
another one made instead as a branch; the board is turned. The drawn boards are compared with the pictures in
tests/web/golden, at two sizes, light and dark.

Half of the games are those of the corpus in TESUJI_SHARED, or else in the FOLDER of --default-shared; they are skipped
without it. --golden writes the pictures anew. --times measures the times from a click to the drawn board, and
compares no pictures. --failed=FOLDER keeps pictures that differ.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from page_driver import CHROMIUM, DRIVER, Page
try:
    from board_geometry import Board, click, ink, picture_of, rest, said_at, screen
    from golden_pictures import Golden, has_usual_font
except ImportError:
    print(f"{sys.argv[0]}: python3-pil is missing")
    sys.exit(77)
from game_steps import CORPUS, EXAMPLES
from page_accessibility import colours
from page_moves import set_players
from page_times import Times

DESKTOP = {"width": 1400, "height": 1000, "deviceScaleFactor": 1, "mobile": False}
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
LEAST_INK = 0.04    # of a square with a piece
EMPTY_INK = 0.015   # at most, of a square without


def middle_of(page, element):
    """The middle of an element of the page in pixels of the window, scrolled into it."""
    return page.browser.execute_script(
        "arguments[0].scrollIntoView({block: 'nearest'}); const {x, y, width, height} = arguments[0].getBoundingClientRect();"
        "return [x + width / 2, y + height / 2]", element)


def open_game(page, game, times=None):
    """Opens a game by a click on its tile."""
    page.by_id("home").click()
    tile = next(each for each in page.all(".game") if page.browser.execute_script(
        "return arguments[0].querySelector('.title').textContent", each) == game.title)
    middle_of(page, tile)
    page.wait(lambda: tile.get_attribute("data-drawn") == "yes")
    opening = times.opening(game.name) if times else None
    click(page, middle_of(page, tile))
    page.wait(lambda: not page.by_id("gallery").is_displayed() and "to move" in page.by_id("turn").text)
    if opening:
        opening.end()
    set_players(page, "you")
    page.wait(lambda: "to move" in page.by_id("turn").text)
    page.by_id("new").click()
    page.wait(lambda: "to move" in page.by_id("turn").text and page.by_id("last").get_attribute("disabled"))


def listed(page):
    """The list of moves: for each its text, for games with closed cards that of the turn."""
    return page.texts("#course .move-at")


# The middle of a button of the list of legal moves; each button takes one click, as those of the next role have the same texts.
BUTTON = """
const button = [...document.querySelectorAll('#moves button:not([data-clicked])')].find(each => each.textContent === arguments[0]);
if (!button) return null;
button.dataset.clicked = 'yes';
button.scrollIntoView({block: 'nearest'});
const {x, y, width, height} = button.getBoundingClientRect();
return [x + width / 2, y + height / 2];
"""


def button_of(page, text):
    return page.browser.execute_script(BUTTON, text)


def make(page, step, times=None, name=""):
    """Clicks at squares, or at buttons of the list of legal moves; the move is added to the list of moves."""
    before = len(listed(page))
    moving = times.moving(name) if times else None
    for at in step.clicks:
        if isinstance(at, str):
            click(page, page.wait(lambda at=at: button_of(page, at)))
        else:
            click(page, Board(page).square(*at))
    page.wait(lambda: len(listed(page)) > before and ("to move" in page.by_id("turn").text or page.is_over()))
    if moving:
        moving.end()
    assert any(step.text in text for text in listed(page)[-2:]), (name, step, listed(page))


def pixel_of(board, piece, is_turned=False):
    if isinstance(piece[0], tuple):
        return board.between(*piece)
    column, row, *number = piece
    # Where boards are turned, the last one is at the left.
    return board.square(column, row, -1 - (number or [0])[0] if is_turned else (number or [0])[0])


def check_piece(page, name, step, is_turned=False):
    """The piece is drawn on its square, and no longer on the one that it left."""
    if not step.piece:
        return
    rest(page)
    board = Board(page)
    picture = screen(page)
    pixel = pixel_of(board, step.piece, is_turned)
    drawn = ink(picture, pixel, board.side)
    assert drawn >= LEAST_INK, (name, step.piece, drawn)
    assert not step.said or step.said in said_at(page, pixel).split(": ")[-1].split(" "), (name, step.piece, said_at(page, pixel))
    if step.cleared:
        left = ink(picture, pixel_of(board, step.cleared, is_turned), board.side)
        assert left <= EMPTY_INK, (name, step.cleared, left)


def press(page, name):
    click(page, middle_of(page, page.by_id(name)))


def check_walk(page, game):
    """The last move taken back and made again; another one beside it; the board turned."""
    last = game.steps[-1]
    line = listed(page)
    press(page, "undo")
    page.wait(lambda: len(listed(page)) < len(line) and "to move" in page.by_id("turn").text)
    make(page, last, name=game.name)
    assert listed(page) == line, (game.name, line, listed(page))
    press(page, "back")
    page.wait(lambda: page.by_id("forward").is_enabled() and "to move" in page.by_id("turn").text)
    rest(page)
    make(page, game.branch, name=game.name)
    check_piece(page, game.name, game.branch)
    if page.all("#course .known"):  # closed cards: no branches
        return
    assert page.all("#course .branch") and any(game.branch.text in text for text in page.texts("#course .branch .move-at")), listed(page)
    if game.turns:
        press(page, "flip")
        check_piece(page, game.name, game.branch, is_turned=True)
        press(page, "flip")
    # Back to the line, by a click on its last move.
    first = page.all("#course .line .move-at")[-1]
    click(page, middle_of(page, first))
    page.wait(lambda: page.browser.execute_script("return document.querySelector('#course .line [aria-current]') !== null"))
    check_piece(page, game.name, last)


def fit(page, size):
    page.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def check_pictures(page, game, golden):
    if not page.all("#boards .picture"):
        return
    if game.has_texts and not has_usual_font():
        print(f"*** skipped: the picture of {game.name} needs the font DejaVu Sans")
        return
    for shot in ("desktop", *game.shots):
        fit(page, PHONE if "phone" in shot else DESKTOP)
        colours(page, "dark" if "dark" in shot else "light")
        page.browser.execute_script("document.getElementById('boards').scrollIntoView({block: 'center'})")
        picture = picture_of(page)
        golden.check(f"{game.name}-{shot}", picture)
        piece = game.steps[-1].piece
        if shot == "desktop" and piece and not isinstance(piece[0], tuple):
            board = Board(page)
            x, y = board.square(*piece)
            golden.check_faults(game.name, picture, (x - board.rectangle[0], y - board.rectangle[1]), board.side)
    fit(page, DESKTOP)
    colours(page, "light")


def play(page, game, golden):
    open_game(page, game)
    for step in game.steps:
        make(page, step, name=game.name)
        check_piece(page, game.name, step)
    check_walk(page, game)
    check_pictures(page, game, golden)


def measure(page, games, rounds):
    times = Times(page)
    for game in games:
        for _ in range(rounds):
            open_game(page, game, times)
            for step in game.steps:
                make(page, step, times, game.name)
    times.show()


def serve(options, games, failed):
    """Plays the games in a folder of their own, so that the gallery has these tiles alone."""
    with tempfile.TemporaryDirectory() as folder:
        for game, source in games:
            shutil.copy(source, pathlib.Path(folder) / f"{game.name}.kif")
        with subprocess.Popen([options.tesuji, "explore", folder], text=True, stdout=subprocess.PIPE) as serving:
            page = None
            try:
                page = Page(serving.stdout.readline().strip(), failed)
                fit(page, DESKTOP)
                if options.times:
                    measure(page, [game for game, _ in games], options.rounds)
                    return
                golden = Golden(options.golden, failed)
                for game, _ in games:
                    play(page, game, golden)
                    print(f"{game.name}: {len(game.steps)} moves by clicks, one undone, a branch{', turned' if game.turns else ''}")
                page.check_console()
                print(f"{golden.count} pictures {'written' if options.golden else 'compared'};"
                      f" at most {100 * golden.largest:.2f}% of the pixels of one differ")
                assert not golden.different, golden.different
            except Exception:
                if page:
                    page.shot("failed")
                    print("turn:", page.texts("#turn"), listed(page))
                raise
            finally:
                if page:
                    page.browser.quit()
                serving.terminate()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tesuji")
    parser.add_argument("examples", type=pathlib.Path)
    parser.add_argument("--default-shared", default="")
    parser.add_argument("--only", default="", help="part of a game's name")
    parser.add_argument("--times", action="store_true")
    parser.add_argument("--rounds", type=int, default=5, help="of --times")
    parser.add_argument("--golden", action="store_true")
    parser.add_argument("--failed", type=pathlib.Path)
    options = parser.parse_args()
    if CHROMIUM is None or not os.path.exists(DRIVER):
        print("*** skipped: chromium or chromium-driver is missing")
        sys.exit(77)
    games = [(game, options.examples / f"{game.name}.kif") for game in EXAMPLES]
    corpus = pathlib.Path(os.environ.get("TESUJI_SHARED") or options.default_shared) / "corpus" / "dev"
    games += [(game, corpus / f"{game.name}.kif") for game in CORPUS]
    missing = [game.name for game, source in games if not source.exists()]
    games = [(game, source) for game, source in games if source.exists() and options.only in game.name]
    assert games, "no game to play"
    if missing:
        print("*** skipped, as the corpus is missing:", ", ".join(missing))
    with tempfile.TemporaryDirectory() as cache:
        os.environ["TESUJI_CACHE"] = cache
        if options.failed:
            options.failed.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as pictures:
            serve(options, games, options.failed or pathlib.Path(pictures))


if __name__ == "__main__":
    main()
