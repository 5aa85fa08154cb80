# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program in its own session on a terminal, as a shell would start it."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

from scenarios import after_scenario, expect

PATIENCE = 60


class Terminal:
    def __init__(self, *command, environment, size=None):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            try:
                os.execve(command[0], list(map(str, command)), environment)
            finally:
                os._exit(127)
        self.code = None
        self.shown = b""
        if size:
            self.resize(*size)
        after_scenario(self.abandon)

    def resize(self, columns, rows):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self):
        """Appends the available output; returns false at the end."""
        if not select.select([self.fd], [], [], 0.2)[0]:
            return True
        try:
            part = os.read(self.fd, 65536)
        except OSError:  # no process has the other end open
            return False
        self.shown += part
        return bool(part)

    def until(self, pattern, after=0):
        deadline = time.monotonic() + PATIENCE
        while not (match := re.search(pattern, self.shown[after:])):
            expect(time.monotonic() < deadline and self.read(), f"{pattern!r} is not in {self.shown[-3000:]!r}")
        return match

    def type(self, keys):
        os.write(self.fd, keys)

    def end(self):
        """The exit code; `shown` has the whole output then."""
        deadline = time.monotonic() + PATIENCE
        while self.read():
            expect(time.monotonic() < deadline, f"does not end: {self.shown[-2000:]!r}")
        return self.wait()

    def hang_up(self):
        """Takes the terminal away; returns the exit code."""
        os.close(self.fd)
        self.fd = -1
        return self.wait()

    def wait(self):
        if self.code is None:
            self.code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.code

    def kill(self):
        if self.code is None:
            os.kill(self.pid, signal.SIGKILL)
            self.wait()

    def abandon(self):
        """Ends a run that a failed scenario has left."""
        self.kill()
        if self.fd >= 0:
            os.close(self.fd)
