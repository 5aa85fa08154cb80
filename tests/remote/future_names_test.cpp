// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of exported futures: none remains after the last handle is gone, and places can pass a
// name on without limit.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "remote/cases.hpp"
#include "remote/node.hpp"
#include "remote/nodes.hpp"
#include "support/leak_guard.hpp"

namespace place_test {
namespace {

using census = skua::remote::exported_futures::census;

/// The sum over all places of this process.
census total(std::vector<skua::remote::node*> const& nodes) {
  census sum;
  for (auto* const n : nodes) {
    census const c = n->exported().count();
    sum.exported += c.exported;
    sum.with_shares += c.with_shares;
    sum.copies += c.copies;
  }
  return sum;
}
bool all_released(std::vector<skua::remote::node*> const& nodes) {
  return comes_true([&] {
    census const c = total(nodes);
    return c.exported == 0 && c.with_shares == 0 && c.copies == 0;
  });
}

skua::options inproc(int places, int workers) { return {.workers = workers, .places = places, .transport = "inproc"}; }

TEST(future_names, are_gone_with_the_last_handle) {
  for (int const workers : {1, 2}) {
    take_failures();
    skua::runtime program{inproc(3, workers)};
    program.run([] {
      auto const nodes = all_nodes();
      {
        skua::shared_future<std::string> const text = skua::async([] { return std::string(500, 't'); }).share();
        skua::shared_future<int> const number = skua::async([] { return 7; }).share();
        skua::shared_future<void> const failure = skua::async([] { throw std::length_error("no"); }).share();
        for (int round = 0; round < 3; ++round) {
          for (int p = 0; p < skua::places(); ++p) {
            skua::at(
                p,
                [](skua::shared_future<std::string> const& t, skua::shared_future<int> const& n,
                   skua::shared_future<void> const& e) {
                  SAME(t.get().size(), 500u);
                  SAME(n.get(), 7);
                  CHECK(throws<std::length_error>([&] { e.get(); }, "no"));
                },
                text, number, failure);
          }
        }
        SAME(total(nodes).exported, 3u);
        SAME(total(nodes).copies, 6u);
        // No other place holds a handle: only the fetched copies stay.
        CHECK(comes_true([&] { return total(nodes).with_shares == 0; }));
        SAME(total(nodes).copies, 6u);
      }
      CHECK(all_released(nodes));
    });
    EXPECT_EQ(take_failures(), 0);
  }
}

TEST(future_names, of_single_owners_are_gone_when_they_are_used) {
  take_failures();
  skua::runtime program{inproc(3, 2)};
  program.run([] {
    auto const nodes = all_nodes();
    for (int i = 0; i < 30; ++i) {
      skua::future<int> f = skua::async([i] { return i; });
      SAME(skua::at(i % skua::places(), [](skua::future<int> g) { return g.get(); }, std::move(f)), i);
    }
    // A future that becomes shared at another place.
    skua::future<int> f = skua::async([] { return 8; });
    SAME(skua::at(
             1,
             [](skua::future<int> g) {
               skua::shared_future<int> const s = g.share();
               int sum = s.get();
               for (int p = 0; p < skua::places(); ++p)
                 sum += skua::at(p, [](skua::shared_future<int> const& x) { return x.get(); }, s);
               return sum;
             },
             std::move(f)),
         8 * (1 + skua::places()));
    CHECK(all_released(nodes));
  });
  EXPECT_EQ(take_failures(), 0);
}

struct walk {
  /// Visits place after place, each of which holds its own handle. The last place counts the names.
  static std::pair<int, std::uint64_t> step(skua::shared_future<int> const& f,
                                            std::vector<std::uintptr_t> const& nodes) {
    int const value = f.get();
    if (skua::here() == last_place()) {
      std::uint64_t exports = 0;
      for (std::uintptr_t const n : nodes)
        exports += reinterpret_cast<skua::remote::node*>(n)->exported().count().exported;
      return {value, exports};
    }
    auto const [sum_of_others, exports] = skua::at(next_place(skua::here()), &walk::step, f, nodes);
    return {value + sum_of_others, exports};
  }
};

TEST(future_names, a_copy_without_shares_to_give_has_a_name_of_its_own) {
  take_failures();
  skua::runtime program{inproc(9, 1)};
  program.run([] {
    auto const nodes = all_nodes();
    std::vector<std::uintptr_t> addresses;
    for (auto* const n : nodes) addresses.push_back(reinterpret_cast<std::uintptr_t>(n));
    {
      skua::shared_future<int> const f = skua::async([] { return 4; }).share();
      auto const [sum, exports] = walk::step(f, addresses);
      SAME(sum, 4 * skua::places());
      SAME(exports, 2u);
    }
    CHECK(all_released(nodes));
  });
  EXPECT_EQ(take_failures(), 0);
}

TEST(future_names, a_late_release_loses_no_future_that_came_meanwhile) {
  take_failures();
  skua::runtime program{inproc(2, 1)};
  program.run([] {
    using handle = skua::shared_future<int>;
    auto const nodes = all_nodes();
    auto const held_count = [nodes] { return nodes[0]->exported().count().with_shares; };
    auto const use = [](handle const& g) { SAME(g.get(), 5); };
    {
      handle const f = skua::async([] { return 5; }).share();
      // The last handle there has given up its reference, but its place has not sent the release
      // message yet.
      auto* const p = reinterpret_cast<skua::sched::future_state*>(skua::at(
          1,
          [](handle const& g) {
            SAME(g.get(), 5);
            auto* const state = skua::sched::handle_access::state(g);
            state->retain();
            return reinterpret_cast<std::uintptr_t>(static_cast<skua::sched::future_state*>(state));
          },
          f));
      skua::at(1, [] {});
      CHECK(p->refs.fetch_sub(1) == skua::sched::future_state::retained_flag + 1);
      // Meanwhile other handles come and go.
      for (int i = 0; i < 3; ++i) {
        skua::at(1, use, f);
        skua::at(1, [] {});
        SAME(held_count(), 1u);
      }
      p->destroy();
      CHECK(comes_true([&] { return held_count() == 0; }));
      skua::at(1, use, f);
      CHECK(comes_true([&] { return held_count() == 0; }));
    }
    CHECK(all_released(nodes));
  });
  EXPECT_EQ(take_failures(), 0);
}

TEST(future_names, handles_outlive_the_run) {
  support::expected_leftovers const left;
  take_failures();
  std::optional<skua::shared_future<std::string>> copy;
  {
    skua::runtime program{inproc(2, 1)};
    program.run([&copy] {
      copy = skua::async([] { return std::string("still here"); }).share();
      SAME(skua::at(1, [](skua::shared_future<std::string> const& f) { return f.get(); }, *copy), "still here");
    });
  }
  EXPECT_EQ(copy->get(), "still here");
  {
    skua::runtime program{inproc(3, 1)};
    program.run([&copy] {
      for (int p = 0; p < skua::places(); ++p)
        SAME(skua::at(p, [](skua::shared_future<std::string> const& f) { return f.get(); }, *copy), "still here");
    });
  }
  copy.reset();
  EXPECT_EQ(left.text(), "1 exported future; 1 exported future");
  EXPECT_EQ(take_failures(), 0);
}

}  // namespace
}  // namespace place_test
