// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The requests of one place, and of the places below it in the tree of places, for the next parts
// of an ordered search. They go to the place above together, so that the home of the search gets
// few messages, however many places there are.
//
//   PARTS-1  At most one request of this place is on its way. Those that are made before its answer
//     wait, and are sent together when it has been answered.
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

  /// Returns true if no task sends requests, so that the caller must start one that calls send.
  [[nodiscard]] bool add(std::shared_ptr<request> added);
  /// Sends and answers requests until none waits; an exception of `ask` is also an answer.
  void send(source const& ask);

 private:
  std::vector<std::shared_ptr<request>> next_to_send();

  std::mutex lock_;  // of the next two; no task suspends while it holds it
  std::vector<std::shared_ptr<request>> waiting_;
  bool is_sending_ = false;
  bool no_more_ = false;  // PARTS-2; of the task that sends
};

}  // namespace skua::search::detail
