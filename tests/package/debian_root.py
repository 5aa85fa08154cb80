# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""A fresh Debian 12 in a folder, made by debootstrap, for the tests that need a bare machine."""

import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from outside import PACKAGES, run, skip, step

RELEASE = "bookworm"
# What the package manager itself writes.
OF_APT = re.compile(r"^(var/(lib/(dpkg|apt)|cache|log)|etc/ld\.so\.cache|proc|sys|dev|tmp|root|packages)(/|$)")


def servers():
    """The server of this system's packages, and its file of keys."""
    for path in [pathlib.Path("/etc/apt/sources.list"), *sorted(pathlib.Path("/etc/apt/sources.list.d").glob("*"))]:
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        match = re.search(r"^(?:deb (?:\[[^]]*\] )?|URIs: *)(https?://\S*debian/?)\s", text, re.MULTILINE)
        if match:
            return match.group(1)
    return "http://deb.debian.org/debian"


class Root:
    """A Debian in a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.mounted = []

    def make(self, tools):
        """With these packages. The result is kept for the next run."""
        base = kept_base(tools)
        if base.exists():
            step(f"Debian 12 with {' '.join(tools)}, from the last run")
            run(["tar", "-xf", base, "-C", self.folder])
            return
        step(f"Debian 12 with {' '.join(tools)}, by debootstrap")
        command = ["debootstrap", "--variant=minbase", RELEASE, self.folder, servers()]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            last = (done.stdout + done.stderr).strip().splitlines()[-1:]
            skip(f"debootstrap failed: {' '.join(last)}")
        for name in ("apt.conf", "apt.conf.d"):
            self.copy_settings(pathlib.Path("/etc/apt") / name)
        self.apt("update")
        self.apt("install", *tools)
        self.apt("clean")
        unfinished = base.with_suffix(".part")
        run(["tar", "-cf", unfinished, "--one-file-system", "-C", self.folder, "."])
        unfinished.rename(base)

    def copy_settings(self, path):
        """A proxy, if this machine needs one."""
        files = [path] if path.is_file() else sorted(path.glob("*")) if path.is_dir() else []
        for file in files:
            lines = [line for line in file.read_text(encoding="utf-8").splitlines() if "::Proxy" in line]
            if lines:
                (self.folder / "etc/apt/apt.conf.d" / f"90-{file.name}").write_text("\n".join(lines) + "\n")

    def mount(self, outside, inside):
        """Shows a folder of this system there."""
        place = self.folder / inside.lstrip("/")
        place.mkdir(parents=True, exist_ok=True)
        run(["mount", "--rbind", outside, place])
        self.mounted.append(place)
        run(["mount", "--make-rslave", place])  # to unmount it there changes nothing here

    def unmount(self):
        for path in reversed(self.mounted):
            run(["umount", "--recursive", "--lazy", path])  # or the end would remove what is mounted
        self.mounted = []

    def use(self, *command, **settings):
        return run(["chroot", self.folder, *command], env=self.environment() | settings)

    def environment(self):
        values = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8"}
        values |= {k: v for k, v in os.environ.items() if k.lower().endswith("_proxy")}
        return values | {"DEBIAN_FRONTEND": "noninteractive"}

    def apt(self, *words):
        return self.use("apt-get", "-qq", "-y", "--no-install-recommends", *words)

    def files(self):
        """All names but those that the package manager itself changes."""
        names = set()
        for parent, folders, files in os.walk(self.folder):
            place = os.path.relpath(parent, self.folder)
            folders[:] = [name for name in folders if not OF_APT.match(os.path.normpath(os.path.join(place, name)))]
            names |= {os.path.normpath(os.path.join(place, name)) for name in [*files, *folders]}
        return {name for name in names if not OF_APT.match(name)}


def kept_base(tools):
    return PACKAGES / f"debian-12-{'-'.join(tools)}.tar"


@contextlib.contextmanager
def fresh_root(tools):
    """A mounted Root with these packages, which is removed at the end."""
    if os.geteuid() != 0:
        skip("only root may make another Debian: run it by sudo")
    if not kept_base(tools).exists() and not shutil.which("debootstrap"):
        skip("there is no debootstrap: apt-get install debootstrap")
    PACKAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=PACKAGES) as scratch:
        system = Root(pathlib.Path(scratch))
        try:
            system.make(tools)
            for name in ("/proc", "/dev"):
                system.mount(name, name)
            yield system
        finally:
            system.unmount()
