# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the program of docs/learn/does_not_scale.md, and makes the pictures of that page again.

Usage: python3 tools/report_pictures.py [--build FOLDER] [--out FOLDER] [--repeat N] [--only PICTURE]

FOLDER of --build has the programs (ninja: skua_app, skua_run, example_learn_does_not_scale). Printed are the times, the
texts of the reports and the prediction that the page quotes. The pictures are those of the trace with the median time,
as a browser without a screen (chromium) shows the page, light and dark."""

import argparse
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
VERSIONS = ("1", "2", "3")
WIDTH = 760  # pixels
# name of the picture: (page, what it shows: selectors, and the titles of sections)
PICTURES = {
    "mutex": ("report1", (".findings", "Timeline")),
    "serial": ("report2", (".findings", "Timeline")),
    "mended": ("report3", (".findings", "Timeline")),
    "prediction": ("replay3", ("svg",)),
}
# Hides all but the wanted parts, and writes the height of the rest into the document.
CROP = """<script>window.addEventListener('load', () => {
const titles = [...document.querySelectorAll('h2')].filter(h => %(wanted)s.includes(h.textContent));
const parts = %(wanted)s.filter(w => /^[.a-z]/.test(w)).flatMap(w => [...document.querySelectorAll('body ' + w)]);
const kept = [...titles.map(h => h.parentElement), ...parts.slice(0, 1)];
for (const e of document.body.querySelectorAll('*')) {
  if (!kept.some(k => k.contains(e) || e.contains(k))) e.style.display = 'none';
}
for (const h of titles) h.style.marginTop = '0.75rem';
document.body.style.margin = '0';
document.body.style.padding = '0.5rem 0.75rem';
window.dispatchEvent(new Event('resize'));
document.documentElement.setAttribute('data-height', Math.ceil(document.body.getBoundingClientRect().height));
});</script>"""


class Programs:
    def __init__(self, build, folder):
        self.folder = folder
        self.skua, self.run = build / "bin" / "skua", build / "bin" / "skua-run"
        self.example = build / "bin" / "examples" / "learn" / "does_not_scale"
        for path in (self.skua, self.run, self.example):
            if not path.is_file():
                sys.exit(f"report_pictures: {path}: expected a program; --build is the folder of a build")

    def call(self, *words):
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False,
                              cwd=self.folder)
        if done.returncode:
            sys.exit(f"report_pictures: {' '.join(map(str, words))}: exit code {done.returncode}\n{done.stderr}")
        return done.stdout

    def seconds(self, *words):
        return float(re.search(r": ([\d.]+) s$", self.call(*words), re.MULTILINE)[1])


def table_of_times(programs, repeat):
    """Medians. The runs of all versions alternate, so that a busy moment of the machine does not hit one alone."""
    ways = {"1 worker": ("-n", "1", "-t", "1"), "2 workers": ("-n", "1", "-t", "2"),
            "16 simulated": ("--sim", "places=1,workers=16,measured=1")}
    times = {(version, way): [] for version in VERSIONS for way in ways}
    for _ in range(repeat):
        for version, way in times:
            times[version, way].append(programs.seconds(programs.run, *ways[way], programs.example, version))
    for version in VERSIONS:
        found = (f"{way} {statistics.median(times[version, way]):.3f} s" for way in ways)
        print(f"version {version}: {', '.join(found)} (medians of {repeat} runs)")


def traces(programs, repeat):
    """A trace of each version with two workers: trace1, trace2 and trace3, those with the median time."""
    runs = {version: [] for version in VERSIONS}
    for number in range(repeat):
        for version in VERSIONS:
            trace = programs.folder / f"trace{version}.run{number}"
            seconds = programs.seconds(programs.run, "-n", "1", "-t", "2", "--trace", trace, programs.example, version)
            runs[version].append((seconds, trace))
    for version, found in runs.items():
        sorted(found)[len(found) // 2][1].rename(programs.folder / f"trace{version}")


def pages(programs):
    for version in VERSIONS:
        print(f"\n$ skua report trace{version} --text")
        print(programs.call(programs.skua, "report", f"trace{version}", "--text"))
        programs.call(programs.skua, "report", f"trace{version}", "-o", f"report{version}.html")
    print("\n$ skua report trace2 --against trace1 --text")
    print(programs.call(programs.skua, "report", "trace2", "--against", "trace1", "--text"))
    print("\n$ skua report trace3 --against trace1 --text")
    print(programs.call(programs.skua, "report", "trace3", "--against", "trace1", "--text"))
    for version in VERSIONS:
        programs.call(programs.run, "-n", "1", "-t", "1", "--record", f"record{version}", programs.example, version)
        print(f"\n$ skua sim replay record{version} --places 1,2,4,8 --workers 16 --html replay{version}.html")
        print(programs.call(programs.skua, "sim", "replay", f"record{version}", "--places", "1,2,4,8", "--workers",
                            "16", "--html", f"replay{version}.html"))


def browse(browser, folder, *words):
    command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
               f"--user-data-dir={folder / 'profile'}", "--virtual-time-budget=3000", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False).stdout


def picture(browser, page, wanted, dark, path):
    """A picture of the parts of a page; the dark one has the rules for readers with a dark system."""
    text = page.read_text(encoding="utf-8")
    if dark:
        text = re.sub(r"\(prefers-color-scheme: ?dark\)", "(min-width:1px)", text)
    cropped = page.with_name("cropped.html")
    cropped.write_text(text.replace("</body>", CROP % {"wanted": list(wanted)} + "</body>"), encoding="utf-8")
    address = cropped.as_uri()
    shown = browse(browser, page.parent, f"--window-size={WIDTH},800", "--dump-dom", address)
    height = re.search(r'data-height="(\d+)"', shown)
    if not height:
        sys.exit(f"report_pictures: {browser} does not show {page}")
    browse(browser, page.parent, f"--window-size={WIDTH},{height[1]}", f"--screenshot={path}", address)


def main():
    parser = argparse.ArgumentParser(prog="report_pictures", description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release", help="the folder of a build")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs" / "pictures", help="where the pictures go")
    parser.add_argument("--repeat", type=int, default=7, help="runs of each kind")
    parser.add_argument("--only", choices=PICTURES, help="make only this picture")
    options = parser.parse_args()
    browser = shutil.which("chromium")
    if not browser:
        sys.exit("report_pictures: chromium is not installed")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        programs = Programs(options.build.resolve(), folder)
        table_of_times(programs, options.repeat)
        traces(programs, options.repeat)
        pages(programs)
        for title, (page, wanted) in PICTURES.items():
            if options.only not in (None, title):
                continue
            for shade in ("light", "dark"):
                path = options.out.resolve() / f"does_not_scale_{title}_{shade}.png"
                picture(browser, folder / f"{page}.html", wanted, shade == "dark", path)
                print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
