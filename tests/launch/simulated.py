# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""skua-run --sim: places in virtual time, the same run for the same seed, refused options."""

from support.launcher import PROGRAM, expect, one_line, run, run_scenarios, scenario


def simulated(*arguments):
    done = run("--sim", *arguments)
    expect(done.returncode == 0, f"{arguments}: {done}")
    return done.stdout.decode(), done.stderr.decode()


@scenario
def greetings():
    output, _ = simulated("seed=3", "-n", 5, "-t", 2, PROGRAM, "greet")
    places = [line.split(" pid ")[0] for line in output.splitlines()]
    expect(places == [f"place {p} of 5 workers 2" for p in range(5)], f"greetings: {output}")


@scenario
def same_seed_same_run():
    output, report = simulated("seed=3,jitter=2,report=1", "-n", 4, PROGRAM, "sum")
    expect(output == "sum 50005000 over sim\n", f"sum: {output}")
    one_line(report.encode(), "simulated: ", "fingerprint")
    expect(
        simulated("seed=3,jitter=2,report=1", "-n", 4, PROGRAM, "sum") == (output, report),
        "the same seed, the same run",
    )
    expect(simulated("seed=4,jitter=2,report=1", "-n", 4, PROGRAM, "sum")[1] != report, "another seed, another run")


@scenario
def show():
    printed = run("--show", "--sim", "latency=1us", "-n", 3, "prog", "-x")
    expect(printed.stdout == b"SKUA_SIM=latency=1us,places=3 prog -x\n", f"--show: {printed}")


@scenario
def wrong_options_are_refused():
    for arguments, text in ((("--sim", "seed=1", "--bind", PROGRAM), "are for real places"), (("--sim",), "--sim")):
        done = run(*arguments)
        expect(done.returncode == 2 and done.stdout == b"", f"{arguments}: {done}")
        one_line(done.stderr, "skua-run: ", text)
    for settings, text in (
        ("place=3", "with a name of places"),
        ("places=0", "from 1 to"),
        ("latency=2", "with its unit"),
        ("seed", "NAME=VALUE"),
    ):
        done = run("--sim", settings, PROGRAM, "greet")
        expect(done.returncode == 2 and done.stdout == b"", f"{settings}: {done}")
        one_line(done.stderr, "skua: sim: ", text)


@scenario
def exit_code():
    expect(run("--sim", "seed=1", PROGRAM, "code", 7).returncode == 7, "the exit code is the program's")


run_scenarios()
