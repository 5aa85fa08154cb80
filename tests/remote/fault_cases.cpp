// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values that must not be sent, or whose transfer fails: pointers in closures, arguments whose
// serialize throws.
#include <stdexcept>
#include <string>
#include <vector>

#include "remote/cases.hpp"

namespace {

using namespace place_test;

int at_namespace_scope = 1;
void some_function() {}

PLACE_CASE(pointers_in_closures_are_refused) {
  if (skua::places() == 1) return;
  int const target = last_place();
  int local = 3;
  static int static_local = 4;
  int* const to_static = &static_local;
  int* const to_global = &at_namespace_scope;
  void (*const function)() = &some_function;
  char const* const literal = "a literal";
  int& reference = local;
  CHECK(throws<skua::error>([&] { skua::spawn(skua::on(target), [&local] { local = 4; }); }, "pointer"));
#if __has_builtin(__builtin_clear_padding)  // without it closures with padding cannot be checked
  CHECK(throws<skua::error>([&] { skua::spawn(skua::on(target), [&reference, x = 5] { reference = x; }); }, "pointer"));
#endif
  CHECK(throws<skua::error>(
      [&] { skua::spawn(skua::on(target), [&reference, x = 5L] { reference = static_cast<int>(x); }); }, "pointer"));
  CHECK(throws<skua::error>([&] { (void)skua::async(skua::on(target), [&local] { return local; }); }, "pointer"));
  CHECK(throws<skua::error>([&] { skua::at(target, [to_static] { return *to_static; }); }, "pointer"));
  CHECK(throws<skua::error>([&] { skua::post(skua::on(target), [to_global] { *to_global = 2; }); }, "pointer"));
  CHECK(throws<skua::error>([&] { skua::spawn(skua::any.from(target), [function] { function(); }); }, "pointer"));
  CHECK(throws<skua::error>([&] { skua::spawn(skua::on(target), [literal] { (void)literal; }); }, "pointer"));
  CHECK(throws<skua::error>([&] { skua::spawn(skua::on(target), skua::named("with a name"), [&local] { local = 4; }); },
                            "pointer"));
  SAME(local, 3);
  SAME(static_local, 4);
  SAME(at_namespace_scope, 1);
}

PLACE_CASE(refused_closures_leave_nothing_behind) {
  if (skua::places() == 1) return;
  // The scope does not wait for refused tasks, and the same place accepts the next task.
  int local = 3;
  place_counters ran(0);
  skua::finish_result const r = skua::finish(skua::counted, [&] {
    for (int i = 0; i < 100; ++i) {
      CHECK(throws<skua::error>([&] { (void)skua::async(skua::on(last_place()), [&local] { return local; }); },
                                "pointer"));
    }
    skua::spawn(skua::on(last_place()), [ran] { ran->add(1); });
  });
  CHECK(r.completed());
  SAME(r.ran, 1u);
  SAME(total_of(ran), 1);
}

PLACE_CASE(stolen_closures_with_pointers_fail_their_scope) {
  // It is chance whether a task with a reference is stolen: it runs here, or its scope fails. It
  // never runs at another place.
  for (int k = 0; k < fewer(50, 10); ++k) {
    place_counters ran(0);
    int const home = skua::here();
    long total = 0;
    try {
      skua::finish([&] {
        for (int i = 0; i < 50; ++i) {
          skua::spawn(skua::any, [&home, ran] {
            SAME(skua::here(), home);
            ran->add(1);
          });
        }
        for (int i = 0; i < 5; ++i) skua::yield();
      });
      total = total_of(ran);
      SAME(total, 50);
    } catch (skua::error const& e) {
      CHECK(std::string(e.what()).find("pointer") != std::string::npos);
    } catch (skua::task_errors const& e) {
      for (auto const& x : e.errors()) CHECK(text_of(x).find("pointer") != std::string::npos);
    }
    CHECK(total_of(ran) <= 50);
  }
}

/// Throws when it is serialized (1) or deserialized (2).
struct brittle {
  int failure_point = 0;
  int value = 7;
  template <class A>
  void serialize(A& a) {
    if (failure_point == 1) throw std::domain_error("does not want to be written");
    a(failure_point, value);
    if (failure_point == 2) throw std::domain_error("does not want to be read");
  }
};
int value_of(brittle b) { return b.value; }
brittle make_brittle(int failure_point) { return {failure_point, 8}; }

PLACE_CASE(arguments_that_throw_on_the_way) {
  if (skua::places() == 1) return;
  int const target = last_place();
  SAME(skua::async(skua::on(target), value_of, brittle{}).get(), 7);
  CHECK(throws<std::domain_error>([target] { (void)skua::async(skua::on(target), value_of, brittle{1}); }, "written"));
  CHECK(throws<std::domain_error>([target] { skua::spawn(skua::on(target), value_of, brittle{1}); }, "written"));
  // Thrown when read at the other place: the future receives the exception, or, without a future,
  // the scope.
  skua::finish_result const r = skua::finish([&] {
    CHECK(throws<std::domain_error>([target] { (void)skua::async(skua::on(target), value_of, brittle{2}).get(); },
                                    "read"));
  });
  CHECK(r.completed());
  CHECK(throws<std::domain_error>(
      [target] { skua::finish([target] { skua::spawn(skua::on(target), value_of, brittle{2}); }); }, "read"));
}

PLACE_CASE(results_that_throw_on_the_way) {
  if (skua::places() == 1) return;
  int const target = last_place();
  SAME(skua::async(skua::on(target), make_brittle, 0).get().value, 8);
  skua::finish_result const r = skua::finish([target] {
    CHECK(
        throws<std::domain_error>([target] { (void)skua::async(skua::on(target), make_brittle, 1).get(); }, "written"));
    CHECK(throws<std::domain_error>([target] { (void)skua::async(skua::on(target), make_brittle, 2).get(); }, "read"));
    (void)skua::async(skua::on(target), make_brittle, 1);
    (void)skua::async(skua::on(target), make_brittle, 2);
  });
  CHECK(r.completed());
}

PLACE_CASE(stolen_arguments_that_throw_on_the_way) {
  // A task runs where it was spawned, or a place steals it, which fails. Its scope or its future
  // then has the exception.
  for (int k = 0; k < fewer(50, 10); ++k) {
    int const failure_point = 1 + k % 2;
    place_counters ran(0);
    try {
      skua::finish(skua::keep_going, [&] {
        for (int i = 0; i < 40; ++i)
          skua::spawn(skua::any, [ran](brittle const&) { ran->add(1); }, brittle{failure_point});
        for (int i = 0; i < 5; ++i) skua::yield();
      });
      SAME(total_of(ran), 40);
    } catch (std::domain_error const&) {
      SAME(total_of(ran), 39);
    } catch (skua::task_errors const& e) {
      SAME(total_of(ran), 40 - static_cast<long>(e.total()));
    }
    std::vector<skua::future<int>> futures;
    for (int i = 0; i < 40; ++i) futures.push_back(skua::async(skua::any, value_of, brittle{failure_point}));
    for (int i = 0; i < 5; ++i) skua::yield();
    for (auto& f : futures) {
      try {
        SAME(f.get(), 7);
      } catch (std::domain_error const&) {
      }
    }
  }
}

}  // namespace
