// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transport/host_endpoint.hpp"

#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include <skua/base/check.hpp>

#include "base/other_processes.hpp"
#include "system/machine.hpp"

namespace skua::transport {
namespace {

enum class fate : std::uint32_t { alive, gone, reported };

}  // namespace

/// The sender's side towards one place, in our own memory.
struct alignas(line_pair) host_endpoint::peer {
  peer(segment const& shared, int here, int place) : to(shared.ring(here, place), shared.shape()) {}

  base::spinlock lock;  // any thread of the place may send
  ring_writer to;
  base::atomic<std::uint64_t> messages{0};  // written under the lock
  base::atomic<std::uint64_t> bytes{0};
  base::atomic<fate> state{fate::alive};
  std::string how;
  int code = 0;
};

host_endpoint::host_endpoint(char const* name, std::shared_ptr<segment const> shared, int here)
    : name_(name), shared_(std::move(shared)), here_(here) {
  for (int place = 0; place < shared_->places(); ++place) {
    bool const other = place != here;
    peers_.push_back(other ? std::make_unique<peer>(*shared_, here, place) : nullptr);
    from_.push_back(other ? std::make_unique<ring_reader>(shared_->ring(place, here), shared_->shape()) : nullptr);
  }
}

host_endpoint::~host_endpoint() = default;

std::string host_endpoint::whereabouts(int place) const {
  char host[256] = "?";
  ::gethostname(host, sizeof host - 1);
  return "host " + std::string(host) + ", pid " + std::to_string(shared_->block(place).pid);
}

bool host_endpoint::try_send(int to, std::uint32_t kind, bytes head, bytes body) noexcept {
  base::check(to >= 0 && to < places() && to != here_, "a message to a place that does not exist, or to its sender");
  peer& other = *peers_[static_cast<std::size_t>(to)];
  {
    std::lock_guard const guard(other.lock);
    base::order_before_other_processes();
    if (SKUA_UNLIKELY(!other.to.put(kind, head, body)))
      return other.state.load(std::memory_order_relaxed) != fate::alive;  // relaxed: nothing else is read
    auto const add = [](base::atomic<std::uint64_t>& count, std::uint64_t n) {
      // relaxed: a count, under the lock
      count.store(count.load(std::memory_order_relaxed) + n, std::memory_order_relaxed);
    };
    add(other.messages, 1);
    add(other.bytes, head.size() + body.size() + header_bytes);
  }
  shared_->block(to).bell.ring();
  return true;
}

traffic host_endpoint::sent() const noexcept {
  traffic all;
  for (auto const& p : peers_) {
    if (p == nullptr) continue;
    all.messages += p->messages.load(std::memory_order_relaxed);  // relaxed: a count
    all.bytes += p->bytes.load(std::memory_order_relaxed);        // relaxed: a count
  }
  return all;
}

int host_endpoint::deliver(int from, sink& to, int most) noexcept {
  ring_reader& ring = *from_[static_cast<std::size_t>(from)];
  ring_reader::message next;
  int count = 0;
  for (; count < most && ring.front(next); ++count) {
    base::order_after_other_processes();
    to.receive(from, next.kind, next.body);
    ring.pop();
  }
  return count;
}

int host_endpoint::poll(sink& to, int most) noexcept {
  int const all = places();
  int count = 0;
  for (int idle = 0; idle < all && count < most;) {
    int const from = turn_;
    turn_ = turn_ + 1 == all ? 0 : turn_ + 1;
    int const got = from == here_ ? 0 : deliver(from, to, std::min(burst, most - count));
    idle = got == 0 ? idle + 1 : 0;
    count += got;
  }
  if (SKUA_UNLIKELY(losses_.load(std::memory_order_relaxed) != 0) && count < most)  // relaxed: a hint
    count += deliver_losses(to, most - count);
  return count;
}

int host_endpoint::deliver_losses(sink& to, int most) noexcept {
  if (losses_.load(std::memory_order_acquire) == 0) return 0;  // sync: LOST <- gone
  int count = 0;
  for (std::uint32_t const consequence : {0u, 1u}) {  // H2
    for (int place = 0; place < places(); ++place) {
      if (place == here_) continue;
      peer& other = *peers_[static_cast<std::size_t>(place)];
      if (other.state.load(std::memory_order_acquire) != fate::gone) continue;  // sync: GONE <- gone
      std::uint32_t const had_heard =
          shared_->block(place).bereaved.load(std::memory_order_acquire);  // sync: BEREAVED <- deliver_losses
      if (had_heard != consequence) continue;
      count += deliver(place, to, most - count);
      if (count == most) return count;                               // H1: there may be more of its messages
      other.state.store(fate::reported, std::memory_order_relaxed);  // relaxed: only polls read the difference
      losses_.fetch_sub(1, std::memory_order_relaxed);               // relaxed: a count
      if (has_left(here_)) continue;
      shared_->block(here_).bereaved.store(1, std::memory_order_release);  // sync: BEREAVED -> deliver_losses
      to.lost(place, other.how.c_str());
      if (++count == most) return count;
    }
  }
  return count;
}

int host_endpoint::code_of_lost(int place) const noexcept {
  int const claimed = shared_->claimed_end();
  return claimed != 0 ? claimed : peers_[static_cast<std::size_t>(place)]->code;
}

bool host_endpoint::pending() const noexcept {
  for (auto const& ring : from_)
    if (ring != nullptr && ring->ready()) return true;
  return losses_.load(std::memory_order_relaxed) != 0;  // relaxed: a hint; poll looks again
}

void host_endpoint::sleep(std::uint64_t timeout_ns) noexcept {
  doorbell& bell = shared_->block(here_).bell;
  auto const urgent = [this] {
    return woken_.load(std::memory_order_relaxed) != 0;  // relaxed: CALL orders it, the exchange below acquires
  };
  auto const something = [this] { return pending(); };
  std::uint64_t const deadline = timeout_ns != 0 ? system::monotonic_ns() + timeout_ns : 0;
  if (!urgent() && (bell.hushed() || !something())) bell.sleep(deadline, urgent, something);
  woken_.exchange(0, std::memory_order_acquire);  // sync: WOKEN <- wake
}

void host_endpoint::wake() noexcept {
  woken_.store(1, std::memory_order_release);  // sync: WOKEN -> sleep
  shared_->block(here_).bell.call();
}

void host_endpoint::quiet(bool on) noexcept { shared_->block(here_).bell.hush(on); }

void host_endpoint::leave() noexcept {
  shared_->block(here_).left.store(1, std::memory_order_release);  // sync: LEFT -> has_left
}

bool host_endpoint::has_left(int place) const noexcept {
  return shared_->block(place).left.load(std::memory_order_acquire) != 0;  // sync: LEFT <- leave
}

void host_endpoint::gone(losses all) noexcept {
  std::int32_t unexpected = 0;
  for (loss& l : all) {
    peer& other = *peers_[static_cast<std::size_t>(l.place)];
    if (has_left(l.place) || has_left(here_)) {
      other.state.store(fate::reported, std::memory_order_relaxed);  // relaxed: it only lets sends vanish
      continue;
    }
    other.how = std::move(l.how);
    other.code = l.code;
    other.state.store(fate::gone, std::memory_order_release);  // sync: GONE -> deliver_losses
    ++unexpected;
  }
  if (unexpected == 0) return;
  losses_.fetch_add(unexpected, std::memory_order_release);  // sync: LOST -> deliver_losses
  shared_->block(here_).bell.alarm();
}

}  // namespace skua::transport
