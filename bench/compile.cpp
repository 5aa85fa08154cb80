// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compile: what the compiler needs for programs with Skua, oneTBB and std::async (bench/compile/).
#include <elf.h>
#include <link.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/case.hpp"

extern char** environ;

namespace bench {
namespace {

constexpr char const* peer_names[] = {"skua", "tbb", "std"};
constexpr int different = 50;  // loops or tasks of a source

struct compile_cost {
  double ms, mb, code_bytes;
};

/// The size of the sections with code in an object file of the host's kind.
double code_bytes_of(std::filesystem::path const& object) {
  std::ifstream file(object, std::ios::binary);
  std::stringstream stream;
  stream << file.rdbuf();
  std::string const bytes = stream.str();
  auto const* const header = reinterpret_cast<ElfW(Ehdr) const*>(bytes.data());
  double sum = 0;
  for (int i = 0; i < header->e_shnum; ++i) {
    ElfW(Shdr) section;
    std::memcpy(&section, bytes.data() + header->e_shoff + static_cast<std::size_t>(i) * sizeof section,
                sizeof section);
    if ((section.sh_flags & SHF_EXECINSTR) != 0) sum += static_cast<double>(section.sh_size);
  }
  return sum;
}

/// Compiles a file of bench/compile with -O2: processor time, memory at its peak, and code.
compile_cost compile(std::string const& file, int peer, std::string const& loops, std::string const& asyncs) {
  std::filesystem::path const object =
      std::filesystem::temp_directory_path() / ("skua-bench-" + std::to_string(getpid()) + ".o");
  std::vector<std::string> words{SKUA_BENCH_COMPILER,
                                 "-std=c++20",
                                 "-O2",
                                 "-I",
                                 SKUA_BENCH_SOURCES "/../include",
                                 "-DPEER=" + std::to_string(peer),
                                 "-DLOOPS=" + loops,
                                 "-DASYNCS=" + asyncs,
                                 "-c",
                                 SKUA_BENCH_SOURCES "/compile/" + file + ".cpp",
                                 "-o",
                                 object.string()};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t pid = 0;
  int status = 0;
  rusage usage{};
  if (posix_spawn(&pid, arguments.front(), nullptr, nullptr, arguments.data(), environ) != 0 ||
      wait4(pid, &status, 0, &usage) != pid || status != 0)
    throw std::runtime_error("the compiler failed: " + words.front() + " … " + words[9]);
  auto const ms = [](timeval const& t) {
    return 1e3 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_usec);
  };
  compile_cost const cost{ms(usage.ru_utime) + ms(usage.ru_stime), static_cast<double>(usage.ru_maxrss) / 1024,
                          code_bytes_of(object)};
  std::filesystem::remove(object);
  return cost;
}

/// Runs `measure(peer)` for all peers in turn, and shows the results as counters.
template <class Measure>
void all_peers(benchmark::State& state, Measure&& measure) {
  for (auto _ : state) {
    for (int peer = 0; peer < 3; ++peer) {
      if (peer == 1 && !SKUA_BENCH_TBB) continue;
      compile_cost const cost = measure(peer);
      std::string const name = peer_names[peer];
      if (peer == 0) state.SetIterationTime(cost.ms / 1e3);
      state.counters[name + "_ms"] = cost.ms;
      if (cost.mb != 0) state.counters[name + "_mb"] = cost.mb;
      state.counters[name + "_code"] = cost.code_bytes;
    }
  }
}

void program(benchmark::State& state, char const* file) {
  all_peers(state, [&](int peer) { return compile(file, peer, "0", "0"); });
}

/// A loop or a task: that of a source with many, less the source without any.
void each(benchmark::State& state, char const* loops, char const* asyncs) {
  all_peers(state, [&](int peer) {
    compile_cost const empty = compile("many", peer, "0", "0");
    compile_cost const full = compile("many", peer, loops, asyncs);
    return compile_cost{(full.ms - empty.ms) / different, 0, (full.code_bytes - empty.code_bytes) / different};
  });
}

}  // namespace

void add_compile(suite& registry) {
  registry.add("compile/program", [](benchmark::State& state) { program(state, "program"); });
  registry.add("compile/search", [](benchmark::State& state) { program(state, "search"); });
  registry.add("compile/loop", [](benchmark::State& state) { each(state, "50", "0"); },
               {at_most("skua_ms", 10), at_most("skua_code", 500)});
  registry.add("compile/async", [](benchmark::State& state) { each(state, "0", "50"); }, {at_most("skua_ms", 15)});
}

}  // namespace bench
