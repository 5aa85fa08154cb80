// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Samplesort over all places, with one task at each place, which divides its part of the work among
// the workers of its place:
//
//   sample    every place takes samples, all choose the same splitters of buckets that fit into a
//             cache, many for each place
//   partition the keys of a place by bucket, so that the keys for another place are contiguous
//   exchange  one copy for each pair of places, begun by the place that gets the keys
//   sort      each bucket by itself, from the pieces that came from the places
//
// Source: SampleSort of HabaneroUPC++ (Kumar et al. 2014, section 5), which sorts before and after
// the exchange. Here one partition pass and sorted buckets in the cache replace both sorts.

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <skua/collective.hpp>
#include <skua/progress.hpp>
#include <skua/skua.hpp>

#include "../skua/app.hpp"
#include "../skua/stopwatch.hpp"
#include "buckets.hpp"
#include "problem.hpp"

namespace apps::samplesort {
namespace {

namespace collective = skua::collective;

constexpr std::size_t keys_per_bucket = 16384;
constexpr std::size_t keys_per_chunk = 65536;
constexpr std::size_t max_buckets_in_all = 4096;  // caches and address tables handle this many open bucket ends
constexpr std::size_t samples_per_bucket = 32;

/// The number of buckets at each place: small enough for a cache, and enough buckets to keep all
/// workers busy.
std::size_t buckets_per_place(parameters const& settings) {
  std::size_t const target_count =
      std::max(settings.keys / keys_per_bucket, std::min<std::size_t>(settings.keys / 256, 32));
  return std::clamp<std::size_t>(target_count, 1, std::max<std::size_t>(max_buckets_in_all / settings.places, 1));
}

/// A message from one place to another: the number of keys for each of its buckets, and the index
/// of the first of these keys.
struct offer {
  std::size_t begin = 0;
  std::vector<std::size_t> counts;

  template <class Archive>
  void serialize(Archive& a) {
    a(begin, counts);
  }
};

/// In storage of their own, or in the memory of the input.
struct sorted_keys {
  std::unique_ptr<std::uint64_t[]> storage;
  std::span<std::uint64_t> keys;
};

/// One place's part of the computation.
struct sorter {
  parameters settings;
  skua::shared_array<std::uint64_t> keys;           // the input; also the result, if its additional capacity suffices
  skua::shared_array<std::uint64_t> bucketed_keys;  // the input by bucket; other places read their keys from it

  skua::count done;  // keys classified, moved to their buckets, and sorted

  sorter(parameters const& p, skua::count done_count)
      : settings(p), keys(capacity() * p.places, capacity()), bucketed_keys(p.total()), done(done_count) {}

  [[nodiscard]] static std::size_t place_index() noexcept { return static_cast<std::size_t>(skua::here()); }
  [[nodiscard]] std::size_t capacity() const noexcept { return settings.keys + settings.keys / 8; }
  [[nodiscard]] std::span<std::uint64_t> input() const { return keys.local().first(settings.keys); }

  /// This place's share of all keys, in order.
  sorted_keys sort() const {
    std::size_t const bucket_count = buckets_per_place(settings);
    auto const first = place_index() * settings.keys;
    auto const samples = take_samples(input(), first, samples_per_bucket * bucket_count, settings.seed);
    auto const all_samples = collective::allgatherv(samples).values;
    classifier const key_classifier(choose_splitters(all_samples, bucket_count * settings.places));
    auto const begins = partition_keys(key_classifier);
    std::vector<offer> offers(settings.places);
    for (std::size_t p = 0; p < settings.places; ++p) {
      offers[p].begin = begins[p * bucket_count];
      for (std::size_t b = p * bucket_count; b < (p + 1) * bucket_count; ++b)
        offers[p].counts.push_back(begins[b + 1] - begins[b]);
    }
    return sort_buckets(collective::alltoall(offers));
  }

  std::vector<std::size_t> partition_keys(classifier const& key_classifier) const {
    partition local_partition(input(), place_index() * settings.keys, key_classifier, keys_per_chunk);
    auto const destination = bucketed_keys.local();
    auto const chunks = static_cast<std::int64_t>(local_partition.chunks());
    skua::finish([&] {
      skua::for_async(chunks, [&](std::int64_t c) { local_partition.classify(static_cast<std::size_t>(c)); });
    });
    done += settings.keys;
    auto begins = local_partition.begins();
    skua::finish([&] {
      skua::for_async(chunks,
                      [&](std::int64_t c) { local_partition.scatter(static_cast<std::size_t>(c), destination); });
    });
    done += settings.keys;
    return begins;
  }

  sorted_keys sort_buckets(std::vector<offer> const& offers) const {
    // The keys of each place, one place after another; the own keys are read in place.
    std::vector<std::span<std::uint64_t const>> received(settings.places);
    std::vector<std::size_t> sizes;
    for (auto const& o : offers) sizes.push_back(std::reduce(o.counts.begin(), o.counts.end()));
    std::size_t const key_count = std::reduce(sizes.begin(), sizes.end());
    auto const remote_keys = std::make_unique_for_overwrite<std::uint64_t[]>(key_count - sizes[place_index()]);
    skua::finish([&] {
      std::size_t offset = 0;
      for (std::size_t p = 0; p < settings.places; ++p) {
        auto const source = bucketed_keys.part(static_cast<int>(p)) + static_cast<std::ptrdiff_t>(offers[p].begin);
        if (p == place_index()) {
          received[p] = bucketed_keys.local().subspan(offers[p].begin, sizes[p]);
          continue;
        }
        std::span const target(remote_keys.get() + offset, sizes[p]);
        if (!target.empty()) static_cast<void>(skua::get(source, target));  // the scope waits for it
        received[p] = target;
        offset += sizes[p];
      }
    });

    std::size_t const buckets = offers[0].counts.size();
    std::vector<std::vector<std::span<std::uint64_t const>>> pieces(buckets);
    std::vector<std::size_t> begins(buckets + 1);
    for (std::size_t b = 0; b < buckets; ++b) {
      begins[b + 1] = begins[b];
      for (std::size_t p = 0; p < settings.places; ++p) {
        std::size_t const n = offers[p].counts[b];
        begins[b + 1] += n;
        if (n != 0) pieces[b].push_back(received[p].first(n));
        received[p] = received[p].subspan(n);
      }
    }
    sorted_keys result;
    if (key_count <= capacity()) {
      result.keys = keys.local().first(key_count);  // the input has been copied into its buckets
    } else {
      result.storage = std::make_unique_for_overwrite<std::uint64_t[]>(key_count);
      result.keys = {result.storage.get(), key_count};
    }
    skua::finish([&] {
      skua::for_async(static_cast<std::int64_t>(buckets), [&](std::int64_t i) {
        auto const b = static_cast<std::size_t>(i);
        sort_pieces(pieces[b], result.keys.subspan(begins[b], begins[b + 1] - begins[b]));
        done += begins[b + 1] - begins[b];
      });
    });
    return result;
  }
};

/// The data of a place's keys that show whether all keys are in order.
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

/// The task that runs at all places.
struct sort_task {
  sorter local_sorter;
  skua::place_local<answer> place_answer;

  void operator()() const {
    auto const input = local_sorter.input();
    make_keys(local_sorter.settings, sorter::place_index() * local_sorter.settings.keys, input);
    answer a;
    a.before =
        collective::allreduce(fingerprint_of(input, sorter::place_index() * local_sorter.settings.keys), std::plus<>());
    collective::barrier();
    stopwatch const watch;
    auto const result = local_sorter.sort();
    collective::barrier();
    a.seconds = watch.seconds();

    auto const keys = result.keys;
    auto const borders =
        collective::allgather(ends{keys.size(), keys.empty() ? 0 : keys.front(), keys.empty() ? 0 : keys.back()});
    bool const is_locally_sorted = collective::allreduce(std::ranges::is_sorted(keys), std::logical_and<>());
    a.in_order = is_locally_sorted && in_order(borders);
    auto const keys_before = collective::exclusive_scan(std::uint64_t{keys.size()}, std::plus<>(), std::uint64_t{0});
    a.after = collective::allreduce(fingerprint_of(keys, keys_before), std::plus<>());
    auto const largest_count = std::ranges::max(borders, {}, &ends::count).count;
    a.balance = static_cast<double>(largest_count) / static_cast<double>(local_sorter.settings.keys);
    *place_answer = a;
  }
};

}  // namespace

answer sort_parallel(parameters const& settings, common_options const& options) {
  skua::place_local<answer> const place_answer;
  skua::progress const live("samplesort", options.progress("key visits", 3 * settings.total()));
  skua::run_spmd(sort_task{sorter(settings, live.counter()), place_answer});
  return *place_answer;
}

}  // namespace apps::samplesort
