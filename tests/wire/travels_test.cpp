// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which types travel: decided at compile time, so most of this is static_assert.
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <span>
#include <string_view>

#include "wire/samples.hpp"

namespace wire = skua::wire;
using wire::flat;
using wire::travels;
using wire::way;
using wire::way_of;

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
struct many {
  int a[3], b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z;
};
struct most {
  std::string a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x;
};
struct too_many : most {
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

static_assert(flat<int> && flat<samples::point> && flat<samples::flags> && flat<bits> && flat<number> && flat<many>);
static_assert(flat<std::array<int, 3>> && flat<std::chrono::seconds> && flat<std::complex<float>> &&
              flat<flat_with_base>);
static_assert(flat<int samples::point::*> && flat<anonymous_union>);
static_assert(way_of<with_function> == way::members && travels<with_function>);
static_assert(way_of<samples::account> == way::serialize && way_of<samples::celsius> == way::serialize);
static_assert(way_of<std::string> == way::codec && way_of<samples::nested> == way::members);
static_assert(travels<most> && !travels<twenty_five> && !travels<too_many>);

static_assert(!travels<int*> && !travels<int&> && !travels<void*> && !travels<void> && !travels<int()>);
static_assert(!travels<with_pointer> && !travels<with_reference> && !travels<with_base> && !travels<closed>);
static_assert(!travels<std::string_view> && !travels<std::span<int>> && !travels<std::reference_wrapper<int>>);
static_assert(!travels<std::atomic<int>> && !travels<std::shared_ptr<int>> && !travels<std::weak_ptr<int>>);
static_assert(!travels<std::mutex> && !travels<std::function<void()>> && !travels<void (samples::account::*)()>);
static_assert(!travels<std::vector<int*>> && !travels<std::map<int, std::string_view>> &&
              !travels<std::optional<closed>>);
static_assert(!travels<std::array<int*, 2>> && !travels<std::tuple<int, int*>> && !travels<std::pair<int&, int>>);
static_assert(!travels<std::variant<int, int*>> && !travels<std::unique_ptr<int*>> && !travels<list_of_pointers>);
static_assert(travels<int const> && travels<samples::nested const>);

static_assert(wire::detail::recursive<samples::tree> && !wire::detail::recursive<samples::point>);

TEST(wire_travels, members_are_listed) {
  with_function const value{3, nullptr};
  int sum = 0;
  wire::visit_members(value, [&sum](int a, void (*f)()) { sum = a + (f != nullptr); });
  EXPECT_EQ(sum, 3);
}

TEST(wire_travels, the_largest_aggregate) {
  most m{};
  m.a = "first";
  m.x = "last";
  wire::writer w;
  wire::encode(w, m);
  wire::reader r(w.view());
  most const back = wire::decode<most>(r);
  EXPECT_EQ(back.a + back.x, "firstlast");
}

}  // namespace
