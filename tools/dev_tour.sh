# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Read by `dev`: what `run` does without arguments. Needs `compile`.

# A few seconds of search on two cores.
readonly tour_graph=hidden:400,0.68,25,2

# tour [--places N]: runs two jobs with known answers, and says what to try next.
tour() {
  local skua=build/release/bin/skua-tour printed=build/tour.txt cores='kept all cores busy'
  compile release skua-tour
  echo "An unbalanced tree of 102 million nodes, each a separate task:"
  "$skua" uts --tree T1L --compare "$@" | tee "$printed"
  printf '\nThe largest clique of a random graph with a hidden one, and the proof that there is no larger one:\n'
  "$skua" clique --graph "$tour_graph" --compare "$@" | tee -a "$printed"
  ! grep -q 'other programs used' "$printed" || cores='ran on all cores, which other programs also used'
  cat <<TEXT

Shown: tasks of a few nanoseconds, in a tree that cannot be cut evenly, $cores; the answers are right.
Meaning: write such a program once, with lambdas; the same binary runs on one core, all cores, several processes or a
cluster.
Next: ./dev run --places 2 (the same over two processes), ./dev run tsp --help (20 more programs), examples/hello.cpp
and README.md (your own).
TEXT
}
