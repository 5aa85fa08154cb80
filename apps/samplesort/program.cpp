// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Samplesort over all places: makes the keys, sorts them with the library's sort of a shared array,
// and checks the order, with one task at each place.

#include <algorithm>
#include <functional>
#include <skua/algorithm/shared_array.hpp>
#include <skua/collective.hpp>
#include <skua/progress.hpp>
#include <skua/skua.hpp>

#include "../common/app.hpp"
#include "../common/stopwatch.hpp"
#include "problem.hpp"

namespace apps::samplesort {
namespace {

namespace collective = skua::collective;

/// The index of the first key of the caller's place.
std::size_t first_index(parameters const& settings) { return static_cast<std::size_t>(skua::here()) * settings.keys; }

/// Makes the keys of a place.
struct input_task {
  parameters settings;
  skua::shared_array<std::uint64_t> keys;
  skua::place_local<answer> place_answer;

  void operator()() const {
    make_keys(settings, first_index(settings), keys.local());
    place_answer->before = collective::allreduce(fingerprint_of(keys.local(), first_index(settings)), std::plus<>());
  }
};

/// Checks the keys of a place, and the border to the next one.
struct check_task {
  parameters settings;
  skua::shared_array<std::uint64_t> keys;
  skua::place_local<answer> place_answer;

  void operator()() const {
    auto const part = keys.local();
    std::size_t const border = first_index(settings) + settings.keys;
    bool const is_in_order =
        std::ranges::is_sorted(part) && (border == keys.size() || part.back() <= keys[border].get());
    place_answer->in_order = collective::allreduce(is_in_order, std::logical_and<>());
    place_answer->after = collective::allreduce(fingerprint_of(part, first_index(settings)), std::plus<>());
  }
};

}  // namespace

answer sort_parallel(parameters const& settings, common_options const& options) {
  skua::place_local<answer> const place_answer;
  skua::progress const live("samplesort", options.progress("key visits", 3 * settings.total()));
  skua::shared_array<std::uint64_t> const keys(settings.total());
  skua::run_spmd(input_task{settings, keys, place_answer});
  stopwatch const watch;
  skua::sort(keys, std::less<>(), live.counter());
  double const seconds = watch.seconds();
  skua::run_spmd(check_task{settings, keys, place_answer});
  answer result = *place_answer;
  result.seconds = seconds;
  return result;
}

}  // namespace apps::samplesort
