# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls of `skua report` on files of a folder that is removed after the scenario."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from support.program import after_scenario, expect


def folder():
    path = tempfile.mkdtemp(prefix="skua_report_")
    after_scenario(shutil.rmtree, path, True)
    return pathlib.Path(path)


def write(path, data):
    path.write_bytes(data)
    return str(path)


def report(*words, cwd=None):
    command = [os.path.abspath(sys.argv[1]), "report", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, cwd=cwd)
    expect(done.returncode == 0 and done.stderr == "", f"{words}: {done}")
    return done.stdout


def document(*words):
    text = report(*words, "--json")
    expect(text.count("\n") == 1, "one line of JSON")
    return json.loads(text)
