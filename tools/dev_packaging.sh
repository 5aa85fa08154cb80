# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Read by `dev`: the command `package`. Needs `die`, `section` and dev_packages.sh.

# package [--test] [KIND…]: makes packages; --test also installs each in a separate system.
do_package() {
  local is_tested='' incomplete='' kind
  local -a kinds=()
  for kind in "$@"; do
    case $kind in
      --test) is_tested=1 ;;
      tarball | debian | wheel) kinds+=("$kind") ;;
      *) die "package: expected tarball, debian, wheel or --test, got '$kind'" ;;
    esac
  done
  ((${#kinds[@]})) || kinds=(tarball debian wheel)
  need "${run_packages[@]}" python3 binutils
  if [[ " ${kinds[*]} " == *" debian "* ]]; then want "${package_packages[@]}" "${mpi_packages[@]}"; fi
  section "packages: ${kinds[*]}"
  for kind in "${kinds[@]}"; do make_package "$kind" || incomplete=1; done
  [[ -z "$incomplete" ]] || die "package: not all packages were made"
  for kind in "${kinds[@]}"; do
    [[ $kind != debian ]] || lint_packages
    [[ -n "$is_tested" && -f "tests/package/$kind.py" ]] || continue
    section "test of the package: $kind"
    outside_test "$kind" || die "package: the test of $kind failed"
  done
}

# make_package KIND: shows its progress, then prints what package.py has printed.
make_package() {
  local log="build/package/$1.log" printed="build/package/$1.txt" code=0
  mkdir -p build/package
  rm -f "$log"
  without_estimate=1 watched "making the package $1" "$log" into "$printed" python3 packaging/package.py "$1" || code=1
  cat "$printed"
  return "$code"
}

# outside_test NAME: a test of tests/package. With exit code 77 it was skipped, and has printed why.
outside_test() {
  local code=0
  python3 "tests/package/$1.py" || code=$?
  ((code == 0 || code == 77))
}

play_documents() {
  section "every command of README, docs/start.md and docs/installing.md, on a bare Debian 12"
  outside_test play || die "test: a command of the documents failed"
}

lint_packages() {
  section "lintian"
  if [[ ! -x "$(command -v lintian)" ]]; then
    echo "skipped: lintian is not installed"
    return
  fi
  lintian --allow-root --fail-on error,warning build/package/*.changes || die "package: lintian has complaints"
  echo "lintian: ok"
}
