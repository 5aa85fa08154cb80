// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// places/memory_…: words of another place's global memory beside the same words as ordinary shared
// memory, and copies beside memcpy. If only messages reach the memory (ranks with
// SKUA_MPI_RINGS=off, SKUA_MEMORY_CHECK), there is no such peer.
#include <skua/memory.hpp>
#include <skua/skua.hpp>

#include <cstdint>
#include <cstring>
#include <vector>

#include "support/case.hpp"
#include "support/opaque.hpp"
#include "support/places.hpp"

namespace bench {
namespace {

constexpr std::size_t words = 1024;  // they stay in the nearest cache

/// Nanoseconds per call of f(i), the median of several batches.
template <class F>
double ns_per_call(int times, F const& f) {
  return median(take_samples({size(15, 2), 1}, [&](int) {
    return nanoseconds_of([&] {
             for (int i = 0; i < times; ++i) f(static_cast<std::size_t>(i) % words);
           }) /
           times;
  }));
}

/// Our cost, and its excess over one and a half plain accesses.
void put_cost(figures& result, std::string const& name, double skua_ns, double plain_ns) {
  result[name + "_ns"] = skua_ns;
  result[name + "_plain_ns"] = plain_ns;
  result[name + "_beyond_ns"] = skua_ns - 1.5 * plain_ns;
}

figures word_access() {
  skua::runtime job{places(2)};
  return job.run([] {
    figures f;
    auto const p = skua::allocate<std::uint64_t>(1, words);
    std::uint64_t* const mapped = p.local();
    int const times = mapped != nullptr ? size(200'000, 1000) : size(5'000, 100);
    std::uint64_t sum = 0;
    double const put = ns_per_call(times, [&](std::size_t i) { p[static_cast<std::ptrdiff_t>(i)] = i; });
    double const get = ns_per_call(times, [&](std::size_t i) { sum += p[static_cast<std::ptrdiff_t>(i)]; });
    require(sum % (words * (words - 1) / 2) == 0 || times % static_cast<int>(words) != 0, "get gave something else");
    double const add = ns_per_call(times, [&](std::size_t i) {
      skua::global_atomic<std::uint64_t>(p + static_cast<std::ptrdiff_t>(i)).fetch_add(1);
    });
    f["put_ns"] = put;
    f["get_ns"] = get;
    f["add_ns"] = add;
    if (mapped != nullptr) {
      auto* const plain = static_cast<std::uint64_t volatile*>(mapped);
      put_cost(f, "put", put, ns_per_call(times, [&](std::size_t i) { plain[i] = i; }));
      put_cost(f, "get", get, ns_per_call(times, [&](std::size_t i) { sum += plain[i]; }));
      put_cost(f, "add", add,
               ns_per_call(times, [&](std::size_t i) { __atomic_fetch_add(&mapped[i], 1, __ATOMIC_SEQ_CST); }));
    }
    f[time_figure] = opaque(get) * 1e-9;
    skua::deallocate(p);
    return f;
  });
}

figures copies() {
  skua::runtime job{places(2)};
  return job.run([] {
    constexpr std::size_t sizes[] = {8192, std::size_t{8} << 20, std::size_t{64} << 20};
    constexpr char const* names[] = {"8KiB", "8MiB", "64MiB"};
    figures f;
    for (std::size_t k = 0; k < 3; ++k) {
      std::size_t const n = sizes[k] / 8;
      auto const p = skua::allocate<std::uint64_t>(1, n);
      std::vector<std::uint64_t> source(n, k + 1), target(n);
      int const times = size(static_cast<int>((std::size_t{256} << 20) / sizes[k] / 4 + 2), 2);
      double const skua_ns = ns_per_call(times, [&](std::size_t) {
        skua::copy(source.data(), p, n).get();
        skua::copy(p, target.data(), n).get();
      });
      require(target == source, "the copy differs");
      f[std::string(names[k]) + "_GB_per_s"] = 2.0 * static_cast<double>(sizes[k]) / skua_ns;
      if (std::uint64_t* const mapped = p.local()) {
        double const plain_ns = ns_per_call(times, [&](std::size_t) {
          std::memcpy(mapped, opaque(source.data()), sizes[k]);
          std::memcpy(target.data(), opaque(mapped), sizes[k]);
        });
        f[std::string(names[k]) + "_of_memcpy"] = plain_ns / skua_ns;
      }
      if (k == 0) f[time_figure] = skua_ns * 1e-9;
      skua::deallocate(p);
    }
    return f;
  });
}

}  // namespace

void add_places_memory(suite& registry) {
  add_places_case(registry, "places/memory_word", word_access,
                  {at_most("put_beyond_ns", 20), at_most("get_beyond_ns", 20), at_most("add_beyond_ns", 20)});
  add_places_case(registry, "places/memory_copy", copies,
                  {at_least("8MiB_of_memcpy", 0.9), at_least("64MiB_of_memcpy", 0.9)});
}

}  // namespace bench
