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
void combine_with_lower(participation& participant, combiner const& op, std::byte* low, buffer data) {
  participant.stop_polling();
  op(low, data.data(), data.size(), false);
}

void by_doubling(participation& participant, combiner const& op, buffer data, buffer before) {
  scratch const received(participant, data.size());
  for (int distance = 1; distance < participant.size(); distance *= 2) {
    bool const receives = participant.rank() >= distance;
    if (receives) participant.expect(participant.rank() - distance, {received.at(0), data.size()});
    if (participant.rank() + distance < participant.size()) participant.send(participant.rank() + distance, data);
    if (!receives) continue;
    participant.await(participant.rank() - distance);
    if (!before.empty() && distance == 1) std::memcpy(before.data(), received.at(0), before.size());
    if (!before.empty() && distance != 1) combine_with_lower(participant, op, received.at(0), before);
    combine_with_lower(participant, op, received.at(0), data);
  }
}

void along_chain(participation& participant, combiner const& op, buffer data, buffer before) {
  std::size_t const segment = std::max<std::size_t>(1, usual_segment / op.element) * op.element;
  std::size_t const stride = (segment + 127) / 128 * 128;
  scratch const received(participant, 2 * stride);  // two segments: the next one may arrive while this one is combined
  auto const size_at = [&](std::size_t at) { return std::min(segment, data.size() - at); };
  auto const received_at = [&](std::size_t at) { return received.at(at / segment % 2 * stride); };
  bool const receives = participant.rank() > 0;
  if (receives) participant.expect(participant.rank() - 1, {received_at(0), size_at(0)});
  for (std::size_t offset = 0; offset < data.size(); offset += segment) {
    buffer const part = data.subspan(offset, size_at(offset));
    if (receives) {
      participant.await(participant.rank() - 1);
      if (offset + segment < data.size())
        participant.expect(participant.rank() - 1, {received_at(offset + segment), size_at(offset + segment)});
      if (!before.empty()) std::memcpy(before.data() + offset, received_at(offset), part.size());
      combine_with_lower(participant, op, received_at(offset), part);
    }
    if (participant.rank() + 1 < participant.size()) participant.send(participant.rank() + 1, part);
  }
}

}  // namespace

void scan_bytes(participation& participant, combiner const& op, buffer data, buffer before) {
  if (data.size() > short_data) {
    along_chain(participant, op, data, before);
  } else {
    by_doubling(participant, op, data, before);
  }
}

}  // namespace skua::collective
