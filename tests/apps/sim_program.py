# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""`skua sim`: known answers at simulated places, the same run for the same seed, comparisons, refused
options. tests/workloads compares the messages of workloads with those of the applications."""

import json
import os
import pathlib
import re
import shlex
import tempfile

from support.program import after_scenario, expect, refused, run, run_scenarios, scenario

REAL = {"real_seconds", "events_per_second"}  # measured on this machine, so no seed decides it


def sum_of_keys(n, seed=0, step=1):
    """SplitMix64's output function of seed, seed + step, …: the sum of n elements."""
    word = (1 << 64) - 1
    total = 0
    for i in range(n):
        z = (seed + i * step + 0x9E3779B97F4A7C15) & word
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & word
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & word
        total += z ^ (z >> 31)
    return total & word


# Small instances of the workloads, in each of their forms.
KEYS = {"keys": 20000, "sum_of_keys": sum_of_keys(20000, 42, 0x9E3779B97F4A7C15), "in_order": 1}
COLUMNS = {"panels": 8, "updates": 28, "exchanges": 7}
TILES = {"dgetrf": 8, "dgessm": 28, "dtstrf": 28, "dssssm": 140}
ITEMS = {"items": 20, "checksum": 64 * 2870}
SMALL = {
    "uts --depth 4": {"nodes": 944, "leaves": 744},
    "queens --size 6": {"solutions": 4, "nodes": 153},
    "semigroups --genus 12 --budget 20": {"semigroups": 592, "up_to_the_genus": 1413},
    "bc --scale 6": {"sources": 64, "pairs": 3666},
    "samplesort --keys 5000": {"keys": 5000, "sum_of_keys": sum_of_keys(5000), "in_order": 1},
    "lu --n 64 --tile 8": COLUMNS,
    "lu --n 64 --tile 8 --gather": COLUMNS,
    "lu --n 64 --tile 8 --tiled": TILES,
    "lu --n 64 --tile 8 --tiled --gather": TILES,
    "quicksort --keys 20000 --cutoff 256 --local 1024": KEYS,
    "quicksort --keys 20000 --cutoff 256 --local 1024 --form futures": KEYS,
    "pipeline --items 20 --words 64": ITEMS,
    "pipeline --items 20 --words 64 --placement round-robin": ITEMS,
    "fork-join --depth 7": {"leaves": 128},
    "bag --tasks 300": {"tasks": 300, "sum_of_numbers": 44850},
    "remote --chains 20 --hops 10": {"tasks": 200},
    "ping-pong --rounds 20 --pause 1us": {"rounds": 20},
}
FEW = "--places 3 --workers 2"


def simulated(words):
    """The document of a run that is verified."""
    done = run("sim", *shlex.split(words), "--json")
    expect(done.returncode == 0 and done.stderr == "", f"{words}: {done}")
    expect(done.stdout.count("\n") == 1, f"{words}: not one line: {done.stdout!r}")
    document = json.loads(done.stdout)
    expect(document["verified"] is True, f"{words}: {document}")
    return document


def virtual(document):
    return {key: value for key, value in document.items() if key not in REAL and key != "args"}


def set_variable(name, value):
    """Sets a variable of the environment until the end of the scenario."""
    os.environ[name] = value
    after_scenario(os.environ.pop, name)


@scenario
def every_workload():
    for words, result in SMALL.items():
        first = simulated(f"{words} {FEW} --seed 7")
        text = f"{words}: {first}"
        names = [first[key] for key in ("app", "workload", "places", "workers", "policy", "seed")]
        expect(names == ["sim", words.split()[0], 3, 2, "lifeline", 7] and first["result"] == result, text)
        expect(abs(first["bound"] - first["work"] / 6) < 1e-9 and first["seconds"] >= first["bound"] > 0, text)
        expect(abs(first["efficiency"] * first["seconds"] - first["bound"]) < 1e-9, text)
        # A worker without a task does not work. The rest: cost of queues, steals and messages.
        expect(0 <= first["idle"] <= 1 and first["idle"] + first["efficiency"] < 1.01, text)
        expect(0 <= first["tail"] <= first["seconds"] and first["steals_refused"] <= first["steals_asked"], text)
        expect(first["messages"] > 0 and first["bytes"] >= 16 * first["messages"] and first["events"] > 0, text)
        expect(re.fullmatch("[0-9a-f]{16}", first["fingerprint"]), text)
        expect(virtual(simulated(f"{words} {FEW} --seed 7")) == virtual(first), f"{words}: the same seed")
        other = simulated(f"{words} {FEW} --seed 8")
        expect(other["fingerprint"] != first["fingerprint"] and other["work"] == first["work"], f"{words}: other seed")
        # A single worker has no victim. It is busy all the time except for the cost of tasks.
        alone = simulated(f"{words} --places 1 --workers 1")
        expect(alone["messages"] == alone["steals_asked"] == alone["near_steals"] == 0, f"{words}: {alone}")
        expect(alone["result"] == result and alone["tail"] < alone["seconds"], f"{words}: {alone}")
        expect(alone["work"] == first["work"], f"{words}: the work depends on the workers: {alone}")


@scenario
def workloads_at_real_places():
    """The same answers, and the same counters."""
    for words, result in SMALL.items():
        short = words + (" --node-cost 1us" if words.startswith(("uts", "queens")) else "")
        for places in (1, 2):
            for _ in range(20):  # a small run may end before the other place has asked for work
                really = simulated(f"{short} --real --places {places} --workers 1")
                if places == 1 or really["messages"] > 0:
                    break
            expect([really[key] for key in ("settings", "places", "workers")] == ["real", places, 1], f"{really}")
            expect(really["result"] == result and really["seconds"] > 0 and "fingerprint" not in really, f"{really}")
            expect((really["messages"] > 0) == (places == 2), f"{really}")
            expect(really["bytes"] >= 16 * really["messages"], f"{really}")
    refused("--real", "sim", "uts", "--real", "--seeds", 2)


@scenario
def hydrodynamics():
    """Places form a cube; each has a domain, so the work grows with them."""
    size = "lulesh --size 6 --iterations 5"
    works = {}
    for places in (1, 8, 27):
        document = simulated(f"{size} --places {places} --workers 2 --seed 3")
        faces = 3 * 11 if places > 1 else 0
        expect(document["result"] == {"steps": 5, "planes": 5 * 25, "faces": faces, "faults": 0}, f"{document}")
        works[places] = document["work"]
    expect(works[8] > 8 * works[1] and works[27] > 27 * works[1], f"{works}")
    costs = " ".join(f"--{name}-cost 1ns" for name in ("force", "motion", "kinematics", "state"))
    exact = simulated(f"{size} {costs} --value-cost 0ns --places 8")["work"]
    expect(abs(exact - 8 * 5 * (6**3 * 3e-9 + 7**3 * 1e-9)) < 1e-12, f"1 ns for each element and node: {exact}")
    # Packing and merging: masses once, forces and jumps in each step, on 2 * 12 sides of faces.
    faces = simulated(f"{size} {costs} --places 8")["work"] - exact
    expect(abs(faces - 24 * 2 * (49 + 5 * (3 * 49 + 36)) * 1e-9) < 1e-12, f"1 ns for each number at a face: {faces}")
    simulated(f"{size} --real --places 8 --workers 1")


@scenario
def costs_and_latency():
    document = simulated("uts --depth 4 --places 1 --workers 1 --node-cost 2ms")
    expect(abs(document["work"] - 1.888) < 1e-6 and document["efficiency"] > 0.99, f"944 nodes of 2 ms: {document}")
    spread = simulated("uts --depth 5 --costs exponential")
    expect(abs(spread["work"] / 3.987 - 1) < 0.1 and spread["work"] != 3.987, f"3987 nodes of 1 ms: {spread}")
    # Round trips to the last place: two messages each.
    trips = [simulated(f"ping-pong --rounds 50 --places 2 --workers 1 --latency {n}ms")["seconds"] for n in (1, 3)]
    expect(abs(trips[1] - trips[0] - 50 * 2 * 2e-3) < 1e-4, f"50 round trips: {trips}")
    for busy, slack in ("", 0.0), ("--busy 100ms", 0.1):  # a busy place answers reads as soon
        words = f"ping-pong --rounds 50 --read {busy} --places 2 --workers 1"
        trips = [simulated(f"{words} --latency {n}ms")["seconds"] for n in (1, 3)]
        # the handles, and the end of the busy task, take a few more messages
        longer = trips[1] - trips[0]
        expect(50 * 2 * 2e-3 - slack <= longer <= (50 * 2 + 20) * 2e-3 + slack, f"{busy}: {longer} s")


@scenario
def tasks_of_many_nodes():
    many, each = (simulated(f"uts --depth 6 {grain} {FEW}")["result"] for grain in ("--grain 100", ""))
    expect(many == each, f"tasks of many nodes: {many}, {each}")
    result = simulated(f"queens --size 15 --cutoff 2 {FEW}")["result"]
    expect(result == {"solutions": 2279184}, f"a board whose nodes were not published: {result}")


@scenario
def searches():
    """The same answer, but not the same work. A single worker does the same work as the sequential
    program, or nearly."""
    for words, result in (("tsp --cities 14", {"length": 25}), ("clique --graph hidden:60,0.7,14,1", {"vertices": 14})):
        document = simulated(f"{words} {FEW} --seed 7")
        expect(document["result"] == result, f"{document}")
        expect(virtual(simulated(f"{words} {FEW} --seed 7")) == virtual(document), f"{words}: the same seed")
        expect(0 < document["speed_up"] < 20 and document["beyond_sequential"] > -0.9, f"{document}")
        alone = simulated(f"{words} --places 1 --workers 1")
        expect(abs(alone["beyond_sequential"]) < 0.2 and 0.7 < alone["speed_up"] < 1.3, f"{alone}")


@scenario
def several_seeds():
    """The runs are those of each seed alone."""
    several = simulated(f"uts --depth 4 {FEW} --seeds 3 --seed 5")
    (of_policy,) = several["policies"]
    expect(several["seeds"] == 3 and [one["seed"] for one in of_policy["runs"]] == [5, 6, 7], f"{of_policy}")
    for one in of_policy["runs"]:
        alone = virtual(simulated(f"uts --depth 4 {FEW} --seed {one['seed']}"))
        expect({key: alone[key] for key in virtual(one)} == virtual(one), f"alone {alone}, among others {one}")
    times = sorted(one["seconds"] for one in of_policy["runs"])
    expect(of_policy["median"]["seconds"] == times[1], f"median: {of_policy}")
    expect(abs(of_policy["lower_quartile"]["seconds"] - (times[0] + times[1]) / 2) < 1e-12, f"quartile: {of_policy}")


@scenario
def policies_compared():
    """Under the same conditions; one has a comma in its name."""
    policies = ["random", "lifeline(2,1)", "performance_driven", "nearest"]
    words = f"bag --tasks 200 {FEW} --seeds 2 --compare '{','.join(policies)}'"
    compared = simulated(words)
    expect([row["policy"] for row in compared["policies"]] == policies, f"{compared}")
    expect(len({one["work"] for row in compared["policies"] for one in row["runs"]}) == 1, "all do the same work")
    table = run("sim", *shlex.split(words)).stdout.splitlines()
    expect(table[0].startswith("bag ") and table[1].startswith("verified "), f"{table}")
    expect([line.split()[0] for line in table[-5:]] == ["policy", *policies], f"{table}")


@scenario
def places_ask_ahead():
    """A place that runs short of tasks asks others before a worker is idle. Without lifelines it
    repeats its requests."""
    names = ["random", "random(ahead=off)", "random(lifelines=off,ahead=off)"]
    compared = simulated(f"bag --tasks 2000 {FEW} --seeds 3 --compare '{','.join(names)}'")
    ahead, idle, repeated = (row["runs"] for row in compared["policies"])
    seconds = [sum(run["seconds"] for run in runs) for runs in (ahead, idle)]
    expect(seconds[0] <= seconds[1], f"tasks come earlier: {seconds}")
    for with_it, without, again in zip(ahead, idle, repeated):
        expect(with_it["steals_asked"] > without["steals_asked"], f"requests ahead: {with_it}, {without}")
        expect(again["lifeline_requests"] == 0 < without["lifeline_requests"], f"no lifelines: {again}, {without}")
        expect(again["steals_asked"] > without["steals_asked"], f"repeated requests: {again}, {without}")


@scenario
def texts():
    text = run("sim", "uts", "--depth", 4, *FEW.split()).stdout
    for part in ("944 nodes, 744 leaves", "verified", "3 places x 2 workers, lifeline", "efficiency", "tail", "asked",
                 "fingerprint"):
        expect(part in text, f"{part!r} in {text!r}")
    text = run("sim", "fork-join", "--depth", 3, "--real", "--places", 2, "--workers", 1).stdout
    expect("of this machine" in text, text)
    help_text = run("sim", "--help").stdout
    for name in {words.split()[0] for words in SMALL}:
        expect(f"\n  {name} " in help_text, f"sim --help names {name}")
        own = run("sim", name, "--help")
        for option in ("--places", "--policy", "--seeds", "--compare", "--json"):
            expect(own.returncode == 0 and option in own.stdout, f"sim {name} --help names {option}")


@scenario
def costs_from_files():
    """Costs of a search on this machine, or of anything."""
    with tempfile.TemporaryDirectory() as folder:
        costs = pathlib.Path(folder) / "costs"
        trace = f"clique-trace --graph hidden:60,0.6,12,1 --depth 1 {FEW} --record"
        for _ in range(2):  # recorded costs are replaced
            recorded = simulated(f"{trace} {costs}")
        expect(recorded["result"]["tasks"] > 1, f"clique-trace: {recorded}")
        replayed = simulated(f"bag --costs {costs} {FEW}")
        expect(replayed["result"] == recorded["result"], f"replayed: {replayed}, recorded: {recorded}")
        expect(abs(replayed["work"] - recorded["work"]) < 1e-6, f"replayed: {replayed}, recorded: {recorded}")
        instance = pathlib.Path(folder) / "instance"
        instance.write_text("p edge 3 3\n")
        refused(f"--record: {instance}: expected a new file or recorded costs, found another file", "sim",
                *trace.split(), instance)
        expect(instance.read_text() == "p edge 3 3\n", "an instance is lost")
        refused("cannot be written", "sim", *trace.split(), costs / "none")
        costs.write_text("# three tasks\n0.001\n\n2e-3\n0\n")
        three = simulated(f"bag --costs {costs} --places 1 --workers 1")
        expect(three["result"] == {"tasks": 3, "sum_of_numbers": 3} and abs(three["work"] - 3e-3) < 1e-12, f"{three}")
        for content, text in (("0.1\n0.2s\n", "costs:2: expected the seconds of a task, found '0.2s'"),
                              ("-1\n", "costs:1: expected"), ("", "expected the seconds of at least one task")):
            costs.write_text(content)
            refused(text.split(", found")[0], "sim", "bag", "--costs", costs)
        refused("none", "sim", "bag", "--costs", f"{folder}/none")
        refused("--costs", "sim", "bag", "--costs", costs, "--tasks", 3)


# A part of the line, and the command line of `skua sim` that is refused with it.
REFUSED = """
skua sim: expected a workload: uts, |
(uts, queens, tsp, clique, semigroups, bc, samplesort, lulesh, lu, quicksort, pipeline, fork-join, | nonsense
bag, remote, ping-pong, clique-trace, wide), found nonsense | nonsense
--places | uts --places 0
--depth | uts --depth 99
--tree: expected one of T1, | uts --tree oak
skua sim uts: --node-cost: expected a time with its unit, as in 1ms, found '3' | uts --node-cost 3
sim: latency: expected a number with its unit | uts --latency 2
with a name of places, workers | uts --world nonsense=1
sim: processors: expected complex=N beside it, found "2" | uts --world processors=2
places is the option --places | uts --world jitter=1,places=3
--shape: expected a number from 0.01 to 100, found nan | bag --shape nan
steal | uts --policy nonsense
--compare: expected policies | uts --compare random,,nearest
--compare | uts --compare random --policy random
--largest | bag --largest 1us
--size | queens --size 18
--busy requires --read | ping-pong --busy 1ms
--size: expected at least 1 with --read, found 0 | ping-pong --read --size 0
--places: expected a cube (1, 8, 27, ...) | lulesh --places 4
skua sim lu: --tile: expected at least 20 for order 4000 | lu --n 4000 --tile 10
--form | quicksort --form bogus
--placement | pipeline --placement here
"""


@scenario
def wrong_options_are_refused():
    for line in REFUSED.strip().splitlines():
        text, _, words = line.partition(" |")
        refused(text, "sim", *words.split())


@scenario
def an_application_at_simulated_places():
    """It does not show real time as the time of the run. Times that it measures itself are also virtual:
    a message takes a millisecond."""
    set_variable("SKUA_SIM", "places=3,workers=2,latency=1ms")
    FIB = ["fib", 16, "--near", 6, "--form", "finish", "--compare"]
    document = json.loads(run(*FIB, "--json").stdout)
    expect(document["simulated"] is True and document["places"] == 3 and document["verified"] is True, f"{document}")
    expect(document["seconds"] > 0 and document["real_seconds"] > 0, f"{document}")
    shown = [run(*FIB).stdout for _ in range(2)]
    expect("speed-up" not in shown[0] and "per second" not in shown[0], f"rates of a simulated run: {shown[0]}")
    line = r"^time +(.+) on 6 workers at 3 places, simulated; the simulation took .+$"
    times = [re.search(line, text, re.MULTILINE) for text in shown]
    expect(all(times) and times[0].group(1) == times[1].group(1), f"the same simulated time twice: {shown}")
    row = json.loads(run("pingpong", "--rounds", 3, "--largest", 8, "--json").stdout)["result"]["rows"][0]
    expect(row["future_us"] > 1000 and row["task_us"] > 1000, f"the times of a real run: {row}")
    set_variable("SKUA_STEAL", "random")  # the command line wins
    document = simulated(f"uts --depth 4 {FEW} --seed 7")
    expect(document["places"] == 3 and document["policy"] == "lifeline", f"{document}")


run_scenarios()
