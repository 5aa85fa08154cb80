#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs a program across two hosts: two_hosts.sh FLAVOUR RANKS PROGRAM ARGS…   (FOLDER as in job.sh)
# The hosts are two network name spaces, each with its own host name, which are joined by a pair of
# virtual Ethernet devices. Each gets half of the ranks. With TWO_HOSTS_SRUN set, Slurm starts them;
# the value holds options of srun. Needs root. Exit code 77: skipped, with the reason. Removes
# everything again, however it ends.

set -euo pipefail

if [[ ${1:-} == --enter ]]; then
  # The remote shell of the launcher: two_hosts.sh --enter [OPTION…] ADDRESS COMMAND…, for the name
  # space of that address.
  shift
  while [[ $1 == -* ]]; do shift; done
  address=$1
  shift
  number=${address##*.}
  exec ip netns exec "$TWO_HOSTS-$number" unshare --uts \
    bash -c 'hostname "$1" && exec bash -c "$2"' enter "$TWO_HOSTS-$number" "$*"
fi

skip() { echo "skipped: $*"; exit 77; }

flavour=$1 ranks=$2
shift 2
launcher=mpirun.openmpi
[[ $flavour == openmpi ]] || launcher=mpiexec.mpich
[[ -z ${TWO_HOSTS_SRUN+set} ]] || launcher=srun
command -v "$launcher" >/dev/null || skip "$launcher is not installed"
[[ $launcher != srun ]] || command -v slurmctld slurmd >/dev/null || skip "slurmctld or slurmd is not installed"
[[ $EUID -eq 0 ]] || skip "name spaces need root"
command -v ip >/dev/null || skip "ip is not installed (iproute2)"

folder=$(mktemp -d)
export TWO_HOSTS="skua$$"
readonly one=10.231.$(($$ / 250 % 250)).1
readonly two=${one%.1}.2

job=
clean() {
  local n
  [[ -z "$job" ]] || kill "$job" 2>/dev/null || true
  for n in 1 2; do
    # Kills only the processes inside, by their numbers.
    { ip netns pids "$TWO_HOSTS-$n" | xargs -r kill -9; } 2>/dev/null || true
    ip netns del "$TWO_HOSTS-$n" 2>/dev/null || true
  done
  rm -rf "$folder"
}
trap clean EXIT
trap 'exit 1' INT TERM HUP

ip netns add "$TWO_HOSTS-1" 2>/dev/null || skip "no network name spaces here"
ip netns add "$TWO_HOSTS-2"
ip -n "$TWO_HOSTS-1" link add skua0 type veth peer name skua0 netns "$TWO_HOSTS-2" 2>/dev/null ||
  skip "no veth devices here"
for n in 1 2; do
  ip -n "$TWO_HOSTS-$n" addr add "${one%.1}.$n/24" dev skua0
  ip -n "$TWO_HOSTS-$n" link set lo up
  ip -n "$TWO_HOSTS-$n" link set skua0 up
done

# UCX reads the state of the devices, which become ready a moment later.
state() { ip -n "$TWO_HOSTS-$1" -br link show skua0; }
ready() { [[ "$(state 1) $(state 2)" == *\ UP\ *\ UP\ * ]]; }
for ((deadline = SECONDS + 10; SECONDS < deadline; )); do
  if ready; then break; fi
done
ready || { echo "the devices between the name spaces do not come up"; exit 1; }

# The launchers take the name of one program as remote shell.
printf '#!/bin/sh\nexec bash "%s" --enter "$@"\n' "$(readlink -f "$0")" >"$folder/enter"
chmod +x "$folder/enter"

# A cluster of Slurm with the two hosts as its nodes, without a password: it ends with the job.
start_slurm() {
  local n
  export SLURM_CONF=$folder/slurm.conf
  cat >"$SLURM_CONF" <<CONF
ClusterName=skua
SlurmctldHost=$TWO_HOSTS-1($one)
AuthType=auth/none
CredType=cred/none
SlurmUser=root
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
ReturnToService=2
StateSaveLocation=$folder/state
SlurmctldPidFile=$folder/slurmctld.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdSpoolDir=$folder/%n
TmpFS=$folder/%n
SlurmdPidFile=$folder/%n.pid
SlurmdLogFile=$folder/%n.log
NodeName=$TWO_HOSTS-1 NodeAddr=$one CPUs=$ranks
NodeName=$TWO_HOSTS-2 NodeAddr=$two CPUs=$ranks
PartitionName=all Nodes=ALL Default=YES
CONF
  mkdir "$folder/state" "$folder/$TWO_HOSTS-1" "$folder/$TWO_HOSTS-2"
  echo CgroupPlugin=cgroup/v1 >"$folder/cgroup.conf"
  "$folder/enter" "$one" slurmctld
  for n in "$one" "$two"; do "$folder/enter" "$n" slurmd -N "$TWO_HOSTS-${n##*.}"; done
}

# Both name spaces have the same boot id, so UCX would take them for one host and use shared memory.
export UCX_TLS=tcp,self
each=$(((ranks + 1) / 2))
if [[ $launcher == srun ]]; then
  start_slurm
  export OMPI_MCA_pml=ob1 OMPI_MCA_btl=tcp,self OMPI_MCA_btl_tcp_if_include=skua0
  plugin=pmi2
  [[ $flavour == mpich ]] || plugin=pmix
  # shellcheck disable=SC2206
  command=(srun -N2 -n "$ranks" --mpi="$plugin" $TWO_HOSTS_SRUN)
elif [[ $flavour == openmpi ]]; then
  command=(mpirun.openmpi --allow-run-as-root --oversubscribe --bind-to none --map-by slot -n "$ranks"
    --host "$one:$each,$two:$each" --mca plm_rsh_agent "$folder/enter" --mca plm_rsh_no_tree_spawn 1
    --mca oob_tcp_if_include skua0 --mca pml ob1 --mca btl tcp,self --mca btl_tcp_if_include skua0
    -x UCX_TLS -x TWO_HOSTS)
else
  command=(mpiexec.mpich -n "$ranks" -hosts "$one:$each,$two:$each" -launcher rsh -launcher-exec "$folder/enter"
    -iface skua0)
fi
for name in ${!SKUA_MPI@}; do
  [[ $launcher != srun ]] || break  # which passes the whole environment on
  if [[ $flavour == openmpi ]]; then command+=(-x "$name"); else command+=(-genv "$name" "${!name}"); fi
done

ip netns exec "$TWO_HOSTS-1" unshare --uts bash -c 'hostname "$1" && shift && exec "$@"' start "$TWO_HOSTS-1" \
  timeout -k 5 "${TWO_HOSTS_LIMIT:-120}" "${command[@]}" "${@/FOLDER/$folder}" </dev/null &
# The job runs in the background, so that this script handles a signal at once.
job=$!
wait "$job"
