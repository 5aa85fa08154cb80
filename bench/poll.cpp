// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// poll: one unsuccessful question of a task with an idle worker beside it, and the same question to
// the standard library's twin (std_ns). Afterwards it comes true, and is asked once more.
#include <skua/skua.hpp>

#include <chrono>
#include <condition_variable>
#include <future>
#include <latch>
#include <mutex>
#include <semaphore>
#include <string>

#include "support/case.hpp"
#include "support/clock.hpp"
#include "support/opaque.hpp"
#include "support/skua.hpp"

namespace bench {
namespace {

using namespace std::chrono_literals;

/// What is asked for.
template <class Promise, class Latch, class Semaphore, class Mutex, class Condition>
struct subject {
  Promise promise;
  decltype(promise.get_future()) future = promise.get_future();
  Latch latch{1};
  Semaphore semaphore{0};
  Mutex guard;
  Condition changed;
  bool has_changed = false;
};
using skua_subject =
    subject<skua::promise<int>, skua::latch, skua::binary_semaphore, skua::mutex, skua::condition_variable>;
using std_subject = subject<std::promise<int>, std::latch, std::binary_semaphore, std::mutex, std::condition_variable>;

/// The time of one question, in ns; negative if an answer was wrong. The answer is negative until
/// come().
template <class Subject, class Ask, class Come>
double nanoseconds_of(long count, Ask const& ask, Come const& come) {
  Subject s;
  long yes_count = 0;
  double const seconds = cpu_seconds([&] {
    for (long i = 0; i < count; ++i) {
      yes_count += ask(s) ? 1 : 0;
      touch(&s);
    }
  });
  come(s);
  return yes_count == 0 && ask(s) ? seconds * 1e9 / static_cast<double>(count) : -1;
}

template <class Ask, class Come>
void compare_polls(benchmark::State& state, Ask const& ask, Come const& come, long usual_count) {
  long const count = size(1'000'000L, 10'000L);
  skua::runtime place{workers(2)};
  for (auto _ : state) {
    double const ours = place.run([&] { return nanoseconds_of<skua_subject>(count, ask, come); });
    double const usual = nanoseconds_of<std_subject>(usual_count, ask, come);
    if (ours < 0 || usual < 0) return fail(state, "a poll gave a wrong answer");
    state.SetIterationTime(ours * 1e-9 * static_cast<double>(count));
    state.counters["ns_per_op"] = ours;
    state.counters["std_ns"] = usual;
  }
}

template <class Ask, class Come>
void add_poll(suite& registry, std::string const& name, Ask ask, Come come, long usual_count = 100'000) {
  registry.add(name, [=](benchmark::State& state) { compare_polls(state, ask, come, usual_count); },
               {at_most("ns_per_op", 100)});
}

template <class T>
bool is_ready(T status) {
  return status == T::ready;
}

}  // namespace

void add_polls(suite& registry) {
  auto const set = [](auto& s) { s.promise.set_value(1); };
  add_poll(registry, "poll/future", [](auto& s) { return is_ready(s.future.wait_for(0s)); }, set);
  add_poll(
      registry, "poll/future_until",
      [](auto& s) { return is_ready(s.future.wait_until(std::chrono::steady_clock::time_point::min())); }, set);
  add_poll(registry, "poll/latch", [](auto& s) { return s.latch.try_wait(); }, [](auto& s) { s.latch.count_down(); });
  auto const release = [](auto& s) { s.semaphore.release(); };
  add_poll(registry, "poll/semaphore", [](auto& s) { return s.semaphore.try_acquire(); }, release);
  add_poll(registry, "poll/semaphore_for", [](auto& s) { return s.semaphore.try_acquire_for(0s); }, release);
  auto const notify = [](auto& s) { s.has_changed = true; };
  add_poll(
      registry, "poll/condition_variable",
      [](auto& s) {
        std::unique_lock hold(s.guard);
        return s.changed.wait_for(hold, 0s, [&s] { return s.has_changed; });
      },
      notify, 100);  // the standard library's sleeps in the kernel each time
}

}  // namespace bench
