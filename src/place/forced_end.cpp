// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "place/forced_end.hpp"

#include <unistd.h>

#include <algorithm>

#include <skua/wire/reader.hpp>
#include <skua/wire/writer.hpp>

#include "sched/signals.hpp"

namespace skua::remote {
namespace {

constexpr int most_places_named = 4;
constexpr std::size_t most_text = 400;        // of one place's answer
constexpr std::uint64_t look_ns = 1'000'000;  // between two looks for answers
constexpr int answer_looks = 500;             // half a second: a place may be stopped
// for the last messages, where the transport needs this process to send them
constexpr std::uint64_t delivery_ns = 50'000'000;

}  // namespace

std::string forced_end::ask() {
  if (place_.number != 0) return {};
  int const asked = std::min(place_.total - 1, most_places_named);
  for (int q = 1; q <= asked; ++q) out_.send(q, kind::in_the_way, {});
  for (int i = 0; i < answer_looks; ++i) {
    {
      std::lock_guard const hold(lock_);
      if (answered_ == asked) break;
    }
    place_.machine->pause(look_ns);
  }
  std::lock_guard const hold(lock_);
  return answers_;
}

void forced_end::end_others(int code) noexcept {
  end_.leave();
  for (int q = 0; q < place_.total; ++q) {
    if (q != place_.number) out_.send(q, kind::force_end, wire::bytes_of(code));
  }
  place_.machine->pause(delivery_ns);
}

void forced_end::on_question(int from) {
  std::string const text = sched::tasks_in_the_way(place_).substr(0, most_text);
  out_.send(from, kind::way_answer, std::as_bytes(std::span(text)));
}

void forced_end::on_answer(int from, transport::bytes body) {
  std::lock_guard const hold(lock_);
  ++answered_;
  if (body.empty()) return;
  answers_ += "; place " + std::to_string(from) + ": ";
  answers_.append(reinterpret_cast<char const*>(body.data()), body.size());
}

void forced_end::on_end(transport::bytes body) {
  wire::reader in(body);
  ::_exit(in.get<int>());
}

}  // namespace skua::remote
