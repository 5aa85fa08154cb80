// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages of any size to other places over a transport's small bounded buffers.
//
// What the transport refuses waits here, in order; control messages are never refused, so
// acknowledgements do not wait for room (no deadlock by back-pressure), and whoever sends tasks
// first waits until the box is not crowded. Threads: send, crowded, anything_waits by anyone; flush
// and assemble by the poller. Edge OUTBOX: contents of a box (its lock); the count beside it is a
// hint.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <span>
#include <unordered_map>
#include <vector>

#include <skua/base/atomic.hpp>
#include <skua/base/spinlock.hpp>

#include "place/message.hpp"
#include "place/peers.hpp"
#include "transport/transport.hpp"

namespace skua::remote {

class mailbox {
 public:
  explicit mailbox(transport::endpoint& e);

  /// Never blocks, never refuses.
  void send(int to, kind what, transport::bytes body) noexcept { send_parts(to, what, {}, body); }
  /// Head and body as one message; nobody copies a long body behind its head. The head is short.
  void send_parts(int to, kind what, transport::bytes head, transport::bytes body) noexcept;
  /// Whether senders of tasks should wait.
  [[nodiscard]] bool crowded(int to) const noexcept;
  /// Whether the transport has taken everything for that place.
  [[nodiscard]] bool empty(int to) const noexcept { return waiting_for(to) == 0; }
  /// Whether flush has something to do.
  // relaxed: a hint
  [[nodiscard]] bool anything_waits() const noexcept { return waiting_.load(std::memory_order_relaxed) != 0; }
  /// How many messages that count (is_counted) were given to this mailbox.
  [[nodiscard]] std::uint64_t counted() noexcept;
  /// Gives the transport what it takes now.
  void flush() noexcept;

  /// A fragment has arrived: the whole message, once it is complete, and its kind; otherwise empty.
  std::span<std::byte const> assemble(int from, transport::bytes fragment, kind& what);

 private:
  static constexpr std::size_t crowded_at = std::size_t{1} << 20;

  struct packet {
    kind what;
    std::vector<std::byte> body;
  };
  struct box {
    base::spinlock lock;
    std::list<packet> packets;  // most often none
    base::atomic<std::size_t> bytes{0};
    base::atomic<std::uint64_t> counted{0};  // messages; written under the lock
  };
  struct assembly {
    kind what{};
    std::size_t expected = 0;
    std::vector<std::byte> body;
  };

  void put(box& b, int to, kind what, transport::bytes head, transport::bytes body);

  [[nodiscard]] std::size_t waiting_for(int to) const noexcept {
    box const* const b = boxes_.find(to);
    return b != nullptr ? b->bytes.load(std::memory_order_relaxed) : 0;  // relaxed: a hint
  }

  transport::endpoint& end_;
  std::size_t largest_;
  peers<box> boxes_;                              // by receiver
  std::unordered_map<int, assembly> assemblies_;  // by sender
  std::vector<std::byte> complete_;               // the last message that was put together; its memory is used again
  base::atomic<std::size_t> waiting_{0};          // packets in all boxes
};

}  // namespace skua::remote
