// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "search/part_requests.hpp"

#include <algorithm>
#include <exception>
#include <iterator>
#include <utility>

namespace skua::search::detail {

bool part_requests::add(std::shared_ptr<request> added) {
  std::lock_guard const hold(lock_);
  waiting_.push_back(std::move(added));
  return !std::exchange(is_sending_, true);  // PARTS-1
}

std::vector<std::shared_ptr<part_requests::request>> part_requests::next_to_send() {
  std::lock_guard const hold(lock_);
  is_sending_ = !waiting_.empty();
  return std::exchange(waiting_, {});
}

void part_requests::send(source const& ask) {
  for (auto sent = next_to_send(); !sent.empty(); sent = next_to_send()) {
    std::uint64_t count = 0;
    for (auto const& request : sent) count += request->count;
    std::vector<packed_part> parts;
    try {
      if (!no_more_) parts = ask(count);
    } catch (...) {
      for (auto const& request : sent) request->answer.set_exception(std::current_exception());
      continue;
    }
    no_more_ = parts.size() < count;
    auto next = parts.begin();
    for (auto const& request : sent) {
      auto const n = std::min<std::uint64_t>(request->count, static_cast<std::uint64_t>(parts.end() - next));
      auto const end = next + static_cast<std::ptrdiff_t>(n);
      request->answer.set_value({std::make_move_iterator(next), std::make_move_iterator(end)});
      next = end;
    }
  }
}

}  // namespace skua::search::detail
