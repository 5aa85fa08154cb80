// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transport/mpi/endpoint.hpp"

#include <sched.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include <skua/base/check.hpp>

#include "system/futex.hpp"
#include "system/machine.hpp"

namespace skua::transport::mpi {
namespace {

using system::monotonic_ns;

constexpr std::uint64_t spin = 20'000;               // a sleeper to whom something came a moment ago
constexpr std::uint64_t look_share = 10;             // pending spends at most a tenth of its caller's time on MPI
constexpr std::uint64_t end_limit = 60'000'000'000;  // how long an orderly end waits for the other ranks

/// Gives what a ring delivers the numbers of ranks.
class renumbered final : public sink {
 public:
  renumbered(sink& to, std::vector<int> const& ranks) noexcept : to_(to), ranks_(ranks) {}
  void receive(int from, std::uint32_t kind, bytes body) noexcept override {
    to_.receive(ranks_[static_cast<std::size_t>(from)], kind, body);
  }
  void lost(int place, char const* how) noexcept override { to_.lost(ranks_[static_cast<std::size_t>(place)], how); }

 private:
  sink& to_;
  std::vector<int> const& ranks_;
};

void discard(link& over) noexcept {
  while (over.ready()) over.release();
}

}  // namespace

rank_endpoint::rank_endpoint(std::unique_ptr<link> over, std::vector<card> all, void (*ended)(bool) noexcept)
    : link_(std::move(over)),
      all_(std::move(all)),
      ended_(ended),
      here_(link_->here()),
      host_(share_host(*link_, all_)),
      far_(host_.endpoint ? host_.ranks.size() < all_.size() : all_.size() > 1) {
  if (!host_.endpoint) return;
  std::vector<std::pair<int, int>> others;
  for (int const rank : host_.ranks) {
    if (rank != here_)
      others.emplace_back(host_.index[static_cast<std::size_t>(rank)], all_[static_cast<std::size_t>(rank)].pid);
  }
  watch_ = std::make_unique<watch>(others, [this](std::vector<int> const& ends) {
    losses lost;
    for (int const local : ends) lost.push_back({local, "has ended without leaving", 0});
    host_.endpoint->gone(std::move(lost));
  });
}

rank_endpoint::~rank_endpoint() {
  watch_.reset();
  ended_(left_.load(std::memory_order_relaxed) != 0 && finish_orderly());  // relaxed: nobody else is here any more
}

bool rank_endpoint::finish_orderly() noexcept {
  // Ours must arrive before the barrier: afterwards nobody takes messages any more.
  std::uint64_t const limit = monotonic_ns() + end_limit;
  while (link_->sending()) {
    discard(*link_);
    if (monotonic_ns() > limit) return false;
    base::yield_thread();
  }
  link_->barrier();
  return wait_until_done(*link_, end_limit, [](link& over) { discard(over); });
}

limits rank_endpoint::bounds() const noexcept {
  std::size_t const by_ring = host_.endpoint ? host_.endpoint->bounds().largest_message : link_->largest_message();
  std::size_t const memory =
      host_.endpoint ? host_.endpoint->bounds().memory : segment::usual_memory(static_cast<int>(host_.ranks.size()));
  return {far_ ? std::min(by_ring, link_->largest_message()) : by_ring, !far_, memory};
}

std::byte* rank_endpoint::memory(int place) noexcept {
  if (int const local = host_.index[static_cast<std::size_t>(place)]; local >= 0 && host_.endpoint)
    return host_.endpoint->memory(local);
  if (place != here_) return nullptr;
  std::lock_guard const hold(own_memory_lock_);
  try {
    if (own_memory_.data() == nullptr) own_memory_ = system::mapping::anonymous(bounds().memory);
  } catch (std::bad_alloc const&) {
    return nullptr;
  }
  return own_memory_.data();
}

bool rank_endpoint::near(int place) const noexcept {
  return same_host(all_[static_cast<std::size_t>(place)], all_[static_cast<std::size_t>(here_)]);
}

std::string rank_endpoint::whereabouts(int place) const {
  return mpi::whereabouts(all_[static_cast<std::size_t>(place)]);
}

bool rank_endpoint::try_send(int to, std::uint32_t kind, bytes head, bytes body) noexcept {
  base::check(to >= 0 && to < places() && to != here_, "a message to a place that does not exist, or to its sender");
  base::check(head.size() + body.size() <= bounds().largest_message, "a message larger than the transport takes");
  if (int const local = host_.index[static_cast<std::size_t>(to)]; local >= 0 && host_.endpoint) {
    return host_.endpoint->try_send(local, kind, head, body);
  }
  std::lock_guard const guard(calls_);
  return link_->try_send(to, kind, head, body);
}

int rank_endpoint::poll(sink& to, int most) noexcept {
  int count = 0;
  if (host_.endpoint) {
    renumbered local(to, host_.ranks);
    count = host_.endpoint->poll(local, most);
  }
  if (far_ && count < most) count += poll_link(to, most - count);
  return count;
}

int rank_endpoint::poll_link(sink& to, int most) noexcept {
  int count = 0;
  for (; count < most; ++count) {
    calls_.lock();
    bool const some = link_->ready();
    calls_.unlock();
    if (!some) break;
    arrival const message = link_->front();
    to.receive(message.from, message.kind, message.body);
    std::lock_guard const guard(calls_);
    link_->release();
  }
  if (count < most) count += report_failures(to, most - count);
  if (count != 0) received_.store(1, std::memory_order_relaxed);  // relaxed: how patient the sleeper is
  return count;
}

int rank_endpoint::report_failures(sink& to, int most) noexcept {
  int count = 0;
  while (count < most) {
    char const* how = nullptr;
    calls_.lock();
    int const place = link_->failed(how);
    calls_.unlock();
    if (place < 0) break;
    bool const by_ring = host_.index[static_cast<std::size_t>(place)] >= 0;
    bool const left = left_.load(std::memory_order_relaxed) != 0;  // relaxed: leave promises nothing about messages
    if (by_ring || left) continue;
    to.lost(place, how);
    ++count;
  }
  return count;
}

bool rank_endpoint::look() const noexcept {
  if (!calls_.try_lock()) return false;  // somebody is in MPI: a sender, who will be gone soon, or the poller
  bool const some = link_->ready();
  calls_.unlock();
  return some;
}

bool rank_endpoint::pending() const noexcept {
  if (host_.endpoint && host_.endpoint->pending()) return true;
  if (!far_) return false;
  std::uint64_t const now = monotonic_ns();
  std::uint64_t const pause =
      look_share * cost_.load(std::memory_order_relaxed);                   // relaxed: this and the next two: a guess
  if (now - looked_.load(std::memory_order_relaxed) < pause) return false;  // relaxed: as above
  bool const some = look();
  std::uint64_t const after = monotonic_ns();
  cost_.store(std::min<std::uint64_t>(after - now, 5'000), std::memory_order_relaxed);  // relaxed: as above
  looked_.store(after, std::memory_order_relaxed);                                      // relaxed: as above
  return some;
}

void rank_endpoint::sleep(std::uint64_t timeout_ns) noexcept {
  if (!far_) {
    host_.endpoint ? host_.endpoint->sleep(timeout_ns) : nap(timeout_ns != 0 ? monotonic_ns() + timeout_ns : 0);
    woken_.exchange(0, std::memory_order_acquire);  // sync: WAKE <- wake
    return;
  }
  std::uint64_t const begin = monotonic_ns();
  std::uint64_t const deadline = timeout_ns != 0 ? begin + timeout_ns : ~std::uint64_t{0};
  patience_.begin();
  if (received_.exchange(0, std::memory_order_relaxed) != 0) {  // relaxed: see poll_link
    patience_.reset();
    while (monotonic_ns() - begin < spin) {
      if (something()) return;
      ::sched_yield();
    }
  }
  for (;;) {
    if (woken_.exchange(0, std::memory_order_acquire) != 0 || something()) return;  // sync: WAKE <- wake
    std::uint64_t const now = monotonic_ns();
    if (now >= deadline) return;
    nap(std::min(now + patience_.interval(), deadline));
    calls_.lock();
    bool const sending = link_->sending();  // large messages go on only while somebody is in MPI
    calls_.unlock();
    if (sending) {
      patience_.reset();
    } else {
      patience_.missed();
    }
  }
}

bool rank_endpoint::something() const noexcept { return (host_.endpoint && host_.endpoint->pending()) || look(); }

/// Sleeps until a ring or wake ends it, at most until that time (0: no limit).
void rank_endpoint::nap(std::uint64_t until) noexcept {
  if (!host_.endpoint) {
    system::futex_wait(woken_, 0, until);
    return;
  }
  std::uint64_t const now = monotonic_ns();
  if (until > now) host_.endpoint->sleep(until - now);
}

void rank_endpoint::wake() noexcept {
  woken_.store(1, std::memory_order_release);  // sync: WAKE -> sleep
  if (host_.endpoint) {
    host_.endpoint->wake();
  } else {
    system::futex_wake(woken_, 1);
  }
}

void rank_endpoint::quiet(bool on) noexcept {
  if (host_.endpoint) host_.endpoint->quiet(on);
}

/// Of a place whose process is no child of ours only what it has claimed is known.
int rank_endpoint::code_of_lost(int place) const noexcept {
  int const local = host_.index[static_cast<std::size_t>(place)];
  return local >= 0 && host_.endpoint ? host_.endpoint->code_of_lost(local) : 0;
}

void rank_endpoint::leave() noexcept {
  left_.store(1, std::memory_order_relaxed);  // relaxed: it only silences reports
  if (host_.endpoint) host_.endpoint->leave();
}

}  // namespace skua::transport::mpi
