// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "search/part_requests.hpp"

#include <algorithm>
#include <exception>
#include <iterator>
#include <utility>

namespace skua::search::detail {

bool part_requests::add(std::shared_ptr<request> r) {
  {
    std::lock_guard const hold(lock_);
    if (!no_more_) {
      waiting_.push_back(std::move(r));
      return !std::exchange(is_sending_, true);  // PARTS-1
    }
  }
  r->answer.set_value({});
  return false;
}

bool part_requests::send(source const& ask) {
  requests sent;
  {
    std::lock_guard const hold(lock_);
    sent.swap(waiting_);
  }
  std::uint64_t count = 0;
  for (auto const& r : sent) count += r->count;
  try {
    auto parts = ask(count);
    if (parts.size() < count) {
      std::lock_guard const hold(lock_);
      no_more_ = true;
    }
    auto next = parts.begin();
    for (auto const& r : sent) {
      auto const n = std::min<std::uint64_t>(r->count, static_cast<std::uint64_t>(parts.end() - next));
      auto const end = next + static_cast<std::ptrdiff_t>(n);
      r->answer.set_value({std::make_move_iterator(next), std::make_move_iterator(end)});
      next = end;
    }
  } catch (...) {
    for (auto const& r : sent) r->answer.set_exception(std::current_exception());
  }
  requests late;
  {
    std::lock_guard const hold(lock_);
    is_sending_ = !no_more_ && !waiting_.empty();
    if (is_sending_) return true;
    late.swap(waiting_);
  }
  for (auto const& r : late) r->answer.set_value({});
  return false;
}

}  // namespace skua::search::detail
