// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets of places: all, those of this host, the nearest ones, parts of a set. Made by anyone,
// without talking to others.
//
// Source: the hierarchical places of Habanero; the communicators of MPI, without their collective
// construction.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <skua/place.hpp>

namespace skua {

/// An ordered set of places, a value that travels. Two sets with the same members are the same set.
class place_set {
 public:
  place_set() = default;
  /// These places; doubles count once. Numbers from 0 to places() - 1.
  explicit place_set(std::vector<int> members) : members_(std::move(members)) {
    std::sort(members_.begin(), members_.end());
    members_.erase(std::unique(members_.begin(), members_.end()), members_.end());
  }

  /// Every place.
  [[nodiscard]] static place_set all();
  /// Those that run on the caller's host.
  [[nodiscard]] static place_set host();
  /// The caller's place and the n nearest others: those of its host first, then by distance of
  /// their numbers.
  [[nodiscard]] static place_set neighbours(int n = 2);
  /// Members of the same colour as the caller's place: colour(place) is called for each and must
  /// give the same answers everywhere. Every member that calls this gets its own part.
  template <class Colour>
  [[nodiscard]] place_set split(Colour const& colour) const {
    std::vector<int> part;
    for (int p : members_) {
      if (colour(p) == colour(here())) part.push_back(p);
    }
    return place_set(std::move(part));
  }

  [[nodiscard]] int size() const noexcept { return static_cast<int>(members_.size()); }
  [[nodiscard]] bool contains(int p) const noexcept { return std::binary_search(members_.begin(), members_.end(), p); }
  /// The i-th member in the order of the places.
  [[nodiscard]] int operator[](int i) const noexcept { return members_[static_cast<std::size_t>(i)]; }
  /// The position of a place in it, -1: it is not a member.
  [[nodiscard]] int rank_of(int p) const noexcept {
    auto const at = std::lower_bound(members_.begin(), members_.end(), p);
    return at != members_.end() && *at == p ? static_cast<int>(at - members_.begin()) : -1;
  }
  /// The first member: where collective scopes of the set live.
  [[nodiscard]] int root() const noexcept { return members_.front(); }
  [[nodiscard]] auto begin() const noexcept { return members_.begin(); }
  [[nodiscard]] auto end() const noexcept { return members_.end(); }
  friend bool operator==(place_set const&, place_set const&) = default;

  template <class Archive>
  void serialize(Archive& a) {
    a(members_);
  }

 private:
  std::vector<int> members_;
};

}  // namespace skua
