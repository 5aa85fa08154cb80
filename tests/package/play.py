# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Plays every command of the documents on a bare Debian 12, in order, in one shell. First from a clone,
each page on its own machine; then from the Debian packages that docs/installing.md has made.

usage: play.py [PAGE…]   PAGE: one of the pages; default: all

A command is a line of an indented block, or a phrase in backquotes that begins with a program. In a
block with prompts ("$ ") the other lines are output. The first C++ program of a page is written where
FILES says. The machine has git, which made the clone, and ccache with the cache of this system."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

from debian_root import fresh_root
from outside import ROOT, fail, run, step

PAGES = ["README.md", "docs/start.md", "docs/installing.md"]
FILES = {"README.md": "program.cpp", "docs/start.md": "src/main.cpp"}
PROGRAMS = "apt-get cmake ctest g++ mpirun pip python3 skua-run"
TOOLS = ["git", "ca-certificates", "ccache"]
# Why a command is not played. A key is the beginning of the command.
NOT_PLAYED = {
    "./dev test": "the tests themselves: this one belongs to them",
    "./dev bench": "measures for some minutes, on an idle machine only",
    "./dev docs": "makes the site with tools of 600 MB; tests/tools/site_test.py tests it",
    "./dev package --test": "the tests of the packages, which are this test's neighbours",
    "mpirun -n 64": "needs a cluster; tests/mpi runs programs under both MPIs",
    "ctest --preset": "the tests themselves, in other presets",
    "skua new NAME": "the command with a placeholder; the pages play it with a name",
    "pip uninstall": "ends what the page uses further down; tests/package/wheel.py plays it",
    "SKUA_PLACES=2 ./program": "of a build that has no programs; README.md plays skua-run -n",
}
# Of a page that is played from the packages: what makes an installation from a clone.
NOT_FROM_PACKAGES = re.compile(
    r"\./dev |cmake (--preset|--build build/(release|tsan)|--install)|export PATH|python3 -m venv|pip |apt-get "
)


def steps_of(text):
    """The commands of a page, and its first C++ program as ("cpp", text), in order."""
    program = rf"({PROGRAMS.replace('+', '[+]').replace(' ', '|')}) \S|skua (-|\w+ )"  # `skua new` is a name
    phrase = re.compile(rf"(\w+=\S+ )*(\./\w+|{program})")
    steps = []
    parts = r"^```(?P<language>.*)\n(?P<fence>(?s:.*?))^```$|(?P<block>(?:^    .*\n)+)|`(?P<phrase>[^`\n]+\n?[^`\n]+)`"
    for part in re.finditer(parts, text, re.MULTILINE):
        if part["language"] == "cpp" and not any(isinstance(step, tuple) for step in steps):
            steps.append(("cpp", part["fence"]))
        elif part["block"]:
            lines = [line[4:] for line in part["block"].splitlines()]
            prompts = [line[2:] for line in lines if line.startswith("$ ")]
            steps += [re.sub(r"\s+#.*", "", line) for line in prompts or lines]
        elif phrase.match(words := (part["phrase"] or "").replace("\n", " ")):
            steps.append(words)
    return steps


def reason(command):
    """Why it is not played; empty if it is."""
    return next((why for start, why in NOT_PLAYED.items() if command.startswith(start)), "")


def script_of(page, is_clone):
    """A program for the shell. It prints a line with a byte 1 and the number of each command before
    it, and with the times after it."""
    lines, commands = ["set -u"], []
    for command in steps_of((ROOT / page).read_text(encoding="utf-8")):
        if isinstance(command, tuple):
            lines.append(f"cat >{FILES[page]} <<'END OF THE PROGRAM'\n{command[1]}END OF THE PROGRAM")
            continue
        why = reason(command)
        if not is_clone and not why and NOT_FROM_PACKAGES.match(command):
            why = "not from the packages"
        if why:
            step(f"    not played: {command}: {why}")
            continue
        lines.append(f"printf '\\1 {len(commands)}\\n'")
        lines.append(f"{{ {command}\n}} </dev/null || exit 1\ntimes")
        commands.append(command)
    return "\n".join([*lines, "printf '\\1 end\\n'\n"]), commands


def play(system, page, folder, is_clone):
    """Plays the page in that folder of the machine. Fails with the first command that fails or at
    which CMake warns."""
    step(f"{page}, from {'a clone' if is_clone else 'the packages'}")
    script, commands = script_of(page, is_clone)
    shell = ["chroot", str(system.folder), "bash", "-c", f'cd {folder} && eval "$0"', script]
    environment = system.environment() | {k: v for k, v in os.environ.items() if k.startswith("CCACHE_")}
    environment |= {"CCACHE_DIR": "/ccache", "CCACHE_BASEDIR": folder, "CCACHE_NOHASHDIR": "1"}
    number, began, used, output = None, 0.0, 0.0, []
    with subprocess.Popen(
        shell,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env=environment,
    ) as process:
        for line in process.stdout:
            if not line.startswith("\1"):
                output.append(line)
                continue
            if number is not None:
                times = re.findall(r"(\d+)m([\d.]+)s", output[-1])  # of the programs that the shell has started
                total = sum(60 * int(minutes) + float(seconds) for minutes, seconds in times)
                step(f"    {time.monotonic() - began:7.1f} s {total - used:7.1f} processor s  {commands[number]}")
                used = total
                if any("CMake Warning" in text for text in output):
                    fail(f"{page}: CMake warns: {commands[number]}\n{''.join(output[-60:])}")
            number, began, output = None if "end" in line else int(line[1:]), time.monotonic(), []
    if number is not None or process.returncode != 0:
        logs = [system.folder / name for name in re.findall(r"see /(\S+\.log)", "".join(output))]
        output += [line for log in logs for line in [f"{log.name}:\n", *log.open(errors="replace").readlines()[-60:]]]
        fail(f"{page}: {'' if number is None else commands[number]}\n{''.join(output[-120:])}")


def clone_into(folder):
    """A clone of this tree, with what is not committed yet."""
    run(["git", "clone", "--quiet", "--no-checkout", "--depth", "1", f"file://{ROOT}", folder])
    listed = run(["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"])
    for name in listed.split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    run(["git", "-C", folder, "add", "--all"])


def prepare(system):
    cache = os.environ.get("CCACHE_DIR", pathlib.Path.home() / ".cache" / "ccache")
    pathlib.Path(cache).mkdir(parents=True, exist_ok=True)
    system.mount(cache, "/ccache")
    # Somebody sits there and says yes.
    (system.folder / "etc/apt/apt.conf.d/91-yes").write_text('APT::Get::Assume-Yes "true";\n')


def main():
    pages = sys.argv[1:] or PAGES
    packages = []
    for page in pages:
        with fresh_root(TOOLS) as system:
            prepare(system)
            clone_into(system.folder / "root" / "skua")
            play(system, page, "/root/skua", is_clone=True)
            made = (system.folder / "root/skua/build/package").glob("*.deb")
            packages += [(path.name, path.read_bytes()) for path in made if not re.search("dbgsym|-mpi-", path.name)]
    if packages:
        with fresh_root(TOOLS) as system:
            prepare(system)
            for name, content in packages:
                (system.folder / "root" / name).write_bytes(content)
            system.use("apt-get", "install", *(f"/root/{name}" for name, _ in packages))
            for page in PAGES:
                folder = system.folder / "root" / pathlib.Path(page).stem
                folder.mkdir()
                play(system, page, f"/root/{folder.name}", is_clone=False)
    print(f"passed: {', '.join(pages)}")


if __name__ == "__main__":
    main()
