// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prefix reductions of many elements. Short data: by doubling distances, in about log2(members)
// steps. Long data: along the chain of members, segment by segment, so that no member sends its
// data twice and all members work at the same time.
//
// Sources: Hillis and Steele (1986) for the doubling.
#include <skua/detail/collective/byte_operations.hpp>

#include <algorithm>
#include <cstring>

#include "collective/scratch.hpp"

namespace skua::collective {
namespace {

/// data = op(low, data): `low` comes from members of lower ranks.
void combine_with_lower(participation& t, combiner const& op, std::byte* low, buffer data) {
  t.stop_polling();
  op(low, data.data(), data.size(), false);
}

void by_doubling(participation& t, combiner const& op, buffer data, buffer before) {
  scratch const received(t, data.size());
  for (int d = 1; d < t.size(); d *= 2) {
    bool const receives = t.rank() >= d;
    if (receives) t.expect(t.rank() - d, {received.at(0), data.size()});
    if (t.rank() + d < t.size()) t.send(t.rank() + d, data);
    if (!receives) continue;
    t.await(t.rank() - d);
    if (!before.empty() && d == 1) std::memcpy(before.data(), received.at(0), before.size());
    if (!before.empty() && d != 1) combine_with_lower(t, op, received.at(0), before);
    combine_with_lower(t, op, received.at(0), data);
  }
}

void along_chain(participation& t, combiner const& op, buffer data, buffer before) {
  std::size_t const segment = std::max<std::size_t>(1, usual_segment / op.element) * op.element;
  std::size_t const stride = (segment + 127) / 128 * 128;
  scratch const received(t, 2 * stride);  // two segments: the next one may arrive while this one is combined
  auto const size_at = [&](std::size_t at) { return std::min(segment, data.size() - at); };
  auto const received_at = [&](std::size_t at) { return received.at(at / segment % 2 * stride); };
  bool const receives = t.rank() > 0;
  if (receives) t.expect(t.rank() - 1, {received_at(0), size_at(0)});
  for (std::size_t offset = 0; offset < data.size(); offset += segment) {
    buffer const part = data.subspan(offset, size_at(offset));
    if (receives) {
      t.await(t.rank() - 1);
      if (offset + segment < data.size())
        t.expect(t.rank() - 1, {received_at(offset + segment), size_at(offset + segment)});
      if (!before.empty()) std::memcpy(before.data() + offset, received_at(offset), part.size());
      combine_with_lower(t, op, received_at(offset), part);
    }
    if (t.rank() + 1 < t.size()) t.send(t.rank() + 1, part);
  }
}

}  // namespace

void scan_bytes(participation& t, combiner const& op, buffer data, buffer before) {
  if (data.size() > short_data) {
    along_chain(t, op, data, before);
  } else {
    by_doubling(t, op, data, before);
  }
}

}  // namespace skua::collective
