// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A place's part of the global memory: its heap, what of the others' is mapped here, and the
// questions that wait for answers.
//
// Threads: anybody, but answers arrive on the thread that polls, one after the other. heap_lock_
// guards the heap, asked_lock_ the table of questions. Edge MAP: make_map publishes the map
// (memory/global_ptr.hpp). With SKUA_MEMORY_CHECK nothing counts as mapped, so every access is
// looked at by the place that owns the memory.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <skua/memory/copy.hpp>
#include <skua/memory/word_operation.hpp>
#include <skua/wire/wire.hpp>

#include "memory/departures.hpp"
#include "memory/heap.hpp"
#include "memory/protocol.hpp"
#include "place/node.hpp"
#include "sched/place.hpp"
#include "system/shared_memory.hpp"

namespace skua::memory {

class global_memory;

/// The reference of whoever will complete a state, until it is handed over.
class completer {
 public:
  explicit completer(sched::future_state* p) noexcept : p_(p) {}
  completer(completer const&) = delete;
  completer& operator=(completer const&) = delete;
  ~completer() {
    if (p_ != nullptr) p_->release();
  }
  [[nodiscard]] sched::future_state* hand_over() noexcept { return std::exchange(p_, nullptr); }

 private:
  sched::future_state* p_;
};

/// A question to another place, with a token of the scope it was asked in. Gone when its last
/// answer has come.
class question {
 public:
  explicit question(global_memory& m);
  virtual ~question() { release_scope(); }
  question(question const&) = delete;
  question& operator=(question const&) = delete;

  /// True: that was the last answer.
  virtual bool answered(what kind, wire::reader& in) = 0;
  /// After the last answer, without the question's lock.
  virtual void finish() noexcept = 0;

  std::uint64_t number = 0;

 protected:
  void release_scope() noexcept;
  /// An exception that nobody else is told.
  void fail_scope(std::exception_ptr e) noexcept;
  global_memory& memory_;

 private:
  std::uintptr_t scope_;
};

class global_memory final : public sched::attachment {
 public:
  explicit global_memory(sched::place& p);
  /// That of the calling task's place; of a place.
  static global_memory& here();
  static global_memory& of(sched::place& p);

  [[nodiscard]] sched::place& place() noexcept { return place_; }

  /// Where a place's part begins, or null: only messages reach it.
  [[nodiscard]] std::byte* part(int place) const noexcept { return parts_[static_cast<std::size_t>(place)]; }

  // This place's own heap.
  std::uint64_t allocate(std::uint64_t bytes, std::uint64_t alignment, contents c);
  void release(std::uint64_t offset);
  /// Room for the library itself, at the end of the part and not in the heap, for good; nothing: it
  /// is used up.
  std::optional<std::uint64_t> reserve(std::uint64_t bytes, std::uint64_t alignment) noexcept;
  /// That of any place, without waiting.
  void release_at(int place, std::uint64_t offset);

  // Memory that members of a set have made together.
  /// Tells the place that counts.
  void leave(int home, departure const& d);
  /// Here is counted: with the last one everything goes.
  void member_left(departure const& d);
  /// Where these bytes of this place's memory are; throws skua::error if they are not memory.
  std::byte* own(range const& r);
  /// The same for a layout: where its first row is.
  std::byte* own(layout const& l) { return reach(place_.number, l); }

  /// Where bytes of any place are, or null: only messages reach it (checked accesses: not even if
  /// they are mapped, but for the own ones). Throws skua::error if the pointer is bad.
  std::byte* reach(int place, range const& r);
  /// The same for a whole layout: where its first row is.
  std::byte* reach(int place, layout const& l);
  std::byte* reach(end_of_copy const& e) {
    return e.place == -1 ? reinterpret_cast<std::byte*>(e.bytes.offset) : reach(e.place, e.bytes);
  }

  /// Which mapped part holds an address.
  bool find(std::byte const* p, int& place, std::uint64_t& offset) const noexcept;

  /// Throws skua::error if there is no such place.
  void require_place(int place) const;

  // Questions.
  /// Waits while that place's buffers are full.
  void make_room(int place) { node_->wait_for_room(place, sched::self() != nullptr ? sched::self()->scope : 0); }
  question& ask(std::unique_ptr<question> q);
  void answered(std::uint64_t number, what kind, wire::reader& in);
  /// One that nobody answers: no run ends before it has come.
  void tell(int to, wire::writer const& message) noexcept;
  [[nodiscard]] remote::node& node() noexcept { return *node_; }
  void send(int to, wire::writer const& message) noexcept { node_->answer(to, remote::kind::memory, message.view()); }

 private:
  void make_map();
  void clear(std::uint64_t offset, std::uint64_t bytes) noexcept;
  std::string complaint(range const& r);

  sched::place& place_;
  remote::node* node_;  // null: there is one place
  bool checked_;
  std::uint64_t bytes_ = 0;         // of each place's part
  system::mapping alone_;           // with one place
  std::vector<std::byte*> parts_;   // what is mapped
  std::vector<std::byte*> public_;  // what accesses may use without being looked at
  sched::memory_map map_{};
  base::spinlock heap_lock_;
  heap heap_;
  std::uint64_t reserved_;  // up to here
  departures departures_;
  base::spinlock asked_lock_;
  std::uint64_t next_ = 1;
  std::unordered_map<std::uint64_t, std::unique_ptr<question>> asked_;
};

}  // namespace skua::memory
