# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page: the results of the papers beside those of this machine."""

import os
import platform
import statistics

from papers import PAPERS

HEAD = """<!-- SPDX-FileCopyrightText: 2026 The Skua authors -->
<!-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception -->
<!-- Written by `./dev reproduce`: change tools/reproduce, not this file. -->

# The experiments of the four source papers

Skua unites four published systems. This page repeats those of their experiments that make sense on one machine of {cores} cores ({machine}); theirs
ran on others, from 6 to 6,000 cores, so times say nothing beside each other: compare speed-ups, ratios and shapes. `./dev reproduce` runs all
of it and writes this page and the [raw data](reproduction.json), `./dev reproduce NAME` one experiment. Every answer is verified in the run that is timed.
Unless it says otherwise, figures are medians of {runs}; the variants of an experiment are run in turns. Where workers are more than
cores, that is marked, and shows only that it works.
"""


def machine():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    except OSError:
        names = []
    return names[0] if names else platform.machine()


def runs_of(raw):
    n = statistics.mode([len(runs) for e in raw.values() for runs in e["runs"].values()] or [0])
    return f"{n} run{'s' if n != 1 else ''}"


def table(saved):
    lines = ["| " + " | ".join(saved["header"]) + " |", "|" + "---|" * len(saved["header"])]
    lines += ["| " + " | ".join(row) + " |" for row in saved["rows"]]
    return "\n".join(lines)


def section(experiment, saved):
    parts = [f"### {experiment.title}", f"**Theirs.** {experiment.published}"]
    if saved is None:
        parts.append(f"**Here.** Not run yet: `./dev reproduce {experiment.name}`.")
    else:
        parts += [f"**Here.**", table(saved["table"])]
        if experiment.remark:
            parts.append(experiment.remark)
        commands = "\n".join(saved["runs"])
        parts.append(
            "<details><summary>Commands (<code>./dev reproduce"
            f" {experiment.name}</code>)</summary>\n\n```sh\n{commands}\n```\n\n</details>"
        )
    return "\n\n".join(parts)


def write_page(folder, experiments, raw):
    text = [HEAD.format(cores=os.cpu_count(), machine=machine(), runs=runs_of(raw))]
    for key, paper in PAPERS.items():
        text.append(f"## {paper.title}\n\n{paper.reference}\n")
        text += [section(e, raw.get(e.name)) + "\n" for e in experiments if e.paper == key]
        text.append(f"**Not repeated.** {paper.left_out}\n")
    path = os.path.join(folder, "reproduction.md")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(text))
    return path
