// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// place_local: one object at each place, made there once, from the same arguments.
#include <string>
#include <vector>

#include "place/cases.hpp"

namespace {

using namespace place_test;

/// Tells a tally that it was made.
struct made_once {
  made_once(tallies made, std::string t, std::vector<int> n) : text(std::move(t)), numbers(std::move(n)) {
    made->add(1);
  }
  std::string text;
  std::vector<int> numbers;
};

PLACE_CASE(place_locals_are_made_from_the_same_arguments) {
  tallies made(0);
  skua::place_local<made_once> local(made, std::string("text"), std::vector<int>{1, 2, 3});
  for (int p = 0; p < skua::places(); ++p) {
    skua::at(p, [local] {
      SAME(local->text, "text");
      SAME(local->numbers.size(), 3u);
      local->text += std::to_string(skua::here());
    });
  }
  for (int p = 0; p < skua::places(); ++p) {
    SAME(skua::at(p, [local] { return local->text; }), "text" + std::to_string(p));
    SAME(tally_at(p, made), 1);
  }
}

PLACE_CASE(place_locals_are_made_once_whoever_comes_first) {
  for (int k = 0; k < fewer(40, 10); ++k) {
    tallies made(0);
    tallies same_object(0);
    skua::place_local<made_once> local(made, std::string(100, 'x'), std::vector<int>(100, k));
    skua::finish([&] {
      for (int p = 0; p < skua::places(); ++p) {
        for (int i = 0; i < 8; ++i) {
          skua::spawn(skua::on(p), [local, same_object, k] {
            SAME(local->numbers.back(), k);
            made_once* const mine = &*local;
            skua::yield();
            if (mine == &*local) same_object->add(1);
          });
        }
      }
    });
    for (int p = 0; p < skua::places(); ++p) {
      SAME(tally_at(p, made), 1);
      SAME(tally_at(p, same_object), 8);
    }
  }
}

PLACE_CASE(place_locals_of_any_place) {
  tallies done(0);
  skua::finish([&] {
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), [done] {
        for (int k = 0; k < fewer(30, 6); ++k) {
          tallies mine(100);
          skua::finish([&] {
            for (int q = 0; q < skua::places(); ++q) skua::spawn(skua::on(q), [mine] { mine->add(1); });
          });
          for (int q = 0; q < skua::places(); ++q) SAME(tally_at(q, mine), 101);
        }
        done->add(1);
      });
    }
  });
  SAME(total_of(done), skua::places());
}

PLACE_CASE(place_locals_follow_one_another) {
  // The names of objects that are gone are used again; what is found under them must not be the
  // old.
  for (int k = 0; k < fewer(300, 50); ++k) {
    skua::finish([&] {
      tallies t(k);
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
    tallies inner;
    explicit outer(tallies t) : inner(t) {}
  };
  tallies inner(5);
  skua::place_local<outer> o(inner);
  skua::finish([&] {
    for (int p = 0; p < skua::places(); ++p) skua::spawn(skua::any.from(p), [o] { o->inner->add(1); });
  });
  SAME(total_of(inner), 6L * skua::places());
}

/// Makes an object, which at another place would belong to the scope of the task that comes first.
struct makes_another {
  explicit makes_another(int n) : inner(n) {}
  tallies inner;
};

PLACE_CASE(place_locals_make_no_others_at_other_places) {
  skua::place_local<makes_another> o(5);
  o->inner->add(1);
  for (int p = 0; p < skua::places(); ++p) {
    if (p == skua::here()) continue;
    for (int again = 0; again < 2; ++again) {
      CHECK(throws<std::exception>([&] { skua::at(p, [o] { o->inner->add(1); }); }));
    }
    skua::at(p, [] { tallies fine(1); });
  }
}

}  // namespace
