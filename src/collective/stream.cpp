// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "collective/stream.hpp"

#include <cstring>

namespace skua::collective {

bool inbound::arrive(std::uint64_t total, std::span<std::byte const> piece) {
  if (piece.size() > total || kept_.size() >= window) return false;
  if (expecting_) {
    take(total, piece);
  } else {
    kept_.push_back({total, {piece.begin(), piece.end()}});
  }
  return true;
}

void inbound::expect(std::span<std::byte> into) {
  into_ = into;
  filled_ = 0;
  expecting_ = true;
  complete_ = false;
  while (expecting_ && !kept_.empty()) {
    take(kept_.front().total, kept_.front().bytes);
    kept_.erase(kept_.begin());
  }
}

void inbound::drop() noexcept { expecting_ = false; }

void inbound::reset() noexcept {
  kept_.clear();
  expecting_ = complete_ = differs_ = false;
  filled_ = 0;
  taken_ = told_ = 0;
}

void inbound::take(std::uint64_t total, std::span<std::byte const> piece) noexcept {
  ++taken_;
  if (total != into_.size() || piece.size() > into_.size() - filled_) {
    differs_ = complete_ = true;
    expecting_ = false;
    return;
  }
  if (!piece.empty()) std::memcpy(into_.data() + filled_, piece.data(), piece.size());
  filled_ += piece.size();
  complete_ = filled_ == into_.size();
  expecting_ = !complete_;
}

std::uint64_t inbound::news() noexcept {
  if (taken_ - told_ <= silent) return 0;
  return told_ = taken_;
}

}  // namespace skua::collective
