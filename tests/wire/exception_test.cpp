// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exceptions between places: known types arrive as themselves, others as remote_error_of their
// nearest standard base.
#include <gtest/gtest.h>

#include <any>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <memory>
#include <new>
#include <optional>
#include <regex>
#include <stdexcept>
#include <system_error>
#include <variant>
#include <vector>

#include <skua/error.hpp>
#include <skua/remote_error.hpp>
#include <skua/wire/exception.hpp>
#include <skua/wire/malformed.hpp>

#include "wire/largest_allocation.hpp"

namespace wire = skua::wire;

namespace user {

struct stale : std::out_of_range {
  using std::out_of_range::out_of_range;
};
struct odd : std::exception {
  char const* what() const noexcept override { return "odd indeed"; }
};
struct no_base {};
struct lost_disk : std::system_error {
  lost_disk() : std::system_error(5, std::generic_category(), "disk") {}
};

class category final : public std::error_category {
  char const* name() const noexcept override { return "user"; }
  std::string message(int) const override { return "user's own"; }
};

}  // namespace user

namespace {

using bytes = std::vector<std::byte>;

bytes encoded(std::exception_ptr const& e, int place = -1) {
  wire::writer w;
  wire::encode_exception(w, e, place);
  EXPECT_EQ(w.depth(), 0U);
  return {w.view().begin(), w.view().end()};
}

std::exception_ptr crossed(std::exception_ptr const& e, int place = -1) {
  bytes const message = encoded(e, place);
  wire::reader r(message);
  auto result = wire::decode_exception(r);
  EXPECT_EQ(r.remaining(), 0U);
  return result;
}

/// Encodes and decodes e twice. Passes the result, which must be a T, to `check`.
template <class T, class F>
void expect(std::exception_ptr const& e, F check) {
  try {
    std::rethrow_exception(crossed(crossed(e, 3), 4));
  } catch (T const& x) {
    check(x);
  } catch (...) {
    ADD_FAILURE() << "arrived as another type";
  }
}

template <class E>
void expect_itself(E const& e) {
  expect<E>(std::make_exception_ptr(e), [&e](E const& x) {
    EXPECT_STREQ(x.what(), e.what());
    EXPECT_TRUE(typeid(x) == typeid(E));
  });
}

TEST(wire_exception, standard_types_arrive_as_themselves) {
  expect_itself(std::logic_error("a"));
  expect_itself(std::invalid_argument("b"));
  expect_itself(std::domain_error("c"));
  expect_itself(std::length_error("d"));
  expect_itself(std::out_of_range("e"));
  expect_itself(std::runtime_error(std::string(1000, 'x')));
  expect_itself(std::range_error("f"));
  expect_itself(std::overflow_error("g"));
  expect_itself(std::underflow_error(""));
  expect_itself(std::bad_alloc());
  expect_itself(std::bad_array_new_length());
  expect_itself(std::bad_cast());
  expect_itself(std::bad_any_cast());
  expect_itself(std::bad_typeid());
  expect_itself(std::bad_exception());
  expect_itself(std::bad_function_call());
  expect_itself(std::bad_optional_access());
  expect_itself(std::bad_variant_access());
  expect_itself(std::bad_weak_ptr());
  expect_itself(std::exception());
  expect_itself(skua::error("skua: h"));
  expect_itself(skua::cancelled_error());
  expect_itself(wire::malformed("i"));
  expect_itself(skua::bad_global_alloc("j"));
}

TEST(wire_exception, codes_arrive) {
  for (std::error_code const code :
       {std::make_error_code(std::errc::no_space_on_device), std::error_code(2, std::system_category())}) {
    for (auto const& e : {std::system_error(code, "writing"), std::system_error(code)}) {
      expect_itself(e);
      expect<std::system_error>(std::make_exception_ptr(e), [&](auto const& x) { EXPECT_EQ(x.code(), code); });
    }
    expect_itself(std::ios_base::failure("reading", code));
  }
  for (auto const code : {std::future_errc::broken_promise, std::future_errc::no_state}) {
    expect_itself(std::future_error(code));
    expect<std::future_error>(std::make_exception_ptr(std::future_error(code)),
                              [&](auto const& x) { EXPECT_EQ(x.code(), code); });
  }
  expect<std::regex_error>(std::make_exception_ptr(std::regex_error(std::regex_constants::error_paren)),
                           [](auto const& x) { EXPECT_EQ(x.code(), std::regex_constants::error_paren); });
}

TEST(wire_exception, a_category_unknown_there_is_not_mistaken_for_another) {
  user::category const own;
  expect<std::system_error>(std::make_exception_ptr(std::system_error(7, own, "mine")), [](auto const& x) {
    EXPECT_STREQ(x.what(), "mine: user's own");
    EXPECT_EQ(x.code().value(), 7);
    EXPECT_STREQ(x.code().category().name(), "remote");
    EXPECT_EQ(x.code().message(), "error 7 of another place");
    EXPECT_EQ(dynamic_cast<skua::remote_error const*>(&x), nullptr);
  });
}

TEST(wire_exception, what_the_standard_library_throws) {
  std::filesystem::filesystem_error const two("moving", "/a", "/b", std::make_error_code(std::errc::permission_denied));
  expect_itself(two);
  expect<std::filesystem::filesystem_error>(std::make_exception_ptr(two), [](auto const& x) {
    EXPECT_EQ(x.path1(), "/a");
    EXPECT_EQ(x.path2(), "/b");
  });
  expect_itself(std::filesystem::filesystem_error("m", "/a", std::make_error_code(std::errc::permission_denied)));

  auto const thrown = [](auto f) {
    try {
      f();
    } catch (...) {
      return std::current_exception();
    }
    return std::exception_ptr();
  };
  std::variant<int, std::string> const number = 1;
  expect<std::bad_variant_access>(thrown([&] { (void)std::get<1>(number); }), [](auto const& x) {
    EXPECT_STREQ(x.what(), "std::get: wrong index for variant");
    EXPECT_EQ(dynamic_cast<skua::remote_error const*>(&x), nullptr);
  });
  expect<std::ios_base::failure>(thrown([] {
                                   std::ifstream file("/nowhere/at/all");
                                   file.exceptions(std::ios_base::failbit);
                                 }),
                                 [](auto const& x) {
                                   EXPECT_EQ(x.code(), std::io_errc::stream);
                                   EXPECT_EQ(dynamic_cast<skua::remote_error const*>(&x), nullptr);
                                 });
}

TEST(wire_exception, a_users_type_arrives_with_its_nearest_base) {
  using expected = skua::remote_error_of<std::out_of_range>;
  expect<std::out_of_range>(std::make_exception_ptr(user::stale("index 7")), [](std::out_of_range const& x) {
    EXPECT_STREQ(x.what(), "index 7");
    EXPECT_TRUE(typeid(x) == typeid(expected));
    auto const& remote = dynamic_cast<skua::remote_error const&>(x);
    EXPECT_EQ(remote.type_name(), "user::stale");
    EXPECT_EQ(remote.text(), "index 7");
    EXPECT_EQ(remote.place(), 3);  // the place where it was thrown, not the place that passed it on
  });
  expect<skua::remote_error>(std::make_exception_ptr(user::odd()), [](skua::remote_error const& x) {
    EXPECT_EQ(x.type_name(), "user::odd");
    EXPECT_STREQ(dynamic_cast<std::exception const&>(x).what(), "odd indeed");
  });
  expect<std::system_error>(std::make_exception_ptr(user::lost_disk()), [](std::system_error const& x) {
    EXPECT_EQ(x.code(), std::errc::io_error);
    EXPECT_EQ(dynamic_cast<skua::remote_error const&>(x).type_name(), "user::lost_disk");
  });
}

TEST(wire_exception, what_is_not_a_std_exception) {
  expect<skua::remote_error_of<std::runtime_error>>(std::make_exception_ptr(user::no_base()), [](auto const& x) {
    EXPECT_EQ(x.type_name(), "user::no_base");
    EXPECT_STREQ(x.what(), "an exception of type user::no_base");
    EXPECT_EQ(x.place(), 3);
  });
  expect<std::runtime_error>(std::make_exception_ptr(5),
                             [](auto const& x) { EXPECT_STREQ(x.what(), "an exception of type int"); });
  expect<std::runtime_error>(std::make_exception_ptr(static_cast<char const*>("text")),
                             [](auto const& x) { EXPECT_STREQ(x.what(), "text"); });
  expect<std::runtime_error>(std::make_exception_ptr(std::string("string")),
                             [](auto const& x) { EXPECT_STREQ(x.what(), "string"); });
  EXPECT_EQ(crossed(nullptr), nullptr);
}

TEST(wire_exception, lists_of_errors) {
  skua::task_errors const inner({std::make_exception_ptr(user::stale("deep"))}, 1, 0);
  skua::task_errors const list(
      {std::make_exception_ptr(std::domain_error("first")), std::make_exception_ptr(5), std::make_exception_ptr(inner)},
      40, 7);
  expect<skua::task_errors>(std::make_exception_ptr(list), [&](skua::task_errors const& x) {
    EXPECT_STREQ(x.what(), list.what());
    EXPECT_EQ(x.total(), 40U);
    EXPECT_EQ(x.never_started(), 7U);
    ASSERT_EQ(x.errors().size(), 3U);
    EXPECT_THROW(std::rethrow_exception(x.errors()[0]), std::domain_error);
    EXPECT_THROW(std::rethrow_exception(x.errors()[1]), skua::remote_error);
    try {
      std::rethrow_exception(x.errors()[2]);
    } catch (skua::task_errors const& y) {
      ASSERT_EQ(y.errors().size(), 1U);
      EXPECT_THROW(std::rethrow_exception(y.errors()[0]), skua::remote_error_of<std::out_of_range>);
    }
  });
}

TEST(wire_exception, lists_too_deep_arrive_as_text) {
  std::exception_ptr e = std::make_exception_ptr(std::domain_error("innermost"));
  for (int i = 0; i < 30; ++i) e = std::make_exception_ptr(skua::task_errors({e}, 1, 0));
  int depth = 0;
  for (std::exception_ptr next = crossed(e); next; ++depth) {
    try {
      std::rethrow_exception(std::exchange(next, nullptr));
    } catch (skua::task_errors const& x) {
      next = x.errors()[0];
    } catch (skua::remote_error const& x) {
      EXPECT_EQ(x.type_name(), "skua::task_errors");
      EXPECT_TRUE(x.text().ends_with("innermost")) << x.text();
    }
  }
  EXPECT_EQ(depth, 9);
}

std::vector<bytes> samples() {
  return {encoded(nullptr),
          encoded(std::make_exception_ptr(std::domain_error("text"))),
          encoded(std::make_exception_ptr(user::stale("text")), 2),
          encoded(std::make_exception_ptr(std::system_error(std::make_error_code(std::errc::io_error), "x"))),
          encoded(std::make_exception_ptr(
              std::filesystem::filesystem_error("m", "/a", std::make_error_code(std::errc::permission_denied)))),
          encoded(std::make_exception_ptr(
              skua::task_errors({std::make_exception_ptr(5), std::make_exception_ptr(std::bad_alloc())}, 9, 1)))};
}

bool decodes(bytes const& message) {
  (void)take_largest_allocation();
  bool good = true;
  try {
    wire::reader r(message);
    (void)wire::decode_exception(r);
  } catch (wire::malformed const&) {
    good = false;
  }
  EXPECT_LE(take_largest_allocation(), 4 * message.size() + 4096);
  return good;
}

TEST(wire_exception, every_prefix_is_rejected) {
  for (bytes const& whole : samples()) {
    for (std::size_t n = 0; n < whole.size(); ++n) {
      EXPECT_FALSE(decodes(bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n))));
    }
  }
}

}  // namespace
