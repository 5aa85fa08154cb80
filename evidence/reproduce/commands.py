# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Short ways to write the commands of the experiments."""

from records import Command

ONE = "--places 1 --workers 1"
WORKERS = "--places 1 --workers 2"
PLACES = "--places 2 --workers 1"
FOUR = "--places 4 --workers 1"

# What the simulated machines are connected by; no paper but that of the Cray names its network.
ETHERNET = "--latency 25us --bandwidth 1.25GB/s --overhead 2us"


def aries(bytes_in_one=1):
    """The Cray's network; its bandwidth is divided by the number of bytes that a simulated one stands for."""
    bandwidth = "8GB/s" if bytes_in_one == 1 else f"{8000 / bytes_in_one:.1f}MB/s"
    return f"--latency 1500ns --bandwidth {bandwidth} --overhead 200ns"


def real(arguments, **environment):
    return (Command(arguments, tuple(environment.items())),)


def between_hosts(mpi, arguments, program="skua", **environment):
    return (Command(arguments, tuple(environment.items()), f"bash tests/mpi/two_hosts.sh {mpi} 2", program),)


def counting_instructions(arguments):
    return (Command(arguments, through="python3 tools/instructions.py"),)


def simulated(workload, machine, seeds, instances=1, policy="lifeline", amount="half"):
    """One command for each instance, each with its share of the seeds; {instance} in the workload
    stands for its number."""
    share = seeds // instances
    commands = []
    for i in range(1, instances + 1):
        text = f"sim {workload.replace('{instance}', str(i))} {machine} --policy {policy} --amount {amount}"
        commands.append(Command(f"{text} --seed {(i - 1) * share + 1} --seeds {share}"))
    return tuple(commands)


def counted(count, noun):
    return f"{count} {noun}{'' if count == 1 else 'es' if noun.endswith('s') else 's'}"


def places(count, workers):
    return f"--places {count} --workers {workers} {ETHERNET}"
