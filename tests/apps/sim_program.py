# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`skua sim`: known answers at simulated places, the same run for the same seed, comparisons, refused
options."""

import json
import os
import pathlib
import re
import tempfile

from support.program import after_scenario, expect, refused, run, run_scenarios, scenario
from support.simulated import FEW, SMALL, simulated, virtual


def set_variable(name, value):
    """Sets a variable of the environment until the end of the scenario."""
    os.environ[name] = value
    after_scenario(os.environ.pop, name)


@scenario
def every_workload():
    for name, (size, result) in SMALL.items():
        first = simulated(name, *size, *FEW, "--seed", 7)
        expect(
            first["app"] == "sim" and first["workload"] == name and first["places"] == 3 and first["workers"] == 2,
            f"{name}: {first}",
        )
        expect(first["result"] == result and first["verified"] is True, f"{name}: {first['result']}")
        expect(first["policy"] == "lifeline" and first["seed"] == 7, f"{name}: {first}")
        expect(abs(first["bound"] - first["work"] / 6) < 1e-9, f"{name}: {first}")
        expect(first["seconds"] >= first["bound"] > 0, f"{name}: {first}")
        expect(abs(first["efficiency"] * first["seconds"] - first["bound"]) < 1e-9, f"{name}: {first}")
        # A worker without a task does not work. The rest: cost of queues, steals and messages.
        expect(0 <= first["idle"] <= 1 and first["idle"] + first["efficiency"] < 1.01, f"{name}: {first}")
        expect(0 <= first["tail"] <= first["seconds"], f"{name}: {first}")
        expect(first["messages"] > 0 and first["bytes"] >= 16 * first["messages"], f"{name}: {first}")
        expect(first["steals_refused"] <= first["steals_asked"], f"{name}: {first}")
        expect(first["events"] > 0 and re.fullmatch("[0-9a-f]{16}", first["fingerprint"]), f"{name}: {first}")
        expect(
            virtual(simulated(name, *size, *FEW, "--seed", 7)) == virtual(first),
            f"{name}: the same seed is the same run",
        )
        expect(
            simulated(name, *size, *FEW, "--seed", 8)["fingerprint"] != first["fingerprint"],
            f"{name}: another seed, another run",
        )
        # A single worker has no victim, and is busy all the time except for the cost of tasks
        # themselves.
        alone = simulated(name, *size, "--places", 1, "--workers", 1)
        expect(alone["messages"] == alone["steals_asked"] == alone["near_steals"] == 0, f"{name}: {alone}")
        expect(alone["result"] == result and alone["tail"] < alone["seconds"], f"{name}: {alone}")
        expect(
            alone["work"] == simulated(name, *size, *FEW, "--seed", 9)["work"] == first["work"],
            f"{name}: the same work everywhere",
        )


@scenario
def costs_and_latency():
    document = simulated("uts", "--depth", 4, "--places", 1, "--workers", 1, "--node-cost", "2ms")
    expect(abs(document["work"] - 1.888) < 1e-6 and document["efficiency"] > 0.99, f"944 nodes of 2 ms: {document}")
    spread = simulated("uts", "--depth", 5, "--costs", "exponential")
    expect(
        abs(spread["work"] / 3.987 - 1) < 0.1 and spread["work"] != 3.987,
        f"3987 nodes of 1 ms on average: {spread}",
    )
    expect(
        simulated("fork-join", "--depth", 3, *FEW, "--latency", "1s")["seconds"]
        < simulated("remote", "--hops", 2, *FEW, "--latency", "1s")["seconds"],
        "latency counts",
    )


@scenario
def tasks_of_many_nodes():
    many = simulated("uts", "--depth", 6, "--grain", 100, *FEW)
    expect(
        many["result"] == simulated("uts", "--depth", 6, *FEW)["result"] and many["verified"] is True,
        f"tasks of many nodes: {many}",
    )
    expect(
        simulated("queens", "--size", 15, "--cutoff", 2, *FEW)["result"] == {"solutions": 2279184},
        "a board whose nodes were not published",
    )


@scenario
def searches():
    """Searches: the same answer, but not the same work. A single worker does the same work as the
    sequential program, or nearly."""
    for name, size, result in (
        ("tsp", ["--cities", "14"], {"length": 25}),
        ("clique", ["--graph", "hidden:60,0.7,14,1"], {"vertices": 14}),
    ):
        document = simulated(name, *size, *FEW, "--seed", 7)
        expect(document["result"] == result and document["verified"] is True, f"{name}: {document}")
        expect(
            virtual(simulated(name, *size, *FEW, "--seed", 7)) == virtual(document),
            f"{name}: the same seed is the same run",
        )
        expect(0 < document["speed_up"] < 20 and document["beyond_sequential"] > -0.9, f"{name}: {document}")
        alone = simulated(name, *size, "--places", 1, "--workers", 1)
        expect(abs(alone["beyond_sequential"]) < 0.2 and 0.7 < alone["speed_up"] < 1.3, f"{name}: {alone}")


@scenario
def several_seeds():
    """Several seeds: the runs are those of each seed alone."""
    several = simulated("uts", "--depth", 4, *FEW, "--seeds", 3, "--seed", 5)
    (of_policy,) = several["policies"]
    expect(several["verified"] is True and several["seeds"] == 3, f"{several}")
    expect([one["seed"] for one in of_policy["runs"]] == [5, 6, 7], f"{of_policy}")
    for one in of_policy["runs"]:
        alone = virtual(simulated("uts", "--depth", 4, *FEW, "--seed", one["seed"]))
        expect(
            {key: alone[key] for key in virtual(one)} == virtual(one),
            f"seed {one['seed']}: alone {alone}, among others {one}",
        )
    times = sorted(one["seconds"] for one in of_policy["runs"])
    expect(of_policy["median"]["seconds"] == times[1], f"median: {of_policy}")
    expect(abs(of_policy["lower_quartile"]["seconds"] - (times[0] + times[1]) / 2) < 1e-12, f"quartile: {of_policy}")


# Policies compared under the same conditions; one has a comma in its name.
POLICIES = ["random", "lifeline(2,1)", "performance_driven", "nearest"]
COMPARED = ["bag", "--tasks", 200, *FEW, "--seeds", 2, "--compare", ",".join(POLICIES)]


@scenario
def policies_compared():
    compared = simulated(*COMPARED)
    expect([row["policy"] for row in compared["policies"]] == POLICIES, f"{compared}")
    expect(len({one["work"] for row in compared["policies"] for one in row["runs"]}) == 1, "all do the same work")
    table = run("sim", *COMPARED).stdout.splitlines()
    expect(table[0].startswith("bag ") and table[1].startswith("verified "), f"{table}")
    rows = [line.split()[0] for line in table[-5:]]
    expect(rows == ["policy", *POLICIES], f"{table}")


@scenario
def places_ask_ahead():
    """A place that runs short of tasks asks others before a worker is idle. Without lifelines it
    repeats its requests."""
    names = ["random", "random(ahead=off)", "random(lifelines=off,ahead=off)"]
    compared = simulated("bag", "--tasks", 200, *FEW, "--seeds", 3, "--compare", ",".join(names))
    expect([row["policy"] for row in compared["policies"]] == names and compared["verified"] is True, f"{compared}")
    ahead, idle, repeated = (row["runs"] for row in compared["policies"])
    for with_it, without, again in zip(ahead, idle, repeated):
        expect(with_it["steals_asked"] > without["steals_asked"], f"requests ahead: {with_it}, {without}")
        expect(with_it["seconds"] <= without["seconds"], f"tasks come earlier: {with_it}, {without}")
        expect(again["lifeline_requests"] == 0 < without["lifeline_requests"], f"no lifelines: {again}, {without}")
        expect(again["steals_asked"] > without["steals_asked"], f"repeated requests: {again}, {without}")


@scenario
def text():
    """The text output of one run."""
    text = run("sim", "uts", "--depth", 4, *FEW).stdout
    for part in (
        "944 nodes, 744 leaves",
        "verified",
        "3 places x 2 workers, lifeline",
        "efficiency",
        "tail",
        "asked",
        "fingerprint",
    ):
        expect(part in text, f"{part!r} in {text!r}")


@scenario
def round_trips():
    """Round trips to the last place: two messages each."""
    trips = [
        simulated("ping-pong", "--rounds", 50, "--places", 2, "--workers", 1, "--latency", f"{n}ms")["seconds"]
        for n in (1, 3)
    ]
    expect(abs(trips[1] - trips[0] - 50 * 2 * 2e-3) < 1e-4, f"50 round trips: {trips}")
    for busy, slack in ((), 0.0), (("--busy", "100ms"), 0.1):  # a busy place answers reads as soon
        two = ("--places", 2, "--workers", 1)
        trips = [simulated("ping-pong", "--rounds", 50, "--read", *busy, *two, "--latency", f"{n}ms") for n in (1, 3)]
        longer = trips[1]["seconds"] - trips[0]["seconds"]
        expect(trips[0]["verified"] and trips[1]["verified"], f"{busy}: {trips}")
        # the handles, and the end of the busy task, take a few more messages
        expect(50 * 2 * 2e-3 - slack <= longer <= (50 * 2 + 20) * 2e-3 + slack, f"{busy}: {longer} s")
    refused("--busy requires --read", "sim", "ping-pong", "--busy", "1ms")
    refused("--size: expected at least 1 with --read, found 0", "sim", "ping-pong", "--read", "--size", 0)


@scenario
def costs_from_files():
    """Costs from files: of a search on this machine, or of anything."""
    with tempfile.TemporaryDirectory() as folder:
        costs = os.path.join(folder, "costs")
        recorded = simulated("clique-trace", "--graph", "hidden:60,0.6,12,1", "--depth", 1, "--record", costs, *FEW)
        expect(recorded["verified"] is True and recorded["result"]["tasks"] > 1, f"clique-trace: {recorded}")
        recorded = simulated("clique-trace", "--graph", "hidden:60,0.6,12,1", "--depth", 1, "--record", costs, *FEW)
        instance = pathlib.Path(folder) / "instance"
        instance.write_text("p edge 3 3\n")
        refused(f"--record: {instance}: expected a new file or recorded costs, found another file", "sim",
                "clique-trace", "--record", instance)
        expect(instance.read_text() == "p edge 3 3\n", "an instance is lost")
        replayed = simulated("bag", "--costs", costs, *FEW)
        expect(
            replayed["result"] == recorded["result"] and abs(replayed["work"] - recorded["work"]) < 1e-6,
            f"replayed: {replayed}, recorded: {recorded}",
        )

        def wrong(content, *parts):
            with open(costs, "w", encoding="utf-8") as file:
                file.write(content)
            for part in parts:
                refused(part, "sim", "bag", "--costs", costs)

        with open(costs, "w", encoding="utf-8") as file:
            file.write("# three tasks\n0.001\n\n2e-3\n0\n")
        three = simulated("bag", "--costs", costs, "--places", 1, "--workers", 1)
        expect(three["result"] == {"tasks": 3, "sum_of_numbers": 3} and abs(three["work"] - 3e-3) < 1e-12, f"{three}")
        wrong("0.1\n0.2s\n", "costs:2: expected the seconds of a task", "found '0.2s'")
        wrong("0.1 0.2\n", "costs:1: expected")
        wrong("-1\n", "costs:1: expected")
        wrong("nan\n", "costs:1: expected")
        wrong("inf\n", "costs:1: expected")
        wrong("", "expected the seconds of at least one task")
        refused("none", "sim", "bag", "--costs", os.path.join(folder, "none"))
        refused("--costs", "sim", "bag", "--costs", costs, "--tasks", 3)
        refused(
            "cannot be written",
            "sim",
            "clique-trace",
            "--depth",
            1,
            "--graph",
            "hidden:60,0.6,12,1",
            "--record",
            os.path.join(folder, "none", "costs"),
        )


@scenario
def workloads_at_real_places():
    """The same workloads at places of this machine: the same answers, and the same counters."""
    for name, (size, result) in SMALL.items():
        short = [*size, *(["--node-cost", "1us"] if name in ("uts", "queens") else [])]
        for places in (1, 2):
            # A small run may end before the other place has asked for work.
            for _ in range(20):
                really = simulated(name, *short, "--real", "--places", places, "--workers", 1)
                if places == 1 or really["messages"] > 0:
                    break
            expect(really["settings"] == "real" and really["places"] == places and really["workers"] == 1, f"{really}")
            expect(really["result"] == result and really["verified"] is True and really["seconds"] > 0, f"{really}")
            expect(
                (really["messages"] > 0) == (places == 2) and really["bytes"] >= 16 * really["messages"],
                f"{really}",
            )
            expect(really["steals_refused"] <= really["steals_asked"] and "fingerprint" not in really, f"{really}")
    expect(
        "of this machine" in run("sim", "fork-join", "--depth", 3, "--real", "--places", 2, "--workers", 1).stdout,
        "for people",
    )
    refused("--real", "sim", "uts", "--real", "--seeds", 2)


@scenario
def help_texts():
    help_text = run("sim", "--help")
    for name in SMALL:
        expect(f"\n  {name} " in help_text.stdout, f"sim --help names {name}")
        own = run("sim", name, "--help")
        for option in ("--places", "--policy", "--seeds", "--compare", "--json"):
            expect(own.returncode == 0 and option in own.stdout, f"sim {name} --help names {option}")


@scenario
def wrong_options_are_refused():
    refused("skua sim: expected a workload: uts, ", "sim")
    refused(
        "skua sim: expected a workload (uts, queens, tsp, clique, semigroups, bc, samplesort, lulesh, lu, quicksort,"
        " pipeline, fork-join, bag, remote, ping-pong, clique-trace), found nonsense",
        "sim",
        "nonsense",
    )
    refused("skua sim uts: ", "sim", "uts", "--nonsense")
    refused("--places", "sim", "uts", "--places", 0)
    refused("--depth", "sim", "uts", "--depth", 99)
    refused("--tree: expected one of T1, ", "sim", "uts", "--tree", "oak")
    refused(
        "skua sim uts: --node-cost: expected a time with its unit, as in 1ms, found '3'", "sim", "uts", "--node-cost", 3
    )
    refused("--node-cost", "sim", "uts", "--node-cost", "-1ms")
    refused("--node-cost", "sim", "uts", "--node-cost", "nanms")
    refused("--costs", "sim", "uts", "--costs", "free")
    refused("sim: latency: expected a number with its unit", "sim", "uts", "--latency", "2")
    refused("with a name of places, workers", "sim", "uts", "--world", "nonsense=1")
    refused("sim: latency: expected at most 1000000s", "sim", "ping-pong", "--latency", "1e300s")
    for name in ("places", "workers", "seed"):
        refused(f"{name} is the option --{name}", "sim", "uts", "--world", f"jitter=1,{name}=3")
    refused("--seed: expected a whole number", "sim", "uts", "--seed", "-1")
    refused("--shape: expected a number from 0.01 to 100, found nan", "sim", "bag", "--shape", "nan")
    refused("steal", "sim", "uts", "--policy", "nonsense")
    refused("steal", "sim", "uts", "--compare", "random,nonsense")
    refused("--compare: expected policies", "sim", "uts", "--compare", "random,,nearest")
    refused("--compare", "sim", "uts", "--compare", "random", "--policy", "random")
    refused("--seeds", "sim", "uts", "--seeds", 0)
    refused("--largest", "sim", "bag", "--largest", "1us")
    refused("--size", "sim", "queens", "--size", 18)


@scenario
def an_application_at_simulated_places():
    """An application at simulated places does not show real time as the time of the run."""
    set_variable("SKUA_SIM", "places=3,workers=2,latency=1ms")
    FIB = ["fib", 16, "--near", 6, "--form", "finish", "--compare"]
    document = run(*FIB, "--json")
    expect(document.returncode == 0, f"fib at simulated places: {document}")
    document = json.loads(document.stdout)
    expect(
        document["simulated"] is True and document["places"] == 3 and document["verified"] is True,
        f"fib at simulated places: {document}",
    )
    expect(document["seconds"] > 0 and document["real_seconds"] > 0, f"fib at simulated places: {document}")
    page_text = [run(*FIB).stdout for _ in range(2)]
    expect(
        "speed-up" not in page_text[0] and "per second" not in page_text[0],
        f"rates of a simulated run: {page_text[0]}",
    )
    times = [
        re.search(r"^time +(.+) on 6 workers at 3 places, simulated; the simulation took .+$", text, re.MULTILINE)
        for text in page_text
    ]
    expect(all(times) and times[0].group(1) == times[1].group(1), f"the same simulated time twice: {page_text}")


@scenario
def times_inside_an_application_are_virtual():
    """Times that an application measures itself are also virtual: a message takes a millisecond."""
    set_variable("SKUA_SIM", "places=2,workers=1,latency=1ms")
    done = run("pingpong", "--rounds", 3, "--largest", 8, "--json")
    expect(done.returncode == 0, f"pingpong at simulated places: {done}")
    row = json.loads(done.stdout)["result"]["rows"][0]
    expect(row["future_us"] > 1000 and row["task_us"] > 1000, f"the times of a real run: {row}")
    document = json.loads(run("gups", "--json").stdout)
    seconds = document["result"]["updates"] / document["result"]["gups"] / 1e9
    expect(seconds <= document["seconds"], f"gups at simulated places: {seconds} s of {document}")


@scenario
def the_command_line_wins():
    """The command line wins over the settings of a simulation in the environment."""
    set_variable("SKUA_SIM", "places=2,workers=1,seed=1")
    set_variable("SKUA_STEAL", "random")
    expect(
        virtual(simulated("uts", "--depth", 4, *FEW, "--seed", 7))["places"] == 3,
        "the command line wins over SKUA_SIM",
    )


run_scenarios()
