# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Decodes traces (docs/reference/trace_format.md)."""

import collections
import struct

Event = collections.namedtuple("Event", "track type category name time end arguments flow ended_flow value")
SLICE, INSTANT, COUNTER = "slice", "instant", "counter"


class Broken(Exception):
    """The bytes are not a whole trace."""


def fields(data):
    """The fields of a message: (number, value); a varint as a number, fixed64 and bytes as bytes."""
    i = 0

    def varint():
        nonlocal i
        value = shift = 0
        while True:
            if i >= len(data):
                raise Broken("ends in a number")
            byte = data[i]
            i += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while i < len(data):
        tag = varint()
        kind = tag & 7
        if kind == 0:
            yield tag >> 3, varint()
        elif kind in (1, 2):
            size = 8 if kind == 1 else varint()
            if i + size > len(data):
                raise Broken("ends in a field")
            yield tag >> 3, data[i:i + size]
            i += size
        else:
            raise Broken(f"a field of type {kind}")


def message(data):
    """All fields of a message, as lists."""
    result = collections.defaultdict(list)
    for number, value in fields(data):
        result[number].append(value)
    return result


def argument(data, names):
    m = message(data)
    name = names[m[1][0]]
    if 3 in m:
        return name, m[3][0]
    if 4 in m:
        return name, m[4][0] - (1 << 64 if m[4][0] >> 63 else 0)
    if 5 in m:
        return name, struct.unpack("<d", m[5][0])[0]
    return name, m[6][0].decode()


class Trace:
    """events; tracks: {uuid: (kind, name, parent)}."""

    def __init__(self, data):
        self.events = []
        self.tracks = {}
        self.packets = 0
        tables = {}  # of each sequence: categories, names, names of arguments
        begun = {}  # the open slice of each track
        for number, packet in fields(data):
            if number != 1:
                raise Broken(f"field {number} of a trace")
            self.packets += 1
            p = message(packet)
            sequence, flags = p[10][0], p[13][0]
            if flags == 1:
                tables[sequence] = ({}, {}, {})
            if sequence not in tables:
                raise Broken("a sequence without a beginning")
            for interned in p[12]:
                for table, entries in message(interned).items():
                    for entry in entries:
                        e = message(entry)
                        tables[sequence][table - 1][e[1][0]] = e[2][0].decode()
            for descriptor in p[60]:
                self._track(message(descriptor))
            for event in p[11]:
                self._event(message(event), p[8][0], tables[sequence], begun)
        if begun:
            raise Broken(f"slices without an end: {begun}")

    def _track(self, d):
        name = d[2][0].decode() if 2 in d else ""
        kind = "plain"
        if 3 in d:
            kind, name = "process", message(d[3][0])[6][0].decode()
        elif 4 in d:
            kind, name = "thread", message(d[4][0])[5][0].decode()
        elif 8 in d:
            kind = "counter"
        self.tracks[d[1][0]] = (kind, name, d[5][0] if 5 in d else None)

    def _event(self, e, time, tables, begun):
        categories, names, argument_names = tables
        track, kind = e[11][0], e[9][0]
        if track not in self.tracks:
            raise Broken(f"an event on the unknown track {track}")
        if kind == 2:
            begin = begun.pop(track)
            if time < begin.time:
                raise Broken(f"{begin} ends before it begins")
            self.events.append(begin._replace(end=time))
            return
        event = Event(track=track, type={1: SLICE, 3: INSTANT, 4: COUNTER}[kind],
                      category=categories[e[3][0]] if 3 in e else "", name=names[e[10][0]] if 10 in e else "",
                      time=time, end=time, arguments=dict(argument(a, argument_names) for a in e[4]),
                      flow=struct.unpack("<Q", e[47][0])[0] if 47 in e else 0,
                      ended_flow=struct.unpack("<Q", e[48][0])[0] if 48 in e else 0,
                      value=struct.unpack("<d", e[44][0])[0] if 44 in e else None)
        if kind == 1:
            if track in begun:
                raise Broken(f"{event} begins in {begun[track]}")
            begun[track] = event
        else:
            self.events.append(event)

    def named(self, name, category=None):
        return [e for e in self.events if e.name == name and category in (None, e.category)]

    def of_category(self, category):
        return [e for e in self.events if e.category == category]

    def total(self, name, argument_name, category=None):
        return sum(e.arguments[argument_name] for e in self.named(name, category))


def read(path):
    with open(path, "rb") as file:
        return Trace(file.read())
