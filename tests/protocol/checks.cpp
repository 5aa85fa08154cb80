// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditions that must hold when no message is under way, and when a run has ended.
#include "core/cancel.hpp"
#include "core/scope_extension.hpp"
#include "protocol/simulation.hpp"
#include "protocol/sum.hpp"

namespace protocol {

namespace sched = skua::sched;

/// No message is under way: every place that has tasks of a scope agrees with the scope's home on
/// whether it is cancelled.
void simulation::check_at_rest() {
  auto const forbids = [](sched::scope_frame* f) { return sched::scope_forbids(reinterpret_cast<std::uintptr_t>(f)); };
  for (auto const& [entry, c] : homes_) {
    bool const cancelled = book_.forbids(entry);
    auto const expect = [&](sched::scope_frame* f, int q) {
      if (f->state.load() < sched::scope_token || forbids(f) == cancelled) return;
      book_.complain("place " + std::to_string(q) +
                     (cancelled ? " has not heard that scope " : " believes that scope ") + std::to_string(entry) +
                     " of place " + std::to_string(book_.scope(entry).home) + " is cancelled");
    };
    expect(c.get(), book_.scope(entry).home);
    if (!c->state.extended() || c->extension->id == 0) continue;
    for (int q = 0; q < plan_.places; ++q) {
      auto const& proxies = at(q).place().scopes.proxies;
      if (auto const proxy = proxies.find(c->extension->id); proxy != proxies.end()) expect(proxy->second, q);
    }
  }
}

void simulation::check_end() {
  for (int i = 0; i < book_.tasks(); ++i) {
    if (book_.task(i).state == ledger::task_entry::queued) book_.complain("task " + std::to_string(i) + " is lost");
  }
  for (int i = plan_.places; i < book_.scopes(); ++i) {
    if (!book_.scope(i).ended) book_.complain("scope " + std::to_string(i) + " has not ended");
  }
  for (int q = 0; q < plan_.places; ++q) {
    sched::place& p = at(q).place();
    auto const expect = [&](char const* quantity, std::uint64_t actual, std::uint64_t expected) {
      if (actual != expected)
        book_.complain("place " + std::to_string(q) + " at the end: " + quantity + " " + std::to_string(actual) +
                       ", not " + std::to_string(expected));
    };
    expect("proxies", p.scopes.proxies.size(), 0);
    expect("cancelled scopes", p.cancelled_scopes.load(std::memory_order_relaxed), 0);  // relaxed: one thread
    expect("counting scopes", p.counting.load(std::memory_order_relaxed), 0);           // relaxed: one thread
    expect("arrivals", p.arrived.count.load(std::memory_order_relaxed), 0);             // relaxed: one thread
    expect("urgent tasks", p.arrived.urgent_count.load(std::memory_order_relaxed), 0);  // relaxed: one thread
    expect("requests to steal without an answer", static_cast<std::uint64_t>(at(q).unanswered()), 0);
    expect("tokens of the root scope", static_cast<std::uint64_t>(p.root.state.load() / sched::scope_token), 0);
    expect("exceptions of the root scope", p.root.extension->error_count, book_.scope(q).errors);
    expect("tasks of the root scope that never started",
           p.root.extension->never_started.load(std::memory_order_relaxed),
           book_.scope(q).dropped);  // relaxed: one thread
    for (sched::scope_entry const& e : p.scopes.entries) {
      if (e.frame != nullptr && e.frame != &p.root)
        book_.complain("a scope that has ended has an entry at place " + std::to_string(q));
    }
  }
  expect_no_sums();
}

void simulation::expect_no_sums() {
  if (sum::alive != sums_before_)
    book_.complain("objects or replicas are left: " + std::to_string(sum::alive - sums_before_));
}

/// For the report of a hang: what each place still waits for.
std::string simulation::waiting_report() {
  std::string text;
  for (int q = 0; q < plan_.places; ++q) {
    sched::place& p = at(q).place();
    text += "\n  place " + std::to_string(q) + ": tasks " + std::to_string(p.arrived.tasks.size());
    if (p.waiting_thieves.load(std::memory_order_relaxed) != 0) text += ", thieves wait";  // relaxed: one thread
    if (at(q).unanswered() != 0) text += ", waits for an answer";
    auto const tokens = [](sched::scope_frame const* f) {
      return std::to_string(f->state.load() / sched::scope_token);
    };
    for (auto const& [entry, c] : homes_) {
      if (book_.scope(entry).home == q) text += ", scope " + std::to_string(entry) + " with " + tokens(c.get());
    }
    for (auto const& [id, f] : p.scopes.proxies) {
      text += ", proxy of a scope of place " + std::to_string(sched::place_of_scope(id)) + " with " + tokens(f);
    }
  }
  return text;
}

}  // namespace protocol
