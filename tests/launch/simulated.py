# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""skua-run --sim: places in virtual time, the same run for the same seed, refused options."""

import re
import shutil
import signal
import time

from support.launcher import PROGRAM, environment, expect, one_line, read_lines, run, run_scenarios, scenario, start


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
    printed = run("--show", "--sim", "places=3,workers=2", "-n", 3, "-t", 2, "prog")
    expect(printed.stdout == b"SKUA_SIM=places=3,workers=2 prog\n", f"the same numbers twice: {printed}")


@scenario
def two_numbers_of_places():
    for words, text in ((("places=2", "-n", 3), "places=2 contradicts -n 3"),
                        (("seed=1,workers=4", "-t", 2), "workers=4 contradicts -t 2")):
        done = run("--sim", *words, PROGRAM, "greet")
        expect(done.returncode == 2, f"{words}: {done}")
        one_line(done.stderr, f"skua-run: --sim: {text}; omit one of them")


@scenario
def stepped_in_gdb():
    if shutil.which("gdb") is None:
        print("skipped: gdb is not installed")
        return
    commands = "skua step 7\nskua tasks\nskua step x\nkill\nskua tasks\nskua step\nquit\n"
    done = run("--gdb", "--sim", "seed=3,stop=40", "-n", 2, PROGRAM, "sum", input=commands.encode())
    text = (done.stdout + done.stderr).decode()
    if "not permitted" in text or "has no Python" in text:
        print("skipped: gdb cannot run a program here")
        return
    for part in (
        "the simulation stops at event 40,",
        "the simulation stops at event 47,",
        "skua step: expected a number of events above zero",
        "no process runs, and there is no core file",
    ):
        expect(part in text, f"{part}: {text}")
    expect(re.search(r"place \d  ", text), f"tasks of the simulated places: {text}")
    again = run("--gdb", "--sim", "seed=3,stop=40", "-n", 2, PROGRAM, "sum", input=b"kill\nquit\n")
    texts = [(d.stdout + d.stderr).decode() for d in (done, again)]
    times = [re.search(r"at event 40, at (\S+) s", t)[1] for t in texts]
    expect(times[0] == times[1], f"the same run each time: {times}")


@scenario
def a_stop_behind_the_end_is_told():
    done = run("--sim", "seed=3,stop=1000000000", "-n", 2, PROGRAM, "sum")
    expect(done.returncode == 0, f"{done}")
    told = re.search(rb"skua: the simulation has ended after \d+ events, before stop=1000000000\n", done.stderr)
    expect(told, f"{done.stderr!r}")


@scenario
def a_stopped_simulation_names_the_command():
    done = run("--sim", "seed=3,limit=20us", "-n", 2, PROGRAM, "sum")
    hint = re.search(r"again in gdb: skua-run --gdb --sim (\S+),stop=(\d+) ", done.stderr.decode())
    expect(done.returncode != 0 and hint, f"{done}")
    expect(hint[1] == "seed=3,limit=20us,places=2" and int(hint[2]) > 1, hint[0])


@scenario
def signals_at_any_moment():
    """A handler may interrupt the simulator anywhere."""
    for i in range(8):
        process = start("--sim", f"seed={i}", "-n", 8, PROGRAM, "spawn")
        expect(read_lines(process.stdout, 1) == ["begun"], "the run has begun")
        for _ in range(5):
            time.sleep(0.002 + 0.0007 * i)
            process.send_signal(signal.SIGUSR1)
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=60)
        lines = errors.decode().splitlines()
        others = [line for line in lines if line.startswith("skua: ") and not line.startswith("skua: place ")]
        expect(process.returncode == 143 and not others, f"run {i}: {process.returncode} {errors}")


@scenario
def a_long_simulation_is_ended_by_force():
    process = start("--sim", "seed=1", "-n", 3, PROGRAM, "months", env=environment(SKUA_GRACE="0.5"))
    expect(read_lines(process.stdout, 1) == ["begun"], "the run has begun")
    time.sleep(0.2)
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=60)
    expect(process.returncode == 143, f"{process.returncode} {errors}")
    one_line(errors, "skua: the run did not end within its grace period after signal 15", "place 0: months runs")


@scenario
def a_debugger_needs_a_simulation():
    done = run("--gdb", PROGRAM, "sum")
    expect(done.returncode == 2, f"{done}")
    one_line(done.stderr, "skua-run: ", "--gdb: only with --sim")


@scenario
def wrong_options_are_refused():
    for arguments, text in ((("--sim", "seed=1", "--bind", PROGRAM), "are for real places"), (("--sim",), "--sim")):
        done = run(*arguments)
        expect(done.returncode == 2 and done.stdout == b"", f"{arguments}: {done}")
        one_line(done.stderr, "skua-run: ", text)
    done = run("--sim", "places=0", PROGRAM, "greet")
    expect(done.returncode == 2 and done.stdout == b"", f"{done}")
    one_line(done.stderr, "skua: sim: ", "from 1 to")
    done = run("--sim", "places=2", PROGRAM, "greet", env={"SKUA_PLACES": "3"})
    expect(done.returncode == 2 and done.stdout == b"", f"two numbers of places: {done}")
    one_line(done.stderr, "skua: places: ", "3 were asked for, but the settings of the simulation say 2")


@scenario
def places_and_workers_of_the_program():
    """The settings of the simulation do not say how many: the program's options do."""
    done = run("--sim", "seed=3", PROGRAM, "greet", env={"SKUA_PLACES": "3", "SKUA_WORKERS": "2"})
    places = [line.split(" pid ")[0] for line in done.stdout.decode().splitlines()]
    expect(places == [f"place {p} of 3 workers 2" for p in range(3)], f"{done}")
    expect(run("--sim", "seed=1", PROGRAM, "code", 7).returncode == 7, "the exit code is the program's")


run_scenarios()
