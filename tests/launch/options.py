# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Options of skua-run: help, defaults, refused options, the environment of places."""

import os
import resource
import tempfile

from support.launcher import LAUNCHER, PROGRAM, expect, one_line, run, run_scenarios, scenario, scenario_for

MASK = ["python3", "-c", "import os; print(*sorted(os.sched_getaffinity(0)))"]
PROCESSORS = sorted(os.sched_getaffinity(0))
SHOW = 'echo "$SKUA_RUN_PLACE/$SKUA_RUN_PLACES w=$SKUA_WORKERS p=$SKUA_PLACES$A$B"; test -e /proc/self/fd/$SKUA_RUN_FD'


def refused(code, text, *arguments, **settings):
    done = run(*arguments, **settings)
    expect(done.returncode == code and done.stdout == b"", f"{arguments}: {done}")
    one_line(done.stderr, "skua-run: ", text)


def shown(*arguments, **env):
    done = run(*arguments, "sh", "-c", SHOW, env=env)
    expect(done.returncode == 0, f"{arguments}: {done}")
    return sorted(done.stdout.decode().splitlines())


@scenario
def help_and_version():
    helped = run("--help")
    expect(helped.returncode == 0 and helped.stderr == b"", f"--help: {helped}")
    for option in ("-n PLACES", "-t WORKERS", "--bind", "--tag", "--timeout", "--env", "--show", "-v", "124", "127"):
        expect(option in helped.stdout.decode(), f"--help names {option}")
    expect(run("--version").stdout.startswith(b"skua-run "), "--version")


@scenario
def wrong_options_are_refused():
    refused(2, "expected a program")
    refused(2, "unknown option --tmieout; did you mean --timeout?", "--tmieout", 5, "true")
    refused(2, "unknown option --nonsense; skua-run --help lists all options", "--nonsense", "true")
    refused(2, "-n: ", "-n", 0, "true")
    refused(2, "--trace: expected the name of a file", "--trace", "", "true")
    refused(2, "-n: ", "-n", 100000, "true")
    refused(2, "-t: ", "-t", -1, "true")
    for value in ("0", "-1", "nan", "soon", "1e99", "5s"):
        refused(2, "--timeout: expected seconds above 0", "--timeout", value, "true")
    refused(2, "--env: expected NAME=VALUE", "--env", "NAME", "true")
    refused(2, "is set by skua-run itself", "--env", "SKUA_RUN_PLACE=7", "true")
    refused(2, "SKUA_WORKERS: expected a number", "true", env={"SKUA_WORKERS": "many"})
    refused(2, 'found "2\\x1b[31m"', "true", env={"SKUA_PLACES": "2\x1b[31m"})
    refused(2, "SKUA_TRANSPORT=inproc: skua-run connects", "-n", 2, "true", env={"SKUA_TRANSPORT": "inproc"})
    refused(2, "SKUA_TRANSPORT=mpi: skua-run connects", "-n", 2, "--env", "SKUA_TRANSPORT=mpi", "true")
    refused(2, "SKUA_SIM: skua-run starts real places", "-n", 2, "true", env={"SKUA_SIM": "places=2"})
    refused(2, "--sim: expected settings", "--sim", "", "true")
    for value in ("path", "tcp:path", "unix:"):
        refused(2, "SKUA_METRICS: expected unix:PATH", "--watch", "true", env={"SKUA_METRICS": value})
    refused(2, "-n: expected places", "-np", 2, "true")
    refused(2, '-t: expected workers, 1 to 4096, found "08"', "-t", "08", "true")
    refused(2, "processors", "-n", 1000, "-t", 1000, "--bind", "true")
    refused(127, "no such program in PATH", "no-such-program-anywhere")
    folder, name = os.path.split(os.path.abspath(LAUNCHER))
    refused(127, f"write ./{name}", name, cwd=folder)
    refused(126, "Permission denied", __file__)
    refused(126, "Is a directory", "/etc")
    refused(125, "pipe", "-n", 100, "true", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (20, 20)))


@scenario_for("transport=inproc", "transport=mpi", "sim=seed=1")
def options_of_the_program_that_contradict(option):
    """Each place would be a separate run."""
    done = run("-n", 2, PROGRAM, "greet", f"--skua-{option}")
    expect(done.returncode == 2 and done.stdout == b"", f"--skua-{option}: {done}")
    one_line(done.stderr, f"skua: {option.split('=', maxsplit=1)[0]}: skua-run has ")


@scenario
def the_transport_of_skua_run():
    done = run("-n", 2, PROGRAM, "sum", "--skua-transport=shm", env={"SKUA_TRANSPORT": "shm"})
    expect(done.returncode == 0 and done.stdout == b"sum 50005000 over shm\n", f"transport shm: {done}")


@scenario
def words_of_the_program():
    """All words from the program on belong to the program."""
    expect(run("-n", 1, "echo", "-n", "2", "--tag", "--").stdout == b"2 --tag --", "the program's own options")
    expect(run("-n", 1, "--", "echo", "--bind").stdout == b"--bind\n", "after --")


@scenario
def hint_about_an_option_after_the_program():
    """An -n after the program that was probably meant for skua-run is reported; -- says that it was not."""
    done = run("echo", "-n", "3")
    text = "skua-run: -n 3 after the program is an argument of the program; for 3 places write skua-run -n 3 echo"
    one_line(done.stderr, text)
    expect(done.returncode == 0, f"-n after the program: {done}")
    for arguments in (("-n", 1, "echo", "-n", "3"), ("--", "echo", "-n", "3"), ("echo", "-n", "x"), ("echo", "3")):
        expect(run(*arguments).stderr == b"", f"no hint: {arguments}")
    expect(run("echo", "-n", "3", env={"SKUA_PLACES": "1"}).stderr == b"", "no hint: SKUA_PLACES")


@scenario
def environment_of_a_place():
    """The environment of a place."""
    expect(shown("-n", 2, "-t", 3) == ["0/2 w=3 p=", "1/2 w=3 p="], "-n and -t")
    expect(shown("-n", 1, "--env", "A=x y", "--env", "B==") == ["0/1 w= p=x y="], "--env")
    expect(shown("-n", 1, "--env", "A=1", "--env", "A=2", A="0") == ["0/1 w= p=2"], "--env wins")
    expect(shown("-n", 1, SKUA_PLACES="", SKUA_WORKERS="") == ["0/1 w= p="], "empty variables are not set")
    expect(shown(SKUA_PLACES="2", SKUA_WORKERS="3") == ["0/2 w=3 p=", "1/2 w=3 p="], "defaults from the environment")
    expect(shown("-n", 1, "-t", 1, SKUA_PLACES="2", SKUA_WORKERS="3") == ["0/1 w=1 p="], "options win")
    expect(shown("-n", 1, SKUA_RUN_PLACE="5", SKUA_RUN_FD="99") == ["0/1 w= p="], "a launcher in a launcher")


@scenario
def defaults_from_the_machine():
    """Defaults that follow from the machine."""
    one = {PROCESSORS[0]}
    on_one = {"preexec_fn": lambda: os.sched_setaffinity(0, one)}
    expect(b"1 place, 1 worker\n" in run("--show", "true", **on_one).stdout, "one processor, one place")
    expect(b"3 places, 1 worker each\n" in run("--show", "-n", 3, "true", **on_one).stdout, "at least one worker")
    expect(b"1 place, 5 workers\n" in run("--show", "-t", 5, "true", **on_one).stdout, "at least one place")
    listed = run("--show", "-n", 2, "-t", 1, "/bin/echo", "it's", "a b").stdout.decode().splitlines()
    expect("usable processor" in listed[0] and listed[1] == "2 places, 1 worker each", f"--show: {listed}")
    rest = "SKUA_RUN_PLACES=2 SKUA_WORKERS=1 /bin/echo 'it'\\''s' 'a b'"
    expect(listed[2:] == [f"place {k}: SKUA_RUN_PLACE={k} {rest}" for k in (0, 1)], f"--show: {listed}")
    refused(127, "no such program", "--show", "no-such-program-anywhere")


@scenario
def bind():
    """Places have separate processors."""
    if len(PROCESSORS) >= 2:
        done = run("-n", 2, "--bind", *MASK)
        masks = [set(line.split()) for line in done.stdout.decode().splitlines()]
        expect(len(masks) == 2 and masks[0] and masks[1] and not masks[0] & masks[1], f"--bind: {done}")
        expect(b" on " in run("-n", 2, "--bind", "--show", "true").stdout, "--bind --show names processors")
        expect("w=1" in shown("-n", len(PROCESSORS), "--bind")[0], "--bind tells the library its workers")
    expect(run("-n", 1, *MASK).stdout.decode().split() == [str(p) for p in PROCESSORS], "no --bind, no mask")


@scenario
def verbose():
    """-v reports each step."""
    done = run("-v", "-n", 2, "true")
    text = done.stderr.decode()
    for k in (0, 1):
        expect(f"place {k} is pid " in text and f"place {k} ended with exit code 0 after " in text, f"-v: {text}")
    expect(done.returncode == 0 and done.stdout == b"", f"-v: {done}")


@scenario
def a_file_that_no_run_has_written():
    """A program without a run of Skua leaves no trace, even where an old one lies."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "file")
        for _ in range(2):
            done = run("--trace", file, "-n", 2, "true")
            expect(done.returncode == 0, f"{done}")
            one_line(done.stderr, f"skua-run: no trace in {file}: true had no run of Skua")
            with open(file, "w", encoding="utf-8") as old:
                old.write("\nold")  # another file is not replaced
        done = run("--trace", file, "-n", 2, PROGRAM, "sum")
        expect(done.returncode == 0 and b"had no run" not in done.stderr, f"{done}")


run_scenarios()
