// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exceptions of tasks at other places: standard types arrive as themselves, other types as
// remote_error; one or many of them.
#include <any>
#include <filesystem>
#include <functional>
#include <future>
#include <ios>
#include <new>
#include <optional>
#include <regex>
#include <stdexcept>
#include <string>
#include <system_error>
#include <typeinfo>
#include <variant>

#include <skua/remote_error.hpp>

#include "remote/cases.hpp"

namespace {

using namespace place_test;

template <class E>
E make_error(int p) {
  std::string const text = "from place " + std::to_string(p);
  if constexpr (std::is_constructible_v<E, std::string>) {
    return E(text);
  } else if constexpr (std::is_same_v<E, std::system_error>) {
    return E(std::make_error_code(std::errc::io_error), text);
  } else if constexpr (std::is_same_v<E, std::ios_base::failure>) {
    return E(text, std::io_errc::stream);
  } else if constexpr (std::is_same_v<E, std::future_error>) {
    return E(std::future_errc::broken_promise);
  } else if constexpr (std::is_same_v<E, std::filesystem::filesystem_error>) {
    return E(text, "/a/path", std::make_error_code(std::errc::no_such_file_or_directory));
  } else if constexpr (std::is_same_v<E, std::regex_error>) {
    return E(std::regex_constants::error_brack);
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

template <class... E>
void arrive_as_themselves() {
  (arrives_as_itself<E>(), ...);
}

PLACE_CASE(standard_exceptions_arrive_as_themselves) {
  arrive_as_themselves<std::exception, std::logic_error, std::invalid_argument, std::domain_error, std::length_error,
                       std::out_of_range, std::future_error, std::runtime_error, std::range_error, std::overflow_error,
                       std::underflow_error, std::regex_error, std::system_error, std::ios_base::failure,
                       std::filesystem::filesystem_error, std::bad_alloc, std::bad_array_new_length, std::bad_cast,
                       std::bad_typeid, std::bad_exception, std::bad_function_call, std::bad_weak_ptr,
                       std::bad_any_cast, std::bad_optional_access, std::bad_variant_access, skua::error>();
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

PLACE_CASE(exceptions_stay_in_futures) {
  skua::finish_result const r = skua::finish([] {
    std::vector<skua::future<int>> futures;
    for (int i = 0; i < 100; ++i) {
      futures.push_back(skua::async(skua::on(i % skua::places()), [i]() -> int {
        if (i % 3 == 0) throw std::range_error(std::to_string(i));
        return i;
      }));
    }
    for (int i = 0; i < 100; ++i) {
      skua::future<int>& f = futures[static_cast<std::size_t>(i)];
      if (i % 3 == 0) {
        CHECK(throws<std::range_error>([&] { (void)f.get(); }, std::to_string(i)));
      } else {
        SAME(f.get(), i);
      }
    }
  });
  CHECK(r.completed());
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

PLACE_CASE(many_exceptions_are_collected) {
  int const n = 20 * skua::places();
  try {
    skua::finish(skua::keep_going, [n] {
      for (int i = 0; i < n; ++i) {
        skua::spawn(skua::on(i % skua::places()), [i] {
          if (i % 2 == 0) throw std::length_error("number " + std::to_string(i));
        });
      }
    });
    failed("nothing was thrown");
  } catch (skua::task_errors const& e) {
    SAME(e.total(), static_cast<std::size_t>(n / 2));
    CHECK(e.errors().size() <= 16 && !e.errors().empty());
    for (auto const& x : e.errors()) CHECK(text_of(x).find("number ") == 0);
    SAME(e.never_started(), 0u);
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
