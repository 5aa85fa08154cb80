// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compile: what the compiler needs for programs with Skua, oneTBB and std::async (bench/compile/).
#include <link.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "support/child.hpp"
#include "support/rounds.hpp"

namespace bench {
namespace {

constexpr char const* peer_names[] = {"skua", "tbb", "std"};

/// The loops or tasks of bench/compile/many.cpp.
int different() { return size(50, 2); }

/// What a compilation needs: processor time, memory at its peak, and the code that it makes.
struct compile_cost {
  double ms, mb, code_bytes;
};

/// The size of the sections with code in an object file of the host's kind.
double code_bytes_of(std::filesystem::path const& object) {
  std::ifstream file(object, std::ios::binary);
  std::string const bytes(std::istreambuf_iterator<char>(file), {});
  ElfW(Ehdr) header;
  require(bytes.size() >= sizeof header, "the compiler made no object file");
  std::memcpy(&header, bytes.data(), sizeof header);
  double sum = 0;
  for (int i = 0; i < header.e_shnum; ++i) {
    ElfW(Shdr) section;
    std::memcpy(&section, bytes.data() + header.e_shoff + static_cast<std::size_t>(i) * sizeof section, sizeof section);
    if ((section.sh_flags & SHF_EXECINSTR) != 0) sum += static_cast<double>(section.sh_size);
  }
  return sum;
}

double milliseconds(timeval const& time) {
  return 1e3 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_usec);
}

/// Compiles a source of bench/compile with -O2.
compile_cost compile(std::string const& name, int peer, int loops = 0, int asyncs = 0) {
  std::string const source = SKUA_BENCH_SOURCES "/compile/" + name + ".cpp";
  auto const object = std::filesystem::temp_directory_path() / ("skua-bench-" + std::to_string(getpid()) + ".o");
  rusage const usage =
      wait_for_success(start_command({SKUA_BENCH_COMPILER, "-std=c++20", "-O2", "-I", SKUA_BENCH_SOURCES "/../include",
                                      "-DPEER=" + std::to_string(peer), "-DLOOPS=" + std::to_string(loops),
                                      "-DASYNCS=" + std::to_string(asyncs), "-c", source, "-o", object.string()}),
                       source);
  compile_cost const cost{milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime),
                          static_cast<double>(usage.ru_maxrss) / 1024, code_bytes_of(object)};
  std::filesystem::remove(object);
  return cost;
}

/// The figures of `measure(peer)` for all peers, in turn.
template <class Measure>
void report_peers(benchmark::State& state, Measure&& measure) {
  report_rounds(state, 1, [&](int) {
    figures result;
    for (int peer = 0; peer < 3; ++peer) {
      if (peer == 1 && !SKUA_BENCH_TBB) continue;
      compile_cost const cost = measure(peer);
      std::string const name = peer_names[peer];
      result.try_emplace(time_figure, cost.ms * 1e-3);  // ours, the first
      result[name + "_ms"] = cost.ms;
      if (cost.mb != 0) result[name + "_mb"] = cost.mb;
      result[name + "_code"] = cost.code_bytes;
    }
    return result;
  });
}

void whole(benchmark::State& state, char const* name) {
  report_peers(state, [name](int peer) { return compile(name, peer); });
}

/// A loop or a task: a source with many of them, less the same source without any.
void each(benchmark::State& state, int loops, int asyncs) {
  report_peers(state, [=](int peer) {
    compile_cost const empty = compile("many", peer);
    compile_cost const full = compile("many", peer, loops, asyncs);
    return compile_cost{(full.ms - empty.ms) / different(), 0, (full.code_bytes - empty.code_bytes) / different()};
  });
}

}  // namespace

void add_compile(suite& registry) {
  registry.add("compile/program", [](benchmark::State& state) { whole(state, "program"); });
  registry.add("compile/search", [](benchmark::State& state) { whole(state, "search"); });
  registry.add("compile/loop", [](benchmark::State& state) { each(state, different(), 0); },
               {at_most("skua_ms", 10), at_most("skua_code", 500)});
  registry.add("compile/async", [](benchmark::State& state) { each(state, 0, different()); }, {at_most("skua_ms", 15)});
}

}  // namespace bench
