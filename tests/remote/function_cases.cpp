// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Function objects with state that is not trivially copyable, as tasks of other places.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "remote/cases.hpp"

namespace {

using namespace place_test;

/// Nothing but members: they are listed at compile time.
struct greeting {
  std::string name;
  std::vector<int> numbers;

  std::string operator()() const { return name + std::to_string(numbers.size()) + "@" + std::to_string(skua::here()); }
};

/// Private members, with a list of them.
class closed {
 public:
  closed() = default;
  explicit closed(std::string text) : text_(std::move(text)) {}
  std::size_t operator()(int factor) const { return text_.size() * static_cast<std::size_t>(factor); }
  template <class A>
  void serialize(A& a) {
    a(text_);
  }

 private:
  std::string text_;
};

/// Trivially copyable, but its bytes mean something at one place only.
struct own_encoding {
  std::uint64_t disguised = 0;  // plus the number of the place

  std::uint64_t operator()() const { return disguised - static_cast<std::uint64_t>(skua::here()); }
  template <class A>
  void serialize(A& a) {
    std::uint64_t plain = disguised - static_cast<std::uint64_t>(skua::here());
    a(plain);
    disguised = plain + static_cast<std::uint64_t>(skua::here());
  }
};

struct adder {
  skua::sum<long> total;
  std::vector<long> values;

  void operator()() const {
    for (long const v : values) total += v;
  }
};

struct moved {
  std::unique_ptr<int> value;
  skua::shared_future<int> addend;

  int operator()() { return *value + addend.get(); }
};

struct reply {
  skua::promise<std::size_t> answer;
  std::string text;

  void operator()() { answer.set_value(text.size()); }
};

PLACE_CASE(functions_with_members_travel) {
  for (int p = 0; p < skua::places(); ++p) {
    std::string const expected = "skua3@" + std::to_string(p);
    greeting const task{"skua", {1, 2, 3}};
    CHECK(skua::at(p, task) == expected);
    CHECK(skua::async(skua::on(p), task).get() == expected);
    CHECK(skua::at(p, closed("four"), 3) == 12);
  }
  CHECK(skua::async(skua::any, greeting{"", {}}).get().starts_with("0@"));
}

PLACE_CASE(functions_with_members_may_be_stolen) {
  skua::sum<long> const total;
  skua::finish([&] {
    for (long i = 0; i < 300; ++i) {
      skua::spawn(skua::any, adder{total, {i, 1, 1}});
      skua::spawn(skua::any.from(skua::places() - 1), adder{total, std::vector<long>(100, 1)});
    }
  });
  CHECK(total.get() == 299 * 300 / 2 + 2 * 300 + 100 * 300);
}

PLACE_CASE(a_serialize_function_comes_first) {
  for (int p = 0; p < skua::places(); ++p) CHECK(skua::at(p, own_encoding{7}) == 7);
}

PLACE_CASE(functions_that_own_travel_once) {
  auto const value = skua::async([] { return 30; }).share();
  for (int p = 0; p < skua::places(); ++p)
    CHECK(skua::async(skua::on(p), moved{std::make_unique<int>(p), value}).get() == 30 + p);
}

PLACE_CASE(run_spmd_takes_functions_with_members) {
  skua::sum<long> const total;
  skua::run_spmd(adder{total, {1, 2}});
  CHECK(total.get() == 3 * skua::places());
}

PLACE_CASE(posts_take_functions_with_members) {
  for (int p = 0; p < skua::places(); ++p) {
    skua::promise<std::size_t> answer;
    auto length = answer.get_future();
    skua::post(skua::on(p), reply{std::move(answer), "five."});
    CHECK(length.get() == 5);
  }
}

}  // namespace
