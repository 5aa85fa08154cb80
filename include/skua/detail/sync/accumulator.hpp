// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The values of a phaser's accumulator, one per phase that tasks may still add to or read.
//
// Signallers run ahead and waiters lag behind, so several phases are alive at once. Phases that no
// task can read any more are removed when the list has doubled. At a place other than the phaser's,
// a replica holds the values that tasks there have sent and that have not been reported yet.
// Results arrive there as bytes, in the message that a phase has ended, and are kept by the
// phaser's representative. Lock order: the phaser's list of accumulators, the accumulator's lock,
// the phaser's lock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include <skua/detail/base/check.hpp>
#include <skua/detail/base/owner.hpp>
#include <skua/detail/base/spinlock.hpp>
#include <skua/detail/core/object_name.hpp>
#include <skua/detail/core/packing_section.hpp>
#include <skua/operations.hpp>
#include <skua/wire/wire.hpp>

namespace skua::sched {

class phaser_object;

/// The phase for which the calling task's next signal counts.
std::uint64_t sending_phase(std::uint64_t phaser);
/// The number of phases that have ended for the calling task; `p`: the phaser's object at this
/// place.
std::uint64_t phases_seen(std::uint64_t phaser, phaser_object* p) noexcept;
/// Results of phases below this one are not read any more.
std::uint64_t oldest_phase_needed(phaser_object* p) noexcept;
/// The phaser of this name, or its representative at the place.
phaser_object* phaser_at(place_front* at, std::uint64_t phaser);
/// The phaser for an accumulator that the calling task makes; it must belong to this place.
phaser_object* phaser_for_accumulator(std::uint64_t phaser);
/// Notes that the phaser's name is sent to other places.
void phaser_known_remotely(phaser_object* p) noexcept;
/// At a representative: the result of the last phase that has ended for the calling task, as bytes;
/// empty if there is none.
std::vector<std::byte> kept_result(std::uint64_t phaser, phaser_object* p, std::uint64_t accumulator);

/// The interface of an accumulator to its phaser.
class phase_values : public scope_object {
 public:
  /// At a representative: removes and writes the values sent to phases below `below`.
  virtual void pack_parts(std::uint64_t below, wire::writer& to) = 0;
  /// At home: merges the output of another place's pack_parts.
  virtual void merge_parts(wire::reader& from) = 0;
  /// At home: writes the results of phases `from` to `below` - 1, each as phase, size, bytes.
  virtual void pack_results(std::uint64_t from, std::uint64_t below, wire::writer& to) = 0;
  ~phase_values() override;

  std::uint64_t name = 0;

 protected:
  /// Derived classes call it when the object is complete: the phaser may use it from now on.
  void attach(phaser_object* p) noexcept;
  /// Destructors of derived classes call it first: afterwards the phaser does not use the object.
  void detach() noexcept;
  phaser_object* phaser() const noexcept { return phaser_; }

 private:
  friend class phaser_object;
  phaser_object* phaser_ = nullptr;
  phase_values* next_values_ = nullptr;  // next accumulator of the same phaser
};

template <class T, class Op>
class accumulator_object final : public phase_values {
 public:
  static constexpr bool serializable =
      wire::serializable<T> && (std::is_empty_v<Op> || std::is_trivially_copyable_v<Op>);
  static replica_kind const kind;

  /// Makes an object owned by the calling task's innermost scope.
  static accumulator_object* make(std::uint64_t phaser, Op op, T identity) {
    phaser_object* const p = phaser_for_accumulator(phaser);
    auto object =
        base::owner<accumulator_object>(new accumulator_object(phaser, std::move(op), std::move(identity), false));
    adopt(object.get());
    object->name = object_name<accumulator_object>(object.get()).bits();
    object->attach(p);
    return object.release();
  }
  ~accumulator_object() override { this->detach(); }

  void send(T const& x) {
    std::uint64_t const phase = sending_phase(phaser_name_);
    base::spin_guard const g(lock_);
    if (values_.size() >= forget_at_) forget();
    add(phase, x);
  }

  T result(std::uint64_t own_name) {
    if constexpr (serializable) {
      if (replica_) {
        std::vector<std::byte> const bytes = kept_result(phaser_name_, this->phaser(), own_name);
        wire::reader input(wire::view_of(bytes));
        return input.remaining() == 0 ? identity_ : decode_timed<T>(input);
      }
    }
    // Under the lock: phases may end in between, and a sender would forget the one that was looked
    // up for a caller that is not registered to wait.
    base::spin_guard const g(lock_);
    std::uint64_t const ended = phases_seen(phaser_name_, this->phaser());
    for (auto const& v : values_) {
      if (v.phase + 1 == ended) return v.total;
    }
    return identity_;
  }

  void describe(wire::writer& to) const override {
    if constexpr (serializable) {
      phaser_known_remotely(this->phaser());
      to.put(this->name);
      to.put(phaser_name_);
      if constexpr (!(std::is_empty_v<Op> && std::is_default_constructible_v<Op>)) to.put(op_);
      encode_timed(to, identity_);
    } else {
      scope_object::describe(to);
    }
  }
  void pack_parts(std::uint64_t below, wire::writer& to) override {
    if constexpr (serializable) {
      base::spin_guard const g(lock_);
      std::erase_if(values_, [&](value const& v) {
        if (v.phase >= below) return false;
        to.put(v.phase);
        encode_timed(to, v.total);
        return true;
      });
    }
  }
  void merge_parts(wire::reader& from) override {
    if constexpr (serializable) {
      base::spin_guard const g(lock_);
      while (from.remaining() != 0) {
        auto const phase = from.get<std::uint64_t>();
        add(phase, decode_timed<T>(from));
      }
    }
  }
  void pack_results(std::uint64_t from, std::uint64_t below, wire::writer& to) override {
    if constexpr (serializable) {
      base::spin_guard const g(lock_);
      for (value const& v : values_) {
        if (v.phase < from || v.phase >= below) continue;
        to.put(v.phase);
        std::size_t const size_at = to.size();
        to.put(std::uint32_t{0});
        encode_timed(to, v.total);
        to.put_at(size_at, static_cast<std::uint32_t>(to.size() - size_at - 4));
      }
    }
  }

 private:
  struct value {
    std::uint64_t phase;
    T total;
  };

  accumulator_object(std::uint64_t phaser, Op op, T identity, bool replica)
      : phaser_name_(phaser), replica_(replica), op_(std::move(op)), identity_(std::move(identity)) {
    values_.reserve(forget_at_);
  }

  static scope_object* make_replica(place_front* at, wire::reader* from) {
    if constexpr (serializable) {
      auto const own_name = from->get<std::uint64_t>();
      auto const phaser = from->get<std::uint64_t>();
      Op op = [&] {
        if constexpr (std::is_empty_v<Op> && std::is_default_constructible_v<Op>) {
          return Op{};
        } else {
          return from->get<Op>();
        }
      }();
      auto object =
          base::owner<accumulator_object>(new accumulator_object(phaser, std::move(op), decode_timed<T>(*from), true));
      object->name = own_name;
      object->attach(phaser_at(at, phaser));
      return object.release();
    } else {
      base::broken_contract("a phaser_accumulator was used at another place whose values or operation cannot travel");
    }
  }

  void add(std::uint64_t phase, T const& x) {
    for (auto v = values_.rbegin(); v != values_.rend(); ++v) {
      if (v->phase == phase) return merge(op_, v->total, x);
    }
    values_.push_back({phase, identity_});
    merge(op_, values_.back().total, x);
  }
  void forget() {
    if (!replica_) {
      std::uint64_t const oldest = oldest_phase_needed(this->phaser());
      std::erase_if(values_, [oldest](value const& v) { return v.phase < oldest; });
    }
    forget_at_ = 8 + 2 * values_.size();
  }

  std::uint64_t const phaser_name_;
  bool const replica_;
  [[no_unique_address]] Op op_;
  T identity_;
  base::spinlock lock_;
  std::size_t forget_at_ = 8;
  std::vector<value> values_;
};

template <class T, class Op>
replica_kind const accumulator_object<T, Op>::kind{false, &accumulator_object::make_replica, true};

}  // namespace skua::sched
