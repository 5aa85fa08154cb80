// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sort over a shared array: a sample sort.
//
//   sample    each place takes samples; the caller chooses the splitters of buckets that fit into a
//             cache, many for each place
//   partition the keys of a place by bucket, into global memory
//   exchange  each place copies the keys of its buckets from the others, one copy for each pair
//   sort      each bucket by itself, into the array
//
// Source: SampleSort of HabaneroUPC++ (Kumar et al. 2014, section 5), which sorts before and after
// the exchange. Here one partition pass and sorted buckets in the cache replace both sorts.
#pragma once

#include <skua/algorithm/for_each.hpp>
#include <skua/algorithm/sort.hpp>
#include <skua/detail/algorithm/buckets.hpp>
#include <skua/detail/algorithm/transfers.hpp>
#include <skua/detail/core/outlined_finish.hpp>
#include <skua/memory/allocate.hpp>
#include <skua/place_local.hpp>
#include <skua/reducer.hpp>

namespace skua {
namespace algorithm {

/// The caller alone sorts at most this number of keys.
inline constexpr std::size_t few_keys = 4096;
inline constexpr std::size_t keys_per_bucket = 16384;
inline constexpr std::size_t keys_per_chunk = 65536;
inline constexpr std::size_t samples_per_bucket = 32;
/// The number of open bucket ends that caches and address tables handle.
inline constexpr std::size_t open_buckets = 4096;

/// The number of buckets of each rank: small enough for a cache, and enough of them for all
/// workers.
inline std::size_t buckets_of_rank(std::size_t keys, std::size_t ranks) noexcept {
  std::size_t const part = keys / ranks;
  std::size_t const target_count = (std::max)(part / keys_per_bucket, std::min<std::size_t>(part / 256, 32));
  return std::clamp<std::size_t>(target_count, 1, std::max<std::size_t>(open_buckets / ranks, 1));
}

/// The keys of a place in the order of their buckets, and the begin of each bucket.
template <class T>
struct bucketed_keys {
  unique_global<T> keys;
  unique_global<std::uint64_t> begins;
};
/// Global pointers to both.
template <class T>
struct bucketed_part {
  global_ptr<T> keys;
  global_ptr<std::uint64_t> begins;
};

/// Counts nothing.
struct no_counter {
  no_counter const& operator+=(std::uint64_t) const { return *this; }
};

struct sampling_parts {
  template <class T>
  static std::vector<sample<T>> run(shared_array<T> const& array, int rank, std::uint64_t samples) {
    std::span<T const> const part = array.local();
    std::uint64_t first = 0;
    for (int receiver = 0; receiver < rank; ++receiver) first += array.shape().size_at(receiver);
    double const share = static_cast<double>(part.size()) / static_cast<double>(array.size());
    return take_samples(part, first, static_cast<std::size_t>(share * static_cast<double>(samples)) + 1);
  }
  template <class T>
  static std::vector<sample<T>> combine(std::vector<sample<T>> low, std::vector<sample<T>> const& high) {
    low.insert(low.end(), high.begin(), high.end());
    return low;
  }
};

struct bucketing_parts {
  template <class T, class Comp, class Count>
  static std::vector<bucketed_part<T>> run(shared_array<T> const& array, int rank, Comp& comp,
                                           std::vector<sample<T>> const& splitters,
                                           place_local<bucketed_keys<T>> const& storage, Count const& visits) {
    std::span<T const> const part = array.local();
    std::uint64_t first = 0;
    for (int receiver = 0; receiver < rank; ++receiver) first += array.shape().size_at(receiver);
    classifier<T, Comp> const key_classifier(splitters, comp);
    bucket_partition<T, Comp> partition(part, first, key_classifier, keys_per_chunk);
    auto const chunks = static_cast<count_type>(partition.chunks());
    run_each("sort", chunks, [&](count_type chunk) { partition.classify(static_cast<std::size_t>(chunk)); });
    visits += part.size();
    std::vector<std::uint64_t> const begins = partition.begins();
    bucketed_keys<T>& own = *storage;
    own.keys.reset(allocate<T>(here(), part.size()));
    own.begins.reset(allocate<std::uint64_t>(here(), begins.size()));
    std::copy(begins.begin(), begins.end(), own.begins.get().local());
    T* const target = own.keys.get().local();
    run_each("sort", chunks, [&](count_type chunk) { partition.scatter(static_cast<std::size_t>(chunk), target); });
    visits += part.size();
    return {{own.keys.get(), own.begins.get()}};
  }
  template <class T, class Comp>
  static std::vector<bucketed_part<T>> combine(std::vector<bucketed_part<T>> low,
                                               std::vector<bucketed_part<T>> const& high, Comp&) {
    low.insert(low.end(), high.begin(), high.end());
    return low;
  }
};

/// Sorts the buckets of a rank, from the parts of all ranks.
struct sorting_parts {
  template <class T, class Comp, class Count>
  static void run(shared_array<T> const& array, int rank, Comp& comp, std::uint64_t buckets,
                  std::vector<bucketed_part<T>> const& parts, Count const& visits) {
    auto const own_rank = static_cast<std::size_t>(rank);
    std::size_t const ranks = parts.size();
    std::size_t const width = buckets + 1;
    std::vector<std::uint64_t> begins(ranks * width);  // by rank, then by own bucket
    sched::finish_outlined([&] {
      for (std::size_t receiver = 0; receiver < ranks; ++receiver)
        static_cast<void>(get(parts[receiver].begins + static_cast<std::ptrdiff_t>(own_rank * buckets),
                              std::span(begins).subspan(receiver * width, width)));  // the scope waits
    });
    auto const keys_from = [&](std::size_t receiver) {
      return begins[receiver * width + buckets] - begins[receiver * width];
    };
    std::size_t foreign_keys = 0;
    std::size_t index = 0;  // of the first key of the own buckets
    for (std::size_t receiver = 0; receiver < ranks; ++receiver) {
      index += begins[receiver * width];
      if (receiver != own_rank) foreign_keys += keys_from(receiver);
    }
    element_buffer<T> const buffer(foreign_keys);
    std::vector<T const*> received(ranks);  // by rank, the keys of the own buckets
    sched::finish_outlined([&] {
      T* next = buffer.data();
      for (std::size_t receiver = 0; receiver < ranks; ++receiver) {
        auto const source = parts[receiver].keys + static_cast<std::ptrdiff_t>(begins[receiver * width]);
        if (receiver == own_rank) {
          received[receiver] = source.local();
          continue;
        }
        std::size_t const n = keys_from(receiver);
        received[receiver] = next;
        if (n != 0) static_cast<void>(get(source, std::span<T>(next, n)));
        next += n;
      }
    });

    distribution const& shape = array.shape();
    T* const own_part = array.local().data();
    std::vector<std::size_t> indices(width, index);  // by bucket: the index of its first key in the array
    for (std::size_t own_bucket = 0; own_bucket < buckets; ++own_bucket) {
      indices[own_bucket + 1] = indices[own_bucket];
      for (std::size_t receiver = 0; receiver < ranks; ++receiver)
        indices[own_bucket + 1] += begins[receiver * width + own_bucket + 1] - begins[receiver * width + own_bucket];
    }
    run_each("sort", static_cast<count_type>(buckets), [&](count_type position) {
      auto const own_bucket = static_cast<std::size_t>(position);
      std::size_t const n = indices[own_bucket + 1] - indices[own_bucket];
      if (n == 0) return;
      std::vector<std::span<T const>> pieces;
      for (std::size_t receiver = 0; receiver < ranks; ++receiver) {
        std::uint64_t const* const first = begins.data() + receiver * width;
        if (first[own_bucket + 1] != first[own_bucket])
          pieces.emplace_back(received[receiver] + (first[own_bucket] - first[0]),
                              first[own_bucket + 1] - first[own_bucket]);
      }
      bool const is_here = shape.place_of(indices[own_bucket]) == rank &&
                           indices[own_bucket] / shape.block() == (indices[own_bucket + 1] - 1) / shape.block();
      if (is_here) {
        sort_pieces<T>(pieces, own_part + shape.position_of(indices[own_bucket]), n, comp);
      } else {
        element_buffer<T> const sorted(n);
        sort_pieces<T>(pieces, sorted.data(), n, comp);
        push(array, indices[own_bucket], indices[own_bucket + 1], sorted.data());
      }
      visits += n;
    });
  }
};

/// Sorts an array whose elements all lie at one place.
struct sorting_alone {
  template <class T, class Comp>
  static void run(shared_array<T> const& array, int, Comp& comp) {
    std::span<T> const part = array.local();
    sort_range(part.data(), part.data() + part.size(), comp);
  }
};

template <class T, class Comp, class Count>
void sample_sort(shared_array<T> const& array, int ranks, Comp comp, Count const& visits) {
  std::size_t const buckets = buckets_of_rank(array.size(), static_cast<std::size_t>(ranks));
  std::size_t const all_buckets = buckets * static_cast<std::size_t>(ranks);
  auto samples = run_parts<sampling_parts>("sort", array, ranks, function_list<>{},
                                           std::uint64_t{samples_per_bucket * all_buckets});
  skua::sort(samples.begin(), samples.end(),
             [&comp](sample<T> const& left, sample<T> const& right) { return precedes(comp, left, right); });
  auto splitters = choose_splitters(samples, all_buckets);
  finish([&] {  // owns the keys in the order of their buckets
    place_local<bucketed_keys<T>> const storage;
    auto parts = run_parts<bucketing_parts>("sort", array, ranks, function_list<Comp>{comp}, std::move(splitters),
                                            storage, visits);
    run_parts<sorting_parts>("sort", array, ranks, function_list<Comp>{comp}, std::uint64_t{buckets}, std::move(parts),
                             visits);
  });
}

template <class T, class Comp, class Count>
void sort_array(shared_array<T> const& array, Comp comp, Count const& visits) {
  require_task("sort");
  require_travelling<Comp>();
  std::size_t const n = array.size();
  int const ranks = ranks_in_use(array.shape(), n);
  if (n > few_keys && (ranks > 1 || (sorts_by_bits<T, Comp> && n > keys_per_bucket)))
    return sample_sort(array, ranks, std::move(comp), visits);
  if (ranks == 1) {
    run_parts<sorting_alone>("sort", array, 1, function_list<Comp>{std::move(comp)});
  } else if (n > 1) {
    element_buffer<T> const buffer(n);
    pull(array, 0, n, buffer.data());
    sort_range(buffer.data(), buffer.data() + n, comp);
    push(array, 0, n, buffer.data());
  }
  visits += 3 * n;
}

}  // namespace algorithm

namespace wire {

template <class T>
inline constexpr bool as_it_is<algorithm::sample<T>> = true;
template <class T>
inline constexpr bool as_it_is<algorithm::bucketed_part<T>> = true;

}  // namespace wire

/// Sorts by comp(x, y), a strict weak order. Equal elements may change their order. Each place
/// needs memory for two more parts. If comp throws, or the call is cancelled, elements may be lost.
template <class T, class Comp = std::less<>>
  requires std::predicate<Comp&, T const&, T const&>
void sort(shared_array<T> const& array, Comp comp = {}) {
  algorithm::sort_array(array, std::move(comp), algorithm::no_counter());
}
/// Like the other sort; also adds 3 to `visits` for each element, step by step, for a line of
/// progress.
template <class T, class Comp>
  requires std::predicate<Comp&, T const&, T const&>
void sort(shared_array<T> const& array, Comp comp, count visits) {
  algorithm::sort_array(array, std::move(comp), visits);
}

}  // namespace skua
