// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fails every test in which a place ends and still holds something that was taken from it: a fibre
// or parker that is in no pool, a handle of a scope, a proxy of a scope of another place, a future
// that other places know, an object kept after its scope. Linked into the test programs that link
// the library.
//
// Not counted: replicas of objects that a root scope owns and copies of futures that outlive the
// run, which end with the place (future_names_test and object_names_test count them); objects that
// other places have been asked to forget, because a run need not wait for the answers; blocks of
// closures and futures, which come from the heap, where the address sanitizer finds leaks.
#include "support/leak_guard.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>

#include "core/place.hpp"
#include "core/scope_extension.hpp"
#include "remote/node.hpp"

namespace {

std::mutex lock;  // places of one process end on several threads
bool is_expected = false;
std::string expected;

/// Lists the objects that the place holds, such as "2 fibres, 1 parker"; empty if there are none.
class inventory {
 public:
  void add(std::size_t n, char const* what) {
    if (n == 0) return;
    text_ += (text_.empty() ? "" : ", ") + std::to_string(n) + " " + what + (n == 1 ? "" : "s");
  }
  [[nodiscard]] std::string const& text() const { return text_; }

 private:
  std::string text_;
};

/// Fibres that are neither in a pool nor the last one of a worker's thread.
std::size_t lost_fibres(skua::sched::place& p) {
  std::size_t accounted = p.fibres.count_shared();
  auto const workers = static_cast<std::size_t>(p.started_workers.load());
  for (std::size_t i = 0; i < workers; ++i) accounted += 1 + p.worker_table[i]->pooled;
  return p.fibres.made() - accounted;
}

/// Parkers that are neither in the pool nor kept by a worker.
std::size_t used_parkers(skua::sched::place& p) {
  std::size_t used = p.parkers.count_used();
  auto const workers = static_cast<std::size_t>(p.started_workers.load());
  for (std::size_t i = 0; i < workers; ++i) used -= p.worker_table[i]->free_parker_count;
  return used;
}

void check_leftovers(skua::sched::place& p) {
  inventory left;
  left.add(lost_fibres(p), "fibre");
  left.add(used_parkers(p), "parker");
  left.add(p.scopes.proxies.size(), "proxy frame");
  std::size_t const of_root = p.root.extension->id != 0 ? 1 : 0;
  left.add(p.scopes.entries.size() - p.scopes.free.size() - of_root, "scope handle");
  if (auto* const n = dynamic_cast<skua::remote::node*>(p.remote)) {
    left.add(n->exported().count().exported, "exported future");
    left.add(n->names().count().kept, "kept object of an ended scope");
  }
  if (left.text().empty()) return;
  {
    std::lock_guard const hold(lock);
    if (is_expected) {
      expected += (expected.empty() ? "" : "; ") + left.text();
      return;
    }
  }
  std::string const message = "place " + std::to_string(p.number) + " ended and still holds " + left.text();
  if (::testing::UnitTest::GetInstance()->current_test_info() != nullptr) {
    ADD_FAILURE() << message;
  } else {  // at exit(), or in another process of the run
    std::fprintf(stderr, "leak guard: %s\n", message.c_str());
    std::abort();
  }
}

[[maybe_unused]] bool const is_set = (skua::sched::place_ended = &check_leftovers, true);

}  // namespace

namespace support {

expected_leftovers::expected_leftovers() {
  std::lock_guard const hold(lock);
  is_expected = true;
  expected.clear();
}

expected_leftovers::~expected_leftovers() {
  std::lock_guard const hold(lock);
  is_expected = false;
}

std::string expected_leftovers::text() const {
  std::lock_guard const hold(lock);
  return expected;
}

}  // namespace support
