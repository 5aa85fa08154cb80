// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/global_memory.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <skua/error.hpp>
#include <skua/memory/allocate.hpp>

#include "core/settings.hpp"
#include "system/memory.hpp"
#include "transport/segment.hpp"

namespace skua::memory {
namespace {

constexpr std::uint64_t worth_returning = std::uint64_t{1} << 20;  // free memory of this size is returned to the system
constexpr std::uint64_t most_reserved = std::uint64_t{1} << 20;    // for the library itself

remote::node* node_at(sched::place& place) noexcept {
  return place.remote != nullptr ? &remote::node_of(&place) : nullptr;
}

std::uint64_t part_bytes(sched::place& place) {
  remote::node* const node = node_at(place);
  return node != nullptr ? node->end().limits().memory : transport::segment::usual_memory(1);
}

/// The largest possible end of the heap; behind it lies the library's own memory.
std::uint64_t reserve_begin(sched::place& place) {
  std::uint64_t const total = part_bytes(place);
  return (total - std::min(total / 16, most_reserved)) / heap::grain * heap::grain;
}

std::uint64_t heap_bytes(sched::place& place) {
  std::uint64_t const limit = place.settings.memory_bytes;
  return limit != 0 ? std::min(limit, reserve_begin(place)) : reserve_begin(place);
}

std::string text_of(range const& range) {
  return std::to_string(range.high - range.low) + " bytes at offset " + std::to_string(range.low);
}

}  // namespace

rma_request::rma_request(global_memory& memory)
    : memory_(memory), scope_(sched::counted_scope(sched::self(), &memory.place())) {}

void rma_request::release_scope() noexcept {
  if (scope_ != 0) sched::release_token(&memory_.place(), std::exchange(scope_, 0));
}

void rma_request::fail_scope(std::exception_ptr exception) noexcept {
  sched::capture_into(scope_, std::move(exception));
}

global_memory::global_memory(sched::place& place)
    : place_(place),
      node_(node_at(place)),
      checked_(place.settings.memory_check),
      bytes_(part_bytes(place)),
      heap_(heap_bytes(place), checked_ ? heap::grain : 0),
      reserved_(reserve_begin(place)) {
  make_map();
}

global_memory& global_memory::of(sched::place& home) {
  return static_cast<global_memory&>(
      home.attachment_of(sched::upper_layer::memory, [](sched::place& place) -> std::unique_ptr<sched::attachment> {
        return std::make_unique<global_memory>(place);
      }));
}
global_memory& global_memory::here() { return of(*static_cast<sched::place*>(sched::place_here())); }

void global_memory::make_map() {
  auto const n = static_cast<std::size_t>(place_.total);
  parts_.resize(n);
  accessible_.resize(n);
  if (node_ == nullptr) {
    only_part_ = system::mapping::anonymous(bytes_);
    parts_[0] = only_part_.data();
  } else {
    for (std::size_t place = 0; place < n; ++place) parts_[place] = node_->end().memory(static_cast<int>(place));
  }
  if (parts_[static_cast<std::size_t>(place_.number)] == nullptr) {
    throw error("no address space for " + std::to_string(bytes_) +
                " bytes of global memory: raise the limit (ulimit -v or -d)");
  }
  if (!checked_) accessible_ = parts_;
  map_ = {bytes_, accessible_.data()};
  place_.memory.store(&map_, std::memory_order_release);  // sync: MAP -> reach
}

std::uint64_t global_memory::allocate(std::uint64_t bytes, std::uint64_t alignment, contents initial) {
  std::optional<std::uint64_t> offset;
  {
    std::lock_guard const hold(heap_lock_);
    offset = heap_.allocate(bytes, alignment);
    if (!offset) {
      std::uint64_t const enough = heap_.size_for(bytes, alignment);
      throw bad_global_alloc("place " + std::to_string(place_.number) + " has no room for " + std::to_string(bytes) +
                             " bytes of global memory: " + std::to_string(heap_.in_use()) + " of its " +
                             std::to_string(heap_.size()) + " are in use (SKUA_MEMORY sets how many it has" +
                             (enough <= sched::max_memory_bytes ? "; this block needs " + std::to_string(enough) : "") +
                             ")");
    }
  }
  if (initial == contents::zeroes) clear(*offset, bytes);
  return *offset;
}

/// Returns whole pages to the system, which replaces them by zeroed ones.
void global_memory::clear(std::uint64_t offset, std::uint64_t bytes) noexcept {
  std::byte* const begin = parts_[static_cast<std::size_t>(place_.number)] + offset;
  std::uint64_t const page = system::page_bytes();
  std::uint64_t const low = (offset + page - 1) / page * page, high = (offset + bytes) / page * page;
  if (high <= low || high - low < worth_returning) {
    std::memset(begin, 0, bytes);
    return;
  }
  std::memset(begin, 0, low - offset);
  system::forget_shared(begin + (low - offset), high - low);
  std::memset(begin + (high - offset), 0, offset + bytes - high);
}

std::optional<std::uint64_t> global_memory::reserve(std::uint64_t bytes, std::uint64_t alignment) noexcept {
  std::lock_guard const hold(heap_lock_);
  std::uint64_t const start = (reserved_ + alignment - 1) / alignment * alignment;
  if (start > bytes_ || bytes > bytes_ - start) return std::nullopt;
  reserved_ = start + bytes;
  return start;
}

void global_memory::release(std::uint64_t offset) {
  std::lock_guard const hold(heap_lock_);
  auto const free = heap_.release(offset);
  if (!free) {
    throw error("deallocate: place " + std::to_string(place_.number) + " has no block at offset " +
                std::to_string(offset) + " (given back before?); " + heap_.near(offset));
  }
  std::uint64_t const page = system::page_bytes();
  std::uint64_t const low = (free->first + page - 1) / page * page, high = (free->first + free->second) / page * page;
  if (high > low && high - low >= worth_returning)
    system::forget_shared(parts_[static_cast<std::size_t>(place_.number)] + low, high - low);
}

std::string global_memory::complaint(range const& range) {
  return "global memory: an access to " + text_of(range) + " of place " + std::to_string(place_.number);
}

void global_memory::tell(int to, wire::writer const& message) noexcept {
  node_->ending().post_sent();
  send(to, message);
  node_->ending().post_handed_over(to);
}

void global_memory::release_at(int place, std::uint64_t offset) {
  if (place == place_.number) return release(offset);
  require_place(place);
  wire::writer message;
  message.put(message_kind::release);
  message.put(offset);
  tell(place, message);
}

void global_memory::release_reference(int home, collective_release const& release) {
  if (home == place_.number) return count_release(release);
  wire::writer message;
  message.put(message_kind::release_reference);
  message.put(release);
  tell(home, message);
}

void global_memory::count_release(collective_release const& release) {
  for (auto const& [place, offset] : release_counter_.add(release)) release_at(place, offset);
}

std::byte* global_memory::own(range const& range) {
  if (range.low == 0 || range.low > range.high || range.high > bytes_) {
    throw error(complaint(range) + ", which has " + std::to_string(bytes_) + " bytes: the pointer is out of range");
  }
  if (checked_) {
    std::lock_guard const hold(heap_lock_);
    if (!heap_.holds(range.low, range.high - range.low))
      throw error(complaint(range) + ", which are not within one block in use: " + heap_.near(range.low));
  }
  return parts_[static_cast<std::size_t>(place_.number)] + range.low;
}

void global_memory::require_place(int place) const {
  if (place < 0) throw error("global memory: a null pointer was used");
  require_place_number(place);
}

void global_memory::require_place_number(int place) const {
  if (place >= 0 && place < place_.total) return;
  throw error("global memory: place " + std::to_string(place) + " was named, but there are " +
              std::to_string(place_.total) + " places");
}

std::byte* global_memory::reach(int place, range const& range) {
  if (place == place_.number) return own(range);
  require_place(place);
  std::byte* const part = accessible_[static_cast<std::size_t>(place)];
  if (part == nullptr) return nullptr;
  if (range.low == 0 || range.low > range.high || range.high > bytes_) {
    throw error("global memory: an access to " + text_of(range) + " of place " + std::to_string(place) +
                ", which has " + std::to_string(bytes_) + " bytes: the pointer is out of range");
  }
  return part + range.low;
}

std::byte* global_memory::reach(int place, layout const& layout) {
  range const range = range_of(layout);
  std::byte* const low = reach(place, range);
  return low != nullptr ? low + (layout.offset - range.low) : nullptr;
}

bool global_memory::find(std::byte const* bytes, int& place, std::uint64_t& offset) const noexcept {
  for (std::size_t number = 0; number < parts_.size(); ++number) {
    if (parts_[number] == nullptr || bytes < parts_[number] || bytes >= parts_[number] + bytes_) continue;
    place = static_cast<int>(number);
    offset = static_cast<std::uint64_t>(bytes - parts_[number]);
    return true;
  }
  return false;
}

rma_request& global_memory::add_request(std::unique_ptr<rma_request> request) {
  std::lock_guard const hold(requests_lock_);
  request->number = next_number_++;
  return *(requests_[request->number] = std::move(request));
}

void global_memory::on_reply(std::uint64_t number, message_kind kind, wire::reader& in) {
  rma_request* request = nullptr;
  {
    std::lock_guard const hold(requests_lock_);
    auto const entry = requests_.find(number);
    base::check(entry != requests_.end(), "internal: a reply about global memory without a pending request");
    request = entry->second.get();
  }
  if (!request->on_reply(kind, in)) return;
  std::unique_ptr<rma_request> completed;
  {
    std::lock_guard const hold(requests_lock_);
    completed = std::move(requests_.extract(number).mapped());
  }
  completed->finish();
}

std::byte* reserve_memory(sched::place& at, std::size_t bytes, std::size_t alignment, std::uint64_t& offset) noexcept {
  try {
    auto& memory = global_memory::of(at);
    auto const reserved = memory.reserve(bytes, alignment);
    if (!reserved) return nullptr;
    offset = *reserved;
    return memory.part(at.number) + offset;
  } catch (std::exception const&) {
    return nullptr;
  }
}

}  // namespace skua::memory
