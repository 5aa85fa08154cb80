// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/search/coordination.hpp>

#include <array>

#include <skua/error.hpp>

namespace skua::search {
namespace {

constexpr std::array<std::string_view, 6> names{"sequential",     "depth_bounded", "budget",
                                                "stack_stealing", "ordered",       "automatic"};

}  // namespace

coordination coordination::named(std::string_view name) {
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (name == names[i]) {
      coordination rule;
      rule.kind_ = static_cast<kind>(i);
      return rule;
    }
    list += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + std::string(names[i]);
  }
  throw error("unknown coordination '" + std::string(name) + "': expected " + list);
}

std::string coordination::text() const {
  std::string text(names[static_cast<std::size_t>(kind_)]);
  switch (kind_) {
    case kind::depth_bounded:
      return text + ", depth " + std::to_string(depth_);
    case kind::ordered:
      return text + ", depth " + std::to_string(depth_) + (by_discrepancy_ ? ", by discrepancy" : "");
    case kind::budget:
      return text + ", " +
             (backtracks_ != 0 ? std::to_string(backtracks_) + " backtracks" : std::to_string(nodes_) + " nodes");
    case kind::stack_stealing:
      return chunked_ ? text + ", in chunks" : text;
    default:
      return text;
  }
}

}  // namespace skua::search
