// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Futures that several places know: the result travels once to each, and goes everywhere when
// nobody holds it any more.
#include <array>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "place/cases.hpp"

namespace {

using namespace place_test;

/// What the calling place has seen; in one process or in several, each looks at its own only.
struct seen {
  std::atomic<int> written{0}, read{0}, alive{0};
};
seen& here_seen() {
  static std::array<seen, 16> all;
  return all[static_cast<std::size_t>(skua::here())];
}

/// A value that counts how often it crosses, and how many of it there are.
class counted {
 public:
  counted() { ++here_seen().alive; }
  explicit counted(int x) : x_(x), text_(static_cast<std::size_t>(x), 'c') { ++here_seen().alive; }
  counted(counted const& other) : x_(other.x_), text_(other.text_) { ++here_seen().alive; }
  counted& operator=(counted const&) = default;
  ~counted() { --here_seen().alive; }

  int get() const { return static_cast<int>(text_.size()) == x_ ? x_ : -1; }
  template <class A>
  void serialize(A& a) {
    bool const reads = x_ == 0;
    a(x_, text_);
    ++(reads ? here_seen().read : here_seen().written);
  }

 private:
  int x_ = 0;
  std::string text_;
};
using shared = skua::shared_future<counted>;

struct numbers {
  int written = 0, read = 0, alive = 0;
};
numbers seen_at(int p) {
  return skua::at(p, [] {
    seen const& s = here_seen();
    return numbers{s.written, s.read, s.alive};
  });
}
void forget_what_was_seen() {
  for (int p = 0; p < skua::places(); ++p) {
    skua::at(p, [] {
      here_seen().written = 0;
      here_seen().read = 0;
    });
  }
}
/// The home sent it once to each other place, and each of them read it once.
void check_once_each(int home) {
  for (int p = 0; p < skua::places(); ++p) {
    numbers const n = seen_at(p);
    SAME(n.written, p == home ? skua::places() - 1 : 0);
    SAME(n.read, p == home ? 0 : 1);
  }
}
/// All values go, at every place; the messages that say so take their time.
void check_all_gone() {
  for (int p = 0; p < skua::places(); ++p) CHECK(comes_true([p] { return seen_at(p).alive == 0; }));
}

shared made_here(int x) {
  return skua::async([x] { return counted(x); }).share();
}

PLACE_CASE(a_future_sent_often_is_fetched_once) {
  forget_what_was_seen();
  {
    shared const f = made_here(1000);
    tallies right(0);
    skua::finish([&] {
      for (int i = 0; i < fewer(40, 20); ++i) {
        for (int p = 0; p < skua::places(); ++p) {
          skua::spawn(skua::on(p), [](shared const& g, tallies t) { t->add(g.get().get() == 1000); }, f, right);
        }
      }
    });
    SAME(total_of(right), fewer(40, 20) * skua::places());
    check_once_each(0);
  }
  check_all_gone();
}

PLACE_CASE(a_future_stays_where_it_was_fetched) {
  forget_what_was_seen();
  {
    shared const f = made_here(77);
    // One after the other: nobody there holds it in between.
    for (int i = 0; i < 10; ++i) {
      for (int p = 0; p < skua::places(); ++p) SAME(skua::at(p, [](shared const& g) { return g.get().get(); }, f), 77);
    }
    check_once_each(0);
  }
  check_all_gone();
}

PLACE_CASE(a_future_is_awaited_everywhere_before_it_is_ready) {
  forget_what_was_seen();
  for (int home = 0; home < skua::places(); ++home) {
    skua::at(home, [] {
      skua::promise<counted> p;
      shared const f = p.get_future().share();
      tallies waits(0), right(0);
      skua::finish([&] {
        for (int i = 0; i < 8; ++i) {
          for (int q = 0; q < skua::places(); ++q) {
            skua::spawn(
                skua::on(q),
                [](shared const& g, tallies w, tallies t) {
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
    forget_what_was_seen();
  }
}

/// Everybody hands it on to everybody.
void hand_on(shared const& f, tallies right, int depth) {
  right->add(f.get().get() == 9);
  if (depth == 0) return;
  for (int p = 0; p < skua::places(); ++p) skua::spawn(skua::on(p), hand_on, f, right, depth - 1);
}

PLACE_CASE(a_future_handed_on_is_still_the_same) {
  forget_what_was_seen();
  {
    shared const f = made_here(9);
    tallies right(0);
    skua::finish([&] { hand_on(f, right, 4); });
    long wanted = 0;
    for (long width = 1, depth = 0; depth <= 4; ++depth, width *= skua::places()) wanted += width;
    SAME(total_of(right), wanted);
    check_once_each(0);
  }
  check_all_gone();
}

PLACE_CASE(a_future_walks_further_than_its_shares) {
  // Nobody hands it on to the same place twice at first; each place hands its last share on.
  // Wherever it goes, it is right.
  struct walk {
    static void step(shared const& f, tallies right, int left) {
      if (left > 0) skua::spawn(skua::on(next_place(skua::here())), &walk::step, f, right, left - 1);
      right->add(f.get().get());
    }
  };
  {
    shared const f = made_here(3);
    tallies right(0);
    skua::finish([&] { walk::step(f, right, 100); });
    SAME(total_of(right), 303);
  }
  check_all_gone();
}

PLACE_CASE(a_future_comes_home) {
  forget_what_was_seen();
  {
    shared const f = made_here(6);
    for (int p = 0; p < skua::places(); ++p) {
      SAME(skua::at(
               p, [](shared const& g) { return skua::at(0, [](shared const& h) { return h.get().get(); }, g); }, f),
           6);
    }
    SAME(seen_at(0).read, 0);
    SAME(seen_at(0).alive, 1);
  }
  check_all_gone();
}

PLACE_CASE(handles_elsewhere_keep_a_future_alive) {
  // The maker drops it before it is ready, and long before it is used.
  for (int p = 0; p < skua::places(); ++p) {
    skua::promise<void> go;
    skua::future<int> answer;
    {
      shared const f = skua::async(
                           [](skua::shared_future<void> const& g) {
                             g.get();
                             return counted(12);
                           },
                           go.get_future().share())
                           .share();
      answer = skua::async(
          skua::on(p),
          [](shared const& g) {
            return skua::at(next_place(skua::here()), [](shared const& h) { return h.get().get(); }, g);
          },
          f);
    }
    go.set_value();
    SAME(answer.get(), 12);
  }
  check_all_gone();
}

PLACE_CASE(futures_nobody_waits_for_go) {
  for (int p = 0; p < skua::places(); ++p) {
    skua::finish([p] {
      for (int i = 1; i <= fewer(200, 50); ++i) skua::spawn(skua::on(p), [](shared const&, int) {}, made_here(i), i);
    });
  }
  check_all_gone();
}

PLACE_CASE(futures_of_one_owner_move_through_places) {
  struct walk {
    static int step(skua::future<counted> f, int left) {
      if (left == 0) return f.get().get();
      return skua::async(skua::on(next_place(skua::here())), &walk::step, std::move(f), left - 1).get();
    }
  };
  for (int i = 0; i < 12; ++i) SAME(walk::step(skua::async([i] { return counted(i + 1); }), i), i + 1);
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

PLACE_CASE(many_shared_futures_at_once) {
  int const n = fewer(200, 40);
  {
    std::vector<shared> all;
    for (int i = 1; i <= n; ++i) all.push_back(skua::async(skua::any, [i] { return counted(i); }).share());
    tallies sum(0);
    skua::finish([&] {
      for (int k = 0; k < 3; ++k) {
        for (int p = 0; p < skua::places(); ++p) {
          skua::spawn(
              skua::on(p),
              [](std::vector<shared> const& v, tallies t) {
                for (shared const& f : v) t->add(f.get().get());
              },
              all, sum);
        }
      }
    });
    SAME(total_of(sum), 3L * skua::places() * n * (n + 1) / 2);
  }
  check_all_gone();
}

}  // namespace
