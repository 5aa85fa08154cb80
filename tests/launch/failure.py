# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How a run ends when a place does not: killed, failed, timed out; exit codes, one line, no process
or file left."""

import os
import re
import resource
import signal
import subprocess
import time

from support.launcher import (
    PROGRAM,
    all_gone,
    all_in_time,
    expect,
    has_sanitizer,
    names_left_behind,
    one_line,
    read_lines,
    run,
    run_scenarios,
    scenario,
    start,
)

PLACES = 3
STUBBORN = "trap '' TERM INT HUP; while :; do sleep 1000; done"
SOON = 5  # seconds; one is promised, on a machine that is not overloaded
GREETING = re.compile(r"place (\d+) of 3 workers 1 pid (\d+)")
before = names_left_behind()


def waiting_run(*options):
    """Starts a run of the library whose tasks wait for ever: the process, and the pids of its places."""
    process = start(*options, "-n", PLACES, "-t", 1, PROGRAM, "wait")
    lines = read_lines(process.stdout, PLACES + 1)  # the lines of different places may come in any order
    pids_by_place = [tuple(map(int, m.groups())) for m in map(GREETING.fullmatch, lines) if m]
    expect(
        sorted(place for place, _ in pids_by_place) == list(range(PLACES)) and "waiting" in lines,
        f"every place greets: {lines}",
    )
    return process, dict(pids_by_place)


def shell_run(script, *options, places=PLACES, **settings):
    """Starts a shell script that first prints its pid: the process, and the pids by place."""
    process = start(*options, "-n", places, "sh", "-c", f"echo $SKUA_RUN_PLACE $$; {script}", **settings)
    return process, {int(k): int(pid) for k, pid in (line.split() for line in read_lines(process.stdout, places))}


@scenario
def programs_of_the_library():
    """Programs of the library."""
    done = run("-n", PLACES, "-t", 1, PROGRAM, "sum")
    expect(done.returncode == 0 and done.stdout == b"sum 50005000 over shm\n" and done.stderr == b"", f"a run: {done}")
    done = run("-n", PLACES, PROGRAM, "code", 7)
    expect(done.returncode == 7, f"the result of run is the exit code: {done}")
    all_in_time(done.stderr, 7)
    done = run("-n", PLACES, PROGRAM, "throw")
    expect(done.returncode == 1, f"an exception: {done}")
    thrown, end, late = done.stderr.partition(b"\n")
    one_line(thrown + end, "on purpose")
    all_in_time(late, 1)
    for place in range(PLACES):
        done = run("-n", PLACES, PROGRAM, "die", place)
        expect(done.returncode == 128 + signal.SIGABRT, f"place {place} aborts: {done}")
        lines = done.stderr.splitlines(keepends=True)  # the launcher's line may stand within the place's
        report = b"".join(line for line in lines if not line.startswith(b"skua-run: "))
        end = b"".join(line for line in lines if line.startswith(b"skua-run: "))
        expect(report.startswith(b"skua: ABRT in a task at place %d" % place), f"the report of the task: {done}")
        one_line(end, f"skua-run: place {place} (host ", "pid ", "was killed by signal 6 (Aborted); the run ends")
        done = run("-n", PLACES, PROGRAM, "leave", place)
        expect(done.returncode == 70, f"place {place} leaves: {done}")
        one_line(
            done.stderr,
            f"skua-run: place {place} ",
            "ended with exit code 0 while others still needed it; the run ends",
        )


@scenario
def kill_9_of_each_place():
    """kill -9 of each place in turn: all processes are gone soon."""
    for place in range(PLACES):
        process, pids = waiting_run()
        killed_at = time.monotonic()
        os.kill(pids[place], signal.SIGKILL)
        code = process.wait(60)
        lasted = time.monotonic() - killed_at
        expect(code == 128 + 9, f"kill -9 of place {place}: exit code {code}")
        print(f"skua-run: kill -9 of place {place}: {lasted:.2f} s")
        expect(lasted < SOON, f"kill -9 of place {place}: it took {lasted} s")
        one_line(process.stderr.read(), f"skua-run: place {place} (host {os.uname().nodename}, pid {pids[place]}) ",
                 "was killed by signal 9 (Killed); the run ends")
        all_gone(pids.values())


@scenario
def kill_9_of_a_place_among_some_that_ignore_signals():
    """Programs that do not use the library are also killed soon."""
    process, pids = shell_run(STUBBORN)
    killed_at = time.monotonic()
    os.kill(pids[1], signal.SIGKILL)
    code = process.wait(60)
    lasted = time.monotonic() - killed_at
    expect(code == 128 + 9 and lasted < SOON, f"kill -9 of place 1: exit code {code} after {lasted} s")
    one_line(process.stderr.read(), "place 1 ", f"pid {pids[1]}", "signal 9 (Killed)")
    all_gone(pids.values())


@scenario
def kill_9_of_the_launcher():
    """kill -9 of skua-run itself: no place is left."""
    process, pids = waiting_run()
    process.kill()
    process.wait(60)
    all_gone(pids.values())
    process, pids = shell_run("trap '' TERM INT HUP; read nothing </dev/zero")
    process.kill()
    process.wait(60)
    all_gone(pids.values())


@scenario
def a_stopped_place_is_killed():
    """A stopped place is also killed when another fails."""
    process, pids = shell_run("kill -STOP $$; while :; do sleep 1000; done", places=2)
    os.kill(pids[1], signal.SIGKILL)
    expect(process.wait(60) == 137, "with a stopped place")
    all_gone(pids.values())


@scenario
def exit_code_of_the_first_failure():
    """Exit codes: the first place that fails decides. The others are ended, with a line if they
    would have gone on."""
    for place in range(PLACES):
        done = run("-n", PLACES, "sh", "-c", f'test $SKUA_RUN_PLACE != {place} || exit 3; exec sleep 1000')
        expect(done.returncode == 3, f"exit code of place {place}: {done}")
        one_line(done.stderr, f"skua-run: place {place} (host ", "ended with exit code 3; the run ends")
    done = run("-n", PLACES, "sh", "-c", "exit 4")
    expect(done.returncode == 4, f"all fail alike: {done}")
    all_in_time(done.stderr, 4)
    process, pids = shell_run("test $SKUA_RUN_PLACE = 0 || exit 0; read go; exit 5", stdin=subprocess.PIPE)
    all_gone([pids[1], pids[2]])
    process.stdin.close()
    expect(process.wait(60) == 5 and process.stderr.read() == b"", "the last place fails")
    expect(run("-n", PLACES, "true").returncode == 0, "no place fails")
    done = run("-n", 1, "sh", "-c", "kill -SEGV $$")
    expect(done.returncode == 139, f"one place crashes: {done}")
    one_line(done.stderr, "place 0 ", "was killed by signal 11 (Segmentation fault)")


@scenario
def last_words_arrive():
    """Output that a place writes while it ends arrives although others are being ended. (It has a
    fraction of a second for that.)"""
    process = start("-n", 2, "sh", "-c", "test $SKUA_RUN_PLACE = 0 && { read go; exit 9; }; "
                    "trap 'echo farewell; exit 0' TERM; echo ready; sleep 1000 & wait", stdin=subprocess.PIPE)
    expect(read_lines(process.stdout, 1) == ["ready"], "a place that wants to say something")
    process.stdin.close()  # place 0 continues
    last_words = process.stdout.read()
    expect(process.wait(60) == 9 and last_words == b"farewell\n", f"last words: {process.returncode} {last_words!r}")


@scenario
def time_limit():
    """The time limit, long enough for all places to start."""
    process, pids = waiting_run("--timeout", "2.5")
    expect(process.wait(60) == 124, f"time limit: exit code {process.returncode}")
    one_line(process.stderr.read(), "skua-run: the time limit of 2.5 s is over; the run ends")
    all_gone(pids.values())
    process, pids = shell_run(STUBBORN, "--timeout", "1.5")
    expect(process.wait(60) == 124, "time limit of a program that does not want to end")
    all_gone(pids.values())
    expect(run("-n", 2, "--timeout", 600, "true").returncode == 0, "within the time limit")


@scenario
def background_processes_end():
    """Processes that a place has started end with the run, unless they are daemons."""
    done = run("-n", 2, "sh", "-c", "sleep 1000 & echo $!")
    expect(done.returncode == 0, f"background processes: {done}")
    all_gone(list(map(int, done.stdout.split())))
    done = run("-n", 1, "sh", "-c", "echo $(setsid sh -c 'echo $$; exec sleep 1000 >/dev/null 2>&1' &)")
    daemon = int(done.stdout)
    os.kill(daemon, signal.SIGKILL)  # fails if it has not survived


@scenario
def too_little_address_space():
    """The line of the library has the name of the launcher alone."""
    limit = (60 << 20, 60 << 20)
    if has_sanitizer(PROGRAM):
        return
    done = run("-n", PLACES, "true", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, limit))
    expect(done.returncode == 125, f"{done}")
    one_line(done.stderr, "skua-run: cannot map ")


@scenario
def no_interpreter():
    """The error of a program whose interpreter does not exist is reported at its start."""
    script = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"skua-launch-{os.getpid()}")
    with open(script, "w", encoding="utf-8") as file:
        file.write("#!/no/such/interpreter\n")
    os.chmod(script, 0o755)
    done = run("-n", 2, script)
    os.remove(script)
    expect(done.returncode == 127 and done.stdout == b"", f"no interpreter: {done}")
    one_line(done.stderr, "skua-run: ", "its interpreter does not exist")


@scenario
def nothing_is_left_in_shared_memory():
    expect(names_left_behind() == before, "nothing is left in shared memory")


run_scenarios()
