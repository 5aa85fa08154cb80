// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The recipes of docs/howto/building.md: a program that starts the library itself and has its own
// threads.
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <skua/skua.hpp>

#include "../support/recipes.hpp"

namespace {

bool limit_workers() {
  int count = 0;
  skua::options o;
  o.workers = 2;  // SKUA_WORKERS and --skua-workers win over it
  int const code = skua::run(o, [&] { count = skua::workers(); });
  return code == 0 && (count == 2 || std::getenv("SKUA_WORKERS") != nullptr);
}

bool own_arguments() {
  std::string program = "program", option = "--skua-workers=1", file = "input.txt";
  char* arguments[] = {program.data(), option.data(), file.data(), nullptr};
  int argc = 3;
  char** argv = arguments;
  std::string file_name;
  int const code = skua::run(argc, argv, [&] {  // takes arguments --skua-… out of argv
    file_name = argc > 1 ? argv[1] : "";
  });
  return code == 0 && argc == 2 && file_name == "input.txt";
}

long sum_up_to(long n) {
  skua::sum<long> total;
  skua::finish([=] { skua::for_async(n + 1, [=](std::int64_t i) { total += i; }); });
  return total.get();
}

std::vector<long> sums_of_threads() {
  skua::runtime const workers;  // lives as long as the threads need it
  std::vector<long> sums(4);
  std::vector<std::jthread> threads;
  for (std::size_t t = 0; t < sums.size(); ++t) {
    threads.emplace_back([&sums, t] {
      sums[t] = skua::async(sum_up_to, 1000 * static_cast<long>(t)).get();  // a thread may start tasks and wait
    });
  }
  threads.clear();  // joins
  return sums;
}

bool own_threads() { return sums_of_threads() == std::vector<long>{0, 500'500, 2'001'000, 4'501'500}; }

}  // namespace

int main() {
  return run_recipes({{"limit the number of workers", limit_workers},
                      {"read my own command line", own_arguments},
                      {"use it in a program that has its own threads", own_threads}});
}
