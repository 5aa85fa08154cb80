// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/lost_posts.hpp"

#include <algorithm>
#include <utility>

#include <skua/wire/reader.hpp>
#include <skua/wire/writer.hpp>

#include "core/external_waiter.hpp"
#include "instruments/deadlock.hpp"

namespace skua::remote {
namespace {
constexpr std::uint64_t announcement_ns = 50'000'000;  // for announcements, before the process ends
}

std::vector<lost_posts::loss> lost_posts::find() {
  ask();
  // sync: LOSSES <- count_answer
  while (std::uint32_t const missing = missing_.load(std::memory_order_acquire))
    sched::external_waiter::sleep(machine_, missing_, missing);
  return std::move(losses_);
}

/// Asks the subtree of this place. The calling thread holds an answer until it has sent everything.
void lost_posts::ask() {
  std::vector<std::pair<int, std::uint64_t>> numbers;
  counts_.for_each([&](int place, post_counts& counts) {
    // sync: SENT-POST <- sent
    if (std::uint64_t const n = counts.sent.load(std::memory_order_acquire)) numbers.emplace_back(place, n);
    return true;
  });
  losses_.clear();
  // sync: LOSSES -> count_answer
  missing_.store(static_cast<std::uint32_t>(numbers.size()) + static_cast<std::uint32_t>(tree_.children()) + 1,
                 std::memory_order_release);
  for (int i = 0; i < tree_.children(); ++i) sender_.send(tree_.child(i), kind::ask_losses, {});
  for (auto const& [place, n] : numbers) sender_.send(place, kind::post_count, wire::bytes_of(n));
  count_answer();
}

void lost_posts::on_count(int from, std::span<std::byte const> message) {
  wire::reader reader(message);
  wire::writer answer;
  answer.put(reader.get<std::uint64_t>());
  answer.put(counts_.of(from).received);
  sender_.send(from, kind::post_count_answer, answer.view());
}

void lost_posts::on_count_answer(int from, std::span<std::byte const> message) {
  wire::reader reader(message);
  auto const posts_sent = reader.get<std::uint64_t>();
  auto const posts_received = reader.get<std::uint64_t>();
  if (posts_received < posts_sent) losses_.push_back({place_, from, posts_sent, posts_received});
  count_answer();
}

void lost_posts::on_losses(std::span<std::byte const> message) {
  wire::reader reader(message);
  while (reader.remaining() != 0) losses_.push_back(reader.get<loss>());
  count_answer();
}

/// The last answer of the subtree goes to the parent; at place 0 it ends find().
void lost_posts::count_answer() {
  // sync: LOSSES -> find, count_answer; LOSSES <- ask, count_answer
  bool const last = missing_.fetch_sub(1, std::memory_order_acq_rel) == 1;
  if (tree_.is_root()) return machine_.wake(missing_);
  if (!last) return;
  wire::writer message;
  for (loss const& loss : losses_) message.put(loss);
  sender_.send(tree_.parent(), kind::losses, message.view());
}

void lost_posts::announce() noexcept {
  on_announced();
  for (int place = 1; place < places_; ++place) sender_.send(place, kind::losses_reported, {});
  machine_.pause(announcement_ns);
}

std::string text_of(std::span<lost_posts::loss const> losses) {
  std::vector<lost_posts::loss> in_order(losses.begin(), losses.end());
  std::ranges::sort(in_order, {}, [](auto const& loss) { return std::pair(loss.sender, loss.receiver); });
  std::string text = "skua: deadlock: the run waits for posts that were lost:\n";
  std::size_t const lines = std::min(in_order.size(), sched::max_waiting);
  for (auto const& loss : std::span(in_order).first(lines)) {
    text += "  a post of place " + std::to_string(loss.sender) + " to place " + std::to_string(loss.receiver) +
            " was lost: " + std::to_string(loss.sent) + " sent, " + std::to_string(loss.received) + " received\n";
  }
  if (lines < in_order.size()) text += "  and " + std::to_string(in_order.size() - lines) + " more\n";
  return text;
}

}  // namespace skua::remote
