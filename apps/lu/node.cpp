// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "node.hpp"

#include <utility>

namespace apps::lu {
namespace {

/// Runs at the place that is told.
struct message {
  all_nodes all;
  item what;
  skua::global_ptr<double> from;
  bool last;
  void operator()() const { all->receive(all, what, from, last); }
};

item upper_item(int k, int n, int step) { return {item::upper, k, n, step}; }
item factors_item(int m, int n) { return {item::factors, m, n, 0}; }

}  // namespace

node::node(plan const& what, skua::shared_array<double> const& store)
    : shape_(what.order, what.tile),
      grid_(skua::places()),
      layout_(shape_, grid_),
      seed_(what.seed),
      ops_(what.library && lapack_blas() != nullptr ? *lapack_blas() : plain_blas()),
      here_(skua::here()),
      store_(store),
      blocks_(store.local().data()) {}

void node::generate() {
  for (int m = 0; m < shape_.tiles; ++m)
    for (int n = 0; n < shape_.tiles; ++n)
      if (mine(m, n)) generate_tile(shape_, seed_, m, n, home(m, n));
}

std::uint64_t node::key(item const& what) noexcept {
  auto const part = [](std::int32_t i) { return static_cast<std::uint64_t>(i); };
  return ((part(what.kind) << 16 | part(what.step)) << 16 | part(what.m)) << 16 | part(what.n);
}

node::entry& node::entry_of(item const& what) { return entries_[key(what)]; }

skua::global_ptr<double> node::pointer(int place, std::size_t offset) const {
  return store_.part(place) + static_cast<std::ptrdiff_t>(offset);
}

double* node::home(int m, int n) const { return blocks_ + layout_.tile(m, n); }

double* node::factors(int m, int n) {
  if (mine(m, n)) return blocks_ + (m == n ? layout_.diagonal(m) : layout_.tile(m, n));
  std::lock_guard const hold(mutex_);
  return entry_of(factors_item(m, n)).values.get();
}

double* node::upper(int k, int n) {
  if (mine(k, n)) return home(k, n);
  std::lock_guard const hold(mutex_);
  return guests_.at(key(upper_item(k, n, 0))).local();
}

done node::arrival(item const& what) {
  std::lock_guard const hold(mutex_);
  entry& e = entry_of(what);
  e.asked = true;
  done const future = e.future;
  forget_if_over(what);
  return future;
}

void node::forget_if_over(item const& what) {
  auto const found = entries_.find(key(what));
  if (what.kind == item::upper && found->second.asked && found->second.came) entries_.erase(found);
}

void node::expect_users(int m, int n, int users) {
  std::lock_guard const hold(mutex_);
  entry_of(factors_item(m, n)).users = users;
}

void node::used(int m, int n) {
  if (mine(m, n)) return;
  std::unique_ptr<double[]> finished;
  std::lock_guard const hold(mutex_);
  entry& e = entry_of(factors_item(m, n));
  if (--e.users == 0) finished = std::move(e.values);
}

void node::offer_factors(all_nodes const& all, int m, int n) {
  auto const from = pointer(here_, m == n ? layout_.diagonal(m) : layout_.tile(m, n));
  for (int c = n + 1; c < shape_.tiles && c <= n + grid_.columns; ++c)
    if (int const to = owner(m, c); to != here_) skua::spawn(skua::on(to), message{all, factors_item(m, n), from, false});
}

skua::global_ptr<double> node::room_for_upper(int k, int n) {
  if (mine(k, n)) return pointer(here_, layout_.tile(k, n));
  std::uint64_t const name = key(upper_item(k, n, 0));
  {
    std::lock_guard const hold(mutex_);
    if (auto const found = guests_.find(name); found != guests_.end()) return found->second;
  }
  auto const made = skua::allocate<double>(here_, shape_.square());
  std::lock_guard const hold(mutex_);
  return guests_[name] = made;
}

void node::pass_on(all_nodes const& all, int k, int n, int m) {
  bool const result = m + 1 == shape_.tiles;
  int const to = result ? owner(k, n) : owner(m + 1, n);
  if (to == here_) return;
  bool const last = !mine(k, n) && m + grid_.rows >= shape_.tiles;
  auto const from = room_for_upper(k, n);
  if (last) {
    std::lock_guard const hold(mutex_);
    guests_.erase(key(upper_item(k, n, 0)));
  }
  skua::spawn(skua::on(to), message{all, upper_item(k, n, m + 1), from, last});
}

void node::receive(all_nodes const& all, item const& what, skua::global_ptr<double> from, bool last) {
  skua::future<void> copied;
  if (what.kind == item::upper) {
    copied = skua::copy(from, room_for_upper(what.m, what.n), shape_.square());
  } else {
    auto room = std::make_unique_for_overwrite<double[]>(layout_.doubles());
    double* const to = room.get();
    {
      std::lock_guard const hold(mutex_);
      entry_of(what).values = std::move(room);
    }
    copied = skua::copy(from, to, layout_.doubles());
  }
  skua::spawn(skua::after(copied), [all, what, from, last] { all->arrived(what, from, last); });
}

void node::arrived(item const& what, skua::global_ptr<double> from, bool last) {
  if (last) skua::deallocate(from);
  skua::promise<void> promise;
  {
    std::lock_guard const hold(mutex_);
    entry& e = entry_of(what);
    e.came = true;
    promise = std::move(e.promise);
    forget_if_over(what);
  }
  promise.set_value();
}

}  // namespace apps::lu
