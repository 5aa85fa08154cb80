// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// places/array_…: algorithms over a shared array with elements at two places, and at one of them,
// beside the same algorithm over a vector and the sequential one of the standard library.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include <skua/algorithm.hpp>
#include <skua/algorithm/shared_array.hpp>
#include <skua/skua.hpp>

#include "support/case.hpp"
#include "support/clock.hpp"
#include "support/opaque.hpp"
#include "support/places.hpp"

namespace bench {
namespace {

using word = std::uint64_t;

word key_at(std::size_t i) {
  std::uint64_t const mixed = (i + 1) * 0x9e3779b97f4a7c15u;
  return (mixed ^ (mixed >> 31)) * 0xbf58476d1ce4e5b9u;
}
word mix(word x) { return (x ^ (x >> 33)) * 0xff51afd7ed558ccdu; }

/// Keys that lie at two places, at one, and in vectors; and an output for each.
struct inputs {
  explicit inputs(std::size_t n)
      : two_places(n), two_places_output(n), one_place(n, n), one_place_output(n, n), keys(n), output(n) {
    skua::for_each(two_places, [](std::size_t i, word& x) { x = key_at(i); });
    skua::for_each(one_place, [](std::size_t i, word& x) { x = key_at(i); });
    for (std::size_t i = 0; i < n; ++i) keys[i] = key_at(i);
  }
  skua::shared_array<word> two_places, two_places_output, one_place, one_place_output;
  std::vector<word> keys, output;
};

/// Median times of calls in turn, so that a busy machine disturbs them alike. Each call prepares
/// its input and returns the seconds of the rest, and `check` compares the results afterwards.
template <class Two, class One, class Local, class Standard, class Check>
figures measure(Two const& two, One const& one, Local const& local, Standard const& standard, Check const& check) {
  figures f = medians_of_rounds({size(9, 1), 1}, [&](int) -> figures {
    return {{"two_places_us", 1e6 * two()},
            {"one_place_us", 1e6 * one()},
            {"vector_us", 1e6 * local()},
            {"std_us", 1e6 * standard()}};
  });
  require(check(), "the results differ");
  f["two_places_to_std"] = f["two_places_us"] / f["std_us"];
  f[time_figure] = 1e-6 * f["two_places_us"];
  return f;
}
template <class Body>
figures at_two_places(std::size_t n, Body const& body) {
  skua::runtime job{places(2)};
  return job.run([&] {
    inputs in(n);
    return body(in);
  });
}

figures transforms(std::size_t n) {
  return at_two_places(n, [](inputs& in) {
    return measure(
        [&] { return wall_seconds([&] { skua::transform(in.two_places, in.two_places_output, mix); }); },
        [&] { return wall_seconds([&] { skua::transform(in.one_place, in.one_place_output, mix); }); },
        [&] { return wall_seconds([&] { skua::transform(in.keys, in.output.begin(), mix); }); },
        [&] { return wall_seconds([&] { std::transform(in.keys.begin(), in.keys.end(), in.output.begin(), mix); }); },
        [&] {
          return skua::reduce(in.two_places_output) == skua::reduce(in.output) &&
                 skua::reduce(in.one_place_output) == skua::reduce(in.output);
        });
  });
}

figures reductions(std::size_t n) {
  return at_two_places(n, [](inputs& in) {
    word sums[4];
    return measure([&] { return wall_seconds([&] { sums[0] = skua::reduce(in.two_places); }); },
                   [&] { return wall_seconds([&] { sums[1] = skua::reduce(in.one_place); }); },
                   [&] { return wall_seconds([&] { sums[2] = skua::reduce(in.keys); }); },
                   [&] { return wall_seconds([&] { sums[3] = opaque(std::reduce(in.keys.begin(), in.keys.end())); }); },
                   [&] { return sums[0] == sums[1] && sums[1] == sums[2] && sums[2] == sums[3]; });
  });
}

figures scans(std::size_t n) {
  return at_two_places(n, [n](inputs& in) {
    return measure(
        [&] { return wall_seconds([&] { skua::inclusive_scan(in.two_places, in.two_places_output); }); },
        [&] { return wall_seconds([&] { skua::inclusive_scan(in.one_place, in.one_place_output); }); },
        [&] { return wall_seconds([&] { skua::inclusive_scan(in.keys, in.output.begin()); }); },
        [&] { return wall_seconds([&] { std::inclusive_scan(in.keys.begin(), in.keys.end(), in.output.begin()); }); },
        [&] {
          return in.two_places_output[n - 1].get() == in.output[n - 1] &&
                 in.one_place_output[n - 1].get() == in.output[n - 1];
        });
  });
}

figures searches(std::size_t n) {
  return at_two_places(n, [n](inputs& in) {
    auto const is_last = [last = key_at(n - 1)](word x) { return x == last; };
    std::size_t indices[4] = {};
    return measure(
        [&] { return wall_seconds([&] { indices[0] = skua::find_if(in.two_places, is_last); }); },
        [&] { return wall_seconds([&] { indices[1] = skua::find_if(in.one_place, is_last); }); },
        [&] {
          return wall_seconds(
              [&] { indices[2] = static_cast<std::size_t>(skua::find_if(in.keys, is_last) - in.keys.begin()); });
        },
        [&] {
          return wall_seconds([&] {
            auto const position = opaque(std::find_if(in.keys.begin(), in.keys.end(), is_last));
            indices[3] = static_cast<std::size_t>(position - in.keys.begin());
          });
        },
        [&] { return std::all_of(std::begin(indices), std::end(indices), [n](std::size_t i) { return i == n - 1; }); });
  });
}

figures sorts(std::size_t n) {
  return at_two_places(n, [n](inputs& in) {
    auto const sort_array = [](skua::shared_array<word> const& keys, skua::shared_array<word> const& output) {
      skua::transform(keys, output, std::identity());
      return wall_seconds([&] { skua::sort(output); });
    };
    std::vector<word> sorted;
    return measure([&] { return sort_array(in.two_places, in.two_places_output); },
                   [&] { return sort_array(in.one_place, in.one_place_output); },
                   [&] {
                     in.output = in.keys;
                     return wall_seconds([&] { skua::sort(in.output); });
                   },
                   [&] {
                     sorted = in.keys;
                     return wall_seconds([&] { std::sort(sorted.begin(), sorted.end()); });
                   },
                   [&] {
                     std::vector<word> arrays[2] = {std::vector<word>(n), std::vector<word>(n)};
                     for (std::size_t i = 0; i < n; ++i) {
                       arrays[0][i] = in.two_places_output[i];
                       arrays[1][i] = in.one_place_output[i];
                     }
                     return arrays[0] == sorted && arrays[1] == sorted && in.output == sorted;
                   });
  });
}

}  // namespace

void add_places_arrays(suite& registry) {
  struct {
    char const* name;
    figures (*measure)(std::size_t);
  } const groups[] = {
      {"transform", transforms}, {"reduce", reductions}, {"scan", scans}, {"find", searches}, {"sort", sorts}};
  for (auto const& g : groups) {
    for (std::size_t const n : {std::size_t{1000}, size(std::size_t{4'000'000}, std::size_t{20'000})}) {
      add_places_case(registry, std::string("places/array_") + g.name + (n == 1000 ? "/1000" : "/large"),
                      [measure = g.measure, n] { return measure(n); });
    }
  }
}

}  // namespace bench
