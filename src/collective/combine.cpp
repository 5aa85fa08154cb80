// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions of many elements. Short data is combined as a whole along a hypercube (recursive
// doubling). Long data is combined by recursive halving: each member combines only its share, and
// sends its data of each other share to the member that combines it.
#include <skua/detail/collective/byte_operations.hpp>

#include <algorithm>

#include "collective/schedule.hpp"
#include "collective/scratch.hpp"

namespace skua::collective {
namespace {

constexpr std::size_t most_segments_ahead = 3;

/// The part of one member in a reduction.
class reduction {
 public:
  reduction(participation& participant, combiner const& op, buffer data)
      : t_(participant), op_(op), data_(data), cube_(participant.size()), corner_(cube_.corner_of(participant.rank())) {
    segment_ = std::max<std::size_t>(1, usual_segment / op.element) * op.element;
  }

  [[nodiscard]] bool is_behind() const noexcept { return cube_.is_behind(t_.rank()); }
  [[nodiscard]] bool is_long() const noexcept { return data_.size() > short_data; }
  /// A member that is attached to a corner sends it all its data, which the corner combines.
  void fold() {
    if (is_behind()) return trade(data_, {}, t_.rank() - 1, false);
    if (cube_.has_behind(t_.rank())) trade({}, data_, t_.rank() + 1, true);
  }
  /// The corner sends the result back to the attached member.
  void unfold() {
    if (is_behind()) return t_.receive(t_.rank() - 1, data_);
    if (cube_.has_behind(t_.rank())) t_.send(t_.rank() + 1, data_);
  }
  /// Recursive doubling: each corner exchanges all data with its partner of every step.
  void cross() {
    scratch const received(t_, data_.size());
    for (int step = 1; step < cube_.corners(); step *= 2) {
      int const peer = partner(step);
      t_.expect(peer, {received.at(0), data_.size()});
      t_.send(peer, data_);
      t_.await(peer);
      combine(data_, received.at(0), topology::hypercube::is_low(corner_, step));
    }
  }
  /// Reduce-scatter by recursive halving: each corner combines its share.
  void halve_down() {
    range whole{0, elements()};
    for (int step = 1; step < cube_.corners(); step *= 2) {
      halves const halves = halve(whole, corner_, step);
      trade(part(halves.sent_part), part(halves.kept_part), partner(step), topology::hypercube::is_low(corner_, step));
      whole = halves.kept_part;
    }
  }
  /// Allgather by recursive doubling: every corner receives all shares.
  void double_up() {
    for (int step = cube_.corners() / 2; step > 0; step /= 2) {
      halves const halves = halve(share_of({0, elements()}, corner_, step), corner_, step);
      t_.expect(partner(step), part(halves.sent_part));
      t_.send(partner(step), part(halves.kept_part));
      t_.await(partner(step));
    }
  }
  /// Gathers the shares at the root.
  void bring_to(int root) {
    range const whole{0, elements()};
    if (t_.rank() != root && !is_behind()) t_.send(root, part(share_of(whole, corner_, cube_.corners())));
    if (t_.rank() != root) return;
    for (int corner = 0; corner < cube_.corners(); ++corner) {
      if (cube_.rank_of(corner) != root)
        t_.expect(cube_.rank_of(corner), part(share_of(whole, corner, cube_.corners())));
    }
    for (int corner = 0; corner < cube_.corners(); ++corner) {
      if (cube_.rank_of(corner) != root) t_.await(cube_.rank_of(corner));
    }
  }

 private:
  [[nodiscard]] int partner(int step) const noexcept { return cube_.partner_of(corner_, step); }
  [[nodiscard]] std::size_t elements() const noexcept { return data_.size() / op_.element; }
  [[nodiscard]] buffer part(range range) const noexcept {
    return data_.subspan(range.begin * op_.element, range.size() * op_.element);
  }
  void combine(buffer own, std::byte* received, bool own_is_low) const {
    t_.compute([&] {
      own_is_low ? op_(own.data(), received, own.size(), true) : op_(received, own.data(), own.size(), false);
    });
  }

  /// Sends one part, and combines the other with the peer's data for it, segment by segment. The
  /// sends are some segments ahead, so that neither side waits for the other at each segment.
  void trade(buffer outgoing, buffer own_part, int peer, bool own_is_low) {
    // two segments: the next one may arrive while this one is combined
    std::size_t const stride = (std::min(segment_, own_part.size()) + 127) / 128 * 128;
    scratch const received(t_, 2 * stride);
    auto const segment_of = [&](buffer span, std::size_t at) {
      return span.subspan(at, std::min(segment_, span.size() - at));
    };
    auto const expect = [&](std::size_t at) {
      if (at < own_part.size())
        t_.expect(peer, {received.at(at / segment_ % 2 * stride), segment_of(own_part, at).size()});
    };
    std::size_t const ahead = std::min(most_segments_ahead, t_.send_window(segment_)) * segment_;
    std::size_t sent_bytes = 0;
    expect(0);
    for (std::size_t offset = 0; offset < std::max(outgoing.size(), own_part.size()); offset += segment_) {
      for (; sent_bytes <= offset + ahead && sent_bytes < outgoing.size(); sent_bytes += segment_)
        t_.send(peer, segment_of(outgoing, sent_bytes));
      if (offset >= own_part.size()) continue;
      t_.await(peer);
      expect(offset + segment_);
      combine(segment_of(own_part, offset), received.at(offset / segment_ % 2 * stride), own_is_low);
    }
  }

  participation& t_;
  combiner const& op_;
  buffer data_;
  topology::hypercube cube_;
  int corner_;
  std::size_t segment_;
};

}  // namespace

void allreduce_bytes(participation& participant, combiner const& op, buffer data) {
  if (participant.size() == 1) return;
  reduction reduction(participant, op, data);
  reduction.fold();
  if (!reduction.is_behind()) {
    if (reduction.is_long()) {
      reduction.halve_down();
      reduction.double_up();
    } else {
      reduction.cross();
    }
  }
  reduction.unfold();
}

void reduce_bytes(participation& participant, int root, combiner const& op, buffer data) {
  if (participant.size() == 1) return;
  reduction reduction(participant, op, data);
  reduction.fold();
  if (!reduction.is_behind()) reduction.halve_down();
  reduction.bring_to(root);
}

}  // namespace skua::collective
