// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types of every serializable kind, and a value of each.
#pragma once

#include <array>
#include <bitset>
#include <chrono>
#include <complex>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <forward_list>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <valarray>
#include <variant>
#include <vector>

#include <skua/wire/wire.hpp>

namespace samples {

enum class colour : std::uint8_t { red, green };

struct point {
  int x = 0;
  double y = 0;
  bool operator==(point const&) const = default;
};

struct flags {
  int id = 0;
  bool set = false;
  std::array<bool, 2> rest{};
  bool operator==(flags const&) const = default;
};

struct tree {
  int value = 0;
  std::vector<tree> children;
  bool operator==(tree const&) const = default;
};

/// A class with private members; one function serves both directions.
class account {
 public:
  account() = default;
  account(std::string owner, long balance) : owner_(std::move(owner)), balance_(balance) {}
  template <class A>
  void serialize(A& a) {
    a(owner_, balance_);
  }
  bool operator==(account const&) const = default;

 private:
  std::string owner_;
  long balance_ = 0;
};

struct celsius : point {
  std::string place;
  bool operator==(celsius const&) const = default;
};
template <class A>
void serialize(A& a, celsius& c) {
  a(c.x, c.y, c.place);
}

/// Not default-constructible: constructed from all its members at once.
struct weight {
  explicit weight(int g) : grams(g) {}
  int grams;
  bool operator==(weight const&) const = default;
};
struct package {
  weight w;
  std::string recipient;
  bool operator==(package const&) const = default;
};

/// A serialize function that writes nothing.
struct zero_byte_type {
  zero_byte_type() {}  // not trivial, so it is not copied bytewise
  zero_byte_type(zero_byte_type const&) {}
  zero_byte_type& operator=(zero_byte_type const&) { return *this; }
  template <class A>
  void serialize(A&) {}
  bool operator==(zero_byte_type const&) const { return true; }
};

using function = int (*)(int);
inline int twice(int x) { return 2 * x; }

struct nested {
  int number = 0;
  double real = 0;
  bool yes = false;
  colour shade = colour::red;
  std::string text;
  point position;
  std::vector<int> numbers;
  std::map<std::string, std::vector<double>> table;
  std::optional<account> owner;
  std::variant<int, std::string, tree> alternative;
  std::string lines[2];
  function f = nullptr;
  std::tuple<int, std::string> couple;
  std::array<std::string, 2> words;
  bool operator==(nested const&) const = default;
};

inline tree small_tree() { return {1, {{2, {}}, {3, {{4, {}}}}}}; }

inline nested full() {
  return {7,
          2.5,
          true,
          colour::green,
          std::string(300, 't'),
          {3, 4.5},
          {1, 2, 3},
          {{"a", {1, 2}}, {"b", {}}},
          account("Ada", 12),
          small_tree(),
          {"first", "second"},
          &twice,
          {5, "five"},
          {"x", "y"}};
}

template <class T>
bool is_equal(T const& a, T const& b) {
  return a == b;
}
template <class T>
bool is_equal(std::valarray<T> const& a, std::valarray<T> const& b) {
  return std::equal(std::begin(a), std::end(a), std::begin(b), std::end(b));
}
template <class T, class C, class Compare>
bool is_equal(std::priority_queue<T, C, Compare> a, std::priority_queue<T, C, Compare> b) {
  for (; !a.empty() && !b.empty() && a.top() == b.top(); a.pop()) b.pop();
  return a.empty() && b.empty();
}
template <class T>
bool is_equal(std::unique_ptr<T> const& a, std::unique_ptr<T> const& b) {
  return a == b || (a && b && is_equal(*a, *b));
}
template <class T>
bool is_equal(std::vector<std::unique_ptr<T>> const& a, std::vector<std::unique_ptr<T>> const& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](auto& x, auto& y) { return is_equal(x, y); });
}

inline std::vector<std::unique_ptr<std::string>> owned_strings() {
  std::vector<std::unique_ptr<std::string>> strings(3);
  strings[1] = std::make_unique<std::string>("owned");
  return strings;
}

/// Calls f with a value of each kind.
template <class F>
void for_each(F f) {
  f(5);
  f(-1.5);
  f(true);
  f(colour::green);
  f(point{1, 2});
  f(flags{1, true, {true, false}});
  f(std::array<int, 3>{1, 2, 3});
  f(std::array<std::string, 2>{"a", "b"});
  f(std::array<std::string, 0>{});
  f(std::string("text"));
  f(std::string(100'000, 'x'));
  f(std::u16string(u"wide"));
  f(std::pair(1, std::string("one")));
  f(std::tuple<>());
  f(std::tuple(1, 2.0, std::string("three")));
  f(std::vector<double>{1, 2, 3});
  f(std::vector<point>(300, point{1, 2}));
  f(std::vector<flags>(3, flags{1, true, {true, true}}));
  f(std::vector<std::string>{"", "a", "bb"});
  f(std::vector<bool>{true, false, true, true, false, false, true, false, true});
  f(std::vector<bool>());
  f(std::vector<bool>(3000, true));
  f(std::vector<std::tuple<>>(5));
  f(std::vector<zero_byte_type>(300));
  f(std::deque<int>{1, 2, 3});
  f(std::deque<bool>{true, false});
  f(std::list<std::string>{"a", "b"});
  f(std::forward_list<int>{1, 2, 3});
  f(std::set<std::string>{"a", "b"});
  f(std::multiset<int>{1, 1, 2});
  f(std::unordered_set<int>{1, 2, 3});
  f(std::unordered_multiset<int>{1, 1});
  f(std::map<std::string, std::vector<int>>{{"a", {1}}, {"b", {}}});
  f(std::multimap<int, std::string>{{1, "a"}, {1, "b"}});
  f(std::unordered_map<std::string, int>{{"a", 1}});
  f(std::unordered_multimap<int, int>{{1, 2}, {1, 2}});
  f(std::stack<int>({1, 2, 3}));
  f(std::stack<std::string, std::vector<std::string>>({"a", "b"}));
  f(std::queue<std::string>({"a", "b"}));
  f(std::queue<std::stack<int>>());
  f(std::priority_queue<int>(std::less<int>(), {3, 1, 2}));
  f(std::priority_queue<std::string, std::vector<std::string>, std::greater<>>(std::greater<>(), {"b", "a", "c"}));
  f(std::valarray<double>{1, 2, 3});
  f(std::valarray<bool>{true, false});
  f(std::valarray<std::string>{"a", std::string(300, 'b')});
  f(std::valarray<int>());
  f(std::filesystem::path("folder/file.txt"));
  f(std::map<std::filesystem::path, int>{{"a", 1}, {"", 2}});
  f(std::make_unique<std::string>("owned"));
  f(std::unique_ptr<point const>());
  f(owned_strings());
  f(std::optional<std::string>());
  f(std::optional<std::string>("there"));
  f(std::variant<int, std::string>("second"));
  f(std::variant<std::monostate, tree>(small_tree()));
  f(std::chrono::nanoseconds(5));
  f(std::chrono::system_clock::time_point(std::chrono::seconds(9)));
  f(std::complex<double>(1, 2));
  f(std::bitset<11>(0x5a5));
  f(std::bitset<0>());
  f(std::bitset<128>().set(127).set(3));
  f(small_tree());
  f(account("Bob", -3));
  f(celsius{{1, 2}, "here"});
  f(package{weight(5), "you"});
  f(zero_byte_type());
  f(function(&twice));
  f(function(nullptr));
  f(full());
}

}  // namespace samples
