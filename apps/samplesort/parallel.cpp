// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Samplesort over all places, one task at each, which divides its part of the work among the
// workers of its place:
//
//   sample    every place takes samples, all choose the same splitters: of buckets that fit into
//             a cache, many for each place
//   partition the keys of a place by bucket, so that what another place gets lies together
//   exchange  one copy for each pair of places, begun by the place that gets the keys
//   sort      each bucket by itself, out of the pieces that came from the places
//
// Source: SampleSort of HabaneroUPC++ (Kumar et al. 2014, section 5), which sorts before and after
// the exchange; one pass of partition and buckets in the cache take the place of both.

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <skua/collective.hpp>
#include <skua/skua.hpp>

#include "../skua/stopwatch.hpp"
#include "bucket.hpp"
#include "partition.hpp"
#include "problem.hpp"
#include "splitters.hpp"

namespace apps::samplesort {
namespace {

namespace collective = skua::collective;

constexpr std::size_t keys_per_bucket = 16384;
constexpr std::size_t keys_per_chunk = 65536;
constexpr std::size_t buckets_of_all = 4096;  // that many open ends of buckets the caches and address tables can bear
constexpr std::size_t samples_per_bucket = 32;

/// Buckets at each place: small enough for a cache, and enough for all workers to have something to
/// do.
std::size_t buckets_per_place(parameters const& what) {
  std::size_t const wanted = std::max(what.keys / keys_per_bucket, std::min<std::size_t>(what.keys / 256, 32));
  return std::clamp<std::size_t>(wanted, 1, std::max<std::size_t>(buckets_of_all / what.places, 1));
}

/// What a place tells another: how many keys of each of its buckets there are for it, and where the
/// first of them is.
struct offer {
  std::size_t begin = 0;
  std::vector<std::size_t> counts;

  template <class Archive>
  void serialize(Archive& a) {
    a(begin, counts);
  }
};

/// In memory of their own, or where the input was.
struct sorted_keys {
  std::unique_ptr<std::uint64_t[]> own;
  std::span<std::uint64_t> keys;
};

/// One place's part of the computation.
struct sorter {
  parameters what;
  skua::shared_array<std::uint64_t> keys;    // the input; more room than that for what comes out, where there is enough
  skua::shared_array<std::uint64_t> parted;  // the input by bucket; where others get theirs from

  explicit sorter(parameters const& p) : what(p), keys(room() * p.places, room()), parted(p.total()) {}

  [[nodiscard]] static std::size_t me() noexcept { return static_cast<std::size_t>(skua::here()); }
  [[nodiscard]] std::size_t room() const noexcept { return what.keys + what.keys / 8; }
  [[nodiscard]] std::span<std::uint64_t> input() const { return keys.local().first(what.keys); }

  /// This place's share of all keys, in order.
  sorted_keys sort() const {
    std::size_t const here = buckets_per_place(what);
    auto const first = me() * what.keys;
    auto const taken = take_samples(input(), first, samples_per_bucket * here, what.seed);
    auto const all = collective::allgatherv(taken).values;
    classifier const by(choose_splitters(all, here * what.places));
    auto const begins = parted_by(by);
    std::vector<offer> offers(what.places);
    for (std::size_t p = 0; p < what.places; ++p) {
      offers[p].begin = begins[p * here];
      for (std::size_t b = p * here; b < (p + 1) * here; ++b) offers[p].counts.push_back(begins[b + 1] - begins[b]);
    }
    return sort_buckets(collective::alltoall(offers));
  }

  std::vector<std::size_t> parted_by(classifier const& by) const {
    partition mine(input(), me() * what.keys, by, keys_per_chunk);
    auto const out = parted.local();
    auto const chunks = static_cast<std::int64_t>(mine.chunks());
    skua::finish([&] { skua::for_async(chunks, [&](std::int64_t c) { mine.classify(static_cast<std::size_t>(c)); }); });
    auto begins = mine.begins();
    skua::finish(
        [&] { skua::for_async(chunks, [&](std::int64_t c) { mine.scatter(static_cast<std::size_t>(c), out); }); });
    return begins;
  }

  sorted_keys sort_buckets(std::vector<offer> const& offered) const {
    // The keys of each place, one place after another; the own ones are read where they are.
    std::vector<std::span<std::uint64_t const>> came(what.places);
    std::vector<std::size_t> sizes;
    for (auto const& o : offered) sizes.push_back(std::reduce(o.counts.begin(), o.counts.end()));
    std::size_t const all = std::reduce(sizes.begin(), sizes.end());
    auto const others = std::make_unique_for_overwrite<std::uint64_t[]>(all - sizes[me()]);
    skua::finish([&] {
      std::size_t at = 0;
      for (std::size_t p = 0; p < what.places; ++p) {
        auto const from = parted.part(static_cast<int>(p)) + static_cast<std::ptrdiff_t>(offered[p].begin);
        if (p == me()) {
          came[p] = parted.local().subspan(offered[p].begin, sizes[p]);
          continue;
        }
        std::span const to(others.get() + at, sizes[p]);
        if (!to.empty()) static_cast<void>(skua::get(from, to));  // the scope waits for it
        came[p] = to;
        at += sizes[p];
      }
    });

    std::size_t const buckets = offered[0].counts.size();
    std::vector<std::vector<std::span<std::uint64_t const>>> pieces(buckets);
    std::vector<std::size_t> begins(buckets + 1);
    for (std::size_t b = 0; b < buckets; ++b) {
      begins[b + 1] = begins[b];
      for (std::size_t p = 0; p < what.places; ++p) {
        std::size_t const n = offered[p].counts[b];
        begins[b + 1] += n;
        if (n != 0) pieces[b].push_back(came[p].first(n));
        came[p] = came[p].subspan(n);
      }
    }
    sorted_keys sorted;
    if (all <= room()) {
      sorted.keys = keys.local().first(all);  // the input has been copied into its buckets
    } else {
      sorted.own = std::make_unique_for_overwrite<std::uint64_t[]>(all);
      sorted.keys = {sorted.own.get(), all};
    }
    skua::finish([&] {
      skua::for_async(static_cast<std::int64_t>(buckets), [&](std::int64_t i) {
        auto const b = static_cast<std::size_t>(i);
        sort_pieces(pieces[b], sorted.keys.subspan(begins[b], begins[b + 1] - begins[b]));
      });
    });
    return sorted;
  }
};

/// What neighbours must know of a place's keys to see that all are in order.
struct ends {
  std::uint64_t count = 0;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

bool in_order(std::vector<ends> const& of_places) {
  std::uint64_t last = 0;
  for (auto const& e : of_places) {
    if (e.count == 0) continue;
    if (e.first < last) return false;
    last = e.last;
  }
  return true;
}

/// The same at all places.
struct everywhere {
  sorter mine;
  skua::place_local<answer> found;

  void operator()() const {
    auto const input = mine.input();
    make_keys(mine.what, sorter::me() * mine.what.keys, input);
    answer a;
    a.before = collective::allreduce(fingerprint_of(input, sorter::me() * mine.what.keys), std::plus<>());
    collective::barrier();
    stopwatch const watch;
    auto const result = mine.sort();
    collective::barrier();
    a.seconds = watch.seconds();

    auto const keys = result.keys;
    auto const borders =
        collective::allgather(ends{keys.size(), keys.empty() ? 0 : keys.front(), keys.empty() ? 0 : keys.back()});
    bool const ordered = collective::allreduce(std::ranges::is_sorted(keys), std::logical_and<>());
    a.in_order = ordered && in_order(borders);
    auto const before = collective::exclusive_scan(std::uint64_t{keys.size()}, std::plus<>(), std::uint64_t{0});
    a.after = collective::allreduce(fingerprint_of(keys, before), std::plus<>());
    auto const most = std::ranges::max(borders, {}, &ends::count).count;
    a.balance = static_cast<double>(most) / static_cast<double>(mine.what.keys);
    *found = a;
  }
};

}  // namespace

answer sort_parallel(parameters const& what) {
  skua::place_local<answer> const found;
  skua::run_spmd(everywhere{sorter(what), found});
  return *found;
}

}  // namespace apps::samplesort
