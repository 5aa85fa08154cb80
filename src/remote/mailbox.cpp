// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/mailbox.hpp"

#include <algorithm>
#include <cstring>

#include <skua/wire/writer.hpp>

namespace skua::remote {
namespace {

constexpr std::size_t overhead = 64;  // of a packet: even an empty one counts

/// In front of each fragment.
struct fragment_head {
  std::uint64_t total;
  kind type;
  std::uint32_t first;
};

}  // namespace

mailbox::mailbox(transport::endpoint& endpoint)
    : end_(endpoint), largest_(endpoint.limits().largest_message), boxes_(endpoint.places()) {}

/// The lock is held.
void mailbox::put(box& box, int to, kind type, transport::bytes head, transport::bytes body, std::uint64_t key) {
  if (box.packets.empty() && end_.try_send_joinable(to, static_cast<std::uint32_t>(type), head, body, key)) return;
  std::vector<std::byte> whole;
  whole.reserve(head.size() + body.size());
  whole.insert(whole.end(), head.begin(), head.end());
  whole.insert(whole.end(), body.begin(), body.end());
  box.bytes.fetch_add(whole.size() + overhead, std::memory_order_relaxed);  // relaxed: a hint
  box.packets.push_back({type, key, std::move(whole)});
  // The first packet wakes the progress thread, which retries by itself while packets wait.
  if (waiting_.fetch_add(1, std::memory_order_relaxed) == 0) end_.wake();  // relaxed: a hint; the waking orders it
}

bool mailbox::join(int to, std::uint64_t key, transport::bytes body) noexcept {
  box& box = boxes_.of(to);
  base::spin_guard const hold(box.lock);
  if (box.packets.empty()) return end_.try_join(to, key, body);
  packet& newest = box.packets.back();
  if (newest.key != key || newest.body.size() + body.size() > std::min(most_joined, largest_)) return false;
  newest.body.insert(newest.body.end(), body.begin(), body.end());
  box.bytes.fetch_add(body.size(), std::memory_order_relaxed);  // relaxed: a hint
  return true;
}

void mailbox::send_joinable(int to, kind type, transport::bytes head, transport::bytes body,
                            std::uint64_t key) noexcept {
  box& box = boxes_.of(to);
  base::spin_guard const hold(box.lock);
  // relaxed: under the lock
  if (is_counted(type)) box.counted.store(box.counted.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  if (head.size() + body.size() <= largest_) return put(box, to, type, head, body, key);
  fragment_head fragment_head{head.size() + body.size(), type, 1};
  wire::writer front;
  front.put(fragment_head);
  front.raw(head.data(), head.size());
  fragment_head.first = 0;
  for (std::size_t offset = 0; offset < body.size();) {
    std::size_t const n = std::min(largest_ - front.size(), body.size() - offset);
    put(box, to, kind::fragment, front.view(), body.subspan(offset, n), 0);
    offset += n;
    front.clear();
    front.put(fragment_head);
  }
}

bool mailbox::crowded(int to) const noexcept { return waiting_for(to) > crowded_at; }

std::uint64_t mailbox::counted_messages() noexcept {
  std::uint64_t n = 0;
  boxes_.for_each([&n](int, box const& box) {
    n += box.counted.load(std::memory_order_relaxed);  // relaxed: the detector has seen that the senders sleep
    return true;
  });
  return n;
}

void mailbox::flush() noexcept {
  if (!anything_waits()) return;
  boxes_.for_each([this](int to, box& box) {
    if (box.bytes.load(std::memory_order_relaxed) == 0 || !box.lock.try_lock())
      return anything_waits();  // relaxed: a hint
    while (!box.packets.empty()) {
      packet const& packet = box.packets.front();
      if (!end_.try_send_joinable(to, static_cast<std::uint32_t>(packet.type), {}, packet.body, packet.key)) break;
      box.bytes.fetch_sub(packet.body.size() + overhead, std::memory_order_relaxed);  // relaxed: under the lock
      box.packets.pop_front();
      waiting_.fetch_sub(1, std::memory_order_relaxed);  // relaxed: under the lock
    }
    box.lock.unlock();
    return anything_waits();
  });
}

std::span<std::byte const> mailbox::assemble(int from, transport::bytes fragment, kind& type) {
  fragment_head head;
  if (fragment.size() < sizeof head) return {};
  std::memcpy(&head, fragment.data(), sizeof head);
  assembly& assembly = assemblies_[from];
  if (head.first != 0) {
    assembly.type = head.type;
    assembly.expected = head.total;
    if (assembly.body.capacity() == 0) assembly.body = std::move(complete_);
    assembly.body.clear();
    assembly.body.reserve(head.total);
  }
  assembly.body.insert(assembly.body.end(), fragment.begin() + sizeof head, fragment.end());
  if (assembly.body.size() < assembly.expected) return {};
  type = assembly.type;
  complete_ = std::move(assembly.body);
  assemblies_.erase(from);
  return complete_;
}

}  // namespace skua::remote
