# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws docs/pictures/peers.svg, the picture of README.md, from the first table of docs/measured/benchmarks.md.

Usage: python3 tools/peer_picture.py

A group of bars for each case of CASES that has a measured value, each to the scale of its longest bar. A cell without a
number has no bar. tests/tools/bench_page_test.py checks that the picture is that of the table."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "evidence" / "reproduce"))

import plot  # noqa: E402

PAGE, PICTURE = ROOT / "docs" / "measured" / "benchmarks.md", ROOT / "docs" / "pictures" / "peers.svg"
CASES = {
    "fib/finish": "a task of a recursion without a cutoff",
    "fanout/10M": "a task of ten million that one task spawns",
    "uts/T1": "tree search with a task for each node, over the sequential program",
    "block/resume": "a wait and its end",
}
SYSTEMS = ("Skua", "oneTBB", "OpenMP")
WIDTH, LEFT, BAR, GAP = 760, 90, 16, 20


def rows(page):
    """The cells of the first row of each case."""
    found = {}
    for line in page.split("## Between places")[0].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith("| `"):
            found.setdefault(cells[0].strip("` "), cells)
    return found


def picture(page):
    found, parts, y = rows(page), [], 34
    for case, words in CASES.items():
        cells = found[case]
        unit, values = cells[2], [cells[4], *cells[5:7]]
        numbers = [float(v.replace(",", "")) if re.fullmatch(r"[\d.,]+", v) else None for v in values]
        if numbers[0] is None:
            continue
        unit = {"ns per task": "ns", "ratio to sequential": "times"}.get(unit, unit)
        parts.append(f'<text x="10" y="{y + 12}" font-weight="bold">{words}</text>')
        y += GAP
        for i, (system, number, value) in enumerate(zip(SYSTEMS, numbers, values)):
            if number is None:
                continue
            length = (WIDTH - LEFT - 90) * number / max(n for n in numbers if n is not None)
            parts.append(f'<text x="{LEFT - 8}" y="{y + 12}" text-anchor="end">{system}</text>')
            parts.append(f'<rect class="d{i}" x="{LEFT}" y="{y}" width="{length:.1f}" height="{BAR - 3}"/>')
            parts.append(f'<text x="{LEFT + length + 6:.1f}" y="{y + 11}">{value} {unit}</text>')
            y += BAR
        y += GAP // 2
    title = "What a task costs, beside oneTBB and OpenMP: less is better"
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" font-family="sans-serif" font-size="12">',
        f"<title>{title}</title>", plot.style(), f'<text x="10" y="18" font-size="14">{title}</text>', *parts, "</svg>",
    ]) + "\n"


if __name__ == "__main__":
    PICTURE.write_text(picture(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"peer_picture: wrote {PICTURE}")
