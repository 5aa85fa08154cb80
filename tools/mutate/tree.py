# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A checkout of its own in which many changes are compiled at once, and the tests that run them."""

import json
import os
import re
import signal
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

from changes import with_planted

# The tests of ctest that run programs of their own.
PROCESS_LABELS = {"apps", "multi"}
MENTION = re.compile(r"^(?:In file included from )?(\S+?):(\d+)[:,]", re.M)
SWITCHES = """
#pragma once
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// One change of many is on: the one that PLANTED_CHANGE names. Each process marks the changes that it
// reaches in the file that PLANTED_REACHED names.
namespace planted {
inline int chosen = 0;
inline unsigned char* reached = nullptr;

[[gnu::constructor(101)]] inline void prepare() {
  if (chosen != 0 || reached != nullptr) return;
  if (const char* number = ::getenv("PLANTED_CHANGE")) chosen = ::atoi(number);
  if (const char* path = ::getenv("PLANTED_REACHED")) {
    const int file = ::open(path, O_RDWR | O_CLOEXEC);
    void* bytes = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (bytes != MAP_FAILED) reached = static_cast<unsigned char*>(bytes);
    ::close(file);
  }
}

template <int number>
[[gnu::noinline]] bool is_on_at_run_time() {
  if (reached != nullptr && reached[number] == 0) reached[number] = 1;
  return chosen == number;
}

template <int number>
constexpr bool is_on() {
  return !__builtin_is_constant_evaluated() && is_on_at_run_time<number>();
}
}  // namespace planted
"""
MOST_CHANGES = 4095


def layer_of(path):
    """src/core/x.hpp and include/skua/detail/core/x.hpp are of `core`; launch/x.cpp is of `launch`."""
    parts = Path(path).parts
    return parts[1] if parts[0] == "src" else parts[-2]


def kill_all(mark):
    """Kills every process of the run with that mark; some have sessions of their own."""
    for environment in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"PLANTED_RUN={mark}\0".encode() in environment.read_bytes():
                os.kill(int(environment.parent.name), signal.SIGKILL)
        except OSError:
            pass


@dataclass
class Test:
    """A suite of a GoogleTest program, or a test of ctest."""

    name: str
    command: list
    environment: dict = field(default_factory=dict)
    seconds: float = 0.0
    reached: list = field(default_factory=list)


class Tree:
    """The user's checkout is never touched: changes are made in a clone of its HEAD."""

    def __init__(self, repository):
        self.folder = repository / "build" / "mutate"
        self.root, self.build = self.folder / "tree", self.folder / "build"
        self.environment = os.environ | {"CCACHE_BASEDIR": str(self.root), "CCACHE_NOHASHDIR": "1"}
        if not self.root.exists():
            self.output("git", "clone", "--quiet", "--shared", repository, self.root)
        self.output("git", "-C", self.root, "fetch", "--quiet", "origin", "HEAD")
        self.head = self.output("git", "-C", self.root, "rev-parse", "FETCH_HEAD").strip()

    def restore(self):
        self.output("git", "-C", self.root, "checkout", "--quiet", "--force", "--detach", self.head)

    def output(self, *command, check=True):
        words = [str(word) for word in command]
        done = subprocess.run(words, capture_output=True, text=True, env=self.environment, check=False)
        if check and done.returncode != 0:
            raise SystemExit(f"mutate: {' '.join(words[:4])} … failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    def plant(self, numbered):
        """Writes the sources with these changes, {number: change}, and compiles them; returns the
        numbers of those that the test programs contain."""
        switches = self.folder / "switches.hpp"
        if not switches.exists() or switches.read_text() != SWITCHES:
            switches.write_text(SWITCHES)
        flags = f"-w -Wno-narrowing -O1 -g1 -include {switches}"
        self.output(
            "cmake", "-G", "Ninja", "-S", self.root, "-B", self.build, "-DCMAKE_BUILD_TYPE=Sanitized",
            "-DCMAKE_CXX_COMPILER=clang++-19", f"-DCMAKE_CXX_FLAGS={flags}", "-DCMAKE_CXX_FLAGS_SANITIZED=",
            "-DSKUA_BUILD_TESTS=ON", "-DSKUA_BUILD_EXAMPLES=OFF",
        )
        planted = dict(numbered)
        while True:
            self.write(planted)
            broken = self.compile(planted)
            if not broken:
                return self.contained() & planted.keys()
            for number in broken:
                del planted[number]

    def write(self, planted):
        sources = {}
        for number, change in planted.items():
            sources.setdefault(change.path, {})[number] = change
        for path in self.output("git", "-C", self.root, "diff", "--name-only").split():
            sources.setdefault(path, {})
        for path, here in sources.items():
            original = self.output("git", "-C", self.root, "show", f"HEAD:{path}").encode()
            text = with_planted(original, here)
            if (self.root / path).read_bytes() != text:
                (self.root / path).write_bytes(text)

    def compile(self, planted):
        """Returns the numbers of the changes that do not compile: those on lines that an error names."""
        log = self.folder / "build.log"
        targets = ["unit_tests", "test_model", "test_protocol", *self.programs_of_processes()]
        with log.open("w") as file:
            command = ["ninja", "-C", self.build, "-k", "0", *targets]
            if subprocess.run(command, stdout=file, stderr=file, env=self.environment, check=False).returncode == 0:
                return set()
        named = set()
        for path, line in MENTION.findall(log.read_text(errors="replace")):
            absolute = Path(os.path.normpath(self.build / path))
            if absolute.is_relative_to(self.root):
                named.add((str(absolute.relative_to(self.root)), int(line)))
        broken = {number for number, change in planted.items() if (change.path, change.line) in named}
        if not broken:
            raise SystemExit(f"mutate: the build failed: see {log}")
        return broken

    def programs_of_processes(self):
        targets = re.findall(r"^(\S+): phony", self.output("ninja", "-C", self.build, "-t", "targets", "all"), re.M)
        wanted = re.compile(r"skua|skua-run|multi_\w+|launch_\w+")
        return sorted(name for name in set(targets) if wanted.fullmatch(name))

    def contained(self):
        """What a test program holds; the rest is evaluated by the compiler, or part of no program."""
        found = set()
        for program in (self.build / "bin").iterdir():
            symbols = self.output("nm", "-C", program, check=False)
            found.update(int(number) for number in re.findall(r"is_on_at_run_time<(\d+)>", symbols))
        return found

    def tests(self):
        found = []
        for program in sorted((self.build / "bin").glob("test_*")):
            listed = self.output(program, "--gtest_list_tests", "--gtest_filter=-*DISABLED*")
            for suite in re.findall(r"^([^\s.]+)\.(?: |$)", listed, re.M):
                command = [str(program), f"--gtest_filter={suite}.*", "--gtest_brief=1"]
                found.append(Test(f"{program.name} {suite}", command))
        listed = json.loads(self.output("ctest", "--test-dir", self.build, "--show-only=json-v1"))
        for test in listed["tests"]:
            properties = {each["name"]: each["value"] for each in test["properties"]}
            starts_mpi = re.search("openmpi|mpich", test["name"])  # whose programs are not built here
            if PROCESS_LABELS & set(properties.get("LABELS", ())) and "command" in test and not starts_mpi:
                variables = dict(each.split("=", 1) for each in properties.get("ENVIRONMENT", ()))
                found.append(Test(test["name"], test["command"], variables))
        return found

    def run(self, test, limit, **planted):
        """Returns what the test printed, None if it ran into the limit of seconds; and its seconds,
        None if it did not pass."""
        mark = f"{os.getpid()}.{id(test)}"
        environment = self.environment | test.environment | planted | {"PLANTED_RUN": mark}
        began = time.monotonic()
        with subprocess.Popen(
            test.command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
            env=environment, cwd=self.build, text=True, errors="replace",
        ) as process:
            try:
                printed, _ = process.communicate(timeout=limit)
                failed = process.returncode not in (0, 77)
            except subprocess.TimeoutExpired:
                printed, failed = None, True
            if failed:
                kill_all(mark)
        return printed, None if failed else time.monotonic() - began

    def measure(self, test):
        """Fills in the seconds and the changes that the test reaches; False if it fails without one."""
        marks = self.folder / f"reached.{os.getpid()}.{id(test)}"
        marks.write_bytes(bytes(MOST_CHANGES + 1))
        try:
            _, seconds = self.run(test, 600, PLANTED_REACHED=str(marks))
            test.reached = [number for number, mark in enumerate(marks.read_bytes()) if mark]
        finally:
            marks.unlink()
        test.seconds = seconds
        return seconds is not None
