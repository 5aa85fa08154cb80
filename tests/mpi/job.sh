#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs a program as an MPI job on this host: job.sh FLAVOUR RANKS [NAME=VALUE…] PROGRAM ARGS…
# In ARGS, FOLDER stands for an empty folder that all ranks share. Exit code 77: skipped, with the
# reason.
# With EXPECT=death the job must fail within a few seconds and leave no process behind. The
# surviving ranks note the loss in the folder, if the launcher leaves them the time.

set -euo pipefail

flavour=$1 ranks=$2
shift 2
launcher=mpirun.openmpi
[[ $flavour == openmpi ]] || launcher=mpiexec.mpich
command -v "$launcher" >/dev/null || { echo "skipped: $launcher is not installed"; exit 77; }

EXPECT=success
while [[ $1 == *=* ]]; do export "${1?}"; shift; done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

command=(mpiexec.mpich -n "$ranks")
# No binding: on a small machine the ranks of several jobs would share one core.
[[ $flavour == mpich ]] || command=(mpirun.openmpi --allow-run-as-root --oversubscribe --bind-to none -n "$ranks")

run() { timeout -k 5 "$1" "${command[@]}" "${@:2}" </dev/null; }

if [[ $EXPECT == success ]]; then
  run 150 "${@/FOLDER/$folder}"
  exit
fi

begin=$SECONDS
if run 30 "${@/FOLDER/$folder}"; then
  echo "the job succeeded although a rank died"
  exit 1
fi
((SECONDS - begin < 10)) || { echo "the job took $((SECONDS - begin)) s to end"; exit 1; }
# The name of the folder is in the command line of every rank.
for ((deadline = SECONDS + 5; SECONDS < deadline; )); do
  pgrep -f "$folder" >/dev/null || break
done
if pgrep -af "$folder"; then
  echo "ranks are left behind"
  exit 1
fi
for note in "$folder"/lost.*; do
  [[ ! -e $note ]] || grep -Ex 'lost: .*place 1 .*ended without leaving' "$note"
done
