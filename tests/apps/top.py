# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`skua top` and `skua-run --watch`: on terminals of several sizes, in pipes, and at every end."""

import os
import pathlib
import re
import select
import signal
import socket
import stat
import termios
import time

from support.program import expect, has_sanitizer, run_scenarios, scenario
from support.watched import (
    LAUNCHER,
    LONG,
    PATIENCE,
    SKUA,
    Terminal,
    finished,
    folder,
    interrupted,
    numbers,
    screens,
    start,
    until,
    watched,
)

@scenario
def top_with_two_places():
    """Places and workers; q gives the terminal back as it was."""
    process, path = watched("--places", 2, "--workers", 1)
    numbers(f"{path}.1")
    t = Terminal(SKUA, "top", path)
    before = termios.tcgetattr(t.fd)
    t.until(rb"place  workers  busy")
    t.until(rb"\n +0 +1 +\d+ %")
    t.until(rb"\n +1 +1 +\d+ %")
    t.until(rb"w0 +\d+ % \|")
    t.until(rb"2 places, 2 workers, shm")
    t.type(b"q")
    expect(t.end() == 0, f"exit code {t.code}")
    expect(t.shown.startswith(b"\x1b[?1049h") and t.shown.endswith(b"\x1b[?25h\x1b[?1049l"), f"{t.shown[-80:]!r}")
    expect(before[3] & termios.ECHO and before[3] & termios.ICANON, "the terminal echoed before")
    for screen in screens(t.shown):
        expect(len(screen) <= 24 and all(len(line) <= 80 for line in screen), f"{screen}")
    interrupted(process)


@scenario
def top_by_process():
    """By the number of the process, or of a process that started it."""
    process, path = watched("--places", 2, "--workers", 1)
    relative = start("sh", "-c", f"cd {path.parent}; {SKUA} {' '.join(LONG)}; true", SKUA_METRICS="unix:other")
    numbers(path.parent / "other")
    for target in (process.pid, path, f"unix:{path}", relative.pid):
        done = finished(SKUA, "top", "--once", target)
        expect(done.returncode == 0 and done.stdout.count("\n") == 1, f"{target}: {done}")
        expect(re.search(r"^skua, .* place.*busy .*queued \d", done.stdout), f"{target}: {done.stdout}")
    for child in map(int, pathlib.Path(f"/proc/{relative.pid}/task/{relative.pid}/children").read_text().split()):
        os.kill(child, signal.SIGINT)


SEARCH = [*LONG, "--coordination", "automatic"]


def top_once(target):
    return finished(SKUA, "top", "--once", target)


@scenario
def top_of_a_run_that_was_not_prepared():
    """One place, forked places, those of skua-run; by the number of any of them, and twice."""
    if has_sanitizer(SKUA, "tsan"):
        print("skipped: thread sanitizer delivers a signal only when the program waits")
        return
    alone = start(SKUA, *SEARCH, "--workers", 2)
    forked = start(SKUA, *SEARCH, "--places", 3, "--workers", 1)
    launched = start(LAUNCHER, "-n", 2, "-t", 1, SKUA, *SEARCH)
    children = lambda pid: pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()  # noqa: E731
    until(lambda: len(children(forked.pid)) == 2 and len(children(launched.pid)) == 2, "all places run")
    threads = lambda pid: len(os.listdir(f"/proc/{pid}/task"))  # noqa: E731
    until(lambda: top_once(alone.pid).returncode == 0, "the run begins")
    attached = threads(alone.pid)
    cases = [(alone.pid, 1, 2), (forked.pid, 3, 3), (children(forked.pid)[1], 3, 3), (launched.pid, 2, 2),
             (children(launched.pid)[1], 2, 2)]
    for target, places, workers in cases:
        for _ in range(2):
            done = until(lambda t=target: (d := top_once(t)).returncode == 0 and d, f"an answer of {target}")
            text = f"{places} place{'s' * (places > 1)}, {workers} workers, busy +[1-9][0-9]* %.*search: [1-9]"
            expect(re.search(text, done.stdout) and not done.stderr, f"{target}: {done}")
    expect(threads(alone.pid) == attached, "a second request starts no thread")
    for process in alone, forked:
        expect(not interrupted(process, 0).count("place "), "nothing is printed")
    launched.terminate()
    launched.communicate(timeout=PATIENCE)


@scenario
def top_leaves_others_alone():
    """A program without a run is not sent a signal, nor is one with its own handler."""
    handler = start("python3", "-c", "import signal; signal.signal(signal.SIGUSR1, lambda *_: exit(7)); print('set', "
                    "flush=True); signal.pause()")
    stranger = start("sleep", "60")
    handler.stdout.readline()
    for process in handler, stranger:
        done = top_once(process.pid)
        expect(done.returncode == 2 and "takes SIGUSR1" in done.stderr, f"{done}")
        expect(process.poll() is None, f"exit code {process.returncode}")


@scenario
def top_of_a_run_that_answers_late():
    """A machine with many busy threads may keep the thread that answers waiting for some seconds."""
    path = pathlib.Path(folder()) / "late"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        server.listen(1)
        top = start(SKUA, "top", "--once", path)
        client, _ = server.accept()
        with client:
            time.sleep(2)
            client.sendall(b'skua_process_info{program="late",pid="17",transport="shm",version="1"} 1\n'
                           b'skua_places 2\nskua_uptime_seconds{place="1"} 2.5\nskua_workers{place="1"} 1\n# EOF\n')
        output, error = top.communicate(timeout=PATIENCE)
        server.setblocking(False)
        expect(not select.select([server], [], [], 0)[0], "it asks once")
    expect(top.returncode == 0 and error == "", f"{output}{error}")
    expect(output.startswith("late, 2.50 s: "), f"the time of the only place that answers: {output}")


@scenario
def top_at_the_end_of_the_run():
    """One line says that the run has ended, on a terminal and in a pipe."""
    process, path = watched("--workers", 1)
    t = Terminal(SKUA, "top", path)
    t.until(rb"w0 ")
    piped = start(SKUA, "top", path, "--interval", 0.1)
    expect(piped.stdout.readline().startswith("skua, "), "a plain line")
    interrupted(process)
    expect(t.end() == 0, f"exit code {t.code}")
    last = t.shown.split(b"\x1b[?1049l")[-1].decode()
    expect(re.fullmatch(r"skua, pid \d+: the run has ended after about .*\r\n", last), f"{last!r}")
    lines = piped.communicate(timeout=PATIENCE)[0].splitlines()
    expect(piped.returncode == 0 and "the run has ended" in lines[-1], f"{lines}")


@scenario
def top_that_is_interrupted():
    """Ctrl-C, SIGTERM and a closed terminal give the terminal back; Ctrl-Z stops and continues."""
    process, path = watched("--workers", 1)
    for keys, code in ((b"\x03", 130), (None, 143)):
        t = Terminal(SKUA, "top", path)
        t.until(rb"w0 ")
        t.type(keys) if keys else os.kill(t.pid, signal.SIGTERM)
        expect(t.end() == code, f"exit code {t.code} instead of {code}")
        expect(t.shown.endswith(b"\x1b[?1049l"), f"{t.shown[-80:]!r}")
    t = Terminal(SKUA, "top", path)
    t.until(rb"w0 ")
    t.type(b"\x1a")
    t.until(rb"\x1b\[\?1049l")
    until(lambda: pathlib.Path(f"/proc/{t.pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "T", "top is stopped")
    os.kill(t.pid, signal.SIGCONT)
    t.until(rb"w0 ", len(t.shown))
    t.type(b"q")
    expect(t.end() == 0, f"exit code {t.code}")
    interrupted(process)


@scenario
def top_without_a_run():
    """One line that says what to do."""
    here = folder()
    stranger = start("sleep", 60)
    cases = [
        (["top", stranger.pid], "has no run of skua::run that takes SIGUSR1; start it with SKUA_METRICS=unix:PATH"),
        (["top", 2**22 + 1], "there is no process"),
        (["top", f"{here}/none"], "there is no such socket"),
        (["top", "/dev/null"], "not the socket of a run"),
        (["top"], "run is required"),
        (["top", "x", "--interval", "0"], "--interval"),
    ]
    for arguments, text in cases:
        done = finished(SKUA, *arguments)
        expect(done.returncode == 2 and done.stdout == "", f"{arguments}: {done}")
        expect(done.stderr.count("\n") == 1 and text in done.stderr, f"{arguments}: {done.stderr!r}")


@scenario
def top_of_another_user():
    """One line; also a process of another user."""
    if os.geteuid() != 0:
        print("skipped top_of_another_user: only root can start a process as another user")
        return
    process, path = watched("--workers", 1)
    os.chmod(path.parent, 0o755)
    copy = pathlib.Path(folder(), "skua")
    os.chmod(copy.parent, 0o755)
    copy.write_bytes(pathlib.Path(SKUA).read_bytes())
    copy.chmod(0o755)
    for target in (path, process.pid):
        done = finished(copy, "top", target, settings={"user": 65534, "group": 65534, "extra_groups": [], "cwd": "/"})
        expect(done.returncode == 2 and done.stderr.count("\n") == 1, f"{target}: {done}")
        expect("belongs to another user" in done.stderr, f"{target}: {done.stderr}")
    interrupted(process)


@scenario
def watch_on_a_terminal():
    """skua-run --watch: the view below the output of the program, and no trace of it afterwards."""
    runtime = folder()
    t = Terminal(LAUNCHER, "-n", 2, "-t", 1, "--watch", SKUA, *LONG, "--time-limit", 4, "--coordination", "automatic",
                 XDG_RUNTIME_DIR=runtime, columns=90)
    t.until(rb"2 places, 2 workers, shm")
    expect(len(os.listdir(runtime)) == 1, f"{os.listdir(runtime)}")
    made = pathlib.Path(runtime, os.listdir(runtime)[0])
    expect(stat.S_IMODE(made.stat().st_mode) == 0o700, f"mode {made.stat().st_mode:o}")
    t.until(rb"search: [\d,]+ nodes")
    t.until(rb"uts: [^\r\n]* nodes/s[^\r\n]*\]\x1b\[K\r\r?\n\x1b\[1mskua, ", len(t.shown))  # the line above the view
    once = top_once(t.pid)
    expect(once.returncode == 0 and "2 places, 2 workers" in once.stdout, f"by the number of skua-run: {once}")
    expect(t.end() == 0, f"exit code {t.code}")
    expect(os.listdir(runtime) == [], f"the folder is gone: {os.listdir(runtime)}")
    last = re.split(rb"\x1b\[\d+A\r\x1b\[J", t.shown)[-1]  # what comes after the view was erased
    expect(b"places, 2 workers" not in last, f"the view is gone: {last}")
    expect(b" leaves, depth " in t.shown, f"the output is there: {t.shown}")


@scenario
def watch_that_was_killed():
    """The next one removes what a killed skua-run has left, but no folder of one that runs."""
    runtime = folder()
    live = start(LAUNCHER, "-n", 2, "-t", 1, "--watch", SKUA, *LONG, XDG_RUNTIME_DIR=runtime)
    until(lambda: len(list(pathlib.Path(runtime).glob("*/metrics*"))) == 2, "the first run serves its numbers")
    killed = start(LAUNCHER, "-n", 2, "-t", 1, "--watch", SKUA, *LONG, XDG_RUNTIME_DIR=runtime)
    until(lambda: len(list(pathlib.Path(runtime).glob("*/metrics*"))) == 4, "the second run serves its numbers")
    killed.kill()
    killed.communicate()
    expect(len(os.listdir(runtime)) == 2, f"{os.listdir(runtime)}")
    done = finished(LAUNCHER, "-n", 2, "--watch", SKUA, "fib", 10, XDG_RUNTIME_DIR=runtime)
    expect(done.returncode == 0, f"{done}")
    expect(len(list(pathlib.Path(runtime).glob("*/metrics*"))) == 2, f"the folder of the live run: {done}")
    expect(len(os.listdir(runtime)) == 1, f"{os.listdir(runtime)}")
    live.terminate()
    live.communicate(timeout=PATIENCE)
    expect(os.listdir(runtime) == [], f"{os.listdir(runtime)}")


@scenario
def watch_of_a_finished_program():
    """A program that ends at once, or fails, has its usual exit code and output."""
    done = finished(LAUNCHER, "-n", 2, "--watch", SKUA, "fib", 10)
    expect(done.returncode == 0 and "fib(10) = 55" in done.stdout and done.stderr == "", f"{done}")
    done = finished(LAUNCHER, "-n", 2, "--watch", "false")
    expect(done.returncode == 1, f"{done}")
    done = finished(LAUNCHER, "--watch", "--sim", "latency=2us", SKUA, "fib", 10)
    expect(done.returncode == 2 and "--watch" in done.stderr and done.stderr.count("\n") == 1, f"{done}")


run_scenarios()
