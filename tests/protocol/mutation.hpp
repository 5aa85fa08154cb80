// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bugs that can be planted between the production code and the network, to show that the simulation
// finds them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <vector>

#include "protocol/network.hpp"

namespace protocol {

enum class mutation {
  none,
  early_acknowledgement,  // every batch is acknowledged on arrival, also a batch that engages a proxy
  proxy_per_pair,         // one proxy per sending place; it acknowledges all of its batches when it is done
  joined_when_done,       // one proxy, but later batches are acknowledged only when it is done
  done_before_merge,      // contributions are sent after "done"
  join_the_ending,        // tasks join a proxy that has lost its last token
  deaf_batch,             // a batch does not carry the flag that its scope is cancelled
  no_report_upwards,      // a proxy that is cancelled does not tell its parent
  lost_acknowledgement,   // one "joined" is lost
  unsaid_engaged,         // a proxy does not say "engaged" to a parent that did not send its tasks
  unordered,              // messages between two places overtake one another
};

/// Words of message bodies; scope_tree.cpp has the layouts.
inline std::uint64_t word_at(bytes body, std::size_t offset) {
  std::uint64_t x;
  std::memcpy(&x, body.data() + offset, sizeof x);
  return x;
}
inline void set_word(std::vector<std::byte>& body, std::size_t offset, std::uint64_t x) {
  std::memcpy(body.data() + offset, &x, sizeof x);
}
inline constexpr std::size_t batch_flags_at = 12;
inline constexpr std::byte batch_is_cancelled{16};

/// For proxy_per_pair: the production tree keeps one proxy per scope id. So the tasks of each
/// sender get a separate scope id here.
struct pair_names {
  static constexpr int tag_shift = 43;  // the upper bits of a generation, which tests never reach
  static constexpr std::uint64_t tag_mask = std::uint64_t{15} << tag_shift;

  static std::uint64_t plain(std::uint64_t id) { return id & ~tag_mask; }
  static std::uint64_t tagged(std::uint64_t id, int from) {
    return plain(id) | static_cast<std::uint64_t>(from + 1) << tag_shift;
  }

  std::map<std::uint64_t, std::uint64_t> engager;               // by tagged id: the id that the sender uses
  std::map<std::uint64_t, std::vector<std::uint64_t>> to_join;  // by tagged id: batches to be acknowledged at the end
};

}  // namespace protocol
