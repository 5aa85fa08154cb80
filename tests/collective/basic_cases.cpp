// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each collective operation with values and with spans, over all places and over parts of them.
#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <vector>

#include <skua/collective.hpp>

#include "remote/cases.hpp"

namespace {

using namespace place_test;
namespace collective = skua::collective;

std::string letters(int p) { return std::string(1, static_cast<char>('a' + p)); }
std::string word(int n) {
  std::string text;
  for (int p = 0; p < n; ++p) text += letters(p);
  return text;
}
/// A text that is too long for one message.
std::string long_text(int p) {
  return std::string(200'000 + 1000 * static_cast<std::size_t>(p), static_cast<char>('a' + p));
}

auto const joined = [](std::string a, std::string const& b) { return a + b; };

PLACE_CASE(collective_barrier) {
  place_counters entered(0);
  skua::run_spmd([entered] {
    for (long round = 1; round <= fewer(50, 10); ++round) {
      entered->add(1);
      collective::barrier();
      // No member is behind, and no member is more than one round ahead.
      long const next_entered = counter_at(next_place(skua::here()), entered);
      CHECK(next_entered == round || next_entered == round + 1);
      if (round % 2 == 0) {
        collective::async_barrier().get();
      } else {
        skua::finish([] { (void)collective::async_barrier(); });
      }
    }
  });
}

SPMD_CASE(collective_broadcast) {
  for (int root = 0; root < skua::places(); ++root) {
    int const me = skua::here();
    SAME(collective::broadcast(10 * me, root), 10 * root);
    SAME(collective::broadcast(letters(me), root), letters(root));
    SAME(collective::broadcast(long_text(me), root), long_text(root));
    SAME(collective::async_broadcast(long_text(me), root).get(), long_text(root));
    std::array<double, 3> short_span{me + 0.5, 1, 2};
    collective::broadcast(std::span(short_span), root);
    SAME(short_span[0], root + 0.5);
    std::vector<int> long_span(1'000'003);
    if (me == root) std::iota(long_span.begin(), long_span.end(), root);
    collective::broadcast(std::span(long_span), root);
    CHECK(long_span.front() == root && long_span.back() == root + 1'000'002 && long_span[500'000] == root + 500'000);
    if (me != root) long_span.assign(long_span.size(), 0);
    collective::async_broadcast(std::span(long_span), root).get();
    CHECK(long_span.front() == root && long_span.back() == root + 1'000'002 && long_span[500'000] == root + 500'000);
    collective::broadcast(std::span<int>(), root);
  }
}

SPMD_CASE(collective_reduce) {
  int const n = skua::places();
  int const me = skua::here();
  SAME(collective::allreduce(me + 1, std::plus<>()), n * (n + 1) / 2);
  SAME(collective::allreduce(letters(me), joined), word(n));
  SAME(collective::async_allreduce(letters(me), joined).get(), word(n));
  std::string const reduced = collective::allreduce(long_text(me), joined);
  std::string expected;
  for (int p = 0; p < n; ++p) expected += long_text(p);
  CHECK(reduced == expected);
  for (int root = 0; root < n; ++root) {
    auto const sum = collective::reduce(me + 1, std::plus<>(), root);
    SAME(sum.has_value(), me == root);
    if (sum) SAME(*sum, n * (n + 1) / 2);
    auto const text = collective::async_reduce(letters(me), joined, root).get();
    SAME(text.has_value(), me == root);
    if (text) SAME(*text, word(n));
  }
}

/// Affine maps x -> a x + b modulo 2^32. Their composition does not commute.
struct affine {
  std::uint32_t a = 1;
  std::uint32_t b = 0;
  friend bool operator==(affine const&, affine const&) = default;
};
constexpr auto compose = [](affine const& f, affine const& g) { return affine{f.a * g.a, f.a * g.b + f.b}; };
affine element(int p, std::size_t i) {
  auto const x = static_cast<std::uint32_t>(i);
  return {2 * x + 3 + 8 * static_cast<std::uint32_t>(p), x * x + static_cast<std::uint32_t>(p)};
}
affine composed(int n, std::size_t i) {
  affine product = element(0, i);
  for (int p = 1; p < n; ++p) product = compose(product, element(p, i));
  return product;
}

SPMD_CASE(collective_spans_are_combined_in_order) {
  int const n = skua::places();
  int const me = skua::here();
  for (std::size_t const size :
       {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{1001}, std::size_t{5000}, std::size_t{300'007}}) {
    auto const own_data = [&] {
      std::vector<affine> data(size);
      for (std::size_t i = 0; i < size; ++i) data[i] = element(me, i);
      return data;
    };
    auto const is_right = [&](std::vector<affine> const& data) {
      for (std::size_t i = 0; i < size; ++i) {
        if (data[i] != composed(n, i)) return false;
      }
      return true;
    };
    std::vector<affine> data = own_data();
    collective::allreduce(std::span(data), compose);
    CHECK(is_right(data));
    data = own_data();
    collective::async_allreduce(std::span(data), compose).get();
    CHECK(is_right(data));
    for (int root = 0; root < n; ++root) {
      data = own_data();
      collective::reduce(std::span(data), compose, root);
      CHECK(me != root || is_right(data));
      data = own_data();
      collective::async_reduce(std::span(data), compose, root).get();
      CHECK(me != root || is_right(data));
    }
  }
}

SPMD_CASE(collective_scan) {
  int const me = skua::here();
  SAME(collective::scan(me + 1, std::plus<>()), (me + 1) * (me + 2) / 2);
  SAME(collective::exclusive_scan(me + 1, std::plus<>(), 100), 100 + me * (me + 1) / 2);
  SAME(collective::async_scan(letters(me), joined).get(), word(me + 1));
  SAME(collective::async_exclusive_scan(letters(me), joined, std::string("-")).get(), "-" + word(me));
  SAME(collective::scan(long_text(me), joined).size(),
       200'000u * (static_cast<unsigned>(me) + 1) + 500u * static_cast<unsigned>(me * (me + 1)));
}

SPMD_CASE(collective_scan_of_spans) {
  int const me = skua::here();
  affine const first{5, 9};
  for (std::size_t const size : {std::size_t{0}, std::size_t{1}, std::size_t{1001}, std::size_t{4096},
                                 std::size_t{4097}, std::size_t{100'003}}) {
    auto const own_data = [&] {
      std::vector<affine> data(size);
      for (std::size_t i = 0; i < size; ++i) data[i] = element(me, i);
      return data;
    };
    auto const inclusive = [&](std::vector<affine> const& data) {
      for (std::size_t i = 0; i < size; ++i) {
        if (data[i] != composed(me + 1, i)) return false;
      }
      return true;
    };
    auto const exclusive = [&](std::vector<affine> const& data) {
      for (std::size_t i = 0; i < size; ++i) {
        if (data[i] != (me == 0 ? first : compose(first, composed(me, i)))) return false;
      }
      return true;
    };
    std::vector<affine> data = own_data();
    collective::scan(std::span(data), compose);
    CHECK(inclusive(data));
    data = own_data();
    collective::async_scan(std::span(data), compose).get();
    CHECK(inclusive(data));
    data = own_data();
    collective::exclusive_scan(std::span(data), compose, first);
    CHECK(exclusive(data));
    data = own_data();
    collective::async_exclusive_scan(std::span(data), compose, first).get();
    CHECK(exclusive(data));
  }
  std::array<bool, 3> flags{me == 0, true, me > 0};
  collective::scan(std::span(flags), std::logical_and<>());
  CHECK(flags[0] == (me == 0) && flags[1] && !flags[2]);
  flags = {true, true, me > 0};
  collective::exclusive_scan(std::span(flags), std::logical_and<>(), true);
  CHECK(flags[0] && flags[1] && flags[2] == (me == 0));
}

SPMD_CASE(collective_gather) {
  int const n = skua::places();
  int const me = skua::here();
  std::vector<int> numbers;
  std::vector<std::string> texts;
  for (int p = 0; p < n; ++p) {
    numbers.push_back(p * p);
    texts.push_back(long_text(p));
  }
  collective::gathered<int> lists;
  for (int p = 0; p < n; ++p) {
    lists.counts.push_back(static_cast<std::size_t>(p));
    for (int i = 0; i < p; ++i) lists.values.push_back(p);
  }
  std::vector<int> const list(static_cast<std::size_t>(me), me);
  SAME(collective::allgather(me * me) == numbers, true);
  SAME(collective::allgather(long_text(me)) == texts, true);
  SAME(collective::async_allgather(long_text(me)).get() == texts, true);
  SAME(collective::allgatherv(list) == lists, true);
  SAME(collective::async_allgatherv(list).get() == lists, true);
  std::vector<long> part(100'003, me);
  std::vector<long> gathered_parts(part.size() * static_cast<std::size_t>(n), -1);
  auto const is_right = [&] {
    for (int p = 0; p < n; ++p) {
      auto const first = gathered_parts.begin() + p * 100'003;
      if (std::count(first, first + 100'003, p) != 100'003) return false;
    }
    return true;
  };
  collective::allgather(std::span(part), std::span(gathered_parts));
  CHECK(is_right());
  gathered_parts.assign(gathered_parts.size(), -1);
  collective::async_allgather(std::span<long const>(part), std::span(gathered_parts)).get();
  CHECK(is_right());
  for (int root = 0; root < n; ++root) {
    bool const is_root = me == root;
    SAME(collective::gather(me * me, root) == (is_root ? numbers : std::vector<int>()), true);
    SAME(collective::async_gather(long_text(me), root).get() == (is_root ? texts : std::vector<std::string>()), true);
    SAME(collective::gatherv(list, root) == (is_root ? lists : collective::gathered<int>()), true);
    SAME(collective::async_gatherv(list, root).get() == (is_root ? lists : collective::gathered<int>()), true);
    gathered_parts.assign(gathered_parts.size(), -1);
    collective::gather(std::span(part), is_root ? std::span(gathered_parts) : std::span<long>(), root);
    CHECK(!is_root || is_right());
    collective::async_gather(std::span(part), std::span(gathered_parts), root).get();
    CHECK(!is_root || is_right());
  }
  SAME(collective::allgather(me % 2 == 0).size(), static_cast<std::size_t>(n));
}

SPMD_CASE(collective_scatter) {
  int const n = skua::places();
  int const me = skua::here();
  for (int root = 0; root < n; ++root) {
    std::vector<std::string> texts;
    std::vector<std::vector<int>> lists;
    std::vector<int> numbers;
    std::vector<int> parts;
    if (me == root) {
      for (int p = 0; p < n; ++p) {
        texts.push_back(long_text(p));
        lists.emplace_back(static_cast<std::size_t>(p), root);
        numbers.push_back(7 * p);
        parts.insert(parts.end(), 50'001, p);
      }
    }
    SAME(collective::scatter(texts, root) == long_text(me), true);
    SAME(collective::async_scatter(texts, root).get() == long_text(me), true);
    SAME(collective::scatter(numbers, root), 7 * me);
    SAME(collective::scatterv(lists, root) == std::vector<int>(static_cast<std::size_t>(me), root), true);
    SAME(collective::async_scatterv(lists, root).get() == std::vector<int>(static_cast<std::size_t>(me), root), true);
    std::vector<int> part(50'001, -1);
    collective::scatter(std::span(parts), std::span(part), root);
    SAME(std::count(part.begin(), part.end(), me), 50'001);
    part.assign(part.size(), -1);
    collective::async_scatter(std::span(parts), std::span(part), root).get();
    SAME(std::count(part.begin(), part.end(), me), 50'001);
  }
}

SPMD_CASE(collective_alltoall) {
  int const n = skua::places();
  int const me = skua::here();
  std::vector<int> numbers;
  std::vector<int> numbers_back;
  std::vector<std::vector<long>> lists;
  std::vector<std::vector<long>> lists_back;
  for (int p = 0; p < n; ++p) {
    numbers.push_back(10 * me + p);
    numbers_back.push_back(10 * p + me);
    lists.emplace_back(static_cast<std::size_t>(30'000 * me + 7 * p), me - p);
    lists_back.emplace_back(static_cast<std::size_t>(30'000 * p + 7 * me), p - me);
  }
  SAME(collective::alltoall(numbers) == numbers_back, true);
  SAME(collective::async_alltoall(numbers).get() == numbers_back, true);
  SAME(collective::alltoallv(lists) == lists_back, true);
  SAME(collective::async_alltoallv(lists).get() == lists_back, true);
  std::vector<int> output(static_cast<std::size_t>(n) * 100'001);
  for (std::size_t i = 0; i < output.size(); ++i) output[i] = static_cast<int>(i / 100'001) + 10 * me;
  std::vector<int> input(output.size(), -1);
  auto const is_right = [&] {
    for (std::size_t i = 0; i < input.size(); ++i) {
      if (input[i] != 10 * static_cast<int>(i / 100'001) + me) return false;
    }
    return true;
  };
  collective::alltoall(std::span(output), std::span(input));
  CHECK(is_right());
  input.assign(input.size(), -1);
  collective::async_alltoall(std::span<int const>(output), std::span(input)).get();
  CHECK(is_right());
}

SPMD_CASE(collective_parts_of_all_places) {
  int const me = skua::here();
  skua::place_set const all_places = skua::place_set::all();
  skua::place_set const half = all_places.split([](int p) { return p % 2; });
  skua::place_set const single({me});
  for (int round = 0; round < 3; ++round) {
    int expected = 0;
    for (int p : half) expected += p;
    SAME(collective::allreduce(me, std::plus<>(), half), expected);
    SAME(collective::allreduce(me, std::plus<>(), single), me);
    SAME(collective::broadcast(me, half.root(), half), half.root());
    SAME(collective::allgather(me, half) == std::vector<int>(half.begin(), half.end()), true);
    collective::barrier(single);
    collective::barrier(half);
    // All places are the same set, with and without a list.
    SAME(collective::allreduce(1, std::plus<>(), all_places), skua::places());
    SAME(collective::allreduce(1, std::plus<>()), skua::places());
  }
}

}  // namespace
