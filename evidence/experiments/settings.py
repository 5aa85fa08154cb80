# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The file of experiments: groups of settings. A setting is one command, or one command for each
instance of a problem.

With "instances": N, {instance} in the options stands for 1 to N, and each has its share of the
seeds."""

from dataclasses import dataclass, field

KEYS_OF_SETTING = {
    "name",
    "workload",
    "options",
    "places",
    "workers",
    "worlds",
    "policies",
    "seeds",
    "instances",
    "paper",
    "target",
}
# those of a group hold for all its settings
KEYS_OF_GROUP = KEYS_OF_SETTING | {"title", "text", "remark", "kind", "settings"}


class Wrong(Exception):
    pass


@dataclass(frozen=True)
class Setting:
    name: str
    commands: tuple  # arguments of the program
    alone: tuple  # the same at one place with as many workers, for the first policy
    places: int
    workers: int
    world: str
    capacity: float  # of a worker there, on average
    policies: tuple
    paper: str
    target: float


@dataclass
class Group:
    name: str
    title: str
    text: str
    remark: str
    kind: str
    settings: list = field(default_factory=list)


def listed(value):
    return value if isinstance(value, list) else [value]


def known_keys(keys, allowed, where):
    for key in keys:
        if key not in allowed:
            raise Wrong(f"{where}: unknown key '{key}': expected {', '.join(sorted(allowed))}")


def command(row, world, places, workers, policies, instance, seed, seeds):
    return (
        *["sim", row["workload"], *row.get("options", "").replace("{instance}", str(instance)).split()],
        *[
            "--places",
            str(places),
            "--workers",
            str(workers),
            *world["options"].replace("{places}", str(places)).split(),
        ],
        *["--seed", str(seed), "--seeds", str(seeds), "--compare", ",".join(policies), "--json"],
    )


def paper_of(numbers, world, places):
    """The paper's number: the same for all machines, or by "WORLD PLACES"."""
    return numbers.get(f"{world} {places}", "") if isinstance(numbers, dict) else numbers


def settings_of(row, group, worlds, seeds, first):
    known_keys(row, KEYS_OF_SETTING, f"{group['name']}: {row.get('name')}")
    merged = {**{k: v for k, v in group.items() if k in KEYS_OF_SETTING}, **row}
    result = []
    for world in listed(merged["worlds"]):
        if world not in worlds:
            raise Wrong(f"{row['name']}: unknown world '{world}': expected {', '.join(sorted(worlds))}")
        for places in listed(merged["places"]):
            instances = merged.get("instances", 1)
            count = max(1, (seeds or merged["seeds"]) // instances)
            of_instances = [(i, first + (i - 1) * count, count) for i in range(1, instances + 1)]
            policies = merged["policies"]
            alone = of_instances if group["kind"] == "gains" else []
            result.append(
                Setting(
                    row["name"],
                    tuple(
                        command(merged, worlds[world], places, merged["workers"], policies, *i) for i in of_instances
                    ),
                    tuple(
                        command(merged, worlds[world], 1, places * merged["workers"], policies[:1], *i) for i in alone
                    ),
                    places,
                    merged["workers"],
                    world,
                    worlds[world].get("capacity", 1),
                    tuple(policies),
                    paper_of(merged.get("paper", ""), world, places),
                    merged.get("target", 0),
                )
            )
    return result


def groups_of(file, only=(), seeds=None, first=1):
    """`seeds` and `first` replace the number of seeds in the file and the first of them."""
    known_keys(file, {"worlds", "groups"}, "the file")
    names = [g["name"] for g in file["groups"]]
    for name in only:
        if name not in names:
            raise Wrong(f"unknown group '{name}': expected {', '.join(names)}")
    groups = []
    for g in file["groups"]:
        if only and g["name"] not in only:
            continue
        known_keys(g, KEYS_OF_GROUP, g["name"])
        group = Group(g["name"], g["title"], g.get("text", ""), g.get("remark", ""), g["kind"])
        for row in g["settings"]:
            group.settings += settings_of(row, {**g, "name": g["name"]}, file["worlds"], seeds, first)
        groups.append(group)
    return groups
