// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Futures with handles at several places: each place fetches the result once. All places free it
// when the last handle is gone.
#include <array>
#include <atomic>
#include <stdexcept>
#include <string>

#include "remote/cases.hpp"

namespace {

using namespace place_test;

/// Counts of values at one place. Each place uses its own entry, in one process and in several.
struct value_counts {
  std::atomic<int> written{0}, read{0}, alive{0};
};
value_counts& local_counts() {
  static std::array<value_counts, 16> places;
  return places[static_cast<std::size_t>(skua::here())];
}

/// A value that counts how often it is sent and received, and how many instances exist.
class counted {
 public:
  counted() { ++local_counts().alive; }
  explicit counted(int x) : x_(x), text_(static_cast<std::size_t>(x), 'c') { ++local_counts().alive; }
  counted(counted const& other) : x_(other.x_), text_(other.text_) { ++local_counts().alive; }
  counted& operator=(counted const&) = default;
  ~counted() { --local_counts().alive; }

  int get() const { return static_cast<int>(text_.size()) == x_ ? x_ : -1; }
  template <class A>
  void serialize(A& a) {
    bool const is_reading = x_ == 0;
    a(x_, text_);
    ++(is_reading ? local_counts().read : local_counts().written);
  }

 private:
  int x_ = 0;
  std::string text_;
};
using shared = skua::shared_future<counted>;

struct numbers {
  int written = 0, read = 0, alive = 0;
};
numbers counts_at(int p) {
  return skua::at(p, [] {
    value_counts const& s = local_counts();
    return numbers{s.written, s.read, s.alive};
  });
}
void reset_counts() {
  for (int p = 0; p < skua::places(); ++p) {
    skua::at(p, [] {
      local_counts().written = 0;
      local_counts().read = 0;
    });
  }
}
/// The home has sent the value once to each other place, and each of them has read it once.
void check_once_each(int home) {
  for (int p = 0; p < skua::places(); ++p) {
    numbers const n = counts_at(p);
    SAME(n.written, p == home ? skua::places() - 1 : 0);
    SAME(n.read, p == home ? 0 : 1);
  }
}
/// Every place frees its values, after some time: the release messages have to arrive.
void check_all_gone() {
  for (int p = 0; p < skua::places(); ++p) CHECK(comes_true([p] { return counts_at(p).alive == 0; }));
}

shared make_counted(int x) {
  return skua::async([x] { return counted(x); }).share();
}

PLACE_CASE(a_future_sent_often_is_fetched_once) {
  reset_counts();
  {
    shared const f = make_counted(1000);
    place_counters right(0);
    skua::finish([&] {
      for (int i = 0; i < fewer(40, 20); ++i) {
        for (int p = 0; p < skua::places(); ++p) {
          skua::spawn(skua::on(p), [](shared const& g, place_counters t) { t->add(g.get().get() == 1000); }, f, right);
        }
      }
    });
    SAME(total_of(right), fewer(40, 20) * skua::places());
    check_once_each(0);
  }
  check_all_gone();
}

PLACE_CASE(a_future_stays_where_it_was_fetched) {
  reset_counts();
  {
    shared const f = make_counted(77);
    // One after the other: between two tasks the place holds no handle.
    for (int i = 0; i < 10; ++i) {
      for (int p = 0; p < skua::places(); ++p) SAME(skua::at(p, [](shared const& g) { return g.get().get(); }, f), 77);
    }
    check_once_each(0);
  }
  check_all_gone();
}

PLACE_CASE(a_future_is_awaited_everywhere_before_it_is_ready) {
  reset_counts();
  for (int home = 0; home < skua::places(); ++home) {
    skua::at(home, [] {
      skua::promise<counted> p;
      shared const f = p.get_future().share();
      place_counters waits(0), right(0);
      skua::finish([&] {
        for (int i = 0; i < 8; ++i) {
          for (int q = 0; q < skua::places(); ++q) {
            skua::spawn(
                skua::on(q),
                [](shared const& g, place_counters w, place_counters t) {
                  w->add(1);
                  t->add(g.get().get());
                },
                f, waits, right);
          }
        }
        CHECK(comes_true([waits] { return total_of(waits) == 8 * skua::places(); }));
        p.set_value(counted(5));
      });
      SAME(total_of(right), 40 * skua::places());
    });
    check_once_each(home);
    check_all_gone();
    reset_counts();
  }
}

PLACE_CASE(a_future_walks_further_than_its_shares) {
  // Each place passes on its last share, so the future travels further than it has shares. It has
  // the right value at every place.
  struct walk {
    static void step(shared const& f, place_counters right, int remaining) {
      if (remaining > 0) skua::spawn(skua::on(next_place(skua::here())), &walk::step, f, right, remaining - 1);
      right->add(f.get().get());
    }
  };
  {
    shared const f = make_counted(3);
    place_counters right(0);
    skua::finish([&] { walk::step(f, right, 100); });
    SAME(total_of(right), 303);
  }
  check_all_gone();
}

PLACE_CASE(handles_elsewhere_keep_a_future_alive) {
  // The creator drops the handle before the result is ready, and long before it is used.
  for (int p = 0; p < skua::places(); ++p) {
    skua::promise<void> start;
    skua::future<int> answer;
    {
      shared const f = skua::async(
                           [](skua::shared_future<void> const& g) {
                             g.get();
                             return counted(12);
                           },
                           start.get_future().share())
                           .share();
      answer = skua::async(
          skua::on(p),
          [](shared const& g) {
            return skua::at(next_place(skua::here()), [](shared const& h) { return h.get().get(); }, g);
          },
          f);
    }
    start.set_value();
    SAME(answer.get(), 12);
  }
  check_all_gone();
}

PLACE_CASE(exceptions_in_shared_futures_reach_every_place) {
  skua::shared_future<int> const f = skua::async([]() -> int { throw std::out_of_range("once"); }).share();
  skua::finish([&] {
    for (int i = 0; i < 3 * skua::places(); ++i) {
      skua::spawn(
          skua::on(i % skua::places()),
          [](skua::shared_future<int> const& g) { CHECK(throws<std::out_of_range>([&] { (void)g.get(); }, "once")); },
          f);
    }
  });
}

}  // namespace
