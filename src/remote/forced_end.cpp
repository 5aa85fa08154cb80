// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/forced_end.hpp"

#include <unistd.h>

#include <algorithm>

#include <skua/wire/reader.hpp>
#include <skua/wire/writer.hpp>

#include "base/end_hook.hpp"
#include "instruments/signals.hpp"

namespace skua::remote {
namespace {

constexpr int max_places_asked = 4;
constexpr std::size_t max_text = 400;          // of one place's answer
constexpr std::uint64_t check_ns = 1'000'000;  // between two checks for answers
constexpr int answer_checks = 500;             // half a second: a process may be stopped
// for the last messages: some transports need this process to send them
constexpr std::uint64_t delivery_ns = 50'000'000;

}  // namespace

std::string forced_end::ask() {
  if (place_.number != 0) return {};
  int const requests = std::min(place_.total - 1, max_places_asked);
  for (int place = 1; place <= requests; ++place) sender_.send(place, kind::ask_blockers, {});
  for (int i = 0; i < answer_checks; ++i) {
    {
      std::lock_guard const hold(lock_);
      if (answer_count_ == requests) break;
    }
    place_.machine->pause(check_ns);
  }
  std::lock_guard const hold(lock_);
  return answers_;
}

void forced_end::end_others(int code) noexcept {
  end_.begin_shutdown();
  for (int place = 0; place < place_.total; ++place) {
    if (place != place_.number) sender_.send(place, kind::force_end, wire::bytes_of(code));
  }
  place_.machine->pause(delivery_ns);
  end_.end_processes();
}

void forced_end::on_ask_blockers(int from) {
  std::string const text = sched::tasks_in_the_way(place_).substr(0, max_text);
  sender_.send(from, kind::blockers, std::as_bytes(std::span(text)));
}

void forced_end::on_blockers(int from, transport::bytes body) {
  std::lock_guard const hold(lock_);
  ++answer_count_;
  if (body.empty()) return;
  answers_ += "; place " + std::to_string(from) + ": ";
  answers_.append(reinterpret_cast<char const*>(body.data()), body.size());
}

void forced_end::on_end(transport::bytes body) const {
  wire::reader reader(body);
  end_.end_processes();
  base::run_end_hook();
  ::_exit(reader.get<int>());
}

}  // namespace skua::remote
