// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets of places: all, those of this host, the nearest ones, parts of a set. Any task can make one,
// without communication.
//
// Source: the hierarchical places of Habanero; the communicators of MPI, without their collective
// construction.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <skua/place.hpp>

namespace skua {

/// An ordered set of places, a serializable value. Two sets with the same members are equal.
class place_set {
 public:
  place_set() = default;
  /// The given places, 0 to places() - 1 each; duplicates count once.
  explicit place_set(std::vector<int> members);

  /// All places.
  [[nodiscard]] static place_set all();
  /// The places that run on the caller's host.
  [[nodiscard]] static place_set host();
  /// The caller's place and its n nearest places: those of its host first, then by difference of
  /// place numbers.
  [[nodiscard]] static place_set neighbours(int n = 2);
  /// The members of the same colour as the caller's place. colour(place) is called for each member
  /// and must return the same values at every place. Each calling member gets the part it is in.
  template <class Colour>
  [[nodiscard]] place_set split(Colour const& colour) const {
    place_set part;
    for (int place : members_) {
      if (colour(place) == colour(here())) part.append(place);
    }
    return part;
  }

  /// The number of members.
  [[nodiscard]] int size() const noexcept { return static_cast<int>(members_.size()); }
  /// Whether `place` is a member.
  [[nodiscard]] bool contains(int place) const noexcept { return rank_of(place) >= 0; }
  /// The i-th member in ascending order; 0 <= i < size() is not checked.
  [[nodiscard]] int operator[](int i) const noexcept { return members_[static_cast<std::size_t>(i)]; }
  /// The position of `place` in the set; -1 if it is not a member.
  [[nodiscard]] int rank_of(int place) const noexcept;
  /// The first member, which is the home of the set's collective scopes. The set must not be empty.
  [[nodiscard]] int root() const noexcept { return members_.front(); }
  /// Iterators of the members, in their order.
  [[nodiscard]] auto begin() const noexcept { return members_.begin(); }
  /// The iterator behind the last member.
  [[nodiscard]] auto end() const noexcept { return members_.end(); }
  friend bool operator==(place_set const&, place_set const&) = default;

  /// How the set is sent; for the library.
  template <class Archive>
  void serialize(Archive& archive) {
    archive(members_);
  }

 private:
  void append(int place);  // greater than all members

  std::vector<int> members_;
};

}  // namespace skua
