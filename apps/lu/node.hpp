// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The data of a place for the factorisation: its block columns, all pivots, and the panels that are
// ready. The place that factorises a panel sends a message to the others. A place that can access
// the owner's memory reads the panel there; the others fetch it once.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <skua/skua.hpp>
#include <span>
#include <vector>

#include "kernels.hpp"
#include "problem.hpp"

namespace apps::lu {

/// The matrix; sent to all places.
struct plan {
  int order;
  int tile;
  std::uint64_t seed;
  blas_source kernels;
};

class node;
using all_nodes = skua::place_local<node>;
using completion = skua::shared_future<void>;

class node {
 public:
  node(plan const& matrix_plan, skua::shared_array<double> const& store);

  [[nodiscard]] matrix_shape const& shape() const noexcept { return shape_; }
  [[nodiscard]] block_distribution const& distribution() const noexcept { return distribution_; }
  [[nodiscard]] blas const& ops() const noexcept { return ops_; }
  [[nodiscard]] int place() const noexcept { return place_; }
  /// The number of block columns of this place.
  [[nodiscard]] int count() const noexcept { return distribution_.count(place_); }
  [[nodiscard]] int tile(int i) const noexcept { return distribution_.tile(place_, i); }
  [[nodiscard]] double* columns(int i) const noexcept { return columns_ + shape_.elements(i * shape_.tile); }
  [[nodiscard]] std::span<std::int32_t> pivots() noexcept { return pivots_; }

  /// Writes the input of the place's columns.
  void generate();

  /// Ready when panel k and its pivots can be read here.
  [[nodiscard]] completion panel_ready(int k) const { return panels_[static_cast<std::size_t>(k)].ready; }
  /// Ready when all panels are ready; they come in any order.
  [[nodiscard]] completion all_ready() const { return all_ready_future_; }
  [[nodiscard]] panel at(int k) const noexcept { return panels_[static_cast<std::size_t>(k)].location; }
  /// Panel k has been applied to some more block columns.
  void mark_used(int k, int columns);

  /// This place has factorised panel k: announces it to all places.
  void publish(all_nodes const& nodes, int k);
  /// Another place has factorised panel k.
  void receive(all_nodes const& nodes, int k, skua::global_ptr<double> from, std::span<std::int32_t const> pivots);
  /// Panel k can be read now.
  void mark_ready(int k);

 private:
  struct entry {
    skua::promise<void> promise;
    completion ready = promise.get_future().share();
    panel location{};
    std::unique_ptr<double[]> copy;  ///< used if the owner's memory is not mapped
    std::atomic<int> users = 0;      ///< block columns that still need this panel
  };

  matrix_shape shape_;
  int place_;
  block_distribution distribution_;
  std::uint64_t seed_;
  blas const& ops_;
  skua::shared_array<double> store_;
  double* columns_;
  std::vector<std::int32_t> pivots_;
  std::vector<entry> panels_;
  std::atomic<int> missing_panels_;
  skua::promise<void> all_ready_;
  completion all_ready_future_ = all_ready_.get_future().share();
};

}  // namespace apps::lu
