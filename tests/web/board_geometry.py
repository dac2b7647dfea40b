"""Squares of a drawn board in pixels, found as a person finds them: by the coordinates printed beside the board.

Nothing here reads names or numbers of squares from the page.
"""
import io

from PIL import Image, ImageChops
from page_driver import ActionChains

# Middles of the printed coordinates, in pixels of the window: [text, x, y].
LABELS = """
return [...document.querySelectorAll('#boards .picture > svg > text')].filter(each => each.checkVisibility()).map(each => {
  const {x, y, width, height} = each.getBoundingClientRect();
  return [each.textContent, x + width / 2, y + height / 2];
});
"""

PICTURE = """
const {x, y, width, height} = document.querySelector('#boards .picture').getBoundingClientRect();
return [x, y, width, height];
"""

# What the page says of the control at a pixel, to the pointer and to screen readers.
AT_PIXEL = """
const at = document.elementFromPoint(arguments[0], arguments[1]);
return at ? at.title : '';
"""

INK = 40  # by which a channel differs from the background


class Board:
    """The board as it is drawn now: to be made anew after it is turned, scrolled or drawn in another size."""

    def __init__(self, page):
        self.page = page
        self.rectangle = page.browser.execute_script(PICTURE)
        labels = page.browser.execute_script(LABELS)
        low = max((y for _, _, y in labels), default=0)
        # Columns have their coordinates in the lowest line, rows at their left ends.
        self.columns = sorted(((text, x) for text, x, y in labels if abs(y - low) < 3), key=lambda each: each[1])
        self.rows = {text: (x, y) for text, x, y in labels if abs(y - low) >= 3}
        self.lowest = max(self.rows.values(), key=lambda place: place[1], default=(0, 0))
        self.side = self.columns[1][1] - self.columns[0][1] if len(self.columns) > 1 else 0

    def square(self, column, row, number=0):
        """The middle of a square, in pixels of the window. `number`: which of several boards, from the left."""
        along = [x for text, x in self.columns if text == column][number]
        x, y = self.rows[row]
        return along + x - self.lowest[0], y  # rows of hexagons begin ever further to the right

    def between(self, *squares):
        """The middle of the line between two squares."""
        (x, y), (to_x, to_y) = (self.square(*each) for each in squares)
        return (x + to_x) / 2, (y + to_y) / 2


def click(page, pixel):
    """Clicks a pixel of the window with the mouse."""
    actions = ActionChains(page.browser)
    actions.w3c_actions.pointer_action.move_to_location(round(pixel[0]), round(pixel[1])).click()
    actions.perform()


def rest(page):
    """Moves the pointer off the board, and waits until nothing moves."""
    actions = ActionChains(page.browser)
    actions.w3c_actions.pointer_action.move_to_location(2, 2)
    actions.perform()
    page.wait(lambda: page.browser.execute_script("return document.getAnimations().length") == 0)


def screen(page):
    """The window as a picture, without the pointer on the board."""
    rest(page)
    return Image.open(io.BytesIO(page.browser.get_screenshot_as_png())).convert("RGB")


def picture_of(page):
    """The board as a picture, with its coordinates."""
    x, y, width, height = page.browser.execute_script(PICTURE)
    return screen(page).crop((round(x), round(y), round(x + width), round(y + height)))


def ink(picture, pixel, side):
    """The part of a square that has another colour than most of it has, from 0 to 1; a circle or a line has some."""
    reach = side * 0.4
    crop = picture.crop(tuple(round(each) for each in (pixel[0] - reach, pixel[1] - reach, pixel[0] + reach, pixel[1] + reach)))
    ground = max(crop.getcolors(crop.width * crop.height))[1]
    channels = ImageChops.difference(crop, Image.new("RGB", crop.size, ground)).split()
    strongest = ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2])
    return sum(count for count, value in strongest.getcolors() if value > INK) / (crop.width * crop.height)


def said_at(page, pixel):
    return page.browser.execute_script(AT_PIXEL, round(pixel[0]), round(pixel[1]))
