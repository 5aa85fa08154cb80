// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The requests of one place, and of the places below it in the tree of places, for the next parts
// of an ordered search. They go to the place above together, so that the home of the search gets
// few messages, however many places there are.
//
//   PARTS-1  At most one request of this place is on its way. Those that are made meanwhile wait,
//     and are sent together when it has been answered.
//   PARTS-2  An answer with fewer parts than were asked for says that there are no more. From then
//     on requests are answered here.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include <skua/detail/search/search_state.hpp>
#include <skua/promise.hpp>

namespace skua::search::detail {

class part_requests {
 public:
  struct request {
    std::uint64_t count;
    promise<std::vector<packed_part>> answer;
  };
  /// Asks the place above for so many parts; may suspend, and throw.
  using source = std::function<std::vector<packed_part>(std::uint64_t)>;

  /// True: no request is on its way, and the caller must call send.
  [[nodiscard]] bool add(std::shared_ptr<request> r);
  /// Sends the requests that wait, and answers them; what `ask` throws is their answer. True:
  /// others have come meanwhile, and send must be called again.
  [[nodiscard]] bool send(source const& ask);

 private:
  using requests = std::vector<std::shared_ptr<request>>;

  std::mutex lock_;  // no task suspends while it holds it
  requests waiting_;
  bool is_sending_ = false;
  bool no_more_ = false;  // PARTS-2
};

}  // namespace skua::search::detail
