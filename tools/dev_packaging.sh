# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Read by `dev`: the command `package`. Needs `die`, `section` and dev_packages.sh.

# package [--test] [KIND…]: makes packages; --test installs each in a system of its own, too.
do_package() {
  local is_tested='' kind code
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
  python3 packaging/package.py "${kinds[@]}" || die "package: not all packages were made"
  for kind in "${kinds[@]}"; do
    [[ $kind != debian ]] || lint_packages
    [[ -n "$is_tested" && -f "tests/package/$kind.py" ]] || continue
    section "test of the package: $kind"
    code=0
    python3 "tests/package/$kind.py" || code=$?
    # 77: it was skipped, and has printed why.
    ((code == 0 || code == 77)) || die "package: the test of $kind failed"
  done
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
