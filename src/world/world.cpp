// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "world/world.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "world/process.hpp"

namespace skua::world {
namespace {

constexpr std::uint64_t quantum_ns = 1000;  // a process may be ahead by so much

class handle final : public system::thread {
 public:
  handle(world& in, std::unique_ptr<process> p) : in_(in), p_(std::move(p)) {}
  ~handle() override { in_.bury(std::move(p_)); }
  void join() override {
    while (p_->over.load(std::memory_order_relaxed) == 0) in_.sleep(p_->over, 0, 0);  // relaxed: one thread
  }

 private:
  world& in_;
  std::unique_ptr<process> p_;
};

}  // namespace

world::world(std::uint64_t seed, int places, pace_settings const& how_fast)
    : random_state_(mixed(seed)),
      first_(std::make_unique<process>(*this, next_number_++)),
      running_(first_.get()),
      pace_(how_fast, places, [this](std::uint64_t n) { return random() % n; }),
      ns_{ns(how_fast.costs.queue), ns(how_fast.costs.start), ns(how_fast.costs.yield), ns(how_fast.costs.look),
          ns(how_fast.costs.wake)},
      measured_(how_fast.measured),
      scale_(how_fast.scale),
      mark_(system::monotonic_ns()) {}

world::~world() = default;

std::uint64_t world::random() noexcept { return random_state_ = mixed(random_state_); }

void world::happened(std::uint64_t what) noexcept {
  ++events_;
  fingerprint_ = mixed(fingerprint_ ^ mixed(time_) ^ what);
}

void world::take_time(double ns) noexcept {
  process* const p = running_;
  p->ahead += static_cast<std::uint64_t>(ns * pace_.slowness(p->place, p->number, time_ + p->ahead) + 0.5);
}

/// What the running process has computed since it was charged last.
void world::lap() noexcept {
  if (!measured_) return;
  std::uint64_t const t = system::monotonic_ns();
  take_time(static_cast<double>(t - mark_) * scale_);
  mark_ = t;
}

void world::charge(std::uint64_t ns) noexcept { take_time(static_cast<double>(ns)); }

std::uint64_t world::now() noexcept {
  lap();
  return time_ + running_->ahead;
}

void world::at(std::uint64_t when, happening& what) { enqueue({std::max(when, time_), random(), nullptr, 0, &what}); }

void world::at(std::uint64_t when, std::function<void()> fn) {
  calls_.push_back(std::make_unique<called>(std::move(fn)));
  at(when, *calls_.back());
}

void world::resume_at(process* p, std::uint64_t when) {
  enqueue({std::max(when, time_), random(), p, p->turn, nullptr});
}

void world::enqueue(event const& e) {
  queue_.push_back(e);
  std::push_heap(queue_.begin(), queue_.end(), later{});
}

/// Of a hundred thousand places nothing is in the cache when its turn comes, so it is fetched a
/// turn or two ahead.
world::event world::take_earliest() {
  event const first = queue_.front();
  std::pop_heap(queue_.begin(), queue_.end(), later{});
  queue_.pop_back();
  for (std::size_t i = 1; i < std::min<std::size_t>(queue_.size(), 3); ++i) {
    void const* const it = queue_[i].who != nullptr ? static_cast<void const*>(queue_[i].who) : queue_[i].what;
    __builtin_prefetch(it);
    __builtin_prefetch(static_cast<char const*>(it) + 64);
  }
  if (!queue_.empty() && queue_.front().who != nullptr) queue_.front().who->prefetch_stack();
  return first;
}

/// Somebody else, or `me` again. It comes back when it is me's turn.
void world::run_next(process* me) noexcept {
  me->ahead = 0;
  for (;;) {
    if (meddles != nullptr) meddles->stepped();
    if (queue_.empty()) {
      if (stuck_) stuck_();
      std::fprintf(stderr, "skua: the simulation has come to a stop: everybody sleeps and nothing will happen\n");
      std::abort();
    }
    event const next = take_earliest();
    // it has gone on meanwhile, or never will
    if (next.who != nullptr && (next.turn != next.who->turn || next.who->place == lost_place_)) continue;
    if (next.when > limit_) past_limit_();
    time_ = next.when;
    if (next.who == nullptr) {
      happened(0);
      next.what->happen();
      continue;
    }
    process* const p = next.who;
    happened(p->number + 1);
    ++p->turn;
    running_ = p;
    if (p != me) p->go_on(*me);
    if (measured_) mark_ = system::monotonic_ns();
    return;
  }
}

void world::pause(std::uint64_t ns) noexcept {
  process* const me = running_;
  resume_at(me, now() + ns);
  run_next(me);
}

void world::work(std::uint64_t ns) noexcept {
  lap();
  take_time(static_cast<double>(ns));
  if (running_->ahead >= quantum_ns) pause(0);
}

void world::step(system::chore what) noexcept {
  switch (what) {
    case system::chore::queue_task:
      return work(measured_ ? 0 : ns_.queue);
    case system::chore::start_task:
      return work(measured_ ? 0 : ns_.start);
    case system::chore::yield:
      return work(ns_.yield);  // who looks again and again sees time pass
    case system::chore::look_for_work:
      return pause(ns_.look);
  }
}

void world::sleep(base::atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t deadline) noexcept {
  if (word.load(std::memory_order_relaxed) != expected) return;  // relaxed: one thread
  process* const me = running_;
  if (deadline != 0) resume_at(me, std::max(deadline, now()));
  sleepers_.add(me, &word);
  run_next(me);
  if (me->sleeps_at != nullptr) sleepers_.remove(me);  // its time is over
}

void world::wake(base::atomic<std::uint32_t>& word) noexcept {
  sleepers_.remove_all(&word, [this](process* p) {
    ++p->turn;  // a deadline comes too late
    resume_at(p, now() + ns_.wake);
  });
}

std::unique_ptr<system::thread> world::start(std::function<void()> main, int place) {
  auto p = std::make_unique<process>(*this, next_number_++, std::move(main));
  p->place = place;
  resume_at(p.get(), now() + ns_.wake);
  return std::make_unique<handle>(*this, std::move(p));
}

void world::bury(std::unique_ptr<process> p) {
  ++p->turn;
  p->release_stack();
  buried_.push_back(std::move(p));
}

void world::end_process() noexcept {
  run_next(running_);
  std::abort();  // nobody goes on with a process that has ended
}

}  // namespace skua::world
