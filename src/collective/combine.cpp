// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions of many elements: short ones are combined whole along a hypercube, long ones by
// halves, so that each member combines its share only, and what it has of the rest is sent to who
// combines that.
#include <skua/collective/parcels.hpp>

#include <algorithm>

#include "collective/schedule.hpp"
#include "collective/scratch.hpp"

namespace skua::collective {
namespace {

constexpr std::size_t most_segments_ahead = 3;

/// The way of one member through a reduction.
class reduction {
 public:
  reduction(turn& t, combiner const& with, buffer data)
      : t_(t), with_(with), data_(data), cube_(t.size()), corner_(cube_.corner_of(t.rank())) {
    segment_ = std::max<std::size_t>(1, usual_segment / with.element) * with.element;
  }

  [[nodiscard]] bool is_behind() const noexcept { return cube_.is_behind(t_.rank()); }
  [[nodiscard]] bool is_long() const noexcept { return data_.size() > short_data; }
  /// The member behind a corner gives it everything.
  void fold() {
    if (is_behind()) return trade(data_, {}, t_.rank() - 1, false);
    if (cube_.has_behind(t_.rank())) trade({}, data_, t_.rank() + 1, true);
  }
  /// And gets the result back.
  void unfold() {
    if (is_behind()) return t_.receive(t_.rank() - 1, data_);
    if (cube_.has_behind(t_.rank())) t_.send(t_.rank() + 1, data_);
  }
  /// Everything with every corner.
  void cross() {
    scratch const theirs(t_, data_.size());
    for (int step = 1; step < cube_.corners(); step *= 2) {
      int const other = partner(step);
      t_.expect(other, {theirs.at(0), data_.size()});
      t_.send(other, data_);
      t_.await(other);
      combine(data_, theirs.at(0), (corner_ & step) == 0);
    }
  }
  /// Each corner combines its share.
  void halve_down() {
    range whole{0, elements()};
    for (int step = 1; step < cube_.corners(); step *= 2) {
      halves const h = halve(whole, corner_, step);
      trade(part(h.given), part(h.kept), partner(step), (corner_ & step) == 0);
      whole = h.kept;
    }
  }
  /// The shares to every corner.
  void double_up() {
    for (int step = cube_.corners() / 2; step > 0; step /= 2) {
      halves const h = halve(share_of({0, elements()}, corner_, step), corner_, step);
      t_.expect(partner(step), part(h.given));
      t_.send(partner(step), part(h.kept));
      t_.await(partner(step));
    }
  }
  /// The shares to a root.
  void bring_to(int root) {
    range const whole{0, elements()};
    if (t_.rank() != root && !is_behind()) t_.send(root, part(share_of(whole, corner_, cube_.corners())));
    if (t_.rank() != root) return;
    for (int c = 0; c < cube_.corners(); ++c) {
      if (cube_.rank_of(c) != root) t_.expect(cube_.rank_of(c), part(share_of(whole, c, cube_.corners())));
    }
    for (int c = 0; c < cube_.corners(); ++c) {
      if (cube_.rank_of(c) != root) t_.await(cube_.rank_of(c));
    }
  }

 private:
  [[nodiscard]] int partner(int step) const noexcept { return cube_.rank_of(corner_ ^ step); }
  [[nodiscard]] std::size_t elements() const noexcept { return data_.size() / with_.element; }
  [[nodiscard]] buffer part(range r) const noexcept {
    return data_.subspan(r.begin * with_.element, r.size() * with_.element);
  }
  void combine(buffer mine, std::byte* theirs, bool mine_is_low) const {
    t_.compute([&] {
      mine_is_low ? with_(mine.data(), theirs, mine.size(), true) : with_(theirs, mine.data(), mine.size(), false);
    });
  }

  /// Sends one part, and combines the other with what comes for it, segment by segment. What is
  /// sent is some segments ahead, so that neither side waits for the other at each of them.
  void trade(buffer given, buffer kept, int other, bool mine_is_low) {
    // two segments: the next may come already
    std::size_t const stride = (std::min(segment_, kept.size()) + 127) / 128 * 128;
    scratch const theirs(t_, 2 * stride);
    auto const segment_of = [&](buffer b, std::size_t at) { return b.subspan(at, std::min(segment_, b.size() - at)); };
    auto const expect = [&](std::size_t at) {
      if (at < kept.size()) t_.expect(other, {theirs.at(at / segment_ % 2 * stride), segment_of(kept, at).size()});
    };
    std::size_t const ahead = std::min(most_segments_ahead, t_.parcels_ahead(segment_)) * segment_;
    std::size_t sent = 0;
    expect(0);
    for (std::size_t at = 0; at < std::max(given.size(), kept.size()); at += segment_) {
      for (; sent <= at + ahead && sent < given.size(); sent += segment_) t_.send(other, segment_of(given, sent));
      if (at >= kept.size()) continue;
      t_.await(other);
      expect(at + segment_);
      combine(segment_of(kept, at), theirs.at(at / segment_ % 2 * stride), mine_is_low);
    }
  }

  turn& t_;
  combiner const& with_;
  buffer data_;
  cube cube_;
  int corner_;
  std::size_t segment_;
};

}  // namespace

void combine_all(turn& t, combiner const& with, buffer data) {
  if (t.size() == 1) return;
  reduction r(t, with, data);
  r.fold();
  if (!r.is_behind()) {
    if (r.is_long()) {
      r.halve_down();
      r.double_up();
    } else {
      r.cross();
    }
  }
  r.unfold();
}

void combine_at(turn& t, int root, combiner const& with, buffer data) {
  if (t.size() == 1) return;
  reduction r(t, with, data);
  r.fold();
  if (!r.is_behind()) r.halve_down();
  r.bring_to(root);
}

}  // namespace skua::collective
