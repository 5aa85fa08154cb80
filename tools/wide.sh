#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Measures how Skua scales on a machine with many processors, beside oneTBB and OpenMP, in at most
# ten minutes, and writes one page. It needs bash, coreutils, findutils, awk and a compiler.
#
#   wide.sh [OPTION…]           measures, and writes the page
#   wide.sh pack FILE.tar.gz    makes an archive for a machine without a compiler: unpack it there
#                               and run skua-wide/wide.sh
#   --out FILE                  the page; without it wide.html
#   --seconds N                 for all measurements, about; without it 420
#   --only NAME,…               some of the programs
#   --program FILE              measures with this skua-wide instead of compiling one
#
# CXX chooses the compiler. Exit code: 0, 1 after a wrong answer or another failure, 2 after wrong
# usage.

set -euo pipefail
export LC_ALL=C

exec 3>&2  # also of use where standard error goes to a file
die() { printf 'wide: %s\n' "$*" >&3; exit 1; }
refuse() { printf 'wide: %s; wide.sh --help lists the options\n' "$*" >&2; exit 2; }

readonly all_programs=fib,uts,nqueens,saxpy,stencil,sort,scopes,wake_one,wake_all
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=wide.html seconds=420 program='' pack='' only=$all_programs
while (($# > 0)); do
  case $1 in
    -h | --help) sed -n '5,18s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit ;;
    pack | --out | --seconds | --only | --program) (($# > 1)) || refuse "$1 needs a value"; declare "${1#--}=$2" ;;
    *) refuse "unknown argument '$1'" ;;
  esac
  shift 2
done
[[ $seconds =~ ^[1-9][0-9]{0,5}$ ]] || refuse "--seconds: expected 1 to 999999, found '$seconds'"
for name in ${only//,/ }; do
  [[ ,$all_programs,wrong, == *,$name,* ]] || refuse "--only: expected some of $all_programs, found '$name'"
done
for tool in awk date find nproc timeout xargs; do
  command -v "$tool" >/dev/null || die "$tool is missing: install awk, coreutils and findutils"
done
target=$(realpath -m "${pack:-$out}")
[[ ! -d $target && -w ${target%/*} ]] || die "cannot write $target: name a file in a folder that can be written"
unset "${!SKUA_@}" "${!OMP_@}" "${!GOMP_@}"  # they would change what is measured

scratch=$(mktemp -d) || die "cannot write to ${TMPDIR:-/tmp}: make room there"
job=''
trap '[[ -z $job ]] || kill "$job" 2>/dev/null || true; rm -rf "$scratch" "$target.part"' EXIT
trap 'die "interrupted, nothing is written"' INT TERM HUP

# limited SECONDS COMMAND…: runs it for so long at most. A signal to this script ends it, too.
limited() {
  timeout -k 2 "$@" <&0 &
  job=$!
  local code=0
  wait "$job" || code=$?
  job=''
  return "$code"
}

# accepts HEADERS FLAG…: true if the compiler can compile and link a program with them.
accepts() {
  { for header in $1; do echo "#include <$header>"; done; echo 'int main() {}'; } |
    "$compiler" -std=c++20 -x c++ - -o "$scratch/probe" "${@:2}" 2>/dev/null
}

# compile: makes skua-wide in build/wide. The flags suit every processor of this architecture.
compile() {
  cd "$here/.."
  [[ -f bench/wide/wide.cpp ]] || die 'neither skua-wide nor its sources are here: run tools/wide.sh of a whole tree'
  for compiler in ${CXX:+"$CXX"} c++ g++ clang++ g++-{16..11} clang++-{22..16} ''; do
    ! { command -v "$compiler" >/dev/null && accepts 'coroutine latch'; } || break
  done
  [[ -n $compiler ]] || die "no compiler for C++20 is here (g++ 12, clang 19 or later): install one, or run" \
    "'tools/wide.sh pack FILE.tar.gz' on a machine that has one and unpack the archive here"
  local folder=$PWD/build/wide tbb=0 omp=0 memory jobs about
  local -a flags=(-std=c++20 -O3 -pthread -Iinclude -Isrc -Ibench -Iapps) libraries=() launcher=()
  ! accepts 'execution tbb/task_group.h' -ltbb || tbb=1 libraries=(-ltbb)
  ! accepts 'omp.h parallel/algorithm' -fopenmp || omp=1 flags+=(-fopenmp)
  ! command -v ccache >/dev/null || launcher=(ccache)
  about="$(git describe --always --dirty 2>/dev/null || echo 'unknown commit'), $("$compiler" --version | head -n 1)"
  { mkdir -p "$folder" && rm -f "$folder"/*; } || die "cannot write $folder"
  { echo bench/wide/wide.cpp apps/uts/problem.cpp apps/uts/sha1.cpp
    find src -name '*.cpp' ! -path '*/mpi/module/*'; } >"$scratch/sources"
  memory=$(awk '/^MemAvailable/ { print int($2 / 1048576) + 1 }' /proc/meminfo)
  jobs=$(($(nproc) < memory ? $(nproc) : memory))
  echo "wide: compiling $(wc -w <"$scratch/sources") files with $compiler, $jobs at a time; a dot for each:"
  # shellcheck disable=SC2016  # expanded by the inner shell
  limited 3600 xargs -P "$jobs" -n 1 bash -c '
    "${@:2:$#-2}" -c "${!#}" -o "$1/$(tr / - <<<"${!#}").o" 2>>"$1/errors" || exit 255
    printf .' bash "$folder" "${launcher[@]}" "$compiler" "${flags[@]}" '-DSKUA_VERSION="wide"' \
    "-DSKUA_WIDE_ABOUT=\"$about\"" -DSKUA_BENCH_TBB=$tbb -DSKUA_BENCH_OMP=$omp <"$scratch/sources" 2>/dev/null ||
    { echo; die "$compiler failed: $(grep -m 1 error "$folder/errors" || echo "see $folder/errors")"; }
  program=$folder/skua-wide
  "$compiler" "${flags[@]}" "$folder"/*.o "${libraries[@]}" -o "$program" 2>"$folder/errors" ||
    die "$compiler cannot link, see $folder/errors"
  echo " done after $SECONDS s"
}

# make_archive: the program with all shared libraries, those of C and the loader among them, so that
# it runs on every Linux of this architecture.
make_archive() {
  mkdir "$scratch/skua-wide"
  cp "$here"/wide.{sh,html} "$scratch/skua-wide"
  cp "$program" "$scratch/skua-wide/skua-wide"
  ldd "$program" | grep -o '/[^ ]*' | xargs -I{} cp -L {} "$scratch/skua-wide"
  { tar -C "$scratch" -czf "$target.part" skua-wide && mv "$target.part" "$target"; } || die "cannot write $target"
  echo "wide: wrote $pack: unpack it on the other machine and run skua-wide/wide.sh"
}

[[ -n $program || ! -x $here/skua-wide ]] || program=$here/skua-wide
if [[ -z $program ]]; then compile; fi
[[ -f $program && -x $program ]] || die "$program is not a program"
if [[ -n $pack ]]; then make_archive; exit; fi
run=("$(realpath "$program")")
for loader in "${run%/*}"/ld-*; do
  [[ ! -x $loader ]] || run=("$loader" --library-path "${run%/*}" "$run")
done
"${run[@]}" >"$scratch/about" 2>"$scratch/errors" || die "$program does not run here: $(head -n 1 "$scratch/errors")"
{ read -r about && read -r runtimes; } <"$scratch/about" || die "$program is not skua-wide"

# fact NAME VALUE…: a row of the page.
fact() { [[ -z ${*:2} ]] || printf 'fact\t%s\t%s\n' "$1" "${*:2}" >>"$scratch/data"; }
# note TEXT…: what the reader of the page must know.
note() { printf 'note\t%s\n' "$*" | tee -a "$scratch/data" | sed 's/^note./wide: /'; }
distinct() { cat "$@" 2>/dev/null | sort -u | wc -l; }

readonly cpu=/sys/devices/system/cpu
cores=$(distinct $cpu/cpu*/topology/thread_siblings_list)
processors=$(nproc)

describe_machine() {
  local quota
  fact Date "$(date -u '+%Y-%m-%d %H:%M UTC')"
  fact 'Commit and compiler' "$about"
  fact Processor "$(awk -F'\t*: *' '/^model name/ { name = $2 } /^CPU (implementer|part)/ { arm = arm " " $1 " " $2 }
    /^$/ { exit } END { print name != "" ? name : arm }' /proc/cpuinfo)"
  fact Processors "$processors usable of $(nproc --all); cores: $cores; sockets:" \
    "$(distinct $cpu/cpu*/topology/physical_package_id); memory nodes:" \
    "$(find /sys/devices/system/node -maxdepth 1 -name 'node[0-9]*' 2>/dev/null | wc -l)"
  fact Caches "$(cd $cpu/cpu0/cache 2>/dev/null &&
    for index in index*; do echo "L$(<"$index/level") $(<"$index/type") $(<"$index/size")"; done | paste -sd,)"
  fact Memory "$(awk '/^MemTotal/ { printf "%.0f GiB", $2 / 1048576 }' /proc/meminfo)"
  fact System "$(sed -n 's/^PRETTY_NAME="*\([^"]*\).*/\1, /p' /etc/os-release 2>/dev/null)$(uname -srm)" \
    "$(! grep -qm 1 '^flags.* hypervisor' /proc/cpuinfo || echo '(a virtual machine)')"
  fact 'Load average' "$(cut -d' ' -f1-3 /proc/loadavg)"
  quota=$(awk '$1 != "max" { printf "%.1f", $1 / $2 }' /sys/fs/cgroup/cpu.max 2>/dev/null) || true
  [[ -z $quota ]] || note "A cgroup allows $quota processors at a time: more workers cannot be faster."
  [[ $runtimes == *tbb* ]] || note 'Without oneTBB, which was missing where the program was compiled.'
  [[ $runtimes == *omp* ]] || note 'Without OpenMP, which was missing where the program was compiled.'
}

# cells: what is measured, each a line "PROGRAM RUNTIME WORKERS".
cells() {
  local name runtime count counts
  counts=$({ for ((count = 1; count < processors; count *= 2)); do echo "$count"; done
    ((cores == 0 || cores >= processors)) || echo "$cores"; echo "$processors"; } | sort -nu)
  for name in ${only//,/ }; do
    [[ $name == wake_* ]] || echo "$name sequential 1"
    for count in $counts; do
      [[ $name != wake_* || $count != 1 ]] || continue
      for runtime in $runtimes; do echo "$name $runtime $count"; done
    done
  done
}

readonly longest=30  # seconds of one measurement
wrong=0 given_up='' number=0

# measure NAME RUNTIME WORKERS SHARE: one cell, in SHARE milliseconds if that is possible.
measure() {
  local least=$(($4 / 8)) code=0
  limited $longest "${run[@]}" "$1" "$2" "$3" $((least < 1 ? 1 : least > 60 ? 60 : least)) $(($4 * 3 / 4)) \
    >"$scratch/row" 2>"$scratch/errors" </dev/null || code=$?
  case $code in
    0) sed 's/^/row /; s/ /\t/g' "$scratch/row" >>"$scratch/data"
      awk '/^wake/ { printf "%.4g us\n", 1e6 * $5; exit } { printf "%.4g ns\n", 1e9 * $5 / $4 * $3 }' "$scratch/row"
      return ;;
    1) wrong=$((wrong + 1)) && note "WRONG ANSWER: $1 with $2, workers: $3."; return ;;
    124 | 137) note "$1 with $2: given up with workers: $3, after $longest s." ;;
    *) note "$1 with $2, workers: $3: ended with code $code: $(head -n 1 "$scratch/errors")" ;;
  esac
  given_up+=" $1:$2 "
}

describe_machine
mapfile -t list < <(cells)
deadline=$((SECONDS + seconds))
echo "wide: ${#list[@]} measurements of up to $processors workers with $runtimes, in about $seconds s; shown is the" \
  'processor time of an operation'
for cell in "${list[@]}"; do
  read -r name runtime workers <<<"$cell"
  left=$((deadline - SECONDS)) cells_left=$((${#list[@]} - number))
  printf 'wide: %d of %d, %d s left: %s: ' $((++number)) ${#list[@]} "$left" "$name, $runtime, $workers"
  if [[ $given_up == *" $name:$runtime "* ]]; then
    echo 'left out'
  elif ((left < -seconds / 4)); then
    note "$name with $runtime: the time was over before workers: $workers."
    given_up+=" $name:$runtime "
  else
    measure "$name" "$runtime" "$workers" $((left > 0 ? left * 1000 / cells_left : 1))
  fi
done
fact Duration "$SECONDS s in all"
sed -i 's/&/\&amp;/g; s/</\&lt;/g' "$scratch/data"
{ sed -e "/^DATA$/{r $scratch/data" -e 'd}' "$here/wide.html" >"$target.part" && mv "$target.part" "$target"; } ||
  die "cannot write $target"
echo "wide: wrote $out"
((wrong == 0)) || die "wrong answers: $wrong, see $out"
