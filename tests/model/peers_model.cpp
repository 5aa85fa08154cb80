// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of the entries that a place keeps for its peers: several threads add entries; readers
// take no lock.
#include <gtest/gtest.h>

#include <array>

#include "explore/expect.hpp"
#include "remote/peers.hpp"

namespace {

namespace model = skua::model;
using model::named;
using model::options;

struct item {
  item() { contents = 7; }
  model::var<int> contents{0};
};
using table = skua::remote::peers<item>;

// Two places share a chain. A thread that finds an entry finds it complete, and both threads that
// add it get the same one.
void added_by_two(model::execution& run) {
  auto& p = run.make<table>(1);
  auto& entries = run.make<std::array<item*, 2>>();
  run.thread([&p, &entries] {
    (void)p.of(1);
    entries[0] = &p.of(0);
  });
  run.thread([&p, &entries] { entries[1] = &p.of(0); });
  run.thread([&p] {
    if (item* const e = p.find(0)) model::check(e->contents == 7, "an entry was found before it was complete");
    if (item* const e = p.find(1)) model::check(e->contents == 7, "an entry was found before it was complete");
  });
  run.finally([&p, &entries] {
    model::check(entries[0] == entries[1], "a place has two entries");
    model::check(p.find(1) != nullptr && p.find(0) == entries[0], "an entry is lost");
  });
}

TEST(peers, entries_are_found_complete_and_once) { EXPECT_TRUE(holds(model::explore(named("peers"), added_by_two))); }

TEST(peers, an_entry_must_be_published) {
  options o = named("peers.of");
  o.mutation = "peers.of";
  EXPECT_TRUE(caught(o, added_by_two, "data race"));
}

}  // namespace
