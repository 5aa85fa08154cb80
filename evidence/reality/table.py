# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Real runs beside simulated ones, as rows and as text."""

COUNTS = ("messages", "steals_asked", "loots")


def quantile(values, part):
    """A quantile; interpolates between neighbours, as `skua sim` does."""
    ordered = sorted(values)
    position = part * (len(ordered) - 1)
    below = int(position)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (position - below)


def quartiles(runs, key):
    return [quantile([r[key] for r in runs], part) for part in (0.25, 0.5, 0.75)]


def row_of(name, places, real, simulated):
    row = {"case": name, "places": places, "real_runs": real, "simulated_runs": simulated}
    for key in ("seconds", *COUNTS):
        row[key] = {"real": quartiles(real, key), "simulated": quartiles(simulated, key)}
    row["processor"] = quartiles([{"processor": r["processor_seconds"] / places} for r in real], "processor")
    row["processor_ratio"] = row["seconds"]["simulated"][1] / row["processor"][1]
    row["ratio"] = row["seconds"]["simulated"][1] / row["seconds"]["real"][1]
    row["agrees"] = abs(row["ratio"] - 1) <= 0.1
    for key in COUNTS:
        low, _, high = row[key]["real"]
        row[key]["inside"] = low <= row[key]["simulated"][1] <= high
    return row


def lines(rows):
    header = ["", "places", "real", "simulated", "ratio", "processor time", "ratio"]
    for key in ("messages", "asked", "loots"):
        header += [key + ", real", "simulated"]
    cells = [header]
    for r in rows:
        line = [
            r["case"],
            str(r["places"]),
            f"{1e3 * r['seconds']['real'][1]:.1f} ms",
            f"{1e3 * r['seconds']['simulated'][1]:.1f} ms",
        ]
        line.append(f"{r['ratio']:.3f}" + ("" if r["agrees"] else " !"))
        line += [f"{1e3 * r['processor'][1]:.1f} ms", f"{r['processor_ratio']:.3f}"]
        for key in COUNTS:
            low, middle, high = r[key]["real"]
            line += [
                f"{middle:.0f} [{low:.0f}, {high:.0f}]",
                f"{r[key]['simulated'][1]:.0f}" + ("" if r[key]["inside"] else " !"),
            ]
        cells.append(line)
    widths = [max(len(line[i]) for line in cells) for i in range(len(header))]
    return [
        "  ".join(c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(line, widths))) for line in cells
    ] + [
        "[quartiles]; processor time: of each place, real; !: further off than a tenth of the time, or outside the real"
        " quartiles"
    ]
