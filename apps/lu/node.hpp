// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a place has for the factorisation over places: its tiles, and the tiles of others that its jobs read or go on
// changing. A job that others need tells them, and each place fetches once what it was told of.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <skua/skua.hpp>
#include <unordered_map>
#include <vector>

#include "blas.hpp"
#include "distribution.hpp"

namespace apps::lu {

/// The matrix and its distribution; travels.
struct plan {
  int order;
  int tile;
  std::uint64_t seed;
  bool library;  ///< kernels from the library
};

/// Something a job at one place leaves for jobs at another.
struct item {
  enum kind_of : std::int32_t {
    factors,  ///< tile (m, n) as dgetrf (m == n) or dtstrf (m > n) left it
    upper,    ///< tile (m, n), m <= n, for the elimination with tile row `step`; step == tiles: the result
  };
  kind_of kind;
  std::int32_t m;
  std::int32_t n;
  std::int32_t step;
};

class node;
using all_nodes = skua::place_local<node>;
using done = skua::shared_future<void>;

class node {
 public:
  node(plan const& what, skua::shared_array<double> const& store);

  [[nodiscard]] tile_shape const& shape() const noexcept { return shape_; }
  [[nodiscard]] block_layout const& layout() const noexcept { return layout_; }
  [[nodiscard]] blas const& ops() const noexcept { return ops_; }
  [[nodiscard]] int owner(int m, int n) const noexcept { return grid_.owner(m, n); }
  [[nodiscard]] bool mine(int m, int n) const noexcept { return owner(m, n) == here_; }
  [[nodiscard]] place_grid const& grid() const noexcept { return grid_; }

  /// Writes the input of the place's tiles.
  void generate();

  /// A tile of this place; the factors of a tile of any place, once they are here; a tile that comes by on its way down.
  [[nodiscard]] double* home(int m, int n) const;
  [[nodiscard]] double* factors(int m, int n);
  [[nodiscard]] double* upper(int k, int n);

  /// When the item is here.
  [[nodiscard]] done arrival(item const& what);
  /// How many jobs of this place will call `used` for these factors, which are then forgotten.
  void expect_users(int m, int n, int users);
  void used(int m, int n);

  /// Tells the places that need them of the factors of (m, n).
  void offer_factors(all_nodes const& all, int m, int n);
  /// Hands the tile (k, n) on after its elimination with tile row m.
  void pass_on(all_nodes const& all, int k, int n, int m);
  /// Fetches what another place has told of. `last`: that place does not need its room any more.
  void receive(all_nodes const& all, item const& what, skua::global_ptr<double> from, bool last);
  /// It is here.
  void arrived(item const& what, skua::global_ptr<double> from, bool last);

 private:
  /// What belongs to an item at a place that waits for it.
  struct entry {
    skua::promise<void> promise;
    done future = promise.get_future().share();
    std::unique_ptr<double[]> values;  ///< of factors
    int users = 0;
    bool asked = false;
    bool came = false;
  };
  static std::uint64_t key(item const& what) noexcept;
  entry& entry_of(item const& what);     // with the mutex held
  void forget_if_over(item const& what);  // the same: a tile on its way down is asked for once and comes once
  [[nodiscard]] skua::global_ptr<double> pointer(int place, std::size_t offset) const;
  [[nodiscard]] skua::global_ptr<double> room_for_upper(int k, int n);

  tile_shape shape_;
  place_grid grid_;
  block_layout layout_;
  std::uint64_t seed_;
  blas const& ops_;
  int here_;
  skua::shared_array<double> store_;
  double* blocks_;
  std::mutex mutex_;  // of what follows; nothing under it waits
  std::unordered_map<std::uint64_t, entry> entries_;
  std::unordered_map<std::uint64_t, skua::global_ptr<double>> guests_;  ///< room for tiles of others that come by
};

}  // namespace apps::lu
