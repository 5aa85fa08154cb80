// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "seeds/program.hpp"

#include <chrono>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace seeds_test {
namespace {

enum class kind {
  spawned,
  anywhere,
  somewhere,
  from_somewhere,
  spawned_again,
  anywhere_again,
  future,
  called,
  passed,
  failing,
  cancelled,
  phased,
  shared,
  posted,
  count
};
kind kind_of(number seed) noexcept { return static_cast<kind>(mixed(seed ^ 2) % static_cast<number>(kind::count)); }
int place_of(number seed) noexcept { return static_cast<int>(mixed(seed ^ 3) % static_cast<number>(skua::places())); }
number children_of(number seed, shape const& s) noexcept { return s.height == 0 ? 0 : 1 + mixed(seed ^ 4) % s.width; }
bool grows(kind k) noexcept { return k <= kind::anywhere_again; }
void some_work(number seed) { skua::sim::work(1e-6 * static_cast<double>(mixed(seed ^ 5) % 20)); }
shape lower(shape s) noexcept {
  --s.height;
  return s;
}

number leaf_value(number seed) {
  some_work(seed);
  return mixed(seed ^ 6);
}

void fail_perhaps(number seed) {
  some_work(seed);
  if (mixed(seed) % 2 == 0) throw std::range_error("as planned");
}

/// Spawns a task in one of four ways.
template <class... Task>
void spawn_somehow(number choice, Task&&... task) {
  int const p = place_of(choice);
  switch (choice % 4) {
    case 0:
      skua::spawn(std::forward<Task>(task)...);
      break;
    case 1:
      skua::spawn(skua::any, std::forward<Task>(task)...);
      break;
    case 2:
      skua::spawn(skua::on(p), std::forward<Task>(task)...);
      break;
    default:
      skua::spawn(skua::any.from(p), std::forward<Task>(task)...);
  }
}

/// All exceptions of a scope arrive, and no others.
void failing_scope(number seed, ledger l) {
  std::size_t expected = 0;
  std::size_t error_count = 0;
  number const n = 1 + mixed(seed) % 5;
  for (number i = 0; i < n; ++i) expected += mixed(seed + i) % 2 == 0 ? 1 : 0;
  try {
    skua::finish(skua::keep_going, [=] {
      for (number i = 0; i < n; ++i) spawn_somehow(mixed(seed ^ (i << 8)), &fail_perhaps, seed + i);
    });
  } catch (skua::task_errors const& e) {
    error_count = e.total();
  } catch (std::range_error const&) {
    error_count = 1;
  }
  if (error_count != expected && !skua::cancelled()) l.wrong_errors += 1;
}

void grow(number seed, int height, skua::sum<long> ran, skua::sum<long> spawned) {
  ran += 1;
  some_work(seed);
  for (number i = 0; height > 0 && i < 2; ++i) {
    spawned += 1;
    spawn_somehow(mixed(seed + i), &grow, mixed(seed + i), height - 1, ran, spawned);
  }
}

/// Waits for a value that never comes: only a cancellation ends it.
void wait_for_nothing(skua::sum<long> ran) {
  ran += 1;
  skua::promise<int> never;
  try {
    (void)never.get_future().get();
  } catch (skua::cancelled_error const&) {
    return;
  }
}

/// The tasks that ran and the tasks that never started add up, wherever the cancellation hits. It
/// reaches every place.
void cancelled_scope(number seed, int height, ledger l) {
  skua::sum<long> ran;
  skua::sum<long> spawned;
  skua::finish_result const r = skua::finish(skua::counted, [=](skua::scope s) mutable {
    spawned += 2;
    spawn_somehow(mixed(seed), &grow, seed, height, ran, spawned);
    for (number i = mixed(seed ^ 8) % 4; i < 2; ++i) {
      spawned += 1;
      spawn_somehow(mixed(seed ^ i), &wait_for_nothing, ran);
    }
    number const after = mixed(seed ^ 7);
    skua::spawn(skua::on(place_of(seed)), [=]() mutable {
      ran += 1;
      if (after % 2 == 0) {
        skua::sim::work(1e-6 * static_cast<double>(after % 60));
      } else {
        skua::sleep_for(std::chrono::nanoseconds(after % (number{1000} << after / 2 % 12)));
      }
      s.cancel();
      spawned += 1;
      skua::spawn(skua::shielded, skua::on(place_of(after)), [=]() mutable {
        ran += 1;
        if (!s.cancelled()) l.wrong_counts += 1;
      });
    });
  });
  bool const adds_up =
      static_cast<long>(r.ran) == ran.get() && static_cast<long>(r.ran + r.never_started) == spawned.get();
  if ((r.cancelled() || skua::cancelled()) && adds_up) return;
  std::fprintf(stderr, "a scope with %ld tasks, of which %ld ran, says that %ld ran and %ld did not; ", spawned.get(),
               ran.get(), static_cast<long>(r.ran), static_cast<long>(r.never_started));
  l.wrong_counts += 1;
}

/// No task is a phase ahead of the others, at whatever place it runs. A task that lags behind moves
/// to another place; there it and its child read the results of all phases.
void phased_scope(number seed, ledger l) {
  long const members = 2 + static_cast<long>(mixed(seed) % 3);
  long const phases = 1 + static_cast<long>(mixed(seed ^ 1) % 4);
  skua::shared_var<long> const done(0, place_of(seed ^ 2));
  skua::finish([=] {
    skua::phaser const ph(skua::phaser_mode::signal_wait);
    skua::phaser_accumulator<long> const sent(ph);
    auto const lagging = skua::phased(ph, skua::phaser_mode::wait);
    auto const read_all = [=] {
      for (long i = 1; i <= phases; ++i) {
        ph.wait();
        if (sent.result() != members * i) l.wrong_phases += 1;
      }
    };
    skua::spawn(lagging, [=] {
      for (number i = mixed(seed ^ 3) % 16; i < 16; ++i) some_work(seed ^ i);
      skua::spawn(skua::on(place_of(seed ^ 4)), lagging, [=] {
        skua::spawn(lagging, read_all);
        read_all();
      });
    });
    for (long m = 0; m < members; ++m) {
      number const task_seed = mixed(seed ^ static_cast<number>(m + 10));
      skua::spawn(skua::on(place_of(task_seed)), skua::phased(ph), [=]() mutable {
        for (long i = 1; i <= phases; ++i) {
          some_work(task_seed ^ static_cast<number>(i));
          (void)done.atomic().fetch_add(1);
          sent.send(i);
          ph.next();
          if (done.get() < members * i || sent.result() != members * i) l.wrong_phases += 1;
        }
      });
    }
    ph.drop();
  });
  if (done.get() != members * phases && !skua::cancelled()) l.wrong_phases += 1;
}

/// Words of another place, added to and written from several places.
void shared_scope(number seed, ledger l) {
  number const n = 1 + mixed(seed) % 6;
  skua::shared_var<long> const word(5, place_of(seed));
  skua::shared_array<number> const array(8, 1);
  skua::finish([=] {
    for (number i = 0; i < n; ++i) {
      spawn_somehow(mixed(seed ^ (i << 8)), [=] {
        word.atomic().add(static_cast<long>(i));
        array[i] = mixed(seed + i);
      });
    }
  });
  bool right = word.get() == 5 + static_cast<long>(n * (n - 1) / 2);
  for (number i = 0; i < 8; ++i) right = right && array[i].get() == (i < n ? mixed(seed + i) : 0);
  if (!right && !skua::cancelled()) l.wrong_memory += 1;
}

void use_future(skua::shared_future<number> f, number seed, ledger l) {
  if (f.get() != mixed(seed ^ 6)) l.wrong_values += 1;
}

/// A future that tasks at other places wait for.
void passed_future(number seed, ledger l) {
  auto const f = skua::async(skua::on(place_of(seed)), &leaf_value, seed).share();
  for (number i = mixed(seed ^ 9) % 3; i < 3; ++i) {
    spawn_somehow(mixed(seed ^ (i << 8)), &use_future, f, seed, l);
  }
}

void send_post(number seed) {
  ++posts_so_far().send_count;
  skua::post(skua::on(place_of(seed)), [seed] {
    some_work(seed);
    ++posts_so_far().run_count;
    if (mixed(seed ^ 10) % 4 == 0) send_post(mixed(seed));
  });
}

void children(number seed, shape s, ledger l) {
  std::vector<std::pair<number, skua::future<number>>> futures;
  for (number i = 0; i < children_of(seed, s); ++i) {
    number const child = mixed(seed + i + 1);
    switch (kind_of(child)) {
      case kind::spawned:
      case kind::spawned_again:
        skua::spawn(&node, child, lower(s), l);
        break;
      case kind::anywhere:
      case kind::anywhere_again:
        skua::spawn(skua::any, &node, child, lower(s), l);
        break;
      case kind::somewhere:
        skua::spawn(skua::on(place_of(child)), &node, child, lower(s), l);
        break;
      case kind::from_somewhere:
        skua::spawn(skua::any.from(place_of(child)), &node, child, lower(s), l);
        break;
      case kind::future:
        futures.emplace_back(child, skua::async(skua::on(place_of(child)), &leaf_value, child));
        break;
      case kind::called:
        if (skua::at(place_of(child), &leaf_value, child) != mixed(child ^ 6)) l.wrong_values += 1;
        break;
      case kind::passed:
        passed_future(child, l);
        break;
      case kind::failing:
        failing_scope(child, l);
        break;
      case kind::phased:
        skua::finish([=] { phased_scope(child, l); });
        break;
      case kind::shared:
        skua::finish([=] { shared_scope(child, l); });
        break;
      case kind::posted:
        send_post(child);
        break;
      default:
        skua::finish([=, height = s.grown] { cancelled_scope(child, height, l); });
    }
  }
  for (auto& [child, f] : futures) {
    if (f.get() != mixed(child ^ 6)) l.wrong_values += 1;
  }
}

}  // namespace

posts& posts_so_far() noexcept {
  static posts counts;
  return counts;
}

std::string faults(ledger const& l, totals const& expected, bool cut) {
  std::string all;
  auto const complain = [&](bool holds, char const* fault) {
    if (!holds) all += (all.empty() ? "" : ", ") + std::string(fault);
  };
  long const nodes = l.nodes.get();
  complain(nodes <= expected.nodes, "tasks ran twice");
  complain(cut || nodes >= expected.nodes, "tasks were lost");
  complain(cut || l.check.get() == expected.check, "the tasks that ran are not those that were spawned");
  complain(l.wrong_values.get() == 0, "a future or a collective operation brought a wrong value");
  complain(l.wrong_errors.get() == 0, "a scope had other exceptions than its tasks threw");
  complain(l.wrong_counts.get() == 0, "what ran and what never started does not add up");
  complain(l.wrong_phases.get() == 0, "a phase ended before all had come, or with another result");
  complain(l.wrong_memory.get() == 0, "global memory holds something else");
  return all;
}

void node(number seed, shape s, ledger l) {
  l.nodes += 1;
  l.check += mixed(seed);
  some_work(seed);
  children(seed, s, l);
}

void expect(number seed, shape const& s, totals& t) {
  ++t.nodes;
  t.check += mixed(seed);
  for (number i = 0; i < children_of(seed, s); ++i) {
    number const child = mixed(seed + i + 1);
    if (grows(kind_of(child))) expect(child, lower(s), t);
  }
}

void together(number seed, ledger l) {
  skua::run_spmd([=]() mutable {
    long expected = 0;
    for (int p = 0; p < skua::places(); ++p) expected += p * p + 1;
    for (number i = mixed(seed) % 3; i < 3; ++i) {
      some_work(seed ^ static_cast<number>(skua::here()) ^ i);
      long const contribution = skua::here() * skua::here() + 1;
      if (skua::collective::allreduce(contribution, std::plus<long>()) != expected) l.wrong_values += 1;
      skua::collective::barrier();
    }
  });
}

}  // namespace seeds_test
