// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prefixes of many elements: short ones by doubling distances, in as many steps as the number of
// members has bits; long ones along the chain of members segment by segment, so that nobody sends
// them twice and all members are at work at once.
//
// Sources: Hillis and Steele (1986) for the doubling.
#include <skua/collective/parcels.hpp>

#include <algorithm>
#include <cstring>

#include "collective/scratch.hpp"

namespace skua::collective {
namespace {

/// What has come from lower members is in front of what is here.
void put_before(turn& t, combiner const& with, std::byte* low, buffer data) {
  t.look_away();
  with(low, data.data(), data.size(), false);
}

void by_doubling(turn& t, combiner const& with, buffer data, buffer before) {
  scratch const theirs(t, data.size());
  for (int d = 1; d < t.size(); d *= 2) {
    bool const hears = t.rank() >= d;
    if (hears) t.expect(t.rank() - d, {theirs.at(0), data.size()});
    if (t.rank() + d < t.size()) t.send(t.rank() + d, data);
    if (!hears) continue;
    t.await(t.rank() - d);
    if (!before.empty() && d == 1) std::memcpy(before.data(), theirs.at(0), before.size());
    if (!before.empty() && d != 1) put_before(t, with, theirs.at(0), before);
    put_before(t, with, theirs.at(0), data);
  }
}

void along_chain(turn& t, combiner const& with, buffer data, buffer before) {
  std::size_t const segment = std::max<std::size_t>(1, usual_segment / with.element) * with.element;
  std::size_t const stride = (segment + 127) / 128 * 128;  // two segments: the next may come already
  scratch const theirs(t, 2 * stride);
  auto const size_at = [&](std::size_t at) { return std::min(segment, data.size() - at); };
  auto const room_at = [&](std::size_t at) { return theirs.at(at / segment % 2 * stride); };
  bool const hears = t.rank() > 0;
  if (hears) t.expect(t.rank() - 1, {room_at(0), size_at(0)});
  for (std::size_t at = 0; at < data.size(); at += segment) {
    buffer const here = data.subspan(at, size_at(at));
    if (hears) {
      t.await(t.rank() - 1);
      if (at + segment < data.size()) t.expect(t.rank() - 1, {room_at(at + segment), size_at(at + segment)});
      if (!before.empty()) std::memcpy(before.data() + at, room_at(at), here.size());
      put_before(t, with, room_at(at), here);
    }
    if (t.rank() + 1 < t.size()) t.send(t.rank() + 1, here);
  }
}

}  // namespace

void combine_up_to(turn& t, combiner const& with, buffer data, buffer before) {
  if (data.size() > short_data) {
    along_chain(t, with, data, before);
  } else {
    by_doubling(t, with, data, before);
  }
}

}  // namespace skua::collective
