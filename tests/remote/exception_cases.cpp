// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exceptions of tasks at other places: standard types arrive as themselves, other types as
// remote_error; one or many of them.
#include <filesystem>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <typeinfo>

#include <skua/remote_error.hpp>

#include "remote/cases.hpp"

namespace {

using namespace place_test;

template <class E>
E make_error(int p) {
  std::string const text = "from place " + std::to_string(p);
  if constexpr (std::is_constructible_v<E, std::string>) {
    return E(text);
  } else if constexpr (std::is_same_v<E, std::filesystem::filesystem_error>) {
    return E(text, "/a/path", std::make_error_code(std::errc::no_such_file_or_directory));
  } else {
    return E();
  }
}

/// The type and the text arrive, from a future and from a scope.
template <class E>
void arrives_as_itself() {
  for (int p = 0; p < skua::places(); ++p) {
    std::string const text = make_error<E>(p).what();
    auto const body = [] { throw make_error<E>(skua::here()); };
    auto const check = [&](auto const& f) {
      try {
        f();
        failed(std::string("nothing was thrown: ") + typeid(E).name());
      } catch (std::exception const& e) {
        SAME(std::string(typeid(e).name()), typeid(E).name());
        SAME(std::string(e.what()), text);
      }
    };
    check([&] { skua::at(p, body); });
    check([&] { skua::finish([&] { skua::spawn(skua::on(p), body); }); });
  }
}

/// tests/wire/exception_test.cpp has all types.
PLACE_CASE(standard_exceptions_arrive_as_themselves) {
  arrives_as_itself<std::out_of_range>();
  arrives_as_itself<std::bad_alloc>();
  arrives_as_itself<std::filesystem::filesystem_error>();
  arrives_as_itself<skua::error>();
}

struct my_error : std::out_of_range {
  explicit my_error(std::string const& s) : std::out_of_range(s) {}
};
struct my_rootless {
  int x = 5;
};
class my_exception : public std::exception {
 public:
  char const* what() const noexcept override { return "mine"; }
};

PLACE_CASE(exceptions_of_users_arrive_as_remote_error) {
  if (skua::places() == 1) return;
  int const p = last_place();
  auto const check_error = [p](skua::remote_error const& e, char const* type, char const* text) {
    CHECK(e.type_name().find(type) != std::string::npos);
    CHECK(e.text().find(text) != std::string::npos);
    SAME(e.place(), p);
  };
  try {
    skua::at(p, [] { throw my_error("no such thing"); });
    failed("nothing was thrown");
  } catch (std::out_of_range const& e) {
    SAME(std::string(e.what()), "no such thing");
    check_error(dynamic_cast<skua::remote_error const&>(e), "my_error", "no such thing");
  }
  try {
    skua::finish([p] { skua::spawn(skua::on(p), [] { throw my_exception(); }); });
    failed("nothing was thrown");
  } catch (skua::remote_error const& e) {
    check_error(e, "my_exception", "mine");
  }
  CHECK(throws<skua::remote_error>([p] { skua::at(p, [] { throw my_rootless(); }); }, ""));
  CHECK(throws<skua::remote_error>([p] { skua::at(p, [] { throw 5; }); }, ""));
  // Through a third place: the error keeps the place where it was thrown.
  try {
    skua::at(next_place(p), [p] { skua::at(p, [] { throw my_exception(); }); });
    failed("nothing was thrown");
  } catch (skua::remote_error const& e) {
    check_error(e, "my_exception", "mine");
  }
}

PLACE_CASE(one_exception_ends_the_scope_everywhere) {
  for (int k = 0; k < fewer(20, 5); ++k) {
    skua::sum<long> nodes;
    int const p = k % skua::places();
    CHECK(throws<std::domain_error>(
        [&] {
          skua::finish([&] {
            skua::spawn(skua::any, grow_for_ever, nodes);
            skua::spawn(skua::on(p), [] { throw std::domain_error("enough"); });
          });
        },
        "enough"));
    CHECK(skua::finish([] {}).completed());
  }
}

PLACE_CASE(exceptions_pass_through_scopes_and_places) {
  struct nest {
    static void step(int depth) {
      if (depth == 0) throw std::underflow_error("from the depth");
      skua::finish([depth] { skua::spawn(skua::on(next_place(skua::here())), &nest::step, depth - 1); });
    }
  };
  CHECK(throws<std::underflow_error>([] { nest::step(12); }, "from the depth"));
  CHECK(throws<std::underflow_error>([] { skua::at(last_place(), &nest::step, 7); }, "from the depth"));
}

PLACE_CASE(task_errors_cross_places) {
  try {
    skua::at(last_place(), [] {
      skua::finish(skua::keep_going, [] {
        for (int i = 0; i < 3; ++i) skua::spawn(skua::on(0), [] { throw std::range_error("one of three"); });
      });
    });
    failed("nothing was thrown");
  } catch (skua::task_errors const& e) {
    SAME(e.total(), 3u);
    for (auto const& x : e.errors()) SAME(text_of(x), "one of three");
  }
}

}  // namespace
