# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Read by `dev`: the commands that look for faults at random. Needs `die`, `section`, `configure`,
# `compile` and dev_packages.sh.

do_sim() {
  local seeds=10000 first=1
  while [[ $# -gt 0 ]]; do
    case $1 in
      --seeds) seeds=${2:-} ;;
      --first) first=${2:-} ;;
      *) die "sim: expected --seeds N or --first S, got '$1'" ;;
    esac
    [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || die "sim: $1: expected a number above zero, got '${2:-}'"
    shift 2
  done
  need "${test_packages[@]}"
  configure release tests
  compile release skua-seeds
  section "random programs in random simulated worlds: $seeds seeds"
  build/release/bin/skua-seeds --seeds "$seeds" --first "$first" || die "sim: the command above repeats it"
}

do_soak() {
  local minutes=5
  if [[ ${1:-} =~ ^[0-9]+([.][0-9]+)?$ ]]; then minutes=$1; shift; fi
  need "${test_packages[@]}"
  configure release tests
  local flavour targets=(skua-soak skua-run)
  for flavour in openmpi mpich; do
    if grep -q "^build skua_mpi_$flavour:" build/release/build.ninja; then targets+=("skua_mpi_$flavour"); fi
  done
  compile release "${targets[@]}"
  exec python3 tests/soak/soak.py --programs build/release/bin --minutes "$minutes" "$@"
}

do_mutate() {
  need "${test_packages[@]}" "${clang_packages[@]}" python3-clang-19
  exec /usr/bin/python3 tools/mutate "$@"  # Debian's, which has the bindings of clang
}
