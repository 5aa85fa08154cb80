# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How far the measurement is: one line on a terminal; in a pipe a line now and then."""

import sys
import time

INTERVAL = 30  # seconds between lines in a pipe


def clock(seconds):
    minutes, seconds = divmod(int(seconds + 0.5), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


class Progress:
    def __init__(self, cost, stream=sys.stderr):
        self.cost = cost  # seconds that all would take on the machine of the estimates
        self.done = 0.0
        self.start = time.monotonic()
        self.last = 0.0  # time of the last line in a pipe
        self.stream = stream
        self.is_terminal = stream.isatty()

    def advance(self, cost):
        self.done += cost

    def state(self):
        elapsed = time.monotonic() - self.start
        text = clock(elapsed)
        if self.done > 0 and elapsed > 5:
            text += f", about {clock(max(0, self.cost - self.done) * elapsed / self.done)} left"
        return text

    def show(self, text):
        if self.is_terminal:
            print(f"\r\033[K[{self.state()}] {text}", end="", file=self.stream, flush=True)
        elif not self.last or time.monotonic() - self.last >= INTERVAL:
            self.last = time.monotonic()
            print(f"[{self.state()}] {text}", file=self.stream, flush=True)

    def end(self):
        if self.is_terminal:
            print("\r\033[K", end="", file=self.stream, flush=True)
