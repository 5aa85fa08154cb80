// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// place_local: one object at each place, constructed there once, from the same arguments.
#include <stdexcept>
#include <string>
#include <vector>

#include "remote/cases.hpp"

namespace {

using namespace place_test;

/// Counts its construction.
struct made_once {
  made_once(place_counters constructions, std::string t, std::vector<int> n)
      : text(std::move(t)), numbers(std::move(n)) {
    constructions->add(1);
  }
  std::string text;
  std::vector<int> numbers;
};

PLACE_CASE(place_locals_are_made_from_the_same_arguments) {
  place_counters constructions(0);
  skua::place_local<made_once> local(constructions, std::string("text"), std::vector<int>{1, 2, 3});
  for (int p = 0; p < skua::places(); ++p) {
    skua::at(p, [local] {
      SAME(local->text, "text");
      SAME(local->numbers.size(), 3u);
      local->text += std::to_string(skua::here());
    });
  }
  for (int p = 0; p < skua::places(); ++p) {
    SAME(skua::at(p, [local] { return local->text; }), "text" + std::to_string(p));
    SAME(counter_at(p, constructions), 1);
  }
}

PLACE_CASE(place_locals_are_made_once_in_any_order_of_arrival) {
  for (int k = 0; k < fewer(40, 10); ++k) {
    place_counters constructions(0);
    place_counters same_object(0);
    skua::place_local<made_once> local(constructions, std::string(100, 'x'), std::vector<int>(100, k));
    skua::finish([&] {
      for (int p = 0; p < skua::places(); ++p) {
        for (int i = 0; i < 8; ++i) {
          skua::spawn(skua::on(p), [local, same_object, k] {
            SAME(local->numbers.back(), k);
            made_once* const object = &*local;
            skua::yield();
            if (object == &*local) same_object->add(1);
          });
        }
      }
    });
    for (int p = 0; p < skua::places(); ++p) {
      SAME(counter_at(p, constructions), 1);
      SAME(counter_at(p, same_object), 8);
    }
  }
}

PLACE_CASE(place_locals_follow_one_another) {
  // The names of destroyed objects are used again; a lookup must not find the old object.
  for (int k = 0; k < fewer(300, 50); ++k) {
    skua::finish([&] {
      place_counters t(k);
      skua::place_local<std::string> s("number " + std::to_string(k));
      skua::spawn(skua::on(last_place()), [t, s, k] {
        SAME(t->get(), k);
        SAME(*s, "number " + std::to_string(k));
        *s = "spoilt";
        t->add(1000);
      });
      if (k % 3 == 0) skua::post(skua::on(last_place()), [] {});
    });
  }
}

PLACE_CASE(place_locals_hold_place_locals) {
  struct outer {
    place_counters inner;
    explicit outer(place_counters t) : inner(t) {}
  };
  place_counters inner(5);
  skua::place_local<outer> o(inner);
  skua::finish([&] {
    for (int p = 0; p < skua::places(); ++p) skua::spawn(skua::any.from(p), [o] { o->inner->add(1); });
  });
  SAME(total_of(inner), 6L * skua::places());
}

/// Creates an inner object, which at another place would belong to the scope of the task that
/// arrives first.
struct makes_another {
  explicit makes_another(int n) : inner(n) {}
  place_counters inner;
};

struct never_encoded {
  template <class A>
  void serialize(A&) {
    if constexpr (!A::reading) throw std::out_of_range("cannot be encoded");
  }
};
struct made_of_it {
  explicit made_of_it(never_encoded) {}
};

PLACE_CASE(place_locals_whose_arguments_cannot_be_encoded) {
  skua::place_local<made_of_it> const x{never_encoded()};
  for (int p = 0; p < skua::places(); ++p) {
    auto const use = [&] { skua::at(p, [x] { (void)*x; }); };
    if (p == skua::here()) {
      use();
      continue;
    }
    for (int k = 0; k < 2; ++k) CHECK(throws<std::out_of_range>(use, "cannot be encoded"));
  }
}

PLACE_CASE(place_locals_make_no_others_at_other_places) {
  skua::place_local<makes_another> o(5);
  o->inner->add(1);
  for (int p = 0; p < skua::places(); ++p) {
    if (p == skua::here()) continue;
    for (int round = 0; round < 2; ++round) {
      CHECK(throws<std::exception>([&] { skua::at(p, [o] { o->inner->add(1); }); }));
    }
    skua::at(p, [] { place_counters fine(1); });
  }
}

/// Waits for another place in its destructor.
struct waits_at_its_end {
  explicit waits_at_its_end(place_counters t) : ended(t) {}
  waits_at_its_end(waits_at_its_end const&) = delete;
  waits_at_its_end& operator=(waits_at_its_end const&) = delete;
  ~waits_at_its_end() {
    skua::at(next_place(skua::here()), [] { skua::sleep_for(std::chrono::microseconds(100)); });
    ended->add(1);
  }
  place_counters ended;
};

PLACE_CASE(destructors_of_place_locals_may_wait) {
  for (int round = 1; round <= fewer(10, 3); ++round) {
    place_counters ended(0);
    skua::finish([ended] {
      skua::place_local<waits_at_its_end> local(ended);
      for (int p = 0; p < skua::places(); ++p) skua::spawn(skua::on(p), [local] { SAME(local->ended->get(), 0); });
    });
    CHECK(comes_true([ended] { return total_of(ended) == skua::places(); }));
  }
}

}  // namespace
