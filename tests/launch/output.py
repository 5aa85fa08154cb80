# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Output of places: whole lines, not mixed, complete to the last byte; and standard input."""

import os
import resource
import subprocess
import tempfile

from support.launcher import (
    LAUNCHER,
    PROGRAM,
    environment,
    expect,
    names_left_behind,
    one_line,
    resident_kilobytes,
    run,
    run_scenarios,
    scenario,
    start,
    wait_for,
)

before = names_left_behind()


def python(text):
    return "python3", "-c", "import os, sys; k = int(os.environ['SKUA_RUN_PLACE'])\n" + text


SIZES = (1, 80, 4095, 4096, 4097, 70000)
STORM = python(f"""
for round in range(20):
    for size in {SIZES}:
        line = (chr(97 + k) * size + '\\n').encode()
        for stream in (1, 2):
            for at in range(0, len(line), 3001):
                os.write(stream, line[at:at + 3001])
""")


@scenario
def lines_are_whole():
    """Many places, long lines, written in pieces: each arrives whole."""
    for two_streams in (False, True):
        done = run("-n", 4, *STORM, stderr=subprocess.STDOUT if two_streams else subprocess.PIPE)
        for data in (done.stdout,) if two_streams else (done.stdout, done.stderr):
            lines = data.decode().split("\n")
            expect(done.returncode == 0 and lines.pop() == "", "a storm of lines ends well")
            expect(all(line and line == line[0] * len(line) for line in lines), "no line is torn")
            for name in "abcd":
                sizes = [len(line) for line in lines if line[0] == name]
                times = 2 if two_streams else 1
                expect(sorted(sizes) == sorted(SIZES * 20 * times), f"every line of {name} arrived once")
                expect(two_streams or sizes == list(SIZES) * 20, f"the lines of {name} are in order")


@scenario
def streams_are_separate():
    """Standard output and standard error stay separate; a last line without an end arrives."""
    done = run("-n", 2, *python("os.write(1, b'out%d' % k); os.write(2, b'err%d' % k)"))
    expect(sorted(done.stdout.split(b"\n")) == [b"out0", b"out1"], f"unfinished lines: {done}")
    expect(sorted(done.stderr.split(b"\n")) == [b"err0", b"err1"], f"unfinished lines: {done}")


@scenario
def one_place_unchanged():
    """A single place: every byte unchanged, and at once."""
    blob = os.urandom(300_000)
    expect(run("-n", 1, "cat", input=blob).stdout == blob, "bytes pass through one place unchanged")
    process = start("-n", 1, "cat", stdin=subprocess.PIPE)
    os.write(process.stdin.fileno(), b"no end of line")
    expect(os.read(process.stdout.fileno(), 100) == b"no end of line", "one place alone is not held up")
    process.stdin.close()
    expect(process.wait(60) == 0, "cat ends with its input")


@scenario
def a_very_long_line():
    """A line longer than any buffer, and a place that writes little."""
    done = run("-n", 2, *python("k or os.write(1, b'x' * 10) and sys.stdout.write('y' * 5_000_000 + '\\n')"))
    expect(done.stdout == b"x" * 10 + b"y" * 5_000_000 + b"\n", "a line of five megabytes")


@scenario
def tags():
    """Tags."""
    done = run("-n", 3, "--tag", *python("print('a\\n\\nb'); os.write(2, b'end')"))
    for k in (0, 1, 2):
        own_lines = [line for line in done.stdout.decode().splitlines() if line.startswith(f"[{k}] ")]
        expect(own_lines == [f"[{k}] a", f"[{k}] ", f"[{k}] b"], f"--tag: {done}")
    expect(sorted(done.stderr.decode().split("\n")) == ["[0] end", "[1] end", "[2] end"], f"--tag: {done}")


@scenario
def standard_input():
    """Input goes to place 0; the others find the end of input at once."""
    done = run("-n", 3, *python("print(k, len(sys.stdin.buffer.read()))"), input=b"z" * 100_000)
    expect(sorted(done.stdout.decode().splitlines()) == ["0 100000", "1 0", "2 0"], f"stdin: {done}")


@scenario
def a_closed_pipe():
    """The reader may close its end: places get EPIPE as if they wrote there themselves."""
    process = start("-n", 2, "yes")
    expect(process.stdout.readline() == b"y\n", "yes says y")
    process.stdout.close()
    expect(process.wait(60) == 128 + 13, f"a closed pipe ends the run: {process.returncode}")
    expect(process.stderr.read() == b"", "a closed pipe is not reported")


@scenario
def a_full_disk():
    """Output that cannot be written is an error with a specific exit code and one line. A closed
    reader is not."""
    with open("/dev/full", "wb") as full:
        done = run("-n", 2, "sh", "-c", "echo hello", stdout=full)
        expect(done.returncode == 125, f"a full disk: {done}")
        one_line(done.stderr, "skua-run: cannot write standard output: No space left on device")
        done = run("-n", 2, "sh", "-c", "echo hello >&2", stderr=full)
        expect(done.returncode == 125 and done.stdout == b"", f"a full disk for standard error: {done}")
        done = run("-n", 2, "sh", "-c", "echo hello; exit 3", stdout=full)
        expect(done.returncode in (3, 125), f"a full disk and an exit code: {done}")
        for options in ("--help", "--version", "--show true", "--sim x=1 --show true"):
            expect(run(*options.split(), stdout=full).returncode == 125, f"{options} on a full disk")
        process = start("-n", 2, "yes", stdout=full)  # the run ends although its places would not
        expect(process.wait(60) == 125, f"endless output on a full disk: {process.returncode}")
        one_line(process.stderr.read(), "skua-run: cannot write standard output: No space left on device; the run ends")


@scenario
def a_limit_of_file_size():
    """A limit of file size: the rest is lost, the launcher survives."""
    with tempfile.TemporaryFile() as file:
        process = start("-n", 1, "cat", stdin=subprocess.PIPE, stdout=file)
        os.write(process.stdin.fileno(), b"x")
        wait_for(lambda: os.fstat(file.fileno()).st_size == 1, "the first byte")
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (1 << 16, 1 << 16))
        try:
            process.stdin.write(b"x" * 200_000)
            process.stdin.close()
        except BrokenPipeError:
            pass
        expect(process.wait(60) == 125, f"a limit of file size: {process.returncode}")
        one_line(process.stderr.read(), "skua-run: cannot write standard output: File too large")


@scenario
def a_slow_reader():
    """A slow reader stops the writers, not skua-run, which stays small."""
    process = start("-n", 2, "yes", "x" * 1000)
    process.stdout.read(100_000)
    size = resident_kilobytes(process.pid)
    expect(size < 64_000, f"skua-run has grown to {size} kB")
    process.terminate()
    process.stdout.read()
    expect(process.wait(60) == 128 + 15, f"terminated: {process.returncode}")


def with_closed(streams, *words, **options):
    command = ["sh", "-c", '"$@" ' + streams, "sh", LAUNCHER, *words]
    return subprocess.run(command, check=False, timeout=60, env=environment(), **options)


@scenario
def closed_standard_streams():
    """Text for a closed standard output is lost: an error. Standard input and standard error that are
    closed are as /dev/null."""
    greet = ("-n", "2", PROGRAM, "greet")
    done = with_closed(">&-", *greet, stderr=subprocess.PIPE)
    expect(done.returncode == 125, f"without standard output: {done}")
    one_line(done.stderr, "skua-run: cannot write standard output: it is closed")
    done = with_closed("<&- >&- 2>&-", *greet)
    expect(done.returncode == 125, f"without standard streams: {done}")
    done = with_closed(">&-", "--help", stderr=subprocess.PIPE)
    expect(done.returncode == 125, f"--help: {done}")
    done = with_closed(">&-", "-n", "2", "true", stderr=subprocess.PIPE)
    expect((done.returncode, done.stderr) == (0, b""), f"a program without output: {done}")
    done = with_closed("<&- 2>&-", *greet, stdout=subprocess.PIPE)
    expect(done.returncode == 0 and done.stdout, f"with standard output alone: {done}")


@scenario
def nothing_is_left_in_shared_memory():
    expect(names_left_behind() == before, "nothing is left in shared memory")


run_scenarios()
