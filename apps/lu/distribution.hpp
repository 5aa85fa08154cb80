// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The place of each block column. They are distributed in turn, every other round backwards (0 1 2
// 2 1 0 0 1 …): a block column further right is more work, so no place gets the larger one of every
// pair.

#pragma once

namespace apps::lu {

class block_distribution {
 public:
  block_distribution(int tiles, int places) noexcept : tiles_(tiles), places_(places) {}

  [[nodiscard]] int owner(int k) const noexcept { return in_round(k / places_, k % places_); }
  /// The index of block column k among those of its place.
  [[nodiscard]] int index(int k) const noexcept { return k / places_; }
  /// The inverse: a place's i-th block column.
  [[nodiscard]] int tile(int place, int i) const noexcept { return i * places_ + in_round(i, place); }
  /// The number of block columns of a place.
  [[nodiscard]] int count(int place) const noexcept {
    int const rounds = tiles_ / places_;
    return tile(place, rounds) < tiles_ ? rounds + 1 : rounds;
  }
  /// The largest number of block columns of any place.
  [[nodiscard]] int max_count() const noexcept { return (tiles_ + places_ - 1) / places_; }
  /// The index of the first of a place's block columns right of column k; count() if there is none.
  [[nodiscard]] int after(int place, int k) const noexcept {
    int const i = k / places_;
    return tile(place, i) > k ? i : i + 1;
  }

 private:
  int in_round(int round, int i) const noexcept { return round % 2 == 0 ? i : places_ - 1 - i; }

  int tiles_;
  int places_;
};

}  // namespace apps::lu
