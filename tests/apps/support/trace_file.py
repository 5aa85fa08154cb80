# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes small traces, as docs/reference/trace_format.md says."""

import struct

SECOND = 1_000_000_000
MILLISECOND = 1_000_000


def varint(value):
    value &= (1 << 64) - 1
    data = b""
    while value >= 0x80:
        data += bytes([value & 0x7F | 0x80])
        value >>= 7
    return data + bytes([value])


def number(field, value):
    return varint(field << 3) + varint(value)


def text(field, value):
    value = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(value)) + value


class Part:
    """The part of one place; times are ns after its begin."""

    def __init__(self, place=0, places=1, workers=2, program="/bin/planted", command="planted 8", **other):
        self.place, self.data = place, bytearray()
        self.names = ({}, {}, {})  # categories, events, arguments
        self.interned = b""
        self.track = (place + 1) << 32
        known = {"version": "0.1.0", "program": program, "command": command}
        known |= {"place": place, "places": places, "workers": workers}
        known |= {"host": "host", "boot": "boot", "realtime": 10**18, "simulated": 0, "threshold": 10_000}
        self.event(self.track, 0, 3, "run", "skua", known | {"policy": "lifeline"} | other)

    def intern(self, table, name):
        names = self.names[table]
        if name not in names:
            names[name] = len(names) + 1
            self.interned += text(table + 1, number(1, names[name]) + text(2, name))
        return names[name]

    def event(self, track, time, kind, name="", category="", arguments=None):
        event = number(9, kind) + number(11, track)
        if category:
            event += number(3, self.intern(0, category))
        if name:
            event += number(10, self.intern(1, name))
        for key, value in (arguments or {}).items():
            annotation = number(1, self.intern(2, key))
            if isinstance(value, str):
                annotation += text(6, value)
            elif isinstance(value, float):
                annotation += varint(5 << 3 | 1) + struct.pack("<d", value)
            else:
                annotation += number(3, value)
            event += text(4, annotation)
        packet = number(8, 7 * SECOND + time) + number(10, self.place + 1) + number(13, 2 if self.data else 1)
        if self.interned:
            packet += text(12, self.interned)
            self.interned = b""
        self.data += text(1, packet + text(11, event))
        return self

    def slice(self, worker, begin, end, name, category, **arguments):
        track = self.track + 1 + worker
        return self.event(track, begin, 1, name, category, arguments).event(track, end, 2)

    def tasks(self, worker, begin, end, name, count=1, busy=1.0):
        spent = int((end - begin) * busy)
        return self.slice(worker, begin, end, name, "task", count=count, longest=spent // max(count, 1), busy=spent)

    def fill(self, worker, begin, end, length, name):
        for start in range(begin, end, length):
            self.tasks(worker, start, min(end, start + length), name)
        return self

    def sleep(self, worker, begin, end):
        return self.slice(worker, begin, end, "sleep", "idle")

    def end(self, time):
        return self.event(self.track, time, 3, "end", "skua", {"lost": 0, "tasks": 7, "seconds_user": 1.5})


def healthy(length=SECOND, **settings):
    part = Part(**settings)
    for worker in range(2):
        part.fill(worker, 0, length, 2 * MILLISECOND, "leaf")
    return part.end(length).data


def huge_task(length=SECOND, name="giant"):
    part = Part()
    part.fill(0, 0, length // 2, 2 * MILLISECOND, "leaf").fill(1, 0, length // 2, 2 * MILLISECOND, "leaf")
    part.tasks(0, length // 2, length, name).sleep(1, length // 2, length)
    return part.end(length).data
