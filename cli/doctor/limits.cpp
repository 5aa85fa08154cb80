// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "apps/common/text.hpp"
#include "findings.hpp"

namespace apps::doctor {
namespace {

// The resources that runs need.
constexpr std::uint64_t needed_descriptors = 256;  // of skua-run with dozens of places
constexpr std::uint64_t other_processes = 256;     // of the user, beside the workers
constexpr std::uint64_t main_stack_bytes = 1 << 20;
constexpr std::uint64_t shared_file_bytes = 256 << 20;
constexpr std::uint64_t rdma_bytes = 1 << 30;
// Each fibre that waits has a stack of SKUA_STACK, by default 1 MiB of address space. The first
// 16,000 have a guard page, which splits a mapping in two.
constexpr std::uint64_t fibre_stack_bytes = 1 << 20;
constexpr std::uint64_t waiting_fibres = 4096;
constexpr std::uint64_t usual_mappings = 65'530;

/// A finding about one limit, where a smaller value than `needed` deserves the advice.
finding judged(std::string name, limit const& value, bool in_bytes, std::uint64_t needed, std::string const& advice) {
  finding f{std::move(name), "unlimited", "", {}};
  if (value) f.value = in_bytes ? bytes_text(*value) : grouped(*value);
  if (value && *value < needed) f.advice = advice;
  f.data.add("limit", value ? json(*value) : json());
  return f;
}

finding mappings(machine const& m) {
  finding f{"mappings", "unknown", "", {}};
  f.data.add("limit", m.mappings > 0 ? json(m.mappings) : json());
  if (m.mappings == 0) return f;
  f.value = grouped(m.mappings) + ", two for each of 16,000 guarded stacks";
  if (m.mappings < usual_mappings)
    f.advice = "programs with many suspended tasks run out of mappings: sysctl vm.max_map_count=" +
               std::to_string(usual_mappings) + " or more";
  return f;
}

finding overcommit(machine const& m) {
  char const* const modes[] = {"heuristic", "always", "never"};
  bool const is_known = m.overcommit >= 0 && m.overcommit <= 2;
  finding f{"overcommit", is_known ? modes[m.overcommit] : std::to_string(m.overcommit), "", {}};
  f.data.add("mode", m.overcommit).add("memory_bytes", m.memory_bytes);
  f.value += ", " + bytes_text(m.memory_bytes) + " of memory";
  if (m.overcommit == 2)
    f.advice =
        "each stack counts in full although most of it is never touched: sysctl vm.overcommit_memory=0, or a "
        "smaller SKUA_STACK";
  return f;
}

}  // namespace

std::vector<finding> judge_limits(machine const& m) {
  auto const threads = std::uint64_t{2} * m.allowed.size();
  return {
      judged("open files", m.open_files, false, needed_descriptors,
             "skua-run and MPI need several descriptors for each place: ulimit -n 1024"),
      judged("processes", m.processes, false, other_processes + threads,
             "each worker is a thread, and the limit counts all threads: ulimit -u 4096, or a higher pids.max"),
      judged("stack", m.stack_bytes, true, main_stack_bytes,
             "the main thread and external threads may overflow theirs, unlike tasks: ulimit -s 8192"),
      judged("locked memory", m.locked_bytes, true, m.infiniband ? rdma_bytes : 0,
             "InfiniBand needs memory that stays in place: ulimit -l unlimited"),
      judged("file size", m.file_bytes, true, shared_file_bytes,
             "places of one host share memory in a file without a name, which the limit binds: ulimit -f unlimited"),
      judged("address space", m.address_bytes, true, waiting_fibres * fibre_stack_bytes,
             "each suspended task reserves a stack of 1 MiB: ulimit -v unlimited, or a smaller SKUA_STACK"),
      mappings(m),
      overcommit(m),
  };
}

}  // namespace apps::doctor
