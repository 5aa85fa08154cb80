// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A program of the library for the tests of skua-run: one small job per word of the command line.

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <skua/skua.hpp>
#include <stdexcept>
#include <string>

namespace {

/// One write, so that it cannot be torn here.
void line(std::string const& text) {
  std::string const whole = text + "\n";
  if (::write(1, whole.data(), whole.size()) < 0) std::abort();
}

/// One line from every place, with its number, how many there are, its workers, its process.
void greet() {
  for (int p = 0; p < skua::places(); ++p) {
    skua::at(p, [] {
      line("place " + std::to_string(skua::here()) + " of " + std::to_string(skua::places()) + " workers " +
           std::to_string(skua::workers()) + " pid " + std::to_string(::getpid()));
    });
  }
}

/// Tasks that may run anywhere; the sum tells whether each ran once.
void sum() {
  skua::sum<long> total;
  skua::finish([&] {
    for (long i = 1; i <= 10'000; ++i) {
      skua::spawn(skua::any, [total, i] { total += i; });
    }
  });
  line("sum " + std::to_string(total.get()) + " over " + skua::transport_name());
}

/// Until it is cancelled or killed.
void wait_for_ever() {
  greet();
  line("waiting");
  for (;;) skua::sleep_for(std::chrono::hours(1));
}

int job(std::string const& what, int number) {
  if (what == "greet") greet();
  if (what == "sum") sum();
  if (what == "wait") wait_for_ever();
  if (what == "code") return number;
  if (what == "throw") throw std::runtime_error("on purpose");
  if (what == "die") {  // at that place, in the middle of the run
    skua::at(number, [] { std::abort(); });
  }
  if (what == "leave") {
    skua::at(number, [] { std::_Exit(0); });
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::string const what = argc > 1 ? argv[1] : "greet";
  if (what == "nothing") return 0;
  return skua::run(argc, argv, [&] { return job(what, argc > 2 ? std::atoi(argv[2]) : 0); });
}
