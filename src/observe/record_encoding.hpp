// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bytes of a record of tasks (docs/reference/record_format.md).
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "observe/record_steps.hpp"

namespace skua::observe {

/// All tasks of one name.
struct record_total {
  std::uint64_t tasks = 0;
  std::int64_t work = 0;  // their own, without that of the tasks that they spawned
  std::string text;
};

struct recorded_program {
  std::string command;
  int signal = 0;             // that has cut the run short
  std::uint64_t lost_ns = 0;  // in which its worker had something to do and no processor
};

/// Encodes one record; used once.
class record_encoder {
 public:
  record_encoder(std::unordered_map<std::uint64_t, record_total> const& totals, double ns_per_tick);
  /// `root`: the node of everything outside tasks. All nodes are closed.
  [[nodiscard]] std::string bytes(recorded_program const& program, record_node* root);

 private:
  void add_step(record_step const& step);

  double ns_per_tick_;
  std::string names_;
  std::unordered_map<std::uint64_t, std::uint32_t> name_numbers_;
  std::uint32_t events_ = 0;
  std::vector<record_node*> order_;
  std::string tasks_;
};

}  // namespace skua::observe
