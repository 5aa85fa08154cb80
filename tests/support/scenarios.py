# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Named scenarios of a test script: SCRIPT ARGUMENTS… [--list | --only NAME…].

A script marks its functions with @scenario, or with @scenario_for for one scenario per value, and
ends with run_scenarios(). All run in the order of the file; each is printed with its time. A
failure does not stop the others, and the failed ones are listed at the end. With --only those of
these names run; a name may be a pattern such as 'kill*'. --list prints the names."""

import fnmatch
import sys
import time
import traceback

SCRIPT = sys.modules["__main__"].__file__
SCENARIOS = {}
_cleanups = []


class Failed(Exception):
    """A check that does not hold."""


def expect(condition, text):
    if not condition:
        raise Failed(text)


def wait_for(condition, text):
    """Waits for the condition; fails after a minute."""
    deadline = time.monotonic() + 60
    while not condition():
        expect(time.monotonic() < deadline, f"waited too long: {text}")
        time.sleep(0.001)  # poll interval


def arguments():
    """The arguments of the script itself: those before --list and --only."""
    options = [sys.argv.index(option) for option in ("--list", "--only") if option in sys.argv]
    return sys.argv[1:min(options, default=None)]


def scenario(function):
    """Registers a function without parameters as a scenario with its name."""
    _register(function.__name__, function)
    return function


def scenario_for(*values):
    """Registers a scenario for each value: the function gets it, and the name of the scenario ends with it."""

    def register(function):
        for value in values:
            _register(f"{function.__name__}/{str(value).replace(' ', '_')}", lambda value=value: function(value))
        return function

    return register


def _register(name, function):
    if name in SCENARIOS:
        raise ValueError(f"two scenarios are named {name}")
    SCENARIOS[name] = function


def after_scenario(function, *parameters):
    """Calls the function when the scenario that runs now has ended, even if it fails."""
    _cleanups.append((function, parameters))


def run_scenarios():
    """Runs the chosen scenarios. The exit code is 1 if one of them failed."""
    if "--list" in sys.argv:
        print("\n".join(SCENARIOS))
        return
    patterns = sys.argv[sys.argv.index("--only") + 1:] if "--only" in sys.argv else ["*"]
    chosen = [name for name in SCENARIOS if any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)]
    if not chosen:
        sys.exit(f"no scenario has the name {' or '.join(patterns)}; --list prints the names")
    failed = [name for name in chosen if not _succeeds(name)]
    if failed:
        sys.exit(f"{len(failed)} of {len(chosen)} scenarios failed: {', '.join(failed)}")


def _succeeds(name):
    begin = time.monotonic()
    failure = None
    try:
        SCENARIOS[name]()
    except Failed as check:
        frames = traceback.extract_tb(check.__traceback__)
        lines = [f"line {frame.lineno}: " for frame in frames if frame.filename == SCRIPT]
        failure = f"FAILED: {name}: {''.join(lines[-1:])}{check}"
    except Exception:  # pylint: disable=broad-except
        failure = f"FAILED: {name}: {traceback.format_exc()}"
    finally:
        while _cleanups:
            function, parameters = _cleanups.pop()
            function(*parameters)
    if failure:
        print(failure, flush=True)
    print(f"{'FAILED' if failure else 'passed'} {name}: {time.monotonic() - begin:.2f} s", flush=True)
    return failure is None
