// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several places: tasks that run anywhere, tasks at a given place, and the objects they share. The
// same program runs over processes of one host (SKUA_PLACES=3, or skua-run -n 3) and over the ranks
// of an MPI job. Here the places are groups of threads.
#include <cstdio>
#include <stdexcept>
#include <string>

#include <skua/skua.hpp>

namespace {

/// Visits a node of a tree with three children each; may run at any place.
void visit(int depth, skua::sum<long> nodes) {
  nodes += 1;
  for (int i = 0; depth > 0 && i < 3; ++i) skua::spawn(skua::any, visit, depth - 1, nodes);
}

std::string greeting(std::string const& name) { return name + " at place " + std::to_string(skua::here()); }

int body() {
  skua::sum<long> nodes;  // one partial sum at each place
  skua::finish([&] { skua::spawn(skua::any, visit, 9, nodes); });
  if (nodes.get() != 29'524) return 1;

  skua::place_local<int> visits(0);  // one int at each place
  for (int p = 0; p < skua::places(); ++p) {
    std::string const text = skua::at(p, greeting, std::string("hello"));  // runs at place p; this task waits
    std::printf("%s\n", text.c_str());
    skua::at(p, [visits] { *visits += 1; });
    if (text != "hello at place " + std::to_string(p) || skua::at(p, [visits] { return *visits; }) != 1) return 1;
  }

  skua::future<int> answer = skua::async(skua::on(skua::places() - 1), [] { return 42; });
  if (answer.get() != 42) return 1;
  try {
    skua::at(skua::places() - 1, [] { throw std::out_of_range("too far"); });
    return 1;
  } catch (std::out_of_range const& e) {  // rethrown here with its type and text
    std::printf("caught: %s\n", e.what());
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  skua::options o;
  o.places = 3;
  o.transport = "inproc";
  return skua::run(argc, argv, o, [] { return body(); });
}
