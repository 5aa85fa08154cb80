// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Results of remote tasks: types of all sorts, large results, dropped futures, coroutines;
// arguments that cannot be transferred.
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "remote/cases.hpp"

namespace {

using namespace place_test;

struct plain {
  int a;
  double b;
  std::vector<std::string> c;
  bool operator==(plain const&) const = default;
};

class closed {  // not an aggregate: it has a serialize member
 public:
  closed() = default;
  explicit closed(int x) : x_(x), text_(static_cast<std::size_t>(x), 'c') {}
  int get() const { return static_cast<int>(text_.size()) == x_ ? x_ : -1; }
  template <class A>
  void serialize(A& a) {
    a(x_, text_);
  }

 private:
  int x_ = 0;
  std::string text_;
};

plain make_plain(int n) { return {n, n / 2.0, std::vector<std::string>(static_cast<std::size_t>(n), "text")}; }

PLACE_CASE(results_of_many_types) {
  for (int p = 0; p < skua::places(); ++p) {
    SAME(skua::async(skua::on(p), make_plain, 5).get(), make_plain(5));
    SAME(skua::async(
             skua::on(p), [](std::string const& s) { return s + s; }, std::string(1000, 'q'))
             .get(),
         std::string(2000, 'q'));
    SAME(*skua::async(skua::on(p), [](int x) { return std::make_unique<int>(x); }, 9).get(), 9);
    SAME(skua::async(skua::on(p), [](closed const& c) { return closed(c.get() + 1); }, closed(20)).get().get(), 21);
    SAME(skua::async(skua::on(p), [] { return std::map<std::string, int>{{"a", 1}, {"b", 2}}; }).get().at("b"), 2);
    CHECK(!skua::async(skua::on(p), [] { return std::optional<int>(); }).get().has_value());
    SAME(std::get<1>(skua::async(skua::on(p), [] { return std::variant<int, std::string>("v"); }).get()), "v");
    skua::async(skua::on(p), [] {}).get();
    CHECK(skua::async(skua::on(p), [] { return true; }).get());
  }
}

struct not_encodable {
  template <class A>
  void serialize(A&) {
    if constexpr (!A::reading) throw std::out_of_range("cannot be encoded");
  }
};

PLACE_CASE(arguments_end_if_a_later_one_cannot_be_encoded) {
  if (skua::places() == 1) return;
  skua::promise<int> p;
  auto f = p.get_future();
  auto u = skua::allocate_unique<int>(0);
  auto const block = u.get();
  CHECK(throws<std::out_of_range>([&] {
    skua::finish([&] {
      skua::spawn(
          skua::on(last_place()), [](skua::promise<int>, skua::unique_global<int>, not_encodable) {}, std::move(p),
          std::move(u), not_encodable());
    });
  }));
  CHECK(throws<std::future_error>([&] { f.get(); }));
  CHECK(throws<skua::error>([&] { skua::deallocate(block); }, "given back before?"));
}

PLACE_CASE(any_results_of_many_types) {
  struct join {
    static std::string run(int depth, std::string mark) {
      if (depth == 0) return mark;
      auto a = skua::async(skua::any, &join::run, depth - 1, mark + "l");
      auto b = skua::async(skua::any, &join::run, depth - 1, mark + "r");
      return a.get() + b.get();
    }
    static std::string sequential(int depth, std::string const& mark) {
      return depth == 0 ? mark : sequential(depth - 1, mark + "l") + sequential(depth - 1, mark + "r");
    }
  };
  for (int k = 0; k < fewer(10, 2); ++k) SAME(join::run(9, "."), join::sequential(9, "."));
}

long fib(int n) {
  if (n < 2) return n;
  auto a = skua::async(skua::any, fib, n - 1);
  long const b = fib(n - 2);
  return a.get() + b;
}
std::unique_ptr<long> boxed_fib(int n) {
  if (n < 2) return std::make_unique<long>(n);
  auto a = skua::async(skua::any, boxed_fib, n - 1);
  auto b = skua::async(skua::any, boxed_fib, n - 2);
  return std::make_unique<long>(*a.get() + *b.get());
}

PLACE_CASE(any_futures_in_deep_recursion) {
  for (int k = 0; k < fewer(10, 2); ++k) {
    SAME(fib(20), 6765);
    SAME(*boxed_fib(14), 377);
    SAME(skua::async(skua::any.from(last_place()), fib, 18).get(), 2584);
  }
}

PLACE_CASE(many_futures_in_flight) {
  std::vector<skua::future<int>> futures;
  for (int i = 0; i < 3000; ++i)
    futures.push_back(skua::async(skua::on(i % skua::places()), [](int x) { return 3 * x; }, i));
  for (int i = 2999; i >= 0; --i) SAME(futures[static_cast<std::size_t>(i)].get(), 3 * i);
}

PLACE_CASE(futures_dropped_before_their_result) {
  place_counters ran(0);
  skua::finish([&] {
    for (int i = 0; i < 300; ++i) {
      (void)skua::async(skua::on(i % skua::places()), [ran] {
        ran->add(1);
        return std::string(100, 'x');
      });
      (void)skua::async(
          skua::any.from(i % skua::places()),
          [ran](std::string const& s) {
            ran->add(1);
            if (s.size() == 3) throw std::runtime_error("no handle receives this");
            return make_plain(3);
          },
          std::string(static_cast<std::size_t>(i % 5), 'y'));
    }
  });
  SAME(total_of(ran), 600);
}

PLACE_CASE(large_messages) {
  std::vector<std::uint32_t> large(static_cast<std::size_t>(fewer(10, 1)) << 18);  // 10 MB
  for (std::uint32_t i = 0; i < large.size(); ++i) large[i] = i * 2654435761u;
  auto const turned = [](std::vector<std::uint32_t> v) {
    for (std::uint32_t& x : v) x = ~x;
    return v;
  };
  for (int p = 0; p < skua::places(); ++p) {
    std::vector<std::uint32_t> const returned = skua::async(skua::on(p), turned, large).get();
    SAME(returned.size(), large.size());
    bool is_equal = returned.size() == large.size();
    for (std::size_t i = 0; is_equal && i < large.size(); ++i) is_equal = returned[i] == ~large[i];
    CHECK(is_equal);
  }
  // Several large messages at once, between small ones, in both directions.
  skua::finish([&] {
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(
          skua::on(p),
          [](std::vector<std::uint32_t> const& v) {
            auto const sum = [](std::vector<std::uint32_t> const& w, int) { return w.size(); };
            std::vector<skua::future<std::size_t>> sizes;
            for (int q = 0; q < skua::places(); ++q) sizes.push_back(skua::async(skua::on(q), sum, v, 1));
            for (int q = 0; q < skua::places(); ++q) SAME(skua::at(q, [q] { return q; }), q);
            for (auto& s : sizes) SAME(s.get(), v.size());
          },
          large);
    }
  });
}

}  // namespace
