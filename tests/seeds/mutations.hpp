// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bugs of the protocols between places, planted into the real messages, to show that the search
// over seeds finds them. At most one message is altered in each run.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "sim/fault_injector.hpp"

namespace seeds_test {

struct mutation {
  std::string_view name;
  std::string_view description;
  /// Alters a message if it is of the kind that this bug is about; returns whether it is.
  bool (*spoil)(std::uint32_t kind, std::vector<std::byte>& body,
                skua::sim::fault_injector::message_fault& message_fault);
};
std::span<mutation const> all_mutations() noexcept;

class spoiler final : public skua::sim::fault_injector {
 public:
  /// The seed selects the message to alter.
  spoiler(mutation const& m, std::uint64_t seed) noexcept;
  message_fault sends(int from, int to, std::uint32_t kind, std::vector<std::byte>& body) override;

 private:
  mutation const& planted_;
  std::uint64_t remaining_;  // matching messages until then
};

}  // namespace seeds_test
