"""Compares pictures of boards with those that are kept in tests/web/golden.

A kept picture has half the size and 128 colours. Two pictures are the same if at most TOLERANCE of their pixels differ by
more than STRONG in a channel, since smoothed edges and fonts differ between machines. Measured: coordinates in another
font change up to 0.14% of a picture; a piece that stands elsewhere, or has another colour, at least 0.68%
(check_faults tries both). Pictures with large texts need the font that they were made with (has_usual_font).
"""
import pathlib
import shutil
import subprocess

from PIL import Image, ImageChops

FOLDER = pathlib.Path(__file__).parent / "golden"
STRONG = 48
TOLERANCE = 0.004
COLOURS = 128


def has_usual_font():
    """Whether pages have the font of the kept pictures, that of Debian's Chromium."""
    return bool(shutil.which("fc-match")) and "DejaVu" in subprocess.run(
        ["fc-match", "sans-serif"], text=True, capture_output=True, check=False).stdout


def small(picture):
    return picture.resize((picture.width // 2, picture.height // 2), Image.BOX)


def difference(one, other):
    """The part of pixels that differ, from 0 to 1; 1 for pictures of other sizes. Sizes may differ by a pixel of rounding."""
    if max(abs(one.width - other.width), abs(one.height - other.height)) > 1:
        return 1
    size = (0, 0, min(one.width, other.width), min(one.height, other.height))
    channels = ImageChops.difference(one.crop(size), other.crop(size)).split()
    strongest = ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2])
    return sum(count for count, value in strongest.getcolors() if value > STRONG) / (size[2] * size[3])


def shifted(picture, pixel, side):
    """A copy in which a square's content stands one square further left, or right at the left end."""
    x, y, reach = pixel[0], pixel[1], side * 0.45
    to = x - side if x - side > reach else x + side
    box = lambda middle: tuple(round(each) for each in (middle - reach, y - reach, middle + reach, y + reach))
    copy = picture.copy()
    here, there = picture.crop(box(x)), picture.crop(box(to))
    copy.paste(here, box(to)[:2])
    copy.paste(there, box(x)[:2])
    return copy


def recoloured(picture, pixel, side):
    """A copy in which a square's content has its channels exchanged and inverted."""
    x, y, reach = pixel[0], pixel[1], side * 0.45
    box = tuple(round(each) for each in (x - reach, y - reach, x + reach, y + reach))
    copy = picture.copy()
    red, green, blue = ImageChops.invert(picture.crop(box)).split()
    copy.paste(Image.merge("RGB", (blue, red, green)), box[:2])
    return copy


class Golden:
    """`writes`: pictures become the kept ones, instead of being compared. Differing ones are written to `failed`."""

    def __init__(self, writes, failed):
        self.writes = writes
        self.failed = failed
        self.different = []
        self.largest = 0
        self.count = 0

    def check(self, name, picture):
        path = FOLDER / f"{name}.png"
        self.count += 1
        if self.writes:
            small(picture).quantize(COLOURS, Image.Quantize.MAXCOVERAGE).save(path, optimize=True)
        kept = Image.open(path).convert("RGB") if path.exists() else None
        part = difference(small(picture), kept) if kept else 1
        self.largest = max(self.largest, part if part <= TOLERANCE else 0)
        if part > TOLERANCE:
            picture.save(pathlib.Path(self.failed) / f"{name}.png")
            self.different.append(f"{name}: " + (f"{100 * part:.2f}% of the pixels differ" if kept else "no picture is kept"))

    @staticmethod
    def check_faults(name, picture, pixel, side):
        """A piece that stands elsewhere, or has another colour, is seen."""
        for fault in (shifted, recoloured):
            part = difference(small(picture), small(fault(picture, pixel, side)))
            assert part > TOLERANCE, (name, fault.__name__, part)
