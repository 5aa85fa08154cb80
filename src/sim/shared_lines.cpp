// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sim/shared_lines.hpp"

#include <algorithm>
#include <bit>

#include "sim/speed_model.hpp"

namespace skua::sim {
namespace {

constexpr std::size_t bits = 64;  // of a word

}  // namespace

shared_lines::shared_lines(sharing_costs const& costs) noexcept
    : complex_(static_cast<std::size_t>(costs.complex)),
      package_(static_cast<std::size_t>(costs.package)),
      near_ns_(ns(costs.line)),
      other_ns_(ns(costs.other_line)),
      far_ns_(ns(costs.far_line)) {}

std::uint64_t shared_lines::time_between(std::size_t thread, std::size_t other) const noexcept {
  if (thread / complex_ == other / complex_) return near_ns_;
  return package_ == 0 || thread / package_ == other / package_ ? other_ns_ : far_ns_;
}

shared_lines::line& shared_lines::line_of(void const* address) {
  return lines_[reinterpret_cast<std::uintptr_t>(address) / 64];
}

bool shared_lines::has(line const& line, std::size_t thread) noexcept {
  return thread / bits < line.readers.size() && (line.readers[thread / bits] >> thread % bits & 1) != 0;
}

void shared_lines::give(line& line, std::size_t thread) {
  if (thread / bits >= line.readers.size()) line.readers.resize(thread / bits + 1);
  line.readers[thread / bits] |= std::uint64_t{1} << thread % bits;
}

/// How long it takes until the farthest other thread with the line has given it away.
std::uint64_t shared_lines::time_to_take(line const& line, std::size_t writer) const noexcept {
  std::uint64_t longest = 0;
  for (std::size_t i = 0; i < line.readers.size(); ++i) {
    for (std::uint64_t word = line.readers[i]; word != 0 && longest < far_ns_; word &= word - 1) {
      std::size_t const reader = i * bits + static_cast<std::size_t>(std::countr_zero(word));
      if (reader != writer) longest = std::max(longest, time_between(writer, reader));
    }
  }
  return longest;
}

std::uint64_t shared_lines::read(void const* address, std::size_t reader, std::uint64_t now) {
  line& target = line_of(address);
  if (target.writer == none || has(target, reader)) return 0;
  ++moves_;
  give(target, reader);
  return (target.free_at > now ? target.free_at - now : 0) + time_between(reader, target.writer);
}

std::uint64_t shared_lines::write(void const* address, std::size_t writer, std::uint64_t now) {
  line& target = line_of(address);
  std::uint64_t time = time_to_take(target, writer);
  if (time != 0) {
    ++moves_;
    if (target.free_at > now) time += target.free_at - now;
    target.free_at = now + time;
  }
  target.writer = writer;
  std::fill(target.readers.begin(), target.readers.end(), 0);
  give(target, writer);
  return time;
}

}  // namespace skua::sim
