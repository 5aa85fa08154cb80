# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Commands of gdb for programs that use Skua: skua tasks, skua bt TASK, skua scopes, skua step.

They read the process or the core file by the offsets that the library itself states
(src/instruments/debugger_facts.cpp), so they need no debug information of the library."""

import re

import gdb
import gdb.unwinder


class Missing(gdb.GdbError):
    """The program has no Skua, or another version of it."""


class Memory:
    """Reads words of the program, and parts of its objects by name."""

    def __init__(self):
        try:
            at = int(gdb.parse_and_eval("(unsigned long) &skua_debugger_facts"))
        except gdb.error as e:
            raise Missing("skua: this program has no symbol skua_debugger_facts: is it linked with Skua, and not "
                          "stripped?") from e
        self.inferior = gdb.selected_inferior()
        self.facts = {}
        if not self.has_memory(at):
            raise Missing("skua: no process runs, and there is no core file")
        while True:
            name, value = self.word(at), self.word(at + 8)
            if name == 0:
                break
            self.facts[self.text(name)] = value
            at += 16
        if self.facts.get("version") != 1:
            raise Missing(f"skua: these commands know version 1 of the facts, not {self.facts.get('version')}")

    def has_memory(self, address):
        try:
            return self.word(self.word(address), 1) != 0
        except gdb.MemoryError:
            return False

    def word(self, address, size=8):
        return int.from_bytes(self.inferior.read_memory(address, size).tobytes(), "little")

    def number(self, address):
        value = self.word(address, 4)
        return value - (1 << 32) if value >> 31 else value

    def text(self, address):
        data = b""
        while len(data) < 200:
            byte = self.inferior.read_memory(address + len(data), 1).tobytes()
            if byte == b"\0":
                break
            data += byte
        return data.decode(errors="replace")

    def part(self, base, name, size=8):
        return self.word(base + self.facts[name], size)


class Task:
    """A fibre that runs a task, or has stopped in one."""

    def __init__(self, memory, place, fibre):
        self.memory, self.place, self.fibre = memory, place, fibre
        self.scope = memory.part(fibre, "fibre.scope") & memory.facts["scope.mask"]
        self.worker = memory.part(fibre, "fibre.worker")
        name = memory.part(fibre, "fibre.task_name")
        self.name = memory.text(name) if name else ""
        waits_for = memory.part(fibre, "fibre.waits_for")
        self.waits_for = memory.text(waits_for) if waits_for else ""
        self.object = memory.part(fibre, "fibre.object")
        self.runs = self.worker != 0 and memory.part(self.worker, "worker.current") == fibre

    def thread(self):
        """The thread that runs it."""
        number = self.memory.part(self.worker, "worker.thread_number", 4)
        return next((t for t in self.memory.inferior.threads() if number in t.ptid), None)

    def state(self):
        if self.runs:
            return f"runs on worker {self.memory.number(self.worker + self.memory.facts['worker.id'])}"
        return f"waits for {self.waits_for} {self.object:#x}" if self.waits_for else "is ready, or preempted"


def places(memory):
    """(number, address) of each place of the process."""
    table = memory.facts["places"]
    found = []
    for i in range(memory.facts["max_places"]):
        place = memory.word(table + 8 * i)
        if place:
            found.append((memory.number(place + memory.facts["place.number"]), place))
    return sorted(found)


def tasks(memory):
    """All tasks that have begun and not ended; their number is that of the commands."""
    found = []
    per_chunk, per_table = memory.facts["fibres_per_chunk"], memory.facts["chunks_per_table"]
    for _, place in places(memory):
        size = memory.part(place, "place.fibre_bytes")
        for i in range(memory.part(place, "place.chunk_count")):
            chunk = i // per_chunk
            table = memory.word(place + memory.facts["place.tables"] + 8 * (chunk // per_table))
            fibre = memory.word(table + 8 * (chunk % per_table)) + (i % per_chunk) * size
            task = Task(memory, place, fibre)
            if task.scope and (task.runs or memory.part(fibre, "fibre.stack_pointer")):
                found.append(task)
    return found


def scopes_around(memory, scope):
    """The open scopes from the innermost one outwards."""
    found = []
    while scope:
        found.append(scope)
        scope = memory.part(scope, "scope.parent") & memory.facts["scope.mask"]
    return found


class StoppedStack(gdb.unwinder.Unwinder):
    """While it has a stack pointer, the caller of a thread's innermost frame is the stopped task."""

    def __init__(self):
        super().__init__("skua stopped task")
        self.enabled = True
        self.registers = None  # by name

    def __call__(self, pending_frame):
        if self.registers is None or pending_frame.level() != 0:
            return None
        sp = pending_frame.read_register("rsp")
        pc = pending_frame.read_register("rip")
        info = pending_frame.create_unwind_info(FrameId(sp, pc))
        for name, value in self.registers.items():
            info.add_saved_register(name, value)
        return info


class FrameId:
    """The identity of a frame, as gdb wants it."""

    def __init__(self, sp, pc):
        self.sp, self.pc = sp, pc


STOPPED = StoppedStack()
gdb.unwinder.register_unwinder(None, STOPPED, replace=True)


def registers_of(memory, task):
    """The registers of a stopped task (system/context.hpp, switch_context)."""
    sp = memory.part(task.fibre, "fibre.stack_pointer")
    word = gdb.lookup_type("unsigned long")

    def value(number):
        return gdb.Value(number).cast(word)

    return {"rip": value(memory.word(sp)), "rbx": value(memory.word(sp + 8)), "rbp": value(memory.word(sp + 16)),
            "rsp": value(sp + 24 + 128)}


def frames_of(memory, task, use):
    """use(innermost frame of the task); gdb's own selection stays. None if there is none."""
    if task.runs:
        thread = task.thread()
        if thread is None:
            return None
        before = gdb.selected_thread()
        thread.switch()
        try:
            return use(gdb.newest_frame())
        finally:
            before.switch()
    if gdb.newest_frame().architecture().name() != "i386:x86-64":
        return None
    STOPPED.registers = registers_of(memory, task)
    gdb.invalidate_cached_frames()
    try:
        return use(gdb.newest_frame().older())
    finally:
        STOPPED.registers = None
        gdb.invalidate_cached_frames()


ANONYMOUS = "(anonymous namespace)"
LAMBDA = re.compile(r"<((?:\(anonymous namespace\)::)?[\w:~]+\([^()]*\)(?: const)?::\{lambda\([^()]*\)#\d+\})")


def program_function(symbol):
    """The function of a symbol, or the lambda of the program among its template arguments; "": it is the library's."""
    head = re.split(r"[<(]", symbol.replace(ANONYMOUS, "@"))[0].split(" ")[-1].replace("@", ANONYMOUS)
    if not head.startswith(("skua::", "std::", "_")):
        return head
    found = LAMBDA.search(symbol)
    return found[1] if found else ""


def function_of(frame):
    """The innermost function of the program among these frames; "": none."""
    try:
        while frame is not None and frame.is_valid():
            # frame.name() has no namespace where there is little debug information
            text = gdb.execute(f"info symbol {frame.pc() - 1}", to_string=True)
            symbol = re.match(r"(.*?)(?: \+ \d+)? in section ", text)
            function = program_function(symbol[1]) if symbol and gdb.solib_name(frame.pc()) is None else ""
            if function:
                return function
            frame = frame.older()
    except gdb.error:
        pass  # the stack cannot be followed further
    return ""


def print_frames(frame):
    number = 0
    while frame is not None and frame.is_valid():
        position = frame.find_sal()
        where = f" at {position.symtab.filename}:{position.line}" if position.symtab else ""
        print(f"#{number:<3} {frame.name() or hex(frame.pc())}{where}")
        number += 1
        try:
            frame = frame.older()
        except gdb.error as e:
            print(f"(the stack cannot be followed further: {e})")
            return


class Skua(gdb.Command):
    """Commands for programs that use Skua: skua tasks, skua bt TASK, skua scopes, skua step."""

    def __init__(self):
        super().__init__("skua", gdb.COMMAND_STACK, gdb.COMPLETE_NONE, True)


MOST_STACKS = 100  # of tasks without a name that are followed: each takes some milliseconds


class Tasks(gdb.Command):
    """Lists the tasks that have begun and not ended: number, place, name, what each does or waits for."""

    def __init__(self):
        super().__init__("skua tasks", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        memory = Memory()
        found = tasks(memory)
        unnamed = 0
        for number, task in enumerate(found, 1):
            place = memory.number(task.place + memory.facts["place.number"])
            name = task.name or "a task"
            if not task.name:
                unnamed += 1
                function = frames_of(memory, task, function_of) if unnamed <= MOST_STACKS else ""
                name += f" in {function}" if function else ""
            print(f"{number:4}  place {place}  {name:20} {task.state()}")
        if not found:
            print("no task has begun")


class Backtrace(gdb.Command):
    """skua bt TASK: the stack of a task, by its number in `skua tasks`."""

    def __init__(self):
        super().__init__("skua bt", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        memory = Memory()
        found = tasks(memory)
        if not found:
            raise gdb.GdbError("skua bt: no task has begun")
        if not argument.isdigit() or not 1 <= int(argument) <= len(found):
            raise gdb.GdbError(f"skua bt: expected the number of a task, 1 to {len(found)}; `skua tasks` lists them")
        task = found[int(argument) - 1]
        if task.runs and task.thread() is None:
            raise gdb.GdbError("skua bt: gdb does not know the thread of the worker that runs it")
        if not task.runs and gdb.newest_frame().architecture().name() != "i386:x86-64":
            raise gdb.GdbError("skua bt: stopped tasks can be shown on x86-64 only")
        frames_of(memory, task, print_frames)


def tasks_outside(memory, scope, state):
    """Words for the tasks of a scope outside its owner's stack. The tokens of tasks at other places are lent in
    bulk, so they say only that there are some."""
    tokens, lent = state // memory.facts["scope.token"], 0
    if state & memory.facts["scope.extended"]:
        lent = memory.part(memory.part(scope, "scope.extension"), "extension.lent_tokens")
    here = max(tokens - lent, 0)
    return f"{here} task{'' if here == 1 else 's'} elsewhere" + (", more at other places" if lent else "")


class Scopes(gdb.Command):
    """Lists the open scopes: tasks outside their owner's stack, state, and the tasks that are in them."""

    def __init__(self):
        super().__init__("skua scopes", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        memory = Memory()
        flags = {name: memory.facts[f"scope.{name}"] for name in ("cancelled", "waiting", "proxy")}
        members, depth = {}, {}
        for number, task in enumerate(tasks(memory), 1):
            around = scopes_around(memory, task.scope)
            members.setdefault(task.scope, []).append(number)
            for i, scope in enumerate(reversed(around)):
                depth[scope] = i
        for _, place in places(memory):
            depth.setdefault(place + memory.facts["place.root"], 0)
        for scope, level in sorted(depth.items(), key=lambda item: item[1]):
            state = memory.part(scope, "scope.state")
            words = [name for name, flag in flags.items() if state & flag]
            inside = ", ".join(f"task {n}" for n in members.get(scope, []))
            print(f"{'  ' * level}scope {scope:#x}: {tasks_outside(memory, scope, state)}"
                  + (f", {' '.join(words)}" if words else "") + (f"; in it: {inside}" if inside else ""))


class Step(gdb.Command):
    """skua step [EVENTS]: continues a simulated run for this number of events, by default one."""

    def __init__(self):
        super().__init__("skua step", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        count = argument.strip() or "1"
        if not count.isdigit() or int(count) == 0:
            raise gdb.GdbError("skua step: expected a number of events above zero")
        try:
            event = int(gdb.parse_and_eval("*(unsigned long*) &skua_simulated_events"))
        except gdb.error as e:
            raise Missing("skua step: this program has no symbol skua_simulated_events: is it linked with Skua, and "
                          "not stripped?") from e
        if event == 0:
            raise gdb.GdbError("skua step: no simulation runs (SKUA_SIM, skua-run --sim)")
        gdb.execute(f"set var *(unsigned long*) &skua_stop_at_event = {event + int(count)}")
        gdb.execute("continue")


Skua()
Step()
Tasks()
Backtrace()
Scopes()
