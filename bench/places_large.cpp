// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// places/large: a vector as the argument of a task at another place, and as its result, beside a
// memcpy of the same bytes.
#include <skua/skua.hpp>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "support/case.hpp"
#include "support/opaque.hpp"
#include "support/places.hpp"

namespace bench {
namespace {

using payload = std::vector<std::uint64_t>;

std::size_t length(payload const& p) { return p.size(); }
payload make(std::size_t n) { return payload(n, n); }

template <class Call>
double median_us(int times, Call&& call) {
  return 1e-3 * median(take_samples({times, 2}, [&](int) { return nanoseconds_of(call); }));
}

figures large() {
  skua::runtime job{places(2)};
  return job.run([] {
    constexpr std::size_t sizes[] = {32 << 10, 256 << 10, 1 << 20, 8 << 20};
    constexpr char const* names[] = {"32KiB", "256KiB", "1MiB", "8MiB"};
    figures f;
    for (std::size_t k = 0; k < 4; ++k) {
      std::size_t const n = sizes[k] / sizeof(std::uint64_t);
      payload const p = make(n);
      payload target(n);
      int const times = size(k == 3 ? 20 : 200, 3);
      std::string const name = names[k];
      f[name + "_argument_us"] =
          median_us(times, [&] { require(skua::async(skua::on(1), length, p).get() == n, "an argument was cut"); });
      f[name + "_result_us"] =
          median_us(times, [&] { require(skua::async(skua::on(1), make, n).get().size() == n, "a result was cut"); });
      double const memcpy_us = median_us(times, [&] { std::memcpy(target.data(), opaque(p.data()), sizes[k]); });
      f[name + "_copies"] = f[name + "_result_us"] / memcpy_us;
    }
    f[time_figure] = f["1MiB_result_us"] * 1e-6;
    return f;
  });
}

}  // namespace

void add_places_large(suite& registry) { add_places_case(registry, "places/large", large); }

}  // namespace bench
