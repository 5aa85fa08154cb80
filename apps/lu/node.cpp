// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "node.hpp"

#include <algorithm>
#include <array>

namespace apps::lu {
namespace {

/// Runs at the receiving place; the pivots are its argument.
struct message {
  all_nodes nodes;
  int k;
  skua::global_ptr<double> source;
  void operator()(std::vector<std::int32_t> const& pivots) const { nodes->receive(nodes, k, source, pivots); }
};

std::size_t size(int i) noexcept { return static_cast<std::size_t>(i); }

// `columns` columns of `rows` rows.
template <class Pointer>
skua::section<double> box(Pointer first, int columns, int rows, int lead) {
  return skua::section<double>(first, std::array{size(columns), size(rows)}, std::array<std::ptrdiff_t, 2>{lead, 1});
}

}  // namespace

node::node(plan const& matrix_plan, skua::shared_array<double> const& store)
    : shape_(matrix_plan.order, matrix_plan.tile),
      place_(skua::here()),
      distribution_(shape_.tiles, skua::places()),
      seed_(matrix_plan.seed),
      ops_(blas_from(matrix_plan.kernels)),
      store_(store),
      columns_(store.local().data()),
      pivots_(size(shape_.order)),
      panels_(size(shape_.tiles)),
      missing_panels_(shape_.tiles) {
  for (int k = 0; k < shape_.tiles; ++k) panels_[size(k)].users = std::max(0, count() - distribution_.after(place_, k));
}

void node::generate() {
  for (int i = 0; i < count(); ++i)
    generate_columns(shape_, seed_, shape_.first(tile(i)), shape_.width(tile(i)), columns(i));
}

void node::mark_used(int k, int columns) {
  entry& e = panels_[size(k)];
  if (e.users.fetch_sub(columns) == columns) e.copy.reset();
}

void node::publish(all_nodes const& nodes, int k) {
  int const top = shape_.first(k);
  std::size_t const offset = shape_.elements(distribution_.index(k) * shape_.tile) + size(top);
  auto const panel_pivots = std::span(pivots_).subspan(size(top), size(shape_.width(k)));
  for (int place = 0; place < skua::places(); ++place) {
    if (place == place_) continue;
    skua::spawn(skua::on(place), skua::urgent,
                message{nodes, k, store_.part(place_) + static_cast<std::ptrdiff_t>(offset)},
                std::vector<std::int32_t>(panel_pivots.begin(), panel_pivots.end()));
  }
  panels_[size(k)].location = {columns_ + offset, shape_.lead};
  mark_ready(k);
}

void node::receive(all_nodes const& nodes, int k, skua::global_ptr<double> from, std::span<std::int32_t const> pivots) {
  int const top = shape_.first(k);
  entry& e = panels_[size(k)];
  std::copy(pivots.begin(), pivots.end(), pivots_.begin() + top);
  if (e.users == 0) return mark_ready(k);
  if (double const* const mapped = from.local(); mapped != nullptr) {
    e.location = {mapped, shape_.lead};
    return mark_ready(k);
  }
  int const rows = shape_.order - top;
  int const width = shape_.width(k);
  e.copy = std::make_unique_for_overwrite<double[]>(size(rows) * size(width));
  e.location = {e.copy.get(), rows};
  auto const copy_done = skua::copy(box(from, width, rows, shape_.lead), box(e.copy.get(), width, rows, rows));
  skua::spawn(skua::after(copy_done), [nodes, k] { nodes->mark_ready(k); });
}

void node::mark_ready(int k) {
  panels_[size(k)].promise.set_value();
  if (missing_panels_.fetch_sub(1) == 1) all_ready_.set_value();
}

}  // namespace apps::lu
