// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which place has which block column. They are dealt in turn, every other round backwards (0 1 2 2
// 1 0 0 1 …): a block column further right is more work, and so nobody has the larger of each pair.

#pragma once

namespace apps::lu {

class dealt {
 public:
  dealt(int tiles, int places) noexcept : tiles_(tiles), places_(places) {}

  [[nodiscard]] int owner(int k) const noexcept { return in_round(k / places_, k % places_); }
  /// Which of its place's block columns it is.
  [[nodiscard]] int index(int k) const noexcept { return k / places_; }
  /// The other way round: a place's i-th block column.
  [[nodiscard]] int tile(int place, int i) const noexcept { return i * places_ + in_round(i, place); }
  /// How many a place has.
  [[nodiscard]] int count(int place) const noexcept {
    int const rounds = tiles_ / places_;
    return tile(place, rounds) < tiles_ ? rounds + 1 : rounds;
  }
  /// The most that any place has.
  [[nodiscard]] int most() const noexcept { return (tiles_ + places_ - 1) / places_; }
  /// The first of a place's block columns right of column k, as an index; count() if there is none.
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
