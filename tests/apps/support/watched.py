# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs that serve their numbers, their sockets, and programs on a terminal."""

import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

from support.openmetrics import parse
from support.program import after_scenario, expect

import on_terminal  # of tests/support, which support.program adds to the path

SKUA = str(pathlib.Path(sys.argv[1]).resolve())
LAUNCHER = str(pathlib.Path(SKUA).with_name("skua-run"))
LONG = ["uts", "--tree", "T1XXL"]  # minutes
PATIENCE = 60


def until(condition, text):
    """Waits until the condition holds; returns its value."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if value := condition():
            return value
        time.sleep(0.01)
    expect(False, f"not within {PATIENCE} s: {text}")
    return None


def folder():
    """A fresh folder with a short path."""
    made = tempfile.TemporaryDirectory(prefix="skua-")  # pylint: disable=consider-using-with
    after_scenario(made.cleanup)
    return made.name


def environment(**variables):
    clean = {name: value for name, value in os.environ.items() if not name.startswith("SKUA_") and name != "NO_COLOR"}
    return clean | {"TERM": "xterm", "LC_ALL": "C.UTF-8"} | variables


def start(*command, **variables):
    process = subprocess.Popen(  # pylint: disable=consider-using-with
        list(map(str, command)), env=environment(**variables), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    after_scenario(end, process)
    return process


def finished(*command, settings=None, **variables):
    """A command that has ended."""
    return subprocess.run(list(map(str, command)), env=environment(**variables), capture_output=True, text=True,
                          check=False, **(settings or {}))


def end(process):
    if process.poll() is None:
        process.kill()
    process.communicate()


def interrupted(process, code=130):
    """Ends a run as Ctrl-C does (a search stops, and the program has code 0); returns what it wrote
    to standard error."""
    process.send_signal(signal.SIGINT)
    error = process.communicate(timeout=PATIENCE)[1]
    expect(process.returncode == code, f"exit code {process.returncode}: {error}")
    return error


def answer(path, request=b""):
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(PATIENCE)
        client.connect(str(path))
        client.sendall(request)
        client.shutdown(socket.SHUT_WR)
        text = b""
        while part := client.recv(65536):
            text += part
    return text.decode()


def serves(path):
    try:
        return parse(answer(path))
    except (FileNotFoundError, ConnectionRefusedError, ConnectionResetError):
        return None


def numbers(path):
    """The numbers of a process, as soon as it serves them."""
    return until(lambda: serves(path), f"{path} answers")


def places_of(samples):
    return {int(dict(key)["place"]) for key in samples["skua_workers"]}


def labelled(samples, name):
    return sum(samples[name].values())


class Terminal(on_terminal.Terminal):
    def __init__(self, *command, columns=80, rows=24, **variables):
        super().__init__(*command, environment=environment(**variables), size=(columns, rows))


def plain(shown):
    """Text of a screen without its control sequences."""
    return re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", shown).decode()


def screens(shown):
    """The lines of each drawn screen."""
    return [plain(screen).replace("\r", "").split("\n") for screen in shown.split(b"\x1b[H")[1:]]


def watched(*arguments, **variables):
    path = pathlib.Path(folder(), "socket")
    process = start(SKUA, *LONG, *arguments, SKUA_METRICS=f"unix:{path}", **variables)
    numbers(path)
    return process, path
