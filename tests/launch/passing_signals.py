# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Signals that skua-run gets reach the places once; a second one kills; stop and continue."""

import os
import signal
import time

from support.launcher import (
    PROGRAM,
    alive,
    all_gone,
    expect,
    read_lines,
    run,
    run_scenarios,
    scenario,
    start,
    state,
    wait_for,
)

COUNTER = """
import os, signal, sys, time
k = os.environ['SKUA_RUN_PLACE']
def got(number, frame):
    os.write(1, f'{k} got {number}\\n'.encode())
for name in ('INT', 'TERM', 'HUP', 'QUIT', 'USR1', 'USR2', 'CONT'):
    signal.signal(getattr(signal, 'SIG' + name), got)
os.write(1, f'{k} {os.getpid()}\\n'.encode())
while True:
    time.sleep(1000)
"""


def counters(**settings):
    process = start("-n", 2, "python3", "-c", COUNTER, **settings)
    return process, {int(k): int(pid) for k, pid in (line.split() for line in read_lines(process.stdout, 2))}


def heard(process, number):
    """Both places have got the signal."""
    expect(sorted(read_lines(process.stdout, 2)) == [f"{k} got {number}" for k in (0, 1)], f"signal {number}")


@scenario
def each_place_gets_each_signal():
    """Each place gets each signal."""
    process, pids = counters()
    for number in (signal.SIGUSR1, signal.SIGUSR2, signal.SIGCONT, signal.SIGUSR1):
        process.send_signal(number)
        heard(process, number)
    process.kill()
    process.wait(60)
    all_gone(pids.values())


@scenario
def a_second_signal_kills():
    """The first signal that ends the run is passed on, even when it comes twice at once; later ones
    kill."""
    for first in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        process, pids = counters()
        process.send_signal(first)
        process.send_signal(first)
        heard(process, first)
        expect(all(map(alive, pids.values())), "no place is killed")

        def again():
            process.send_signal(first)
            return process.poll() is not None

        wait_for(again, "the end after a second signal")
        expect(process.returncode == 128 + first, f"a second signal {first}: {process.returncode}")
        expect(b": all places are killed\n" in process.stderr.read(), "and says so")
        expect(process.stdout.read() == b"", "no place has heard it twice")
        all_gone(pids.values())


@scenario
def programs_without_handlers():
    """A program without handlers ends by the signal; skua-run does not report that."""
    for number in (signal.SIGINT, signal.SIGHUP):
        process = start("-n", 2, "sh", "-c", "echo here; exec sleep 1000")
        read_lines(process.stdout, 2)
        process.send_signal(number)
        expect(process.wait(60) == 128 + number, f"signal {number}: {process.returncode}")
        expect(process.stderr.read() == b"", f"signal {number} is not reported")


@scenario
def a_signal_to_the_group():
    """timeout(1) signals its child and then the whole group."""
    process = start("-n", 2, "sh", "-c", "echo here; exec sleep 1000", start_new_session=True)
    read_lines(process.stdout, 2)
    os.killpg(process.pid, signal.SIGTERM)
    expect(process.wait(60) == 143 and process.stderr.read() == b"", f"a signal to the group: {process.returncode}")


@scenario
def a_signal_that_is_passed_on_late():
    """A terminal signals the launcher and all places. On a busy machine the launcher passes the signal
    on long after: that does not count as a second request, and the places clean up."""
    process = start("-n", 2, PROGRAM, "clean")
    pids = [int(line.rpartition(" pid ")[2]) for line in read_lines(process.stdout, 3) if " pid " in line]
    expect(len(pids) == 2, f"processes of the places: {pids}")
    process.send_signal(signal.SIGSTOP)
    for pid in pids:
        os.kill(pid, signal.SIGINT)
    time.sleep(0.3)  # longer than the time in which two signals are always one request
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGCONT)
    text, complaint = process.communicate(timeout=60)
    what = f"{process.returncode}: {text} {complaint}"
    expect(process.returncode == 130 and b"clean" in text and not complaint, what)


@scenario
def ignored_signals_stay_ignored():
    """Ignored signals stay ignored (nohup)."""
    text = "import signal; print(repr(signal.getsignal(signal.SIGHUP)), signal.pthread_sigmask(0, []))"
    done = run("-n", 1, "python3", "-c", text, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    expect(b"SIG_IGN" in done.stdout and b"set()" in done.stdout, f"dispositions and mask of a place: {done}")


@scenario
def stop_and_continue():
    """Stop and continue, in a group that a shell could continue."""
    process, pids = counters(preexec_fn=lambda: os.setpgid(0, 0))
    all_processes = [process.pid, *pids.values()]
    process.send_signal(signal.SIGTSTP)
    wait_for(lambda: all(state(pid) == "T" for pid in all_processes), "all places stop")
    process.send_signal(signal.SIGCONT)
    expect(sorted(read_lines(process.stdout, 2)) == ["0 got 18", "1 got 18"], "all places continue")
    wait_for(lambda: not any(state(pid) == "T" for pid in all_processes), "all places continue")
    process.kill()
    process.wait(60)
    all_gone(pids.values())


@scenario
def no_stop_without_a_shell():
    """In a session without a shell that could continue it, it does not stop."""
    process, pids = counters(start_new_session=True)
    process.send_signal(signal.SIGTSTP)
    process.send_signal(signal.SIGUSR1)
    heard(process, signal.SIGUSR1)  # a separate session continues
    process.kill()
    process.wait(60)
    all_gone(pids.values())


run_scenarios()
