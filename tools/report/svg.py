"""Enough SVG for charts. Colours come from classes, so that one stylesheet serves light and dark; a file of its own
carries that stylesheet, a page has it once."""
import math
from html import escape

LIGHT = {"ink": "#1f2328", "soft": "#59636e", "line": "#d5dae0", "paper": "#ffffff", "good": "#1a7f37",
         "bad": "#cf222e", "scalar": "#8a8f98", "naive": "#bf5b17", "plain": "#d4901f", "native": "#a8480e",
         "sse2": "#58a9d6", "avx2": "#2366c4", "avx512": "#6a2fb5", "neon64": "#2366c4", "other": "#1b8a6b"}
DARK = {"ink": "#e6edf3", "soft": "#9aa4af", "line": "#363d47", "paper": "#0d1117", "good": "#4ac26b",
        "bad": "#ff7b72", "scalar": "#8b949e", "naive": "#f0883e", "plain": "#f2c14e", "native": "#e8743b",
        "sse2": "#8ad1f5", "avx2": "#5a9cf8", "avx512": "#b98af7", "neon64": "#5a9cf8", "other": "#4cc9a0"}
DASHED = {"scalar": "2 3", "naive": "6 3", "plain": "6 3", "native": "2 3"}


def colour_rules(colours):
    rules = [f".ink{{fill:{colours['ink']}}}.soft{{fill:{colours['soft']}}}.paper{{fill:{colours['paper']}}}"
             f".rule{{stroke:{colours['line']}}}.axis,.mark{{stroke:{colours['soft']}}}"
             f".good{{fill:{colours['good']}}}.bad{{fill:{colours['bad']}}}"]
    for name in ("scalar", "naive", "plain", "native", "sse2", "avx2", "avx512", "neon64", "other"):
        rules.append(f".s-{name}{{stroke:{colours[name]}}}.f-{name}{{fill:{colours[name]}}}")
    return "\n".join(rules)


STYLE = ("text{font-family:system-ui,'DejaVu Sans',sans-serif;font-size:12px}.big{font-size:14px;font-weight:600}"
         ".small{font-size:11px}.line{fill:none;stroke-width:2;stroke-linejoin:round}.rule{stroke-width:1}"
         ".axis{stroke-width:1}.mark{stroke-width:1;stroke-dasharray:4 4}")


def stylesheet():
    return (f"{STYLE}\n{colour_rules(LIGHT)}\n"
            f"@media (prefers-color-scheme:dark){{{colour_rules(DARK)}}}")


def known(variant):
    return variant if variant in LIGHT else "other"


def num(value):
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def text(x, y, words, classes="soft", anchor="start"):
    where = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text x="{num(x)}" y="{num(y)}" class="{classes}"{where}>{escape(words)}</text>'


def line(x1, y1, x2, y2, classes):
    return f'<line x1="{num(x1)}" y1="{num(y1)}" x2="{num(x2)}" y2="{num(y2)}" class="{classes}"/>'


def rect(x, y, width, height, classes="", fill="", title=""):
    inside = f"<title>{escape(title)}</title>" if title else ""
    look = (f' class="{classes}"' if classes else "") + (f' fill="{fill}"' if fill else "")
    return f'<rect x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}" rx="2"{look}>{inside}</rect>'


def path(points, classes, dash=""):
    way = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points)
    return f'<path d="{way}" class="{classes}"' + (f' stroke-dasharray="{dash}"' if dash else "") + "/>"


def dot(x, y, variant, title=""):
    inside = f"<title>{escape(title)}</title>" if title else ""
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="3" class="f-{known(variant)}">{inside}</circle>'


class Chart:
    """A drawing with a size; `inside` is its SVG without the outermost element."""

    def __init__(self, name, width, height, inside, title):
        self.name, self.width, self.height, self.inside, self.title = name, width, height, inside, title

    def element(self, extra=""):
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(self.width)} {num(self.height)}" role="img" '
                f'aria-label="{escape(self.title)}"{extra}>{self.inside}</svg>')

    def file(self):
        """For itself: with colours, paper and size."""
        background = rect(0, 0, self.width, self.height, "paper")
        size = f' width="{num(self.width)}" height="{num(self.height)}"'
        return self.element(size).replace(">", f"><style>{stylesheet()}</style>{background}", 1) + "\n"


def sheet(name, title, charts, columns):
    """Several charts on one, row by row."""
    inside, x, y, row_height, width = [], 0, 0, 0, 0
    for i, chart in enumerate(charts):
        if i and i % columns == 0:
            x, y, row_height = 0, y + row_height, 0
        inside.append(f'<g transform="translate({num(x)} {num(y)})">{chart.inside}</g>')
        x += chart.width
        row_height, width = max(row_height, chart.height), max(width, x)
    return Chart(name, width, y + row_height, "".join(inside), title)


class Log:
    """A logarithmic scale from low..high to pixels."""

    def __init__(self, low, high, first, last):
        self.low, self.high, self.first, self.last = low, high, first, last

    def __call__(self, value):
        part = math.log(value / self.low) / math.log(self.high / self.low)
        return self.first + part * (self.last - self.first)

    def has(self, value):
        return self.low <= value <= self.high

    def steps(self):
        """1, 3, 10, 30 ... within the scale."""
        first, last = math.floor(math.log10(self.low)), math.ceil(math.log10(self.high))
        return [v for k in range(first, last + 1) for v in (10.0 ** k, 3 * 10.0 ** k) if self.has(v)]


def around(values, factor=1.25):
    return min(values) / factor, max(values) * factor
