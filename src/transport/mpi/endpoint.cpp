// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transport/mpi/endpoint.hpp"

#include <sched.h>
#include <sys/prctl.h>

#include <algorithm>
#include <cerrno>
#include <mutex>
#include <utility>

#include <skua/detail/base/check.hpp>

#include "system/futex.hpp"
#include "system/machine.hpp"

namespace skua::transport::mpi {
namespace {

using system::monotonic_ns;

constexpr std::uint64_t look_share = 10;  // has_incoming spends at most a tenth of its caller's time in MPI
// ns that an orderly end waits for messages to arrive, and for the other ranks when one has ended
constexpr std::uint64_t end_limit = 60'000'000'000;

constexpr std::uint64_t look_for_ends = 1'000'000'000;  // ns between two looks of an orderly end

constexpr std::uint64_t rest_limit = 20'000'000;  // ns
constexpr char const* silent = "does not answer; its host may be down";

/// Translates the place numbers of the host segment to ranks, and tells other hosts what is lost.
class renumbered final : public sink {
 public:
  renumbered(sink& to, std::vector<int> const& ranks, rank_endpoint const& end, host_connections const& others) noexcept
      : to_(to), ranks_(ranks), end_(end), others_(others) {}
  void receive(int from, std::uint32_t kind, bytes body) noexcept override {
    to_.receive(ranks_[static_cast<std::size_t>(from)], kind, body);
  }
  void lost(int place, char const* description) noexcept override {
    int const rank = ranks_[static_cast<std::size_t>(place)];
    others_.tell({rank, end_.code_of_lost(rank)});
    to_.lost(rank, description);
  }

 private:
  sink& to_;
  std::vector<int> const& ranks_;
  rank_endpoint const& end_;
  host_connections const& others_;
};

/// While it lives, sleeps of this thread end on time. Else Linux may let them take 50 µs longer,
/// more than twice the shortest interval between two polls.
class precise_sleeps {
 public:
  precise_sleeps() noexcept : before_(::prctl(PR_GET_TIMERSLACK)) {
    if (before_ > 0) ::prctl(PR_SET_TIMERSLACK, 1UL);
  }
  precise_sleeps(precise_sleeps const&) = delete;
  ~precise_sleeps() {
    if (before_ > 0) ::prctl(PR_SET_TIMERSLACK, static_cast<unsigned long>(before_));
  }

 private:
  int before_;  // ns; negative if the system does not tell
};

void discard(link& connection) noexcept {
  while (connection.ready()) connection.release();
}

}  // namespace

rank_endpoint::rank_endpoint(std::unique_ptr<link> connection, std::vector<rank_info> rank_infos,
                             void (*ended)(bool) noexcept)
    : link_(std::move(connection)),
      rank_infos_(std::move(rank_infos)),
      ended_(ended),
      own_place_(link_->here()),
      host_(share_host(*link_, rank_infos_)),
      connections_(*link_, rank_infos_, host_),
      uses_mpi_(host_.endpoint ? host_.ranks.size() < rank_infos_.size() : rank_infos_.size() > 1) {
  // The launcher may end the job when a rank dies, and be faster. A rank that cannot be watched is
  // left to the launcher.
  std::vector<process_monitor::monitored> peers;
  connections_.add_to(peers);
  for (int const rank : host_.ranks) {
    if (rank == own_place_ || !host_.endpoint) continue;
    system::process_handle process(rank_infos_[static_cast<std::size_t>(rank)].pid);
    if (process || errno == ESRCH) peers.push_back({host_.index[static_cast<std::size_t>(rank)], std::move(process)});
  }
  monitor_ =
      std::make_unique<process_monitor>(std::move(peers), [this](peer_failures ends) { report_ends(std::move(ends)); });
}

void rank_endpoint::report_ends(peer_failures ends) noexcept {
  auto const elsewhere =
      std::partition(ends.begin(), ends.end(), [](peer_failure const& failure) { return failure.place >= 0; });
  note_ends_elsewhere({elsewhere, ends.end()});
  ends.erase(elsewhere, ends.end());
  if (ends.empty()) return;
  peer_ended_.store(peer_end::seen, std::memory_order_relaxed);  // relaxed: it only ends a wait
  std::vector<int> ended_ranks;
  for (int const rank : host_.ranks) {
    int const local = host_.index[static_cast<std::size_t>(rank)];
    if (local < 0 || host_.endpoint->has_left(local)) continue;
    bool const has_ended = std::any_of(ends.begin(), ends.end(), [&](auto const& end) { return end.place == local; });
    if (rank != own_place_ && (has_ended || is_ending(rank_infos_[static_cast<std::size_t>(rank)])))
      ended_ranks.push_back(rank);
  }
  for (peer_failure& end : ends)
    end.description = text_of_ends(ended_ranks, host_.ranks[static_cast<std::size_t>(end.place)], rank_infos_);
  host_.endpoint->mark_lost(std::move(ends));
}

/// Of several ends a notice comes first: it names the cause of the others.
void rank_endpoint::note_ends_elsewhere(peer_failures const& ends) noexcept {
  peer_failures told;
  peer_failures closed;
  std::vector<int> closed_ranks;
  for (peer_failure const& end : ends) {
    bool is_silent = false;
    auto const notice = connections_.read(~end.place, is_silent);
    if (notice.place == host_connections::notice::has_left) continue;
    bool const is_notice = notice.place != ~end.place || notice.code != 0;
    if (!is_notice && !is_silent) closed_ranks.push_back(notice.place);
    (is_notice ? told : closed).push_back({notice.place, is_silent ? silent : std::string(), notice.code});
  }
  for (peer_failure& end : closed) {
    if (end.description.empty()) end.description = text_of_ends(closed_ranks, end.place, rank_infos_);
  }
  {
    std::lock_guard const hold(ends_lock_);
    ends_elsewhere_.insert(ends_elsewhere_.end(), told.begin(), told.end());
    ends_elsewhere_.insert(ends_elsewhere_.end(), closed.begin(), closed.end());
  }
  if (!told.empty()) peer_ended_.store(peer_end::told, std::memory_order_relaxed);  // relaxed: as above
  if (told.empty() && closed.empty()) return;
  has_ends_.store(1, std::memory_order_relaxed);  // relaxed: a hint
  wake();
}

rank_endpoint::~rank_endpoint() {
  bool const announced = end_announced_.load(std::memory_order_relaxed) != 0;  // relaxed: no other thread uses it
  bool const in_order = announced && (link_->finalised() || finish_orderly());
  monitor_.reset();
  ended_(in_order);
}

/// Waits as long as the program of another rank continues after its last run. One that has left may
/// have ended without this function.
bool rank_endpoint::finish_orderly() noexcept {
  // The messages of this rank must arrive before the barrier: afterwards no rank receives messages.
  std::uint64_t const limit = monotonic_ns() + end_limit;
  while (link_->sending()) {
    discard(*link_);
    if (monotonic_ns() > limit) return false;
    base::yield_thread();
  }
  link_->barrier();
  std::uint64_t give_up_at = 0;
  while (!wait_until_done(*link_, look_for_ends, [](link& connection) { discard(connection); })) {
    peer_end const seen = peer_ended_.load(std::memory_order_relaxed);  // relaxed: it only ends a wait
    if (seen == peer_end::told) return false;
    if (seen == peer_end::none && !connections_.any_closed()) continue;
    std::uint64_t const now = monotonic_ns();
    if (give_up_at == 0) give_up_at = now + end_limit;
    if (now > give_up_at) return false;
  }
  return true;
}

endpoint_limits rank_endpoint::limits() const noexcept {
  std::size_t const by_ring = host_.endpoint ? host_.endpoint->limits().largest_message : link_->largest_message();
  std::size_t const memory =
      host_.endpoint ? host_.endpoint->limits().memory : segment::usual_memory(static_cast<int>(host_.ranks.size()));
  return {uses_mpi_ ? std::min(by_ring, link_->largest_message()) : by_ring, !uses_mpi_, memory};
}

std::byte* rank_endpoint::memory(int place) noexcept {
  if (int const local = host_.index[static_cast<std::size_t>(place)]; local >= 0 && host_.endpoint)
    return host_.endpoint->memory(local);
  if (place != own_place_) return nullptr;
  std::lock_guard const hold(own_memory_lock_);
  try {
    if (own_memory_.data() == nullptr) own_memory_ = system::mapping::anonymous(limits().memory);
  } catch (std::bad_alloc const&) {
    return nullptr;
  }
  return own_memory_.data();
}

bool rank_endpoint::same_host(int place) const noexcept {
  return mpi::same_host(rank_infos_[static_cast<std::size_t>(place)],
                        rank_infos_[static_cast<std::size_t>(own_place_)]);
}

std::string rank_endpoint::location(int place) const {
  return mpi::location(rank_infos_[static_cast<std::size_t>(place)]);
}

bool rank_endpoint::try_join(int to, std::uint64_t key, bytes body) noexcept {
  int const local = host_.index[static_cast<std::size_t>(to)];
  return local >= 0 && host_.endpoint && host_.endpoint->try_join(local, key, body);
}

bool rank_endpoint::try_send_joinable(int to, std::uint32_t kind, bytes head, bytes body, std::uint64_t key) noexcept {
  base::check(to >= 0 && to < places() && to != own_place_,
              "a message to a place that does not exist, or to its sender");
  base::check(head.size() + body.size() <= limits().largest_message, "a message larger than the transport takes");
  if (int const local = host_.index[static_cast<std::size_t>(to)]; local >= 0 && host_.endpoint) {
    return host_.endpoint->try_send_joinable(local, kind, head, body, key);
  }
  std::lock_guard const guard(calls_);
  if (at_rest() || !link_->try_send(to, kind, head, body)) return false;
  ++over_mpi_.messages;
  over_mpi_.bytes += header_bytes + head.size() + body.size();
  return true;
}

traffic rank_endpoint::sent() const noexcept {
  traffic total = host_.endpoint ? host_.endpoint->sent() : traffic{};
  std::lock_guard const guard(calls_);
  total.messages += over_mpi_.messages;
  total.bytes += over_mpi_.bytes;
  return total;
}

int rank_endpoint::poll(sink& to, int max_messages) noexcept {
  int count = 0;
  if (host_.endpoint) {
    renumbered local(to, host_.ranks, *this, connections_);
    count = host_.endpoint->poll(local, max_messages);
  }
  if (uses_mpi_ && count < max_messages) count += poll_link(to, max_messages - count);
  return count;
}

int rank_endpoint::poll_link(sink& to, int max_messages) noexcept {
  int count = 0;
  for (; count < max_messages; ++count) {
    calls_.lock();
    bool const has_arrival = !at_rest() && link_->ready();
    delivering_ = has_arrival;
    calls_.unlock();
    if (!has_arrival) break;
    arrival const message = link_->front();
    to.receive(message.from, message.kind, message.body);
    std::lock_guard const guard(calls_);
    link_->release();
    delivering_ = false;
  }
  if (count < max_messages) count += report_failures(to, max_messages - count);
  if (count != 0) received_.store(1, std::memory_order_relaxed);  // relaxed: only resets the sleeper's back-off
  return count;
}

int rank_endpoint::report_failures(sink& to, int max_reports) noexcept {
  int count = 0;
  peer_failures ends;
  if (has_ends_.exchange(0, std::memory_order_relaxed) != 0) {  // relaxed: a hint
    std::lock_guard const hold(ends_lock_);
    ends.swap(ends_elsewhere_);
  }
  for (peer_failure const& end : ends) {
    if (end_announced_.load(std::memory_order_relaxed) != 0) break;  // relaxed: as below
    told_code_ = end.code;
    connections_.tell({end.place, end.code});
    to.lost(end.place, end.code != 0 ? nullptr : end.description.c_str());
    ++count;
  }
  while (count < max_reports) {
    char const* description = nullptr;
    calls_.lock();
    int const place = link_->failed(description);
    calls_.unlock();
    if (place < 0) break;
    bool const by_ring = host_.index[static_cast<std::size_t>(place)] >= 0;
    bool const is_ending =
        end_announced_.load(std::memory_order_relaxed) != 0;  // relaxed: begin_shutdown promises nothing about messages
    if (by_ring || is_ending) continue;
    connections_.tell({place, 0});
    to.lost(place, description);
    ++count;
  }
  return count;
}

bool rank_endpoint::link_has_message() const noexcept {
  if (!calls_.try_lock()) return false;  // another thread is in MPI: a sender, for a short time, or the poller
  bool const has_arrival = !at_rest() && link_->ready();
  calls_.unlock();
  return has_arrival;
}

bool rank_endpoint::has_incoming() const noexcept {
  if (host_.endpoint && host_.endpoint->has_incoming()) return true;
  if (!uses_mpi_) return false;
  if (has_ends_.load(std::memory_order_relaxed) != 0) return true;  // relaxed: a hint; report_failures locks
  std::uint64_t const now = monotonic_ns();
  std::uint64_t const pause =
      look_share * poll_cost_ns_.load(std::memory_order_relaxed);  // relaxed: this and the next two are estimates
  if (now - last_poll_ns_.load(std::memory_order_relaxed) < pause) return false;  // relaxed: as above
  bool const has_arrival = link_has_message();
  std::uint64_t const after = monotonic_ns();
  poll_cost_ns_.store(std::min<std::uint64_t>(after - now, 5'000), std::memory_order_relaxed);  // relaxed: as above
  last_poll_ns_.store(after, std::memory_order_relaxed);                                        // relaxed: as above
  return has_arrival;
}

void rank_endpoint::sleep(std::uint64_t timeout_ns) noexcept {
  if (!uses_mpi_ || at_rest()) {
    host_.endpoint ? host_.endpoint->sleep(timeout_ns) : sleep_until(timeout_ns != 0 ? monotonic_ns() + timeout_ns : 0);
    woken_.exchange(0, std::memory_order_acquire);  // sync: WAKE <- wake
    return;
  }
  std::uint64_t const begin = monotonic_ns();
  std::uint64_t const deadline = timeout_ns != 0 ? begin + timeout_ns : ~std::uint64_t{0};
  backoff_.begin();
  if (received_.exchange(0, std::memory_order_relaxed) != 0) {  // relaxed: see poll_link
    backoff_.reset();
    while (monotonic_ns() - begin < poll_backoff::spin) {
      if (has_message()) return;
      ::sched_yield();
    }
  }
  precise_sleeps const precise;
  for (;;) {
    if (woken_.exchange(0, std::memory_order_acquire) != 0 || has_message()) return;  // sync: WAKE <- wake
    std::uint64_t const now = monotonic_ns();
    if (now >= deadline) return;
    sleep_until(std::min(now + backoff_.interval(), deadline));
    calls_.lock();
    bool const sending = !at_rest() && link_->sending();  // large messages make progress only inside MPI calls
    calls_.unlock();
    if (sending) {
      backoff_.reset();
    } else {
      backoff_.missed();
    }
  }
}

bool rank_endpoint::has_message() const noexcept {
  return (host_.endpoint && host_.endpoint->has_incoming()) || link_has_message();
}

/// Sleeps until a message in a ring, a call of wake, or the deadline (0: none).
void rank_endpoint::sleep_until(std::uint64_t deadline_ns) noexcept {
  if (!host_.endpoint) {
    system::futex_wait(woken_, 0, deadline_ns);
    return;
  }
  std::uint64_t const now = monotonic_ns();
  if (deadline_ns > now) host_.endpoint->sleep(deadline_ns - now);
}

void rank_endpoint::wake() noexcept {
  woken_.store(1, std::memory_order_release);  // sync: WAKE -> sleep
  if (host_.endpoint) {
    host_.endpoint->wake();
  } else {
    system::futex_wake(woken_, 1);
  }
}

void rank_endpoint::suppress_wakeups(bool on) noexcept {
  if (host_.endpoint) host_.endpoint->suppress_wakeups(on);
}

void rank_endpoint::rest(bool on) noexcept {
  if (!uses_mpi_ || !link_->is_of_program()) return;
  std::uint64_t const limit = monotonic_ns() + rest_limit;
  for (bool done = false; !done; base::yield_thread()) {
    std::lock_guard const guard(calls_);
    // Another rank may wait for the last message. A rank that rests takes none: hence the limit.
    done = !on || (!delivering_ && (!link_->sending() || monotonic_ns() > limit));
    if (done) resting_.store(on ? 1 : 0, std::memory_order_relaxed);  // relaxed: read under the lock where it matters
  }
  if (!on) wake();
}

bool rank_endpoint::at_rest() const noexcept {
  return resting_.load(std::memory_order_relaxed) != 0;  // relaxed: see rest
}

/// The places are not child processes of each other, so only a claimed exit code is known.
int rank_endpoint::code_of_lost(int place) const noexcept {
  int const local = host_.index[static_cast<std::size_t>(place)];
  return local >= 0 && host_.endpoint ? host_.endpoint->code_of_lost(local) : told_code_;
}

void rank_endpoint::begin_shutdown() noexcept {
  end_announced_.store(1, std::memory_order_relaxed);  // relaxed: it only suppresses reports
  if (host_.endpoint) host_.endpoint->begin_shutdown();
  connections_.tell({host_connections::notice::has_left, 0});
}

}  // namespace skua::transport::mpi
