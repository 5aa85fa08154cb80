// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The set of serializable types: decided at compile time, so most of this file is static_assert.
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <span>
#include <string_view>

#include "wire/samples.hpp"

namespace wire = skua::wire;
using wire::bitwise_serializable;
using wire::encoding;
using wire::encoding_of;
using wire::serializable;

namespace {

struct with_pointer {
  int a;
  int* p;
};
struct with_reference {
  int a;
  int& r;
};
struct with_function {
  int a;
  void (*f)();
};
struct with_base : samples::point {
  std::string s;
};
struct flat_with_base : samples::point {
  int z;
};
struct many_integers {
  int a[3], b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z;
};
struct twenty_four {
  std::string a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x;
};
struct too_many : twenty_four {
  std::string y;
};
struct twenty_five {
  std::string a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y;
};
class closed {
 public:
  std::string s() const { return s_; }

 private:
  std::string s_;
};
struct list_of_pointers {
  std::vector<list_of_pointers> inner;
  std::map<std::string, int*> bad;
};
struct bits {
  int a : 3;
  bool b : 1;
};
struct more_than_a_path : std::filesystem::path {
  int a;
  more_than_a_path();
};
struct more_than_a_stack : std::stack<int> {
  int a;
  more_than_a_stack();
};
union number {
  int i;
  float f;
};
struct anonymous_union {
  union {
    int i;
    float f;
  };
};

}  // namespace

template <>
inline constexpr bool skua::wire::as_it_is<anonymous_union> = true;

namespace {

static_assert(bitwise_serializable<int> && bitwise_serializable<samples::point> &&
              bitwise_serializable<samples::flags> && bitwise_serializable<bits> && bitwise_serializable<number> &&
              bitwise_serializable<many_integers>);
static_assert(bitwise_serializable<std::array<int, 3>> && bitwise_serializable<std::chrono::seconds> &&
              bitwise_serializable<std::complex<float>> && bitwise_serializable<flat_with_base>);
static_assert(bitwise_serializable<int samples::point::*> && bitwise_serializable<anonymous_union>);
static_assert(encoding_of<with_function> == encoding::members && serializable<with_function>);
static_assert(encoding_of<samples::account> == encoding::serialize &&
              encoding_of<samples::celsius> == encoding::serialize);
static_assert(encoding_of<std::string> == encoding::codec && encoding_of<samples::nested> == encoding::members);
static_assert(serializable<twenty_four> && !serializable<twenty_five> && !serializable<too_many>);

static_assert(!serializable<int*> && !serializable<int&> && !serializable<void*> && !serializable<void> &&
              !serializable<int()>);
static_assert(!serializable<with_pointer> && !serializable<with_reference> && !serializable<with_base> &&
              !serializable<closed>);
static_assert(!serializable<std::string_view> && !serializable<std::span<int>> &&
              !serializable<std::reference_wrapper<int>>);
static_assert(!serializable<std::atomic<int>> && !serializable<std::shared_ptr<int>> &&
              !serializable<std::weak_ptr<int>>);
static_assert(!serializable<std::mutex> && !serializable<std::function<void()>> &&
              !serializable<void (samples::account::*)()>);
static_assert(!serializable<std::vector<int*>> && !serializable<std::map<int, std::string_view>> &&
              !serializable<std::optional<closed>>);
static_assert(!serializable<std::array<int*, 2>> && !serializable<std::tuple<int, int*>> &&
              !serializable<std::pair<int&, int>>);
static_assert(!serializable<std::variant<int, int*>> && !serializable<std::unique_ptr<int*>> &&
              !serializable<std::unique_ptr<int[]>> && !serializable<list_of_pointers>);
static_assert(!serializable<more_than_a_path> && !serializable<more_than_a_stack> && !serializable<std::stack<int*>> &&
              !serializable<std::valarray<int*>> &&
              !serializable<std::priority_queue<int, std::vector<int>, bool (*)(int, int)>>);
static_assert(serializable<int const> && serializable<samples::nested const>);

using some_iterator = wire::detail::unaligned_iterator<double>;
static_assert(std::random_access_iterator<some_iterator> && std::sized_sentinel_for<some_iterator, some_iterator>);

static_assert(wire::detail::is_recursive<samples::tree> && !wire::detail::is_recursive<samples::point>);

TEST(wire_serializable, members_are_listed) {
  with_function const value{3, nullptr};
  int sum = 0;
  wire::visit_members(value, [&sum](int a, void (*f)()) { sum = a + (f != nullptr); });
  EXPECT_EQ(sum, 3);
}

TEST(wire_serializable, the_largest_aggregate) {
  twenty_four m{};
  m.a = "first";
  m.x = "last";
  wire::writer w;
  wire::encode(w, m);
  wire::reader r(w.view());
  twenty_four const decoded = wire::decode<twenty_four>(r);
  EXPECT_EQ(decoded.a + decoded.x, "firstlast");
}

}  // namespace
