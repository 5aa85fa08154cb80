// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/collective/parcels.hpp>

#include <cstring>

#include <skua/base/check.hpp>
#include <skua/wire/reader.hpp>
#include <skua/wire/writer.hpp>

#include "collective/copy_bytes.hpp"
#include "collective/schedule.hpp"

namespace skua::collective {
namespace {

// goes along a tree; longer ones along a chain, where nobody sends twice
constexpr std::size_t short_parcel = 16 * 1024;

/// Calls send(child) for the children in a binomial tree, those with the most behind them first.
template <class Send>
void for_children(turn const& t, int root, Send const& send) {
  int const n = t.size();
  int const at = distance(root, t.rank(), n);
  for (int d = lowest_bit(at, n) / 2; d > 0; d /= 2) {
    if (at + d < n) send(after(t.rank(), d, n));
  }
}
int tree_parent(turn const& t, int root) noexcept {
  return after(root, parent_of(distance(root, t.rank(), t.size())), t.size());
}

void pass_along(turn& t, int root, buffer data) {
  int const n = t.size();
  int const next = after(t.rank(), 1, n);
  int const previous = before(t.rank(), 1, n);
  if (t.rank() == root) {
    t.send(next, data);
  } else if (next == root) {
    t.receive(previous, data);
  } else {
    t.forward(previous, next, data);
  }
}

}  // namespace

void pass_barrier(turn& t) {
  int const n = t.size();
  for (int d = 1; d < n; d *= 2) {
    t.send(after(t.rank(), d, n), {});
    t.receive(before(t.rank(), d, n), {});
  }
}

void pass_down(turn& t, int root, buffer data) {
  if (t.size() == 1) return;
  if (data.size() > short_parcel) return pass_along(t, root, data);
  if (t.rank() != root) t.receive(tree_parent(t, root), data);
  for_children(t, root, [&](int child) { t.send(child, data); });
}

void pass_down(turn& t, int root, std::vector<std::byte>& data) {
  if (t.size() == 1) return;
  // First the bytes, if they are few, else their number.
  wire::writer first;
  if (t.rank() == root) {
    bool const all = data.size() <= short_parcel;
    first.put(static_cast<std::uint8_t>(all));
    if (all) {
      first.raw(data.data(), data.size());
    } else {
      first.put(static_cast<std::uint64_t>(data.size()));
    }
    for_children(t, root, [&](int child) { t.send(child, first.view()); });
    if (!all) pass_along(t, root, data);
    return;
  }
  std::vector<std::byte> const heard = t.receive(tree_parent(t, root));
  for_children(t, root, [&](int child) { t.send(child, heard); });
  wire::reader in(heard);
  if (in.get<std::uint8_t>() != 0) {
    data.assign(heard.begin() + 1, heard.end());
  } else {
    data.resize(static_cast<std::size_t>(in.get<std::uint64_t>()));
    pass_along(t, root, data);
  }
}

void trade_parcels(turn& t, std::span<bytes const> out, std::span<buffer const> in) {
  int const n = t.size();
  auto const mine = static_cast<std::size_t>(t.rank());
  for (int d = 1; d < n; ++d) {
    int const from = before(t.rank(), d, n);
    t.expect(from, in[static_cast<std::size_t>(from)]);
  }
  // In every step each member sends to another one.
  for (int d = 1; d < n; ++d) {
    int const to = after(t.rank(), d, n);
    t.send(to, out[static_cast<std::size_t>(to)]);
  }
  copy_bytes(in[mine], out[mine]);
  for (int d = 1; d < n; ++d) t.await(before(t.rank(), d, n));
}

std::vector<std::vector<std::byte>> trade_parcels(turn& t, std::span<bytes const> out) {
  auto const n = static_cast<std::size_t>(t.size());
  std::vector<std::uint64_t> here(n);
  std::vector<std::uint64_t> there(n);
  std::vector<bytes> told(n);
  std::vector<buffer> heard(n);
  for (std::size_t r = 0; r < n; ++r) {
    here[r] = out[r].size();
    told[r] = std::as_bytes(std::span(&here[r], 1));
    heard[r] = std::as_writable_bytes(std::span(&there[r], 1));
  }
  trade_parcels(t, told, heard);
  std::vector<std::vector<std::byte>> in(n);
  for (std::size_t r = 0; r < n; ++r) {
    in[r].resize(static_cast<std::size_t>(there[r]));
    heard[r] = in[r];
  }
  trade_parcels(t, out, heard);
  return in;
}

}  // namespace skua::collective
