// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "seeds/mutations.hpp"

#include <cstring>
#include <exception>

#include <skua/wire/exception.hpp>
#include <skua/wire/reader.hpp>

#include "remote/message.hpp"

namespace seeds_test {
namespace {

using skua::remote::kind;
using bytes = std::vector<std::byte>;
using message_fault = skua::sim::fault_injector::message_fault;

template <class T>
T word_at(bytes const& body, std::size_t at) {
  T x;
  std::memcpy(&x, body.data() + at, sizeof x);
  return x;
}
template <class T>
void set_word(bytes& body, std::size_t at, T x) {
  std::memcpy(body.data() + at, &x, sizeof x);
}
bool is(std::uint32_t k, kind expected) noexcept { return k == static_cast<std::uint32_t>(expected); }

template <kind K>
bool lost(std::uint32_t k, bytes&, message_fault& f) {
  f.copies = 0;
  return is(k, K);
}
template <kind K>
bool doubled(std::uint32_t k, bytes&, message_fault& f) {
  f.copies = 2;
  return is(k, K);
}
bool overtaken(std::uint32_t, bytes&, message_fault& f) {
  f.late_ns = 5'000'000;
  return true;
}

// ---- kind::tasks: the scope, the number of tasks, flags (scope_tree.cpp) ----
constexpr std::size_t flags_at = 12;
constexpr std::uint32_t is_cancelled = 16, is_loot = 32;

template <bool Loot, int Copies>
bool batch(std::uint32_t k, bytes& body, message_fault& f) {
  f.copies = Copies;
  return is(k, kind::tasks) && ((word_at<std::uint32_t>(body, flags_at) & is_loot) != 0) == Loot;
}
bool deaf_batch(std::uint32_t k, bytes& body, message_fault&) {
  if (!is(k, kind::tasks) || (word_at<std::uint32_t>(body, flags_at) & is_cancelled) == 0) return false;
  set_word(body, flags_at, word_at<std::uint32_t>(body, flags_at) & ~is_cancelled);
  return true;
}

// ---- kind::done: the scope, tasks that never started, tasks and never-started tasks of a counted
// scope, number of exceptions, weight, exceptions, parts of reducers ----
constexpr std::size_t never_at = 8, spawned_at = 16, counted_never_at = 24, total_errors_at = 32, errors_at = 48,
                      exceptions_at = 52;

std::size_t parts_at(bytes const& body) {
  skua::wire::reader in(std::span<std::byte const>(body).subspan(exceptions_at));
  for (auto n = word_at<std::uint32_t>(body, errors_at); n > 0; --n) (void)skua::wire::decode_exception(in);
  return body.size() - in.remaining();
}
/// The offset at which the first part ends.
std::size_t part_end(bytes const& body, std::size_t part) {
  std::size_t const description_at = part + 8 + 16;  // after name and kind
  std::size_t const size_at = description_at + 4 + word_at<std::uint32_t>(body, description_at);
  return size_at + 4 + word_at<std::uint32_t>(body, size_at);
}

bool exception_dropped(std::uint32_t k, bytes& body, message_fault&) {
  if (!is(k, kind::done) || word_at<std::uint32_t>(body, errors_at) == 0) return false;
  std::size_t const parts = parts_at(body);
  body.erase(body.begin() + exceptions_at, body.begin() + static_cast<std::ptrdiff_t>(parts));
  set_word(body, errors_at, std::uint32_t{0});
  set_word(body, total_errors_at, std::uint64_t{0});
  return true;
}
template <std::size_t At>
bool tally_dropped(std::uint32_t k, bytes& body, message_fault&) {
  if (!is(k, kind::done) || word_at<std::uint64_t>(body, At) == 0) return false;
  set_word(body, At, std::uint64_t{0});
  return true;
}
bool part_dropped(std::uint32_t k, bytes& body, message_fault&) {
  if (!is(k, kind::done)) return false;
  std::size_t const offset = parts_at(body);
  auto const n = word_at<std::uint32_t>(body, offset);
  if (n == 0) return false;
  body.erase(body.begin() + static_cast<std::ptrdiff_t>(offset + 4),
             body.begin() + static_cast<std::ptrdiff_t>(part_end(body, offset + 4)));
  set_word(body, offset, n - 1);
  return true;
}
bool part_doubled(std::uint32_t k, bytes& body, message_fault&) {
  if (!is(k, kind::done)) return false;
  std::size_t const offset = parts_at(body);
  auto const n = word_at<std::uint32_t>(body, offset);
  if (n == 0) return false;
  bytes const part(body.begin() + static_cast<std::ptrdiff_t>(offset + 4),
                   body.begin() + static_cast<std::ptrdiff_t>(part_end(body, offset + 4)));
  body.insert(body.end(), part.begin(), part.end());
  set_word(body, offset, n + 1);
  return true;
}

// ---- kind::result: the number of the call, 0 for a value, the value ----
constexpr std::size_t value_at = 9;

bool result_altered(std::uint32_t k, bytes& body, message_fault&) {
  if (!is(k, kind::result) || body.size() != value_at + 8 || body[8] != std::byte{0}) return false;
  body.back() ^= std::byte{64};
  return true;
}
bool result_astray(std::uint32_t k, bytes& body, message_fault&) {
  if (!is(k, kind::result)) return false;
  set_word(body, 0, word_at<std::uint64_t>(body, 0) + 1);
  return true;
}

// ---- kind::steal: first byte 1 if it is a lifeline request ----
bool request_lost(std::uint32_t k, bytes& body, message_fault& f) {
  f.copies = 0;
  return is(k, kind::steal) && body[0] == std::byte{0};
}

constexpr mutation planted[] = {
    {"lost_joined", "the acknowledgement of tasks that joined is lost", &lost<kind::joined>},
    {"doubled_joined", "it comes twice", &doubled<kind::joined>},
    {"lost_done", "the end of a proxy is lost", &lost<kind::done>},
    {"doubled_done", "it comes twice", &doubled<kind::done>},
    {"lost_tasks", "tasks that were sent are lost", &batch<false, 0>},
    {"doubled_tasks", "they come twice", &batch<false, 2>},
    {"lost_loot", "stolen tasks are lost", &batch<true, 0>},
    {"doubled_loot", "they come twice", &batch<true, 2>},
    {"lost_refusal", "\"nothing to steal\" is lost", &lost<kind::nothing>},
    {"lost_request", "a request to steal is lost", &request_lost},
    {"lost_cancel", "a cancel is not passed on", &lost<kind::cancel>},
    {"deaf_batch", "tasks do not say that their scope is cancelled", &deaf_batch},
    {"exception_dropped", "the exceptions of a proxy are dropped", &exception_dropped},
    {"never_started_dropped", "the number of tasks that never started is dropped", &tally_dropped<never_at>},
    {"spawned_dropped", "of a counted scope: the number of spawned tasks is dropped", &tally_dropped<spawned_at>},
    {"counted_never_dropped", "of a counted scope: the number of those that never started",
     &tally_dropped<counted_never_at>},
    {"part_dropped", "a part of a reducer is dropped", &part_dropped},
    {"part_doubled", "it is added twice", &part_doubled},
    {"lost_result", "the result of a future is lost", &lost<kind::result>},
    {"doubled_result", "it comes twice", &doubled<kind::result>},
    {"result_altered", "one bit of it is altered", &result_altered},
    {"result_astray", "it goes to the next future", &result_astray},
    {"lost_request_result", "a request for the result of a future is lost", &lost<kind::request_result>},
    {"lost_release_share", "shares of a future that nobody holds any more are lost", &lost<kind::release_share>},
    {"lost_forget", "a copy of a future is not told that it is of no use", &lost<kind::forget>},
    {"lost_describe", "a question what an object is made from is lost", &lost<kind::describe>},
    {"lost_retire", "a place is not told that an object goes", &lost<kind::retire>},
    {"lost_retired", "its answer is lost", &lost<kind::retired>},
    {"lost_phaser_report", "what a place reports to a phaser is lost", &lost<kind::phaser_report>},
    {"lost_phaser_phase", "the end of a phase is lost", &lost<kind::phaser_phase>},
    {"lost_memory", "a message of the global memory is lost", &lost<kind::memory>},
    {"doubled_memory", "it comes twice", &doubled<kind::memory>},
    {"lost_collective", "a message of a collective operation is lost", &lost<kind::collective>},
    {"lost_post", "a post is lost", &lost<kind::post>},
    {"doubled_post", "it comes twice", &doubled<kind::post>},
    {"lost_wave_answer", "the number of posts of a place is lost", &lost<kind::wave_answer>},
    {"lost_over", "a place is not told of the end of the run", &lost<kind::over>},
    {"overtaken", "a message is overtaken by those behind it", &overtaken},
};

}  // namespace

std::span<mutation const> all_mutations() noexcept { return planted; }

spoiler::spoiler(mutation const& m, std::uint64_t seed) noexcept
    : planted_(m), remaining_(1 + (seed * 0x9E3779B97F4A7C15u >> 40) % 6) {}

skua::sim::fault_injector::message_fault spoiler::sends(int, int, std::uint32_t kind, std::vector<std::byte>& body) {
  if (remaining_ == 0) return {};
  bytes spoilt = body;
  message_fault f;
  if (!planted_.spoil(kind, spoilt, f) || --remaining_ != 0) return {};
  body.swap(spoilt);
  return f;
}

}  // namespace seeds_test
