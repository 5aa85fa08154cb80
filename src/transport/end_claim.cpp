// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transport/end_claim.hpp"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <mutex>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/base/check.hpp>
#include <skua/detail/base/spinlock.hpp>

#include "base/launch.hpp"
#include "transport/segment.hpp"

namespace skua::transport {
namespace {

base::spinlock joined_lock;
segment_header* joined = nullptr;                       // under the lock
segment_header* launched = nullptr;                     // under the lock; used when no segment is joined
std::uint32_t joined_place = 0;                         // under the lock
void (*claim_listener)(void*, int) noexcept = nullptr;  // under the lock
void* listener_context = nullptr;                       // under the lock
base::atomic<::pid_t> joined_process{0};  // a forked child is not a place, and the lock may be held for ever there

bool claim_in_header(int& code) noexcept {
  if (joined_process.load(std::memory_order_relaxed) != ::getpid()) return true;  // relaxed: this process's own word
  std::lock_guard const hold(joined_lock);
  segment_header* const header = joined != nullptr ? joined : launched;
  auto const tell = [&] {
    if (claim_listener != nullptr) claim_listener(listener_context, code);
    return true;
  };
  if (header == nullptr) return tell();
  std::uint32_t end = 0;
  std::uint32_t const own_claim = static_cast<std::uint32_t>(code) + ((joined_place + 1) << 8);
  // sync: END -> claimed_end, claimed_by
  if (header->end.compare_exchange_strong(end, own_claim, std::memory_order_acq_rel)) return tell();
  if (end >> 8 == joined_place + 1) return true;  // claimed before, by the same failure
  code = static_cast<int>(end & 0xff);
  return false;
}

void join_as(segment_header*& registration, segment_header& header, int place) noexcept {
  {
    std::lock_guard const hold(joined_lock);
    registration = &header;
    joined_place = static_cast<std::uint32_t>(place);
  }
  joined_process.store(::getpid(), std::memory_order_relaxed);  // relaxed: read by this process only
  base::set_claim_end(&claim_in_header);
}

}  // namespace

void take_part(segment_header& header, int place) noexcept { join_as(joined, header, place); }

void withdraw(segment_header& header) noexcept {
  if (joined_process.load(std::memory_order_relaxed) != ::getpid()) return;  // relaxed: this process's own word
  std::lock_guard const hold(joined_lock);
  if (joined == &header) joined = nullptr;
}

void listen_to_claims(void (*listener)(void*, int) noexcept, void* context) noexcept {
  {
    std::lock_guard const hold(joined_lock);
    claim_listener = listener;
    listener_context = context;
  }
  joined_process.store(::getpid(), std::memory_order_relaxed);  // relaxed: read by this process only
  base::set_claim_end(&claim_in_header);
}

void take_part_in_launch() noexcept {
  base::launch const* const own = base::launch_of_this_process();
  struct stat status{};
  if (own == nullptr || own->fd < 0 || own->place < 0 || launched != nullptr) return;
  if (::fstat(own->fd, &status) != 0) return;
  if (!S_ISREG(status.st_mode) || status.st_size < static_cast<off_t>(sizeof(segment_header))) return;
  void* const memory = ::mmap(nullptr, sizeof(segment_header), PROT_READ | PROT_WRITE, MAP_SHARED, own->fd, 0);
  if (memory == MAP_FAILED) return;
  auto& header = *static_cast<segment_header*>(memory);
  if (header.magic == segment::magic) {
    join_as(launched, header, own->place);
  } else {
    ::munmap(memory, sizeof(segment_header));
  }
}

}  // namespace skua::transport
