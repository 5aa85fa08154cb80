# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""skua completion and skua man: the shells accept the scripts and complete with them, the pages have
all commands and options."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from support.program import expect, refused, run, run_scenarios, scenario  # adds the folder of scenarios

from scenarios import scenario_for

LAUNCHER = pathlib.Path(sys.argv[1]).resolve().with_name("skua-run")
ENVIRONMENT = {**os.environ, "PATH": f"{LAUNCHER.parent}:{os.environ['PATH']}"}
SYNTAX = {"bash": "-n", "zsh": "-n", "fish": "--no-execute"}


def printed(*arguments):
    done = run(*arguments)
    expect(done.returncode == 0 and done.stderr == "", f"{arguments}: {done.returncode} {done.stderr}")
    return done.stdout


def commands_of_help(*command):
    text = printed(*command, "--help")
    return re.findall(r"^  ([a-z][a-z-]*) ", text.split("\nSubcommands:\n")[1], re.MULTILINE)


def options_of_help(*command):
    return set(re.findall(r"^  (?:-\w,)?(--[a-z-]+)", printed(*command, "--help"), re.MULTILINE))


def with_shell(shell):
    """Registers a scenario that needs this shell."""
    if shutil.which(shell):
        return scenario
    return lambda function: print(f"skipped: {function.__name__}: {shell} is not installed")


def asked(shell, *arguments, **settings):
    """The output of a shell that has no complaint."""
    command = {"bash": ["bash"], "zsh": ["zsh", "-f"], "fish": ["fish", "--no-config"]}[shell]
    done = subprocess.run([*command, *arguments], env=ENVIRONMENT, capture_output=True, text=True, timeout=60,
                          check=False, **settings)
    expect(done.returncode == 0 and done.stderr == "", f"{arguments}: {done}")
    return done.stdout


@scenario_for(*filter(shutil.which, SYNTAX))
def the_shells_accept_their_scripts(shell):
    for program in ("skua", "skua-run"):
        asked(shell, SYNTAX[shell], input=printed("completion", shell, program))


def completed(*words, program="skua", prelude=""):
    """What bash offers for the last of these words, as readline calls the function."""
    function = "_" + program.replace("-", "_")
    driver = prelude + printed("completion", "bash", program) + (
        f'\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); {function}; printf "%s\\n" "${{COMPREPLY[@]}}"\n')
    return sorted(asked("bash", "-c", driver, "bash", program, *words).split())


@scenario
def bash_completes():
    expect(set(commands_of_help()) <= set(completed("")), f"commands: {completed('')}")
    expect(completed("que") == ["queens"], f"{completed('que')}")
    expect(completed("uts", "--pl") == ["--places"], f"{completed('uts', '--pl')}")
    expect(completed("doctor", "--pl") == [], "doctor has no --places")
    expect(set(completed("uts", "--")) == options_of_help("uts"), f"{completed('uts', '--')}")
    expect(completed("sim", "que") == ["queens"], f"{completed('sim', 'que')}")
    expect(set(completed("sim", "uts", "--")) == options_of_help("sim", "uts"), "options of sim uts")
    # An option in front of the cursor wants a value: one of its names, or a file.
    expect(completed("pipeline", "--placement", "") == ["any", "round-robin"], "values")
    expect(completed("pipeline", "--placement", "=", "r") == ["round-robin"], "a value after =")
    expect(completed("uts", "--checkpoint", "") == [], "bash completes files itself")
    expect(completed("uts", "--checkpoint", "uts", "--qu") == ["--quiet"], "a value is not a command")
    expect(completed("completion", "z") == ["zsh"], f"names of a positional: {completed('completion', 'z')}")
    driver = printed("completion", "bash") + "complete -p skua\n"
    expect(asked("bash", "-c", driver) == "complete -o default -F _skua skua\n", "the registration")


def completed_by_fish(line, program="skua"):
    with tempfile.NamedTemporaryFile("w", suffix=".fish") as file:
        file.write(printed("completion", "fish", program))
        file.flush()
        shown = asked("fish", "-c", f"source {file.name}; complete -C '{line}'")
    return sorted(word.split("\t")[0] for word in shown.splitlines())


def completed_by_zsh(*words, program="skua"):
    """The words that the script gives to compadd, or the name of another function that it calls."""
    stubs = "compadd() { while [[ $1 != -- ]]; do shift; done; shift; print -l -- $@ }\n" + "".join(
        f"{name}() {{ print {name} $words[1] }}\n" for name in ("_files", "_command_names", "_normal"))
    driver = f'{stubs}words=({program} "$@") CURRENT=$(($# + 1))\n{printed("completion", "zsh", program)}'
    return sorted(asked("zsh", "-c", driver, "zsh", *words).split("\n"))[1:]


@with_shell("zsh")
def zsh_completes():
    expect(completed_by_zsh("que") == ["queens"], f"{completed_by_zsh('que')}")
    expect(set(completed_by_zsh("sim", "uts", "--")) == options_of_help("sim", "uts"), "options of sim uts")
    expect(completed_by_zsh("pipeline", "--placement=r") == ["--placement=round-robin"], "a value after =")
    expect(completed_by_zsh("uts", "--checkpoint", "") == ["_files skua"], "files")
    expect(completed_by_zsh("-n", "2", "--ta", program="skua-run") == ["--tag"], "an option of skua-run")
    expect(completed_by_zsh("-n", "2", "en", program="skua-run") == ["_command_names skua-run"], "a program")
    expect(completed_by_zsh("-n", "2", "env", "--t", program="skua-run") == ["_normal env"], "words of the program")


@with_shell("fish")
def fish_completes():
    expect(set(commands_of_help()) <= set(completed_by_fish("skua ")), f"{completed_by_fish('skua ')}")
    for line, expected in (
        ("skua que", ["queens"]),
        ("skua uts --pl", ["--places"]),
        ("skua doctor --pl", []),
        ("skua sim que", ["queens"]),
        ("skua pipeline --placement r", ["round-robin"]),
        ("skua completion z", ["zsh"]),
    ):
        expect(completed_by_fish(line) == expected, f"{line}: {completed_by_fish(line)}")
    expect(set(completed_by_fish("skua uts --")) == options_of_help("uts"), f"{completed_by_fish('skua uts --')}")
    inner = set(completed_by_fish("skua sim uts --"))
    expect(inner == options_of_help("sim", "uts"), f"options of sim uts: {inner}")
    expect(completed_by_fish("skua-run -n 2 --ta", "skua-run") == ["--tag"], "an option of skua-run")
    expect("--tag" not in completed_by_fish("skua-run -n 2 sh --ta", "skua-run"), "options of the program")


def options_of_skua_run():
    text = subprocess.run([LAUNCHER, "--help"], capture_output=True, text=True, timeout=60, check=True).stdout
    return set(",".join(re.findall(r"^  (-[a-z,-]+)", text, re.MULTILINE)).split(","))


def completed_by_skua_run(*words, prelude=""):
    return completed(*words, program="skua-run", prelude=prelude)


@scenario
def bash_completes_skua_run():
    expect(len(options_of_skua_run()) > 10, f"{options_of_skua_run()}")
    expect(set(completed_by_skua_run("-")) == options_of_skua_run(), f"{completed_by_skua_run('-')}")
    expect(completed_by_skua_run("--tim") == ["--timeout"], f"{completed_by_skua_run('--tim')}")
    for words in (["--env", "A", "=", "b"], ["--tag", "-n", "2", "--"]):
        expect("env" in completed_by_skua_run(*words, "en"), f"a program after {words}")
    expect("--timeout" in completed_by_skua_run("-n", "2", "--t"), "options after a value")
    expect(completed_by_skua_run("-n", "") == [], "a value")
    expect(completed_by_skua_run("--sim", "=", "") == [], "a value after =")
    expect(completed_by_skua_run("--", "--t") == [], "no options after --")
    # The words of the program are given to its own completion, from the place of the program on.
    other = '_command_offset() { COMPREPLY=("from-$1"); }\n'
    expect(completed_by_skua_run("-n", "2", "echo", "--t", prelude=other) == ["from-3"], "words of the program")
    expect(completed_by_skua_run("--", "echo", "", prelude=other) == ["from-2"], "words of the program after --")
    expect(completed_by_skua_run("echo", "--t") == [], "without the package bash-completion: files")


def accepted_by_groff(name, page):
    if shutil.which("groff"):
        check = ["groff", "-man", "-Tutf8", "-Kutf8", "-ww", "-z"]
        done = subprocess.run(check, input=page, capture_output=True, text=True, timeout=60, check=False)
        expect(done.returncode == 0 and done.stderr == "", f"{name}: {done}")


@scenario
def the_page_of_skua_run():
    page = printed("man", "skua-run")
    expect(page.splitlines()[1].startswith('.TH "SKUA\\-RUN" 1 '), page[:200])
    expect("\\fBskua\\-run\\fR [\\fIoptions\\fR] [\\fB\\-\\-\\fR] \\fIprogram\\fR" in page, page)
    for option in options_of_skua_run():
        expect(option.replace("-", "\\-") in page, option)
    accepted_by_groff("skua-run", page)
    expect(".BR skua\\-run (1)" in printed("man"), "skua(1) names skua-run(1)")


@scenario
def pages_have_all_options():
    paths = [[]] + [[name] for name in commands_of_help()] + [["sim", name] for name in commands_of_help("sim")]
    for path in paths:
        page = printed("man", *path)
        title = "-".join(["skua", *path]).upper().replace("-", "\\-")
        expect(page.splitlines()[1].startswith(f'.TH "{title}" 1 '), f"{path}: {page[:200]}")
        for option in options_of_help(*path):
            expect(option.replace("-", "\\-") in page, f"{path}: {option}")
        accepted_by_groff(path, page)
    for name in commands_of_help():
        expect(f"\\fB{name}\\fR".replace("-", "\\-") in printed("man"), f"skua(1) names {name}")


@scenario
def all_pages_as_files():
    with tempfile.TemporaryDirectory() as folder:
        printed("man", "--output", folder)
        names = {path.name for path in pathlib.Path(folder).iterdir()}
        expect({"skua.1", "skua-run.1", "skua-uts.1", "skua-sim-ping-pong.1", "skua-man.1"} <= names, f"{names}")
        for path in pathlib.Path(folder).iterdir():
            words = ["skua-run"] if path.stem == "skua-run" else path.stem.split("-", 1)[1:]
            if words and not words[0].startswith("sim-"):
                expect(path.read_text(encoding="utf-8") == printed("man", *words), path.name)
        refused("cannot be written", "man", "--output", folder + "/missing")


@scenario
def wrong_arguments_are_refused():
    refused("SHELL", "completion")
    refused("SHELL", "completion", "csh")
    refused("PROGRAM", "completion", "bash", "skua-tour")
    refused("expected a command, found utz; did you mean uts?", "man", "utz")
    refused("expected a command, found sim nonsense", "man", "sim", "nonsense")
    refused("--output", "man", "uts", "--output", ".")
    refused("skua man: --skua-workers=2 is an option of the library", "man", "--skua-workers=2")


run_scenarios()
