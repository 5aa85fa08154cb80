// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "collective/stream.hpp"

#include <cstring>

namespace skua::collective {

bool inbound::arrive(std::uint64_t total, std::span<std::byte const> piece) {
  if (piece.size() > total || early_pieces_.size() >= window) return false;
  if (expecting_) {
    take(total, piece);
  } else {
    early_pieces_.push_back({total, {piece.begin(), piece.end()}});
  }
  return true;
}

void inbound::expect(std::span<std::byte> target) {
  target_ = target;
  filled_ = 0;
  expecting_ = true;
  complete_ = false;
  while (expecting_ && !early_pieces_.empty()) {
    take(early_pieces_.front().total, early_pieces_.front().bytes);
    early_pieces_.erase(early_pieces_.begin());
  }
}

void inbound::drop() noexcept { expecting_ = false; }

void inbound::reset() noexcept {
  early_pieces_.clear();
  expecting_ = complete_ = differs_ = false;
  filled_ = 0;
  take_count_ = acknowledged_ = 0;
}

void inbound::take(std::uint64_t total, std::span<std::byte const> piece) noexcept {
  ++take_count_;
  if (total != target_.size() || piece.size() > target_.size() - filled_) {
    differs_ = complete_ = true;
    expecting_ = false;
    return;
  }
  if (!piece.empty()) std::memcpy(target_.data() + filled_, piece.data(), piece.size());
  filled_ += piece.size();
  complete_ = filled_ == target_.size();
  expecting_ = !complete_;
}

std::uint64_t inbound::ack_due() noexcept {
  if (take_count_ - acknowledged_ <= ack_interval) return 0;
  return acknowledged_ = take_count_;
}

}  // namespace skua::collective
