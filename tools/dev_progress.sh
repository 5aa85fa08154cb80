# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Read by `dev`: shows the progress of a command that takes long. Needs `clock`.

# progress_of LOG SECONDS: sets `state` to the state of ninja or apt-get, from the end of its
# output: "12 of 80, about 0:40 left" or "Setting up ninja-build". The time never rises: one that
# proves too short stands still, or is left out if it was much too short. `least` keeps it between
# calls. With `without_estimate`, for several builds after each other, it is always left out.
progress_of() {
  local last done total left
  state=
  last="$(tail -c 20000 "$1" 2>/dev/null | tr '\r' '\n' |
    grep -E '^\[[0-9]+/[0-9]+\]|^(Get:|Unpacking|Setting up)' | tail -n 1)"
  if [[ $last =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
    done=${BASH_REMATCH[1]} total=${BASH_REMATCH[2]}
    state=", $done of $total"
    # The first steps say little about the time of the others.
    ((done * 8 >= total && done < total)) && [[ -z ${without_estimate:-} ]] || return 0
    left=$((($2 * (total - done) + done - 1) / done))
    [[ -n ${least:-} ]] || least=$left
    ((left < least)) && least=$left
    ((left > least * 3 / 2 + 5)) || state+=", about $(clock "$least") left"
  elif [[ -n "$last" ]]; then
    state=", $(cut -d' ' -f1-3 <<<"${last%% (*}")"
  fi
}

# redraws: true if standard output is a terminal that can erase a line.
redraws() { [[ -t 1 && ${TERM:-} != dumb ]]; }

# ticker LABEL LOG: redraws one line on a terminal, or prints one every ten seconds, until it is
# killed.
ticker() {
  local start=$SECONDS passed line period=1 least='' state
  redraws || period=10
  while kill -0 $$ 2>/dev/null; do
    # Nothing ever arrives there: this sleeps without a process that could be left behind.
    read -rt "$period" -u 9 || true
    passed=$((SECONDS - start))
    progress_of "$2" "$passed"
    line="dev: $1: $(clock "$passed")$state"
    if redraws; then
      printf '\r%s\e[K' "${line:0:$(($(tput cols 2>/dev/null || echo 80) - 1))}"
    else
      echo "$line"
    fi
  done
}

# shown LABEL LOG COMMAND…: runs the command with its output in LOG, and shows its progress.
shown() { watched "$1" "$2" into "$2" "${@:3}"; }
into() { "${@:2}" >"$1" 2>&1; }

# watched LABEL LOG COMMAND…: runs the command, which writes LOG and prints nothing, and shows its
# progress.
watched() {
  local label=$1 log=$2 code=0 tick
  shift 2
  exec 9<> <(:)
  ticker "$label" "$log" &
  tick=$!
  "$@" </dev/null || code=$?
  kill "$tick" 2>/dev/null || true
  wait "$tick" 2>/dev/null || true
  exec 9<&-
  ! redraws || printf '\r\e[K'
  return "$code"
}

