# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A checkout of its own with a build tree, and which suites of tests run which lines."""

import json
import os
import re
import subprocess
import time
from pathlib import Path

FLAGS = "-w -O1 -g1 -fprofile-instr-generate -fcoverage-mapping"
PROGRAM = re.compile(r"^(bin/test_\w+): ", re.M)


def layer_of(path):
    """src/core/x.hpp and include/skua/detail/core/x.hpp are of `core`; launch/x.cpp is of `launch`."""
    parts = Path(path).parts
    return parts[1] if parts[0] == "src" else parts[-2]


class Tree:
    """The user's checkout is never touched: changes are made in a clone of its HEAD."""

    def __init__(self, repository):
        self.root = repository / "build" / "mutate" / "tree"
        self.build = repository / "build" / "mutate" / "build"
        self.log = repository / "build" / "mutate" / "build.log"
        self.environment = os.environ | {
            "CCACHE_BASEDIR": str(self.root), "CCACHE_NOHASHDIR": "1", "LLVM_PROFILE_FILE": "/dev/null",
        }
        if not self.root.exists():
            self.output("git", "clone", "--quiet", "--shared", repository, self.root)
        self.output("git", "-C", self.root, "fetch", "--quiet", "origin", "HEAD")
        self.output("git", "-C", self.root, "checkout", "--quiet", "--force", "--detach", "FETCH_HEAD")
        self.head = self.output("git", "-C", self.root, "rev-parse", "HEAD").strip()
        self.output(
            "cmake", "-G", "Ninja", "-S", self.root, "-B", self.build, "-DCMAKE_BUILD_TYPE=Debug",
            "-DCMAKE_CXX_COMPILER=clang++-19", f"-DCMAKE_CXX_FLAGS={FLAGS}", "-DCMAKE_CXX_FLAGS_DEBUG=",
            "-DSKUA_BUILD_TESTS=ON", "-DSKUA_BUILD_EXAMPLES=OFF", "-DSKUA_TEST_SHARDS=8",
        )

    def output(self, *command, check=True):
        words = [str(word) for word in command]
        done = subprocess.run(words, capture_output=True, text=True, env=self.environment, check=False)
        if check and done.returncode != 0:
            raise SystemExit(f"mutate: {' '.join(words[:4])} … failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    def programs(self):
        """The GoogleTest programs by their targets."""
        return sorted(set(PROGRAM.findall(self.output("ninja", "-C", self.build, "-t", "targets", "all"))))

    def compiles(self, *targets):
        with self.log.open("w") as log:
            command = ["ninja", "-C", str(self.build), *targets]
            return subprocess.run(command, stdout=log, stderr=log, env=self.environment, check=False).returncode == 0

    def run(self, program, suite, seconds, profiles="/dev/null"):
        """Returns the seconds that the suite took, or None if it failed or ran into the limit."""
        environment = self.environment | {"LLVM_PROFILE_FILE": str(profiles)}
        command = [str(self.build / program), f"--gtest_filter={suite}.*", "--gtest_brief=1"]
        began = time.monotonic()
        with subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
            env=environment, cwd=self.build, start_new_session=True,
        ) as process:
            try:
                failed = process.wait(timeout=seconds) != 0
            except subprocess.TimeoutExpired:
                failed = True
            if failed:  # with its places
                try:
                    os.killpg(process.pid, 9)
                except ProcessLookupError:
                    pass
        return None if failed else time.monotonic() - began


class Coverage:
    """`suites[program suite]` has the seconds and the lines of each file; `lines[file]` are those
    that some program has compiled."""

    def __init__(self, tree, say):
        self.tree = tree
        self.file = tree.build.parent / "coverage.json"
        known = json.loads(self.file.read_text()) if self.file.exists() else {}
        if known.get("commit") != tree.head:
            known = self.measure(say)
        self.suites, self.lines = known["suites"], known["lines"]

    def measure(self, say):
        suites, lines = {}, {}
        if not self.tree.compiles("unit_tests", "test_model", "test_protocol"):
            raise SystemExit(f"mutate: the build failed: see {self.tree.log}")
        programs = [name for name in self.tree.programs() if (self.tree.build / name).exists()]
        for at, program in enumerate(programs, 1):
            listed = self.tree.output(self.tree.build / program, "--gtest_list_tests", "--gtest_filter=-*DISABLED*")
            names = re.findall(r"^([^\s.]+)\.(?: |$)", listed, re.M)
            say(f"coverage of {program} ({at} of {len(programs)}, {len(names)} suites)")
            for suite in names:
                self.measure_suite(program, suite, suites, lines)
        known = {"commit": self.tree.head, "suites": suites, "lines": {p: sorted(l) for p, l in lines.items()}}
        self.file.write_text(json.dumps(known))
        return known

    def measure_suite(self, program, suite, suites, lines):
        profiles = self.tree.build.parent / "profiles"
        profiles.mkdir(exist_ok=True)
        for old in profiles.iterdir():
            old.unlink()
        seconds = self.tree.run(program, suite, 600, profiles / "%p.profraw")
        written = sorted(profiles.glob("*.profraw"))
        if seconds is None or not written:
            return  # a suite that fails without a change notices nothing
        merged = profiles / "merged.profdata"
        self.tree.output("llvm-profdata-19", "merge", "-sparse", "--failure-mode=all", *written, "-o", merged)
        roots = [self.tree.root / folder for folder in ("src", "include", "launch", "apps", "cli")]
        exported = self.tree.output(
            "llvm-cov-19", "export", "--format=lcov", "--skip-functions", f"--instr-profile={merged}",
            self.tree.build / program, *roots,
        )
        covered = {}
        for line in exported.splitlines():
            if line.startswith("SF:"):
                path = str(Path(line[3:]).relative_to(self.tree.root))
                mine, all_lines = covered.setdefault(path, []), lines.setdefault(path, set())
            elif line.startswith("DA:"):
                number, count = line[3:].split(",")[:2]
                all_lines.add(int(number))
                if count != "0":
                    mine.append(int(number))
        suites[f"{program} {suite}"] = {"seconds": seconds, "lines": {p: l for p, l in covered.items() if l}}

    def covering(self, path, line):
        """Suites that run the line: those of the layer's own program first, the quickest first."""
        layer = layer_of(path)
        own = "bin/test_sched" if layer in ("core", "sync", "instruments") else f"bin/test_{layer}"
        found = []
        for name, suite in self.suites.items():
            if line in suite["lines"].get(path, ()):
                program = name.split()[0]
                found.append((program != own, program, suite["seconds"], name))
        return [(*name.split(), seconds) for _, _, seconds, name in sorted(found)]
