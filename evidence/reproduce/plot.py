# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A plot as SVG: lines with bands, the ideal, and the paper's points. The colours follow the
reader's colour scheme."""

import math
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 760, 400
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 62, 46
NARROWEST = 24  # between two numbers below the plot
LIGHT = ("#2f74c8", "#c9601c", "#2f8a50", "#8a56b8")
DARK = ("#7db4f0", "#f0a060", "#70cc90", "#c8a0ec")


def style():
    def colours(palette):
        return " ".join(
            f".l{i}{{stroke:{c}}} .d{i}{{fill:{c}}} .b{i}{{fill:{c};opacity:.18}}" for i, c in enumerate(palette)
        )

    return (
        "<style>\n"
        " text{fill:#3c434c} .g{stroke:#3c434c;stroke-opacity:.18} .a{stroke:#3c434c}\n"
        " .i{stroke:#3c434c;stroke-dasharray:5 4;stroke-opacity:.6} .m{stroke:#3c434c;stroke-width:2}\n"
        " .l{fill:none;stroke-width:2}\n"
        f" {colours(LIGHT)}\n"
        " @media (prefers-color-scheme: dark){\n"
        "  text{fill:#d5dae0} .g,.a,.i,.m{stroke:#d5dae0}\n"
        f"  {colours(DARK)}\n"
        " }\n"
        "</style>"
    )


def ticks(low, high, most=8):
    """Round numbers that cover the range."""
    span = (high - low) or 1
    step = 10 ** math.floor(math.log10(span / most))
    step *= next(f for f in (1, 2, 5, 10) if span / (step * f) <= most)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(i * step, 10) for i in range(first, last + 1)]


class Axes:
    def __init__(self, xs, ys):
        self.x_low, self.x_high = min(xs), max(xs)
        self.y_ticks = ticks(min([0, *ys]), max([0, *ys]))
        self.y_low, self.y_high = self.y_ticks[0], self.y_ticks[-1]

    def at(self, x, y):
        width = (x - self.x_low) / ((self.x_high - self.x_low) or 1)
        height = (y - self.y_low) / ((self.y_high - self.y_low) or 1)
        across, up = width * (WIDTH - LEFT - RIGHT), height * (HEIGHT - TOP - BOTTOM)
        return f"{LEFT + across:.1f}", f"{HEIGHT - BOTTOM - up:.1f}"


def grid(axes, plot, xs):
    parts = []
    for y in axes.y_ticks:
        left, height = axes.at(axes.x_low, y)
        right, _ = axes.at(axes.x_high, y)
        parts.append(f'<line class="{"a" if y == 0 else "g"}" x1="{left}" y1="{height}" x2="{right}" y2="{height}"/>')
        parts.append(f'<text x="{float(left) - 8:.1f}" y="{float(height) + 4:.1f}" text-anchor="end">{y:g}</text>')
    last = -math.inf
    for x in xs:
        across, _ = axes.at(x, 0)
        if float(across) - last < NARROWEST:  # it would touch the number before
            continue
        last = float(across)
        parts.append(f'<text x="{across}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{x:g}</text>')
    parts.append(f'<text x="{(LEFT + WIDTH) / 2:.0f}" y="{HEIGHT - 8}" text-anchor="middle">{escape(plot.x)}</text>')
    middle = (TOP + HEIGHT - BOTTOM) / 2
    parts.append(
        f'<text x="14" y="{middle:.0f}" text-anchor="middle" transform="rotate(-90 14 {middle:.0f})">'
        f"{escape(plot.y)}</text>"
    )
    return parts


def line(axes, number, points):
    """`points`: (x, middle, low, high)."""
    upper = [",".join(axes.at(x, high)) for x, _, _, high in points]
    lower = [",".join(axes.at(x, low)) for x, _, low, _ in reversed(points)]
    middle = [axes.at(x, y) for x, y, _, _ in points]
    parts = [f'<polygon class="b{number}" points="{" ".join(upper + lower)}"/>']
    parts.append(f'<polyline class="l l{number}" points="{" ".join(",".join(m) for m in middle)}"/>')
    return parts + [f'<circle class="d{number}" cx="{x}" cy="{y}" r="3"/>' for x, y in middle]


def cross(axes, x, y, text, labels):
    """In the colour of the line with that label, else with the text beside it."""
    across, height = (float(z) for z in axes.at(x, y))
    shape = f"M{across - 5:.1f} {height - 5:.1f}l10 10m0 -10l-10 10"
    if text in labels:
        return f'<path class="m l{labels.index(text)}" d="{shape}"/>'
    beside = f'<text x="{across - 9:.1f}" y="{height + 4:.1f}" text-anchor="end">{escape(text)}</text>' if text else ""
    return f'<path class="m" d="{shape}"/>{beside}'


def legend(labels, extra):
    parts, x = [], LEFT
    for i, label in enumerate(labels):
        parts.append(f'<rect class="d{i}" x="{x}" y="32" width="14" height="4"/>')
        parts.append(f'<text x="{x + 20}" y="39">{escape(label)}</text>')
        x += 36 + 7 * len(label)
    for kind, label in extra:
        if kind == "cross":
            parts.append(f'<path class="m" d="M{x + 2} 29l10 10m0 -10l-10 10"/>')
        else:
            parts.append(f'<line class="i" x1="{x}" y1="34" x2="{x + 14}" y2="34"/>')
        parts.append(f'<text x="{x + 20}" y="39">{label}</text>')
        x += 36 + 7 * len(label)
    return parts


def svg(plot, lines):
    """`lines`: (label, [(x, middle, low, high)])."""
    xs = sorted({p[0] for _, points in lines for p in points})
    marks = [m for m in plot.marks if xs[0] <= m[0] <= xs[-1]]
    ys = [y for _, points in lines for p in points for y in p[1:]] + [m[1] for m in marks]
    axes = Axes(xs, ys + ([xs[-1]] if plot.ideal else []))
    labels = [label for label, _ in lines]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif"'
        ' font-size="12">',
        f"<title>{escape(plot.title)}</title>",
        style(),
        f'<text x="10" y="18" font-size="14">{escape(plot.title)}</text>',
    ]
    extra = ([("line", "linear")] if plot.ideal else []) + ([("cross", "the paper")] if marks else [])
    parts += legend(labels, extra) + grid(axes, plot, xs)
    if plot.ideal:
        (x1, y1), (x2, y2) = axes.at(xs[0], xs[0]), axes.at(xs[-1], xs[-1])
        parts.append(f'<line class="i" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>')
    for i, (_, points) in enumerate(lines):
        parts += line(axes, i, points)
    parts += [cross(axes, x, y, text, labels) for x, y, text in marks]
    return "\n".join(parts + ["</svg>"]) + "\n"
