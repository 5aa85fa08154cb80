// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transport/host_endpoint.hpp"

#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include <skua/detail/base/check.hpp>

#include "base/other_processes.hpp"
#include "system/machine.hpp"

namespace skua::transport {
namespace {

enum class peer_state : std::uint32_t { alive, gone, reported };

}  // namespace

/// The sender's side of the ring to one place, in this place's own memory.
struct alignas(line_pair) host_endpoint::peer {
  peer(segment const& shared, int own_place, int place) : to(shared.ring(own_place, place), shared.shape()) {}

  base::spinlock lock;  // any thread of the place may send
  ring_writer to;
  /// Under the lock.
  void note_sent(std::uint64_t message_count, std::uint64_t byte_count) noexcept {
    auto const add = [](base::atomic<std::uint64_t>& count, std::uint64_t n) {
      // relaxed: a count, under the lock
      count.store(count.load(std::memory_order_relaxed) + n, std::memory_order_relaxed);
    };
    add(messages, message_count);
    add(bytes, byte_count);
  }
  base::atomic<std::uint64_t> messages{0};  // written under the lock
  base::atomic<std::uint64_t> bytes{0};
  base::atomic<peer_state> state{peer_state::alive};
  std::string description;
  int code = 0;
};

host_endpoint::host_endpoint(char const* name, std::shared_ptr<segment const> shared, int own_place)
    : name_(name), shared_(std::move(shared)), own_place_(own_place) {
  for (int place = 0; place < shared_->places(); ++place) {
    bool const is_peer = place != own_place;
    peers_.push_back(is_peer ? std::make_unique<peer>(*shared_, own_place, place) : nullptr);
    readers_.push_back(is_peer ? std::make_unique<ring_reader>(shared_->ring(place, own_place), shared_->shape())
                               : nullptr);
  }
}

host_endpoint::~host_endpoint() = default;

std::string host_endpoint::location(int place) const {
  char host[256] = "?";
  ::gethostname(host, sizeof host - 1);
  return "host " + std::string(host) + ", pid " + std::to_string(shared_->block(place).pid);
}

bool host_endpoint::try_send_joinable(int to, std::uint32_t kind, bytes head, bytes body, std::uint64_t key) noexcept {
  base::check(to >= 0 && to < places() && to != own_place_,
              "a message to a place that does not exist, or to its sender");
  peer& receiver = *peers_[static_cast<std::size_t>(to)];
  {
    std::lock_guard const guard(receiver.lock);
    base::order_before_other_processes();
    if (SKUA_UNLIKELY(!receiver.to.put(kind, head, body, key)))
      return receiver.state.load(std::memory_order_relaxed) != peer_state::alive;  // relaxed: nothing else is read
    receiver.note_sent(1, head.size() + body.size() + header_bytes);
  }
  shared_->block(to).bell.ring();
  return true;
}

// The bell has rung for the message that this one joins.
bool host_endpoint::try_join(int to, std::uint64_t key, bytes body) noexcept {
  peer& receiver = *peers_[static_cast<std::size_t>(to)];
  std::lock_guard const guard(receiver.lock);
  base::order_before_other_processes();
  if (!receiver.to.join(key, body)) return false;
  receiver.note_sent(0, body.size());
  return true;
}

traffic host_endpoint::sent() const noexcept {
  traffic total;
  for (auto const& peer : peers_) {
    if (peer == nullptr) continue;
    total.messages += peer->messages.load(std::memory_order_relaxed);  // relaxed: a count
    total.bytes += peer->bytes.load(std::memory_order_relaxed);        // relaxed: a count
  }
  return total;
}

int host_endpoint::deliver(int from, sink& to, int max_messages) noexcept {
  ring_reader& ring = *readers_[static_cast<std::size_t>(from)];
  ring_reader::message next;
  int count = 0;
  for (; count < max_messages && ring.front(next); ++count) {
    base::order_after_other_processes();
    to.receive(from, next.kind, next.body);
    ring.pop();
  }
  return count;
}

int host_endpoint::poll(sink& to, int max_messages) noexcept {
  int const place_count = places();
  int count = 0;
  for (int idle = 0; idle < place_count && count < max_messages;) {
    int const from = next_sender_;
    next_sender_ = next_sender_ + 1 == place_count ? 0 : next_sender_ + 1;
    int const delivered = from == own_place_ ? 0 : deliver(from, to, std::min(burst, max_messages - count));
    idle = delivered == 0 ? idle + 1 : 0;
    count += delivered;
  }
  if (SKUA_UNLIKELY(losses_.load(std::memory_order_relaxed) != 0) && count < max_messages)  // relaxed: a hint
    count += deliver_losses(to, max_messages - count);
  return count;
}

int host_endpoint::deliver_losses(sink& to, int max_reports) noexcept {
  if (losses_.load(std::memory_order_acquire) == 0) return 0;  // sync: LOST <- mark_lost
  int count = 0;
  for (std::uint32_t const consequence : {0u, 1u}) {  // HOST-2
    for (int place = 0; place < places(); ++place) {
      if (place == own_place_) continue;
      peer& lost_peer = *peers_[static_cast<std::size_t>(place)];
      if (lost_peer.state.load(std::memory_order_acquire) != peer_state::gone) continue;  // sync: GONE <- mark_lost
      std::uint32_t const had_heard =
          shared_->block(place).peer_loss_seen.load(std::memory_order_acquire);  // sync: PEER-LOSS <- deliver_losses
      if (had_heard != consequence) continue;
      count += deliver(place, to, max_reports - count);
      if (count == max_reports) return count;  // HOST-1: it may have published more messages
      lost_peer.state.store(peer_state::reported, std::memory_order_relaxed);  // relaxed: only for polls
      losses_.fetch_sub(1, std::memory_order_relaxed);                         // relaxed: a count
      if (has_left(own_place_)) continue;
      shared_->block(own_place_)
          .peer_loss_seen.store(1, std::memory_order_release);  // sync: PEER-LOSS -> deliver_losses
      to.lost(place, lost_peer.description.c_str());
      if (++count == max_reports) return count;
    }
  }
  return count;
}

int host_endpoint::code_of_lost(int place) const noexcept {
  int const claimed = shared_->claimed_end();
  return claimed != 0 ? claimed : peers_[static_cast<std::size_t>(place)]->code;
}

bool host_endpoint::has_incoming() const noexcept {
  for (auto const& ring : readers_)
    if (ring != nullptr && ring->ready()) return true;
  return losses_.load(std::memory_order_relaxed) != 0;  // relaxed: a hint; poll looks again
}

void host_endpoint::sleep(std::uint64_t timeout_ns) noexcept {
  doorbell& bell = shared_->block(own_place_).bell;
  auto const urgent = [this] {
    return woken_.load(std::memory_order_relaxed) != 0;  // relaxed: CALL orders it, the exchange below acquires
  };
  auto const has_messages = [this] { return has_incoming(); };
  std::uint64_t const deadline = timeout_ns != 0 ? system::monotonic_ns() + timeout_ns : 0;
  if (!urgent() && (bell.wakeups_suppressed() || !has_messages())) bell.sleep(deadline, urgent, has_messages);
  woken_.exchange(0, std::memory_order_acquire);  // sync: WOKEN <- wake
}

void host_endpoint::wake() noexcept {
  woken_.store(1, std::memory_order_release);  // sync: WOKEN -> sleep
  shared_->block(own_place_).bell.call();
}

bool host_endpoint::sleep_as_worker(base::atomic<std::uint32_t> const& parked, std::uint64_t deadline_ns,
                                    bool& must_poll) noexcept {
  must_poll = shared_->block(own_place_).bell.sleep_as_worker(deadline_ns, [&parked] {
    return parked.load(std::memory_order_relaxed) != 0;  // relaxed: ordered by RECEIVER
  });
  return true;
}

void host_endpoint::wake_worker() noexcept { shared_->block(own_place_).bell.call_worker(); }

void host_endpoint::suppress_wakeups(bool on) noexcept { shared_->block(own_place_).bell.suppress_wakeups(on); }

void host_endpoint::begin_shutdown() noexcept {
  shared_->block(own_place_).end_announced.store(1, std::memory_order_release);  // sync: LEFT -> has_left
}

bool host_endpoint::has_left(int place) const noexcept {
  return shared_->block(place).end_announced.load(std::memory_order_acquire) != 0;  // sync: LEFT <- begin_shutdown
}

void host_endpoint::mark_lost(peer_failures ends) noexcept {
  std::int32_t unexpected = 0;
  for (peer_failure& failure : ends) {
    peer& gone_peer = *peers_[static_cast<std::size_t>(failure.place)];
    if (has_left(failure.place) || has_left(own_place_)) {
      gone_peer.state.store(peer_state::reported, std::memory_order_relaxed);  // relaxed: only drops messages
      continue;
    }
    gone_peer.description = std::move(failure.description);
    gone_peer.code = failure.code;
    gone_peer.state.store(peer_state::gone, std::memory_order_release);  // sync: GONE -> deliver_losses
    ++unexpected;
  }
  if (unexpected == 0) return;
  losses_.fetch_add(unexpected, std::memory_order_release);  // sync: LOST -> deliver_losses
  shared_->block(own_place_).bell.alarm();
}

}  // namespace skua::transport
