# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page: a table for each group."""

import statistics

from figures import median, quartiles, ratio
from simulate import ALONE

HEAD = """<!-- SPDX-FileCopyrightText: 2026 The Skua authors -->
<!-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception -->
<!-- Written by `./dev experiments` from evidence/experiments.json: change that file, not this one. -->

# The papers' settings, simulated

Machines of the papers' sizes, which the [simulator](../docs/reference/simulator.md) steps in virtual time: the runtime is the real one, the machine is not. One file lists all
settings ([experiments.json](experiments.json)), `./dev experiments` runs them and writes this page, `./dev experiments GROUP` shows one group; the same file
and the same version give the same page. Each answer is checked in the run that counts. Figures are medians over the seeds, all policies with the same seeds; ± and intervals
are 95 % intervals of paired differences (Student's t of logarithms). *Speed-up* is against the work of the sequential program, to which the same costs apply.

Memory bandwidth, caches, clock frequencies, interrupts, and the processor time of the progress thread cost nothing here
([what is modelled](../docs/reference/simulator.md#the-simulator-and-reality)), so a real machine reaches less. The papers' curves, with the paper's baselines, are in
[the reproduction](reproduction.md).

**Made** {}.
"""


def time(seconds):
    if seconds >= 1:
        return f"{seconds:.3g} s"
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} µs"


def percent(x, digits=1):
    return f"{100 * x:.{digits}f} %"


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def speed_ups(group, runs):
    header = [
        "",
        "network",
        "seeds",
        "policy",
        "speed-up",
        "quartiles",
        "target",
        "paper",
        "efficiency",
        "idle",
        "beyond sequential",
        "tail",
        "time",
        "steals asked",
    ]
    rows = []
    for s in group.settings:
        for i, policy in enumerate(s.policies):
            r = runs[s][policy]
            speed_up = median(r, "speed_up")
            low, high = quartiles(r, "speed_up")
            target = f"{s.target:g}: {'met' if speed_up >= s.target else 'missed'}" if s.target else ""
            first = [f"{s.name}, {s.places} x {s.workers}", s.world, str(len(r))] if i == 0 else ["", "", ""]
            rows.append(
                first
                + [
                    f"`{policy}`",
                    f"**{speed_up:.1f}**",
                    f"{low:.1f} to {high:.1f}",
                    target,
                    s.paper,
                    percent(median(r, "efficiency")),
                ]
                + [
                    percent(median(r, "idle")),
                    percent(median(r, "beyond_sequential")),
                    time(median(r, "tail")),
                    time(median(r, "seconds")),
                ]
                + [f"{median(r, 'steals_asked'):,.0f}"]
            )
    return table(header, rows)


def gain(runs, alternatives):
    """How much longer `others` take, in per cent, with half the width of the interval."""
    middle, low, high = ratio(alternatives, runs)
    return f"{100 * (middle - 1):+.1f} ± {50 * (high - low):.1f}"


def gap(runs, capacity):
    """How much longer the runs take than the work spread evenly over the workers, or than the
    critical path if that is longer."""
    return statistics.median(r["seconds"] * capacity / max(r["bound"], r["critical_path"]) - 1 for r in runs)


def gains(group, runs):
    """Gains over the first policy; the last policy is also compared with the best of the others."""
    policies = group.settings[0].policies
    base, own = policies[0], policies[-1]
    header = ["", "places x workers", "machine", "paper", f"`{base}`", "over the bound", "one place"] + [
        f"`{p}`, %" for p in policies[1:]
    ]
    header += ["best other", f"`{own}` behind it, %", f"of the gap `{own}` closes", "of what one place closes"]
    rows, behind, closed, costs = [], [], [], []
    for s in group.settings:
        runs_of = runs[s]
        times = {p: ratio(runs_of[p], runs_of[base])[0] for p in policies[:-1]}
        best = min(times, key=times.get)
        middle, low, high = ratio(runs_of[own], runs_of[best])
        over = gap(runs_of[base], s.capacity)
        gained = 1 - ratio(runs_of[own], runs_of[base])[0]
        share = gained * (1 + over) / over if over > 0 else 0
        # The cost of distribution: one place with as many workers has neither network nor policy.
        cost = 1 - ratio(runs_of[ALONE], runs_of[base])[0]
        behind.append((middle, low, high))
        closed.append(share)
        if cost >= 0.02:
            costs.append(gained / cost)
        rows.append(
            [
                s.name,
                f"{s.places} x {s.workers}",
                s.world,
                s.paper,
                time(median(runs_of[base], "seconds")),
                percent(over),
                percent(gap(runs_of[ALONE], s.capacity)),
            ]
            + [gain(runs_of[p], runs_of[base]) for p in policies[1:]]
            + [
                f"`{best}`",
                f"{100 * (middle - 1):+.1f} ({100 * (low - 1):+.1f} to {100 * (high - 1):+.1f})",
                percent(share, 0),
            ]
            + [percent(gained / cost, 0) if cost >= 0.02 else ""]
        )
    text = table(header, rows)
    n = len(behind)
    text += (
        f"\nColumns with a policy: how much longer `{base}` takes than it, as in the dissertation's equation 4.1. *One"
        " place*: how far over the bound "
    )
    text += (
        "the same runs are at a single place with as many workers, that is without any stealing between places; what of"
        " the gap is there too no choice of victims closes.\n"
    )
    text += (
        f"`{own}` is behind the best other policy by at most 1 % in {sum(m <= 1.01 for m, _, _ in behind)} of {n}"
        f" settings, in {sum(h <= 1.01 for _, _, h in behind)} with 95 % "
    )
    text += (
        f"confidence, and behind by more than 1 % with that confidence in {sum(lo > 1.01 for _, lo, _ in behind)}; it"
        " closes half of the gap or more in "
    )
    text += (
        f"{sum(c >= 0.5 for c in closed)}. Where one place is faster than `{base}` by 2 % or more ({len(costs)}"
        " settings), it closes half of that or more in "
    )
    return text + f"{sum(c >= 0.5 for c in costs)}.\n"


KINDS = {"speed_ups": speed_ups, "gains": gains}


def write_page(groups, runs, made):
    """`made`: the date, the version and the commit."""
    parts = [HEAD.format(made)]
    for group in groups:
        parts.append(
            f"\n## {group.title}\n\n" + (group.text + "\n\n" if group.text else "") + KINDS[group.kind](group, runs)
        )
        if group.remark:
            parts.append("\n" + group.remark + "\n")
    return "".join(parts)
