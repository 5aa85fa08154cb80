// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages of any size to other places over a transport's small bounded buffers.
//
// Messages that the transport refuses wait here, in order. The mailbox itself refuses none, so
// acknowledgements never wait for room, and back-pressure causes no deadlock. A sender of tasks
// first waits until the receiver's box is not crowded. Threads: any thread calls send, crowded and
// anything_waits; the polling thread calls flush and assemble. Edge OUTBOX: the contents of a box
// (its lock); the count beside it is a hint.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <span>
#include <unordered_map>
#include <vector>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/base/spinlock.hpp>

#include "remote/message.hpp"
#include "remote/peers.hpp"
#include "transport/transport.hpp"

namespace skua::remote {

class mailbox {
 public:
  explicit mailbox(transport::endpoint& endpoint);

  /// Never blocks, never refuses.
  void send(int to, kind type, transport::bytes body) noexcept { send_parts(to, type, {}, body); }
  /// Sends head and body as one message, without a copy of a long body. The head is short.
  void send_parts(int to, kind type, transport::bytes head, transport::bytes body) noexcept {
    send_joinable(to, type, head, body, 0);
  }
  /// Like send_parts, for a message that others with this key may join; 0: none may.
  void send_joinable(int to, kind type, transport::bytes head, transport::bytes body, std::uint64_t key) noexcept;
  /// Adds the body to the newest message to that place, if that has this key and is still on its
  /// way. Returns false if it must be a new message.
  [[nodiscard]] bool join(int to, std::uint64_t key, transport::bytes body) noexcept;
  /// Whether senders of tasks should wait.
  [[nodiscard]] bool crowded(int to) const noexcept;
  /// Whether the transport has taken all messages for that place.
  [[nodiscard]] bool empty(int to) const noexcept { return waiting_for(to) == 0; }
  /// Whether flush has something to do.
  // relaxed: a hint
  [[nodiscard]] bool anything_waits() const noexcept { return waiting_.load(std::memory_order_relaxed) != 0; }
  /// The number of counted messages (is_counted) that were given to this mailbox.
  [[nodiscard]] std::uint64_t counted_messages() noexcept;
  /// Gives waiting messages to the transport until it takes no more.
  void flush() noexcept;

  /// A fragment has arrived. Returns the whole message and its kind, once it is complete; empty
  /// before.
  std::span<std::byte const> assemble(int from, transport::bytes fragment, kind& type);

 private:
  static constexpr std::size_t crowded_at = std::size_t{1} << 20;
  static constexpr std::size_t most_joined = 16 * 1024;  // bytes of a packet

  struct packet {
    kind type;
    std::uint64_t key;
    std::vector<std::byte> body;
  };
  struct box {
    base::spinlock lock;
    std::list<packet> packets;  // usually none
    base::atomic<std::size_t> bytes{0};
    base::atomic<std::uint64_t> counted{0};  // messages; written under the lock
  };
  struct assembly {
    kind type{};
    std::size_t expected = 0;
    std::vector<std::byte> body;
  };

  void put(box& box, int to, kind type, transport::bytes head, transport::bytes body, std::uint64_t key);

  [[nodiscard]] std::size_t waiting_for(int to) const noexcept {
    box const* const box = boxes_.find(to);
    return box != nullptr ? box->bytes.load(std::memory_order_relaxed) : 0;  // relaxed: a hint
  }

  transport::endpoint& end_;
  std::size_t largest_;
  peers<box> boxes_;                              // by receiver
  std::unordered_map<int, assembly> assemblies_;  // by sender
  std::vector<std::byte> complete_;               // the last assembled message; its memory is used again
  base::atomic<std::size_t> waiting_{0};          // packets in all boxes
};

}  // namespace skua::remote
