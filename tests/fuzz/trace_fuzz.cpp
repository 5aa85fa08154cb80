// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Any bytes as a trace: read to the end, with sums that are numbers.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "report/collector.hpp"
#include "report/events.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::istringstream from(std::string(reinterpret_cast<char const*>(data), size));
  apps::trace_report::collector events;
  auto const result = apps::trace_report::event_reader(events).read(from);
  events.finish();
  if (result.bytes > size) std::abort();
  for (auto const& [id, place] : events.places) {
    for (auto const& [number, worker] : place.threads) {
      if (!(worker.busy >= 0) || !(worker.in_slice >= worker.busy) ||
          worker.bins.bins() > apps::trace_report::most_bins)
        std::abort();
    }
  }
  return 0;
}
