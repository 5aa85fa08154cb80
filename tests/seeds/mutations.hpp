// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bugs of the protocols between places, planted on the way of the real messages, to show that the
// search over seeds finds such bugs. In each run one message is spoilt, at most.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "world/meddler.hpp"

namespace seeds_test {

struct mutation {
  std::string_view name;
  std::string_view what;
  /// Spoils a message, if it is of those that it is about.
  bool (*spoil)(std::uint32_t kind, std::vector<std::byte>& body, skua::world::meddler::fate& fate);
};
std::span<mutation const> all_mutations() noexcept;

class spoiler final : public skua::world::meddler {
 public:
  /// The seed says which of the messages it is.
  spoiler(mutation const& m, std::uint64_t seed) noexcept;
  fate sends(int from, int to, std::uint32_t kind, std::vector<std::byte>& body) override;

 private:
  mutation const& planted_;
  std::uint64_t left_;  // until then
};

}  // namespace seeds_test
