// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a place has for the factorisation: its block columns, all pivots, and the panels as they
// become known. The place that factorises one tells the others; who can see its memory reads it
// there, the others fetch it once.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <skua/skua.hpp>
#include <span>
#include <vector>

#include "distribution.hpp"
#include "kernels.hpp"

namespace apps::lu {

/// The matrix; travels.
struct plan {
  int order;
  int tile;
  std::uint64_t seed;
  bool library;  ///< kernels from the library
};

class node;
using all_nodes = skua::place_local<node>;
using done = skua::shared_future<void>;

class node {
 public:
  node(plan const& what, skua::shared_array<double> const& store);

  [[nodiscard]] matrix_shape const& shape() const noexcept { return shape_; }
  [[nodiscard]] dealt const& deal() const noexcept { return deal_; }
  [[nodiscard]] blas const& ops() const noexcept { return ops_; }
  [[nodiscard]] int here() const noexcept { return here_; }
  /// Block columns of this place.
  [[nodiscard]] int count() const noexcept { return deal_.count(here_); }
  [[nodiscard]] int tile(int i) const noexcept { return deal_.tile(here_, i); }
  [[nodiscard]] double* columns(int i) const noexcept { return columns_ + shape_.elements(i * shape_.tile); }
  [[nodiscard]] std::span<std::int32_t> pivots() noexcept { return pivots_; }

  /// Writes the input of the place's columns.
  void generate();

  /// When panel k can be read here, and its pivots.
  [[nodiscard]] done known(int k) const { return panels_[static_cast<std::size_t>(k)].known; }
  /// When all are known; they come in any order.
  [[nodiscard]] done all_known() const { return all_known_; }
  [[nodiscard]] panel at(int k) const noexcept { return panels_[static_cast<std::size_t>(k)].where; }
  /// Panel k has been applied to some more block columns.
  void used(int k, int columns);

  /// Panel k is factorised, here: tells everybody.
  void publish(all_nodes const& all, int k);
  /// Panel k is factorised, there.
  void receive(all_nodes const& all, int k, skua::global_ptr<double> from, std::span<std::int32_t const> pivots);
  /// It can be read now.
  void arrived(int k);

 private:
  struct entry {
    skua::promise<void> promise;
    done known = promise.get_future().share();
    panel where{};
    std::unique_ptr<double[]> copy;  ///< where the owner's memory is not mapped
    std::atomic<int> users = 0;      ///< block columns it is still to be applied to
  };

  matrix_shape shape_;
  int here_;
  dealt deal_;
  std::uint64_t seed_;
  blas const& ops_;
  skua::shared_array<double> store_;
  double* columns_;
  std::vector<std::int32_t> pivots_;
  std::vector<entry> panels_;
  std::atomic<int> unknown_;
  skua::promise<void> last_of_all_;
  done all_known_ = last_of_all_.get_future().share();
};

}  // namespace apps::lu
