# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page and its pictures, from the raw data alone."""

import os
import statistics

import raw
from figures import percent, point, quantity, result, time, variabilities, with_quartiles
from paired import quartiles
from papers import PAPERS
from plot import svg
from records import FEWEST_TURNS

HEAD = """<!-- SPDX-FileCopyrightText: 2026 The Skua authors -->
<!-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception -->
<!-- Written by `./dev reproduce`: change evidence/reproduce, not this file. -->

# The experiments of the four source papers

Skua unites four published systems. This page repeats their experiments on one small machine, and in the
[simulator](../docs/reference/simulator.md) at the papers' sizes. `./dev reproduce` measures what is missing,
`./dev reproduce NAME` one experiment; each number stems from the [raw data](reproduction.json).

- The papers' machines and programs are others, so compare speed-ups, ratios and shapes, not times.
- Each answer is verified in the run that is timed. The variants of a row run in turns.
- **Bold** numbers of one command are medians, with the quartiles in parentheses. Bold results of a comparison are
  geometric means over the turns, with the 95 % interval of the paired ratios in parentheses (Student's t of their
  logarithms).
- *Others*: the share of all processors that other programs had during a turn, median and maximum. A turn with more than
  5 % is repeated up to twice, and the best is kept.
- "More than cores" means more workers than cores: such a row shows that it works, and what it costs.

## What the simulator leaves out

The library is the real one, the machine is not
([how near it is](../docs/reference/simulator.md#the-simulator-and-reality)). Caches, memory bandwidth, page
faults, clock frequencies and interrupts cost nothing. Each simulated thread has a processor of
its own, so the progress thread of a busy place takes no time from its workers. A node or task costs what the table of
the experiment says, the same at each worker. So a simulated speed-up is what stealing and messages allow, and a real
one is lower.
"""


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def folded(title, text):
    return f"<details><summary>{title}</summary>\n\n{text}\n\n</details>"


def others(turns):
    shares = [t["others"] for t in turns if "others" in t]
    if not shares:
        return ""
    return f"{100 * statistics.median(shares):.1f} %, {100 * max(shares):.1f} %"


def commands(rows):
    """All of this machine; of simulations the first and the last of a row, the raw data have the
    others."""
    lines = []
    for row, kept in rows:
        variants = list(kept["variants"].values())
        if row.is_simulated and len(variants) > 2:
            lines += [variants[0]["commands"][0], f"# … {len(variants)} variants …", variants[-1]["commands"][-1]]
        else:
            lines += [c for v in variants for c in v["commands"]]
    return "\n".join(dict.fromkeys(lines))


class Writer:
    def __init__(self, data, experiments):
        self.data = data
        self.experiments = experiments
        self.pictures = {}  # file -> SVG

    def kept(self, experiment, row):
        """The raw data of a row, None unless all variants have a turn."""
        if raw.turns_made(self.data, experiment, row) == 0:
            return None
        return self.data["rows"][raw.row_name(experiment, row)]

    # --- parts of a section ---

    def measured(self, rows):
        """When, with what, and where."""
        numbers = sorted({t["session"] for _, kept in rows for t in kept["turns"]})
        texts = []
        for s in dict.fromkeys(tuple(sorted(self.data["sessions"][n].items())) for n in numbers):
            session = dict(s)
            texts.append(
                f"{session['date']}, version {session['version']}, commit {session['commit']}, {session['processor']},"
                f" {session['cores']} cores, {session['memory']}, {session['system']}"
            )
        turns = sorted({len(kept["turns"]) for _, kept in rows})
        noun = "seed" if rows[0][0].is_simulated else "run"
        count = f"{turns[0]} to {turns[-1]}" if len(turns) > 1 else f"{turns[0]}"
        return f"**Measured** {'; '.join(texts)}; {count} {noun}{'' if turns == [1] else 's'} of each command."

    def comparisons(self, rows):
        has_below = any(c.linear for row, _ in rows for c in row.comparisons)
        lines = []
        for row, kept in rows:
            for i, c in enumerate(row.comparisons):
                text, below = result(c, kept["variants"])
                last = others(kept["turns"]) if i == 0 else ""
                cells = [
                    row.name if i == 0 else "",
                    f"{c.base.label or c.base.variant}: {with_quartiles(c.base, kept['variants'])}",
                    f"{c.other.label or c.other.variant}: {with_quartiles(c.other, kept['variants'])}",
                    text,
                ]
                lines.append(cells + ([below] if has_below else []) + [c.paper, last])
        kinds = {c.kind for row, _ in rows for c in row.comparisons}
        names = {"speed_up": "speed-up", "change": "difference", "gain": "gain"}
        kind = " or ".join(names[k] for k in sorted(kinds))
        header = ["", "baseline", "compared", kind] + (["below linear"] if has_below else []) + ["the paper", "others"]
        return table(header, lines) if lines else ""

    def variabilities(self, rows):
        """Of runs of the same input: a simulated variant has a command for each graph, with as many seeds."""
        lines = []
        for row, kept in rows:
            for variant, columns in kept["variants"].items():
                seconds, inputs = columns["values"]["seconds"], len(row.variants.get(variant, ())) or 1
                values = variabilities(seconds, inputs)
                text = f"{100 * statistics.median(values):.1f} %"
                if inputs > 1:
                    text += f" (largest {100 * max(values):.1f} %)"
                lines.append([row.name, variant, text, f"{inputs} x {len(seconds) // inputs}"])
        title = "Variability of the runs of one input (equation 4.2)"
        return folded(title, table(["", "", "variability, median of the inputs", "inputs x runs"], lines))

    def plot(self, plot, rows):
        """The link of a picture, and the table of its points."""
        data = {row.name: kept["variants"] for row, kept in rows}
        lines = [
            (line.label, [(x, *point(what, data[line.row])) for x, what in line.points])
            for line in plot.lines
            if line.row in data
        ]
        if not lines:
            return ""
        self.pictures[plot.file] = svg(plot, lines)
        header = [plot.x] + [label for label, _ in lines]
        columns = [{x: f"**{y:.2f}** ({low:.2f} to {high:.2f})" for x, y, low, high in p} for _, p in lines]
        xs = sorted({x for c in columns for x in c})
        body = [[f"{x:g}", *(c.get(x, "").replace("-", "−") for c in columns)] for x in xs]
        return f"![{plot.title}](pictures/{plot.file})\n\n" + folded(f"The points ({plot.y})", table(header, body))

    def times(self, rows):
        """The runs behind the plots."""
        lines = []
        for row, kept in rows:
            for i, (variant, columns) in enumerate(kept["variants"].items()):
                values = columns["values"]
                low, middle, high = quartiles(values["seconds"])
                medians = [statistics.median(values[key]) for key in ("speed_up", "idle", "beyond")]
                lines.append(
                    [row.name if i == 0 else "", variant, f"**{time(middle)}** ({time(low)} to {time(high)})"]
                    + [f"{medians[0]:.4g}", quantity(medians[1], "%"), f"{percent(medians[2])} %"]
                )
        header = ["", "", "simulated time", "speed-up over the sequential program", "idle", "beyond"]
        return folded("All times", table(header, lines))

    def tables(self, experiment, rows):
        data = {row.name: kept for row, kept in rows}
        parts = []
        for t in experiment.tables([row for row, _ in rows], data):
            variants = data[t.row]["variants"]
            body = [[line[0], *(self.cell(v, variants) for v in line[1:])] for line in t.lines]
            title = [f"**{t.row}** (others {others(data[t.row]['turns'])})"]
            parts.append("\n\n".join(title + [table(t.header, body)]))
        return parts

    @staticmethod
    def cell(value, variants):
        if value is None or None in value.numbers(variants):
            return ""
        return with_quartiles(value, variants)

    # --- the page ---

    def section(self, experiment):
        declared = experiment.rows(self.data["quick"])
        rows = [(row, self.kept(experiment, row)) for row in declared]
        rows = [(row, kept) for row, kept in rows if kept is not None]
        sizes = table(["", "the paper", "here"], [list(s) for s in experiment.sizes])
        parts = [f"### {experiment.title}", f"**{experiment.place}.** {experiment.method}", sizes]
        if len(rows) < len(declared):
            absent = [row.name for row in declared if row.name not in {r.name for r, _ in rows}]
            what = f" ({', '.join(absent)})" if rows else ""
            parts.append(f"**Not measured yet**{what}: `./dev reproduce {experiment.name}`.")
        if rows:
            parts.append(self.measured(rows))
            parts.append(self.comparisons(rows))
            parts += [self.plot(p, rows) for p in experiment.plots([row for row, _ in rows])]
            parts += self.tables(experiment, rows)
            parts.append(self.variabilities(rows) if experiment.is_variable else "")
            parts.append(self.times(rows) if experiment.kind == "simulated" else "")
            if experiment.few and any(len(kept["turns"]) < FEWEST_TURNS for _, kept in rows):
                parts.append(f"Few runs: {experiment.few}.")
            parts.append(experiment.remark)
            title = f"Commands (<code>./dev reproduce {experiment.name}</code>)"
            parts.append(folded(title, f"```sh\n{commands(rows)}\n```"))
        return "\n\n".join(p for p in parts if p)

    def page(self):
        parts = [HEAD]
        for key, paper in PAPERS.items():
            parts.append(f"## {paper.title}\n\n{paper.reference}\n")
            parts += [self.section(e) + "\n" for e in self.experiments if e.paper == key]
            parts.append(f"**Not repeated.** {paper.left_out}\n")
        return "\n".join(parts)


def made(data, experiments):
    """The text of the page and {file: SVG}."""
    writer = Writer(data, experiments)
    return writer.page(), writer.pictures


def write(folder, data, experiments):
    text, pictures = made(data, experiments)
    path = os.path.join(folder, "reproduction.md")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    if pictures:
        os.makedirs(os.path.join(folder, "pictures"), exist_ok=True)
    for name, picture in pictures.items():
        with open(os.path.join(folder, "pictures", name), "w", encoding="utf-8") as file:
            file.write(picture)
    return path
