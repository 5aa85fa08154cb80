# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""skua doctor: its lines, their JSON, and the advice when a limit is low."""

import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

from support.program import after_scenario, expect, refused, run_scenarios, scenario

NAMES = ("processors,topology,membarrier,pages,shared memory,MPI,open files,processes,stack,locked memory,file size,"
         "address space,mappings,overcommit").split(",")
# The suite may run with few files, or beside a launcher without a module: what is tested must not
# depend on it.
SOUND = {resource.RLIMIT_NOFILE: 1024, resource.RLIMIT_STACK: 8 << 20}


def doctor(*arguments, limits=(), **environment):
    """Runs it with these soft limits, and no MPI in PATH unless the environment says otherwise."""

    def lower():
        for number, soft in (SOUND | dict(limits)).items():
            hard = resource.getrlimit(number)[1]
            value = soft if hard == resource.RLIM_INFINITY else min(soft, hard)
            resource.setrlimit(number, (value, hard))

    plain = {k: v for k, v in os.environ.items() if not k.startswith("SKUA_")}
    return subprocess.run(
        [sys.argv[1], "doctor", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        preexec_fn=lower,
        env=plain | {"PATH": "/nonexistent"} | environment,
    )


def findings(limits=(), **environment):
    """The exit code and the findings by name."""
    done = doctor("--json", limits=limits, **environment)
    expect(done.stderr == "" and done.stdout.count("\n") == 1, f"{done}")
    document = json.loads(done.stdout)
    entries = {entry["name"]: entry for entry in document["findings"]}
    expect(list(entries) == NAMES, f"names: {list(entries)}")
    for entry in entries.values():
        expect(list(entry) == ["name", "mark", "value", "advice", "data"], f"{entry}")
        expect((entry["mark"] == "warn") == (entry["advice"] is not None), f"{entry}")
    warned = any(entry["mark"] == "warn" for entry in entries.values())
    expect(document["ok"] is not warned and done.returncode == (1 if warned else 0), f"{document}, {done.returncode}")
    return done.returncode, entries


def warns(name, advice, limits=(), **environment):
    code, entries = findings(limits, **environment)
    entry = entries[name]
    expect(code == 1 and entry["mark"] == "warn", f"{name}: {entry}")
    expect(advice in entry["advice"], f"{name}: {entry}")
    return entry


@scenario
def text_and_json_agree():
    code, entries = findings()
    done = doctor()
    expect(done.returncode == code and done.stderr == "", f"{done}")
    expected = []
    for entry in entries.values():
        expected.append([entry["mark"], *entry["name"].split(), *entry["value"].split()])
        if entry["advice"]:
            expected.append(entry["advice"].split())
    # Free memory changes between two runs.
    # Further lines of the topology stand for the groups in its data.
    printed = [line for line in done.stdout.splitlines() if not (line.startswith(" ") and " processors " in line)]
    lines = [line.split() for line in printed]
    same = [(a, b) for a, b in zip(lines, expected) if a[1:2] != ["shared"]]
    expect(len(lines) == len(expected) and all(a == b for a, b in same), f"{lines}\n{expected}")


@scenario
def numbers_of_this_machine():
    entries = findings()[1]
    processors = entries["processors"]["data"]
    expect(processors["affinity"] == len(os.sched_getaffinity(0)), f"{processors}")
    expect(processors["online"] >= processors["affinity"], f"{processors}")
    topology = entries["topology"]["data"]
    expect(1 <= topology["nodes"] <= topology["complexes"] <= topology["cores"] <= processors["online"], f"{topology}")
    expect(all(list(group) == ["node", "kind", "processors"] for group in topology["groups"]), f"{topology}")
    expect(entries["pages"]["data"]["bytes"] == resource.getpagesize(), f"{entries}")
    expect(entries["open files"]["data"]["limit"] == 1024, f"{entries}")
    mappings = int(pathlib.Path("/proc/sys/vm/max_map_count").read_text(encoding="utf-8"))
    expect(entries["mappings"]["data"]["limit"] == mappings, f"{entries}")
    size = os.statvfs("/dev/shm").f_blocks * os.statvfs("/dev/shm").f_frsize if os.path.exists("/dev/shm") else None
    expect(entries["shared memory"]["data"]["shm_bytes"] == size, f"{entries}")


@scenario
def affinity_mask():
    """The mask of the process counts, not the machine."""
    one = min(os.sched_getaffinity(0))
    done = subprocess.run([sys.argv[1], "doctor", "--json"], capture_output=True, text=True, timeout=60, check=False,
                          preexec_fn=lambda: os.sched_setaffinity(0, [one]))
    entry = json.loads(done.stdout)["findings"][0]
    expect(entry["data"]["affinity"] == 1 and "1 in the affinity mask" in entry["value"], f"{entry}")


@scenario
def low_limits():
    expect(findings()[1]["open files"]["mark"] == "ok", "1,024 files are enough")
    done = doctor(limits={resource.RLIMIT_NOFILE: 64})
    lines = done.stdout.splitlines()
    position = next(k for k, line in enumerate(lines) if line.startswith("warn  open files"))
    expect(lines[position].split()[-1] == "64" and "ulimit -n 1024" in lines[position + 1], f"{done}")
    expect(done.returncode == 1, f"{done}")
    warns("stack", "ulimit -s", {resource.RLIMIT_STACK: 512 << 10})
    if os.geteuid() != 0:  # it does not bind root
        warns("processes", "ulimit -u", {resource.RLIMIT_NPROC: 250})


def folder_with(name, text):
    """A folder with one program, and the folder itself is removed afterwards."""
    folder = tempfile.TemporaryDirectory()
    after_scenario(lambda kept: kept.cleanup(), folder)
    program = pathlib.Path(folder.name) / name
    program.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    program.chmod(0o755)
    return folder.name


@scenario
def mpi_launchers():
    expect(findings()[1]["MPI"]["data"]["launchers"] == [], "none in an empty PATH")
    expect(findings()[1]["MPI"]["mark"] == "ok", "without an MPI nothing is missing")
    path = folder_with("mpirun", "echo 'mpirun (Open MPI) 9.8.7'")
    # A module that SKUA_MPI names is enough for any launcher; none at all is not.
    module = pathlib.Path(path) / "module.so"
    missing = warns("MPI", "openmpi", PATH=path, SKUA_MPI=str(module))
    expect(missing["data"]["modules"] == [], f"{missing}")
    module.write_text("", encoding="utf-8")
    entry = findings(PATH=path, SKUA_MPI=str(module))[1]["MPI"]
    expect(entry["mark"] == "ok" and entry["data"]["modules"] == [str(module)], f"{entry}")
    expected = [{"name": "mpirun", "flavour": "openmpi", "version": "mpirun (Open MPI) 9.8.7"}]
    expect(entry["data"]["launchers"] == expected, f"{entry}")
    path = folder_with("mpiexec", "echo HYDRA build details:; echo '    Version:       4.0.2'")
    entry = findings(PATH=path)[1]["MPI"]
    expected = [{"name": "mpiexec", "flavour": "mpich", "version": "Version: 4.0.2"}]
    expect(entry["data"]["launchers"] == expected, f"{entry}")


@scenario
def a_launcher_that_misbehaves():
    """One that fails, prints control characters, or never ends; the last costs five seconds."""
    for text in ("exit 3", "printf 'Version: \\033[31m\\n'", "exec sleep 60"):
        entry = findings(PATH=folder_with("mpirun", f"PATH=/usr/bin:/bin; {text}"))[1]["MPI"]
        expect(entry["data"]["launchers"][0]["flavour"] is None and entry["mark"] == "ok", f"{text}: {entry}")
        expect("\x1b" not in entry["value"], f"{text}: {entry}")


@scenario
def wrong_options_are_refused():
    refused("did you mean --json?", "doctor", "--jsno")
    refused("found docter; did you mean doctor?", "docter")
    refused("skua doctor: ", "doctor", "patient")
    refused("skua doctor: --skua-workers=2 is an option of the library", "doctor", "--skua-workers=2")


run_scenarios()
