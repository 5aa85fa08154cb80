# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""skua-run on a terminal: place 0 sees one, its unfinished lines appear at once and stay whole;
keys reach all places."""

import os
import re
import signal
import time

from support.launcher import (
    LAUNCHER,
    PATIENCE,
    PROGRAM,
    all_gone,
    all_in_time,
    environment,
    expect,
    run_scenarios,
    scenario,
)

import on_terminal  # of tests/support, which support.launcher adds to the path


class Terminal(on_terminal.Terminal):
    def __init__(self, *arguments, kind="xterm"):
        super().__init__(LAUNCHER, *arguments, environment=environment() | {"TERM": kind})

    def own_words(self):
        """The lines of skua-run itself."""
        return b"".join(line for line in self.shown.splitlines(True) if b"skua-run" in line)


def python(text):
    return "python3", "-c", f"""
import os, sys, time
k = int(os.environ['SKUA_RUN_PLACE'])
def say(*words):
    os.write(1, (' '.join(map(str, words)) + '\\n').encode())
{text}"""


@scenario
def place_0_has_the_terminal():
    """Which places have a terminal."""
    t = Terminal("-n", 2, *python("say(k, [os.isatty(fd) for fd in (0, 1, 2)])"))
    expect(t.end() == 0, "the places that have a terminal")
    expect(sorted(t.shown.split(b"\r\n")) == [b"", b"0 [True, True, True]", b"1 [False, False, False]"], f"{t.shown!r}")


@scenario
def a_prompt_appears():
    """A prompt appears before it is answered."""
    t = Terminal("-n", 2, *python("k or say('got', input('name? '))"))
    t.until(rb"name\? ")
    t.type(b"tern\n")
    expect(t.end() == 0 and b"got tern\r\n" in t.shown, f"a prompt: {t.shown!r}")


def progress(kind):
    """What a terminal shows of progress at place 0 and then a line of place 1."""
    fifo = f"/tmp/skua-launch-{os.getpid()}"
    os.mkfifo(fifo)
    t = Terminal("-n", 2, *python(f"""
if k == 0:
    os.write(2, b'\\r10 %')
    open({fifo!r}, 'w').close()
    input()
    os.write(2, b'\\r20 %')
    os.write(2, b'\\r\\x1b[K')
    say('done')
else:
    open({fifo!r}).close()
    say('a line of place 1')
"""), kind=kind)
    t.resize(80, 24)
    t.until(b"a line of place 1")
    t.type(b"\n")
    expect(t.end() == 0, "progress")
    os.remove(fifo)
    return t.shown.replace(b"\r\n", b"\n")


@scenario
def progress_is_live():
    """Lines of other places appear above it; on a dumb terminal they end it."""
    shown = progress("dumb")
    expect(b"10 %\na line of place 1\n" in shown, f"lines stay whole: {shown!r}")
    shown = progress("xterm")
    position = shown.index(b"a line of place 1\n")
    expect(shown.startswith(b"\r10 %") and shown[:position].endswith(b"\x1b[K"), f"it makes room: {shown!r}")
    expect(shown[position:].startswith(b"a line of place 1\n10 %"), f"and comes back: {shown!r}")
    expect(shown.endswith(b"\r20 %\r\x1b[Kdone\n"), f"to the end: {shown!r}")


def row_of(text):
    """What a row of the terminal shows after this text."""
    row, column = bytearray(), 0
    for part in re.findall(rb"\r|\x1b\[K|[^\r\x1b]+", text):
        if part == b"\x1b[K":
            del row[column:]
        elif part != b"\r":
            row[column : column + len(part)] = part
        column = 0 if part == b"\r" else column + len(part) if part[:1] != b"\x1b" else column
    return bytes(row)


@scenario
def lines_of_the_place_with_progress():
    """Its own lines erase the progress line, which it draws again."""
    t = Terminal("-n", 1, *python("""
os.write(2, b'\\rbc: 10 %\\x1b[K\\r')
os.write(1, b'one\\ntwo\\n')
os.write(2, b'\\rbc: 20 %\\x1b[K\\rthree\\n\\rbc: 30 %\\x1b[K\\r')
os.write(2, b'\\rbc: done\\x1b[K\\n')
"""))
    expect(t.end() == 0, "progress and lines")
    rows = [row_of(row) for row in t.shown.split(b"\n")]
    expect(rows == [b"one", b"two", b"three", b"bc: done", b""], f"lines stay whole: {t.shown!r}")


@scenario
def the_size_follows():
    """The size of the terminal, even when it changes."""
    t = Terminal("-n", 1, *python("""
import signal
size = lambda *a: say(tuple(os.get_terminal_size(1)))
signal.signal(signal.SIGWINCH, size)
say('ready')
while tuple(os.get_terminal_size(1)) != (111, 37): time.sleep(0.001)
size()
"""))
    t.until(b"ready")
    t.resize(111, 37)
    expect(t.end() == 0 and b"(111, 37)" in t.shown, f"the size: {t.shown!r}")


@scenario
def control_c_reaches_each_place_once():
    """Control-C reaches each place once. A place that handles it ends in its own way."""
    t = Terminal("-n", 2, *python("""
import signal
def got(number, frame):
    say(k, 'interrupted')
    sys.exit(5)
signal.signal(signal.SIGINT, got)
say(k, 'ready')
while True: time.sleep(1000)
"""))
    t.until(b"0 ready")
    t.until(b"1 ready")
    t.type(b"\x03")
    expect(t.end() == 5, f"control-C: {t.shown!r}")
    expect(t.shown.count(b"interrupted") == 2, f"once each: {t.shown!r}")
    all_in_time(t.own_words(), 5)


@scenario
def control_c_ends_a_program_of_the_library():
    t = Terminal("-n", 2, PROGRAM, "wait")
    for text in (b"waiting", b"place 0", b"place 1"):
        t.until(text)
    t.until(b"\n", after=max(t.shown.index(b"place 0"), t.shown.index(b"place 1")))
    pids = [int(line.split()[-1]) for line in t.shown.decode().splitlines() if "pid" in line]
    t.type(b"\x03")
    expect(t.end() == 130, f"control-C in a program of the library: {t.shown!r}")
    expect(len(pids) == 2, f"two places: {t.shown!r}")
    all_in_time(t.own_words(), 130)
    all_gone(pids)


def bytes_written(pid):
    with open(f"/proc/{pid}/io", encoding="ascii") as file:
        return int(next(line.split()[1] for line in file if line.startswith("wchar")))


@scenario
def a_terminal_that_nobody_reads():
    """skua-run does not block in a write to it: it still gets signals, and the second ends it."""
    t = Terminal("-n", 2, "yes", "x" * 1000)
    written = -1
    while written < 10_000 or written != bytes_written(t.pid):
        written = bytes_written(t.pid)
        time.sleep(0.2)  # a write that comes later only makes the test miss the defect
    os.kill(t.pid, signal.SIGTERM)
    deadline = time.monotonic() + PATIENCE
    while os.waitid(os.P_PID, t.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        expect(time.monotonic() < deadline, "skua-run hangs")
        time.sleep(0.3)  # sooner, the same signal counts as the same request
        os.kill(t.pid, signal.SIGTERM)
    expect(t.wait() == 128 + signal.SIGTERM, "the signal decides the exit code")


@scenario
def a_slow_terminal():
    """Every byte arrives. A line of which a part comes late may be interrupted by another place's."""
    t = Terminal("-n", 2, *python("[say(k, 'xy'[k] * 1000) for i in range(500)]"), kind="dumb")
    deadline = time.monotonic() + PATIENCE
    while t.read():
        expect(time.monotonic() < deadline, "no end")
        time.sleep(0.001)  # slower than the places write
    expect(t.wait() == 0 and t.shown.endswith(b"\r\n"), f"a slow terminal: {t.shown[-200:]!r}")
    counts = [t.shown.count(b) for b in (b"x", b"y", b"0", b"1")]
    expect(counts == [500_000, 500_000, 500, 500], f"a slow terminal: {counts}")


@scenario
def the_terminal_goes_away():
    """When the terminal goes away, the run ends."""
    t = Terminal("-n", 2, *python("say(os.getpid(), 'here')\nwhile True: time.sleep(1000)"))
    while t.shown.count(b"here") < 2:
        expect(t.read(), "two places")
    pids = [int(line.split()[0]) for line in t.shown.decode().splitlines()]
    code = t.hang_up()
    expect(code == 128 + signal.SIGHUP, f"hang-up: {code}")
    all_gone(pids)


run_scenarios()
