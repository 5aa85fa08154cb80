// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A place's part of the global memory: its heap, the mapped parts of other places, and the pending
// requests to other places.
//
// Threads: any thread; but replies arrive one after another, on the polling thread. heap_lock_
// guards the heap, requests_lock_ the table of pending requests. Edge MAP: make_map publishes the
// map (memory/global_ptr.hpp). With SKUA_MEMORY_CHECK no part counts as mapped, so the place that
// owns the memory checks every access.
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

#include <skua/detail/memory/word_operation.hpp>
#include <skua/memory/copy.hpp>
#include <skua/wire/wire.hpp>

#include "core/place.hpp"
#include "memory/heap.hpp"
#include "memory/protocol.hpp"
#include "memory/release_counter.hpp"
#include "remote/node.hpp"
#include "system/shared_memory.hpp"

namespace skua::memory {

class global_memory;

/// Owns the completer's reference to a future state until it is handed over.
class completer {
 public:
  explicit completer(sched::future_state* state) noexcept : p_(state) {}
  completer(completer const&) = delete;
  completer& operator=(completer const&) = delete;
  ~completer() {
    if (p_ != nullptr) p_->release();
  }
  [[nodiscard]] sched::future_state* hand_over() noexcept { return std::exchange(p_, nullptr); }

 private:
  sched::future_state* p_;
};

/// A pending request to another place. It holds a token of the scope in which it was made, and is
/// destroyed after its last reply.
class rma_request {
 public:
  explicit rma_request(global_memory& memory);
  virtual ~rma_request() { release_scope(); }
  rma_request(rma_request const&) = delete;
  rma_request& operator=(rma_request const&) = delete;

  /// Processes a reply. Returns true if that was the last one.
  virtual bool on_reply(message_kind kind, wire::reader& in) = 0;
  /// Called after the last reply, without the request's lock.
  virtual void finish() noexcept = 0;

  std::uint64_t number = 0;

 protected:
  void release_scope() noexcept;
  /// Passes an exception to the scope, if no future reports it.
  void fail_scope(std::exception_ptr exception) noexcept;
  global_memory& memory_;

 private:
  std::uintptr_t scope_;
};

class global_memory final : public sched::attachment {
 public:
  explicit global_memory(sched::place& place);
  /// The global memory of the calling task's place, or of a given place.
  static global_memory& here();
  static global_memory& of(sched::place& place);

  [[nodiscard]] sched::place& place() noexcept { return place_; }

  /// The address of a place's part, or null if only messages reach it.
  [[nodiscard]] std::byte* part(int place) const noexcept { return parts_[static_cast<std::size_t>(place)]; }

  // This place's own heap.
  std::uint64_t allocate(std::uint64_t bytes, std::uint64_t alignment, contents contents);
  void release(std::uint64_t offset);
  /// Memory for the library itself, behind the heap at the end of the part. It is never released.
  /// Returns nullopt if no memory is left.
  std::optional<std::uint64_t> reserve(std::uint64_t bytes, std::uint64_t alignment) noexcept;
  /// Releases a block of any place, without waiting.
  void release_at(int place, std::uint64_t offset);

  // Collectively allocated memory (release_counter.hpp).
  /// Sends a release to the place that counts.
  void release_reference(int home, collective_release const& release);
  /// Counts a release at this place; the last one deallocates all parts.
  void count_release(collective_release const& release);
  /// The address of these bytes of this place's memory. Throws skua::error if they are outside the
  /// memory or, with SKUA_MEMORY_CHECK, not within one block.
  std::byte* own(range const& range);
  /// The address of the first row of a layout in this place's part.
  std::byte* own(layout const& layout) { return reach(place_.number, layout); }

  /// The address of bytes of any place, or null if only messages reach them. With SKUA_MEMORY_CHECK
  /// that holds for all other places, mapped or not. Throws skua::error if the pointer is invalid.
  std::byte* reach(int place, range const& range);
  /// Like the other reach, for a whole layout: the address of its first row.
  std::byte* reach(int place, layout const& layout);
  std::byte* reach(copy_endpoint const& endpoint) {
    return endpoint.place == -1 ? reinterpret_cast<std::byte*>(endpoint.bytes.offset)
                                : reach(endpoint.place, endpoint.bytes);
  }

  /// Finds the mapped part that holds an address. Returns false if there is none.
  bool find(std::byte const* bytes, int& place, std::uint64_t& offset) const noexcept;

  /// Throws skua::error if there is no such place.
  void require_place(int place) const;
  /// Like require_place, for a number that does not come from a pointer.
  void require_place_number(int place) const;

  // Requests to other places.
  /// Waits while the buffers to that place are full.
  void wait_for_space(int place) { node_->wait_for_room(place, sched::self() != nullptr ? sched::self()->scope : 0); }
  rma_request& add_request(std::unique_ptr<rma_request> request);
  void on_reply(std::uint64_t number, message_kind kind, wire::reader& in);
  /// Sends a message without a reply; no run ends before it has arrived.
  void tell(int to, wire::writer const& message) noexcept;
  [[nodiscard]] remote::node& node() noexcept { return *node_; }
  void send(int to, wire::writer const& message) noexcept { node_->send(to, remote::kind::memory, message.view()); }

 private:
  void make_map();
  void clear(std::uint64_t offset, std::uint64_t bytes) noexcept;
  std::string complaint(range const& range);

  sched::place& place_;
  remote::node* node_;  // null: the only place
  bool checked_;
  std::uint64_t bytes_ = 0;             // of each place's part
  system::mapping only_part_;           // of the only place
  std::vector<std::byte*> parts_;       // mapped parts, by place
  std::vector<std::byte*> accessible_;  // parts that accesses use without a check by their place
  sched::memory_map map_{};
  base::spinlock heap_lock_;
  heap heap_;
  std::uint64_t reserved_;  // offset of the end of the reserved memory
  release_counter release_counter_;
  base::spinlock requests_lock_;
  std::uint64_t next_number_ = 1;
  std::unordered_map<std::uint64_t, std::unique_ptr<rma_request>> requests_;  // by number
};

/// upper_layers::reserve_memory.
std::byte* reserve_memory(sched::place& at, std::size_t bytes, std::size_t alignment, std::uint64_t& offset) noexcept;

}  // namespace skua::memory
