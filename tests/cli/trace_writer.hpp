// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Writes traces as docs/reference/trace_format.md says, for the tests of their reader: a separate
// encoder, so that a mistake in one of the two shows.

#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace trace_test {

/// A message of protobuf.
class message {
 public:
  message& number(std::uint32_t field, std::uint64_t value) {
    varint(std::uint64_t{field} << 3);
    varint(value);
    return *this;
  }
  message& fixed64(std::uint32_t field, std::uint64_t value) {
    varint(std::uint64_t{field} << 3 | 1);
    for (int i = 0; i < 8; ++i) text_ += static_cast<char>(value >> (8 * i) & 0xff);
    return *this;
  }
  message& text(std::uint32_t field, std::string const& value) {
    varint(std::uint64_t{field} << 3 | 2);
    varint(value.size());
    text_ += value;
    return *this;
  }
  message& part(std::uint32_t field, message const& value) { return text(field, value.text_); }
  [[nodiscard]] std::string const& bytes() const { return text_; }

 private:
  void varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) text_ += static_cast<char>((value & 0x7f) | 0x80);
    text_ += static_cast<char>(value);
  }

  std::string text_;
};

using value = std::variant<std::uint64_t, double, std::string>;
using arguments = std::vector<std::pair<std::string, value>>;

constexpr std::int64_t us = 1000;  // ns
constexpr std::int64_t ms = 1'000'000;
constexpr std::int64_t s = 1'000'000'000;

struct part_options {
  std::uint32_t places = 1;
  std::uint32_t workers = 2;
  std::string host = "host";
  std::string boot = "boot";
  std::int64_t start = 5 * s;                          ///< of the place's clock at time 0 of the test
  std::uint64_t realtime = 1'700'000'000'000'000'000;  ///< at time 0
  bool simulated = false;
};

/// The part of one place. Times are ns after the begin of the run.
class part {
 public:
  explicit part(std::uint32_t place, part_options const& o = {}) : place_(place), start_(o.start) {
    descriptor(track_of_place(), message().number(1, place + 1).text(6, "place " + std::to_string(place)), 3);
    instant(track_of_place(), 0, "run", "skua",
            {{"version", std::string("0.1.0")},
             {"program", std::string("/bin/planted")},
             {"place", std::uint64_t{place}},
             {"places", std::uint64_t{o.places}},
             {"workers", std::uint64_t{o.workers}},
             {"host", o.host},
             {"boot", o.boot},
             {"realtime", o.realtime},
             {"simulated", std::uint64_t{o.simulated ? 1u : 0u}},
             {"threshold", std::uint64_t{10'000}},
             {"policy", std::string("lifeline")}});
  }

  [[nodiscard]] std::uint64_t track_of_place() const { return std::uint64_t{place_ + 1} << 32; }
  std::uint64_t worker(std::uint32_t number, std::string const& name = "") {
    std::uint64_t const uuid = track_of_place() + 1 + number;
    if (described_.insert({uuid, true}).second) {
      std::string const shown = name.empty() ? "worker " + std::to_string(number) : name;
      descriptor(uuid, message().number(1, place_ + 1).number(2, number + 1).text(5, shown), 4);
    }
    return uuid;
  }

  part& slice(std::uint64_t track, std::int64_t begin, std::int64_t end, std::string const& name,
              std::string const& category, arguments const& a = {}) {
    event(track, begin, 1, name, category, a);
    event(track, end, 2, "", "", {});
    return *this;
  }
  /// Tasks of one name in one slice.
  part& tasks(std::uint32_t number, std::int64_t begin, std::int64_t end, std::string const& name,
              std::uint64_t count = 1, double busy = 1) {
    auto const time = static_cast<std::uint64_t>(static_cast<double>(end - begin) * busy);
    return slice(worker(number), begin, end, name, "task",
                 {{"count", count}, {"longest", time / (count > 0 ? count : 1)}, {"busy", time}});
  }
  part& idle(std::uint32_t number, std::int64_t begin, std::int64_t end, std::string const& name = "sleep",
             std::string const& reason = "") {
    arguments a;
    if (!reason.empty()) a.emplace_back("reason", reason);
    return slice(worker(number), begin, end, name, "idle", a);
  }
  part& suspension(std::uint32_t number, std::int64_t begin, std::int64_t end, std::string const& reason,
                   std::string const& task) {
    return slice(track_of_place() + (1u << 24) + number, begin, end, reason, "suspended",
                 {{"task", task}, {"from", std::uint64_t{0}}, {"to", std::uint64_t{1}}});
  }
  part& instant(std::uint64_t track, std::int64_t time, std::string const& name, std::string const& category,
                arguments const& a) {
    return event(track, time, 3, name, category, a);
  }
  part& steal(std::string const& name, std::int64_t time, std::string const& other_name, std::uint32_t other,
              std::uint64_t tasks = 1, std::uint64_t flow = 0) {
    flow_ = flow;
    arguments a{{other_name, std::uint64_t{other}}, {"tasks", tasks}};
    return instant(worker(0), time, name, "steal", a);
  }
  part& counter(std::uint32_t number, std::int64_t time, std::string const& name, std::string const& category,
                double sample) {
    std::uint64_t const uuid = track_of_place() + (1u << 25) + number;
    if (described_.insert({uuid, true}).second) {
      packet(0, message().part(60, message().number(1, uuid).text(2, name).number(5, track_of_place()).part(8, {})));
    }
    counter_ = sample;
    return event(uuid, time, 4, name, category, {});
  }
  part& traffic(std::int64_t time, std::uint32_t to, std::uint64_t messages, std::uint64_t bytes) {
    return instant(track_of_place(), time, "traffic", "message",
                   {{"to", std::uint64_t{to}}, {"messages", messages}, {"bytes", bytes}});
  }
  part& end(std::int64_t time, arguments a = {{"lost", std::uint64_t{0}}}) {
    return instant(track_of_place(), time, "end", "skua", a);
  }
  [[nodiscard]] std::string const& bytes() const { return file_; }

 private:
  using names = std::map<std::string, std::uint64_t>;

  void descriptor(std::uint64_t uuid, message const& inner, std::uint32_t field) {
    packet(0, message().part(60, message().number(1, uuid).part(field, inner)));
  }

  /// The number of a name; a new one is added to the interned data of the next packet.
  std::uint64_t intern(names& table, std::uint32_t field, std::string const& name) {
    auto const [entry, is_new] = table.try_emplace(name, table.size() + 1);
    if (is_new) interned_.part(field, message().number(1, entry->second).text(2, name));
    return entry->second;
  }

  part& event(std::uint64_t track, std::int64_t time, std::uint64_t type, std::string const& name,
              std::string const& category, arguments const& a) {
    message e;
    e.number(9, type).number(11, track);
    if (!category.empty()) e.number(3, intern(categories_, 1, category));
    if (!name.empty()) e.number(10, intern(events_, 2, name));
    for (auto const& [key, v] : a) {
      message annotation;
      annotation.number(1, intern(arguments_, 3, key));
      if (auto const* const whole = std::get_if<std::uint64_t>(&v)) annotation.number(3, *whole);
      if (auto const* const real = std::get_if<double>(&v)) annotation.fixed64(5, std::bit_cast<std::uint64_t>(*real));
      if (auto const* const text = std::get_if<std::string>(&v)) annotation.text(6, *text);
      e.part(4, annotation);
    }
    if (type == 4) e.fixed64(44, std::bit_cast<std::uint64_t>(counter_));
    if (flow_ != 0) e.fixed64(name == "give" ? 47 : 48, flow_);
    flow_ = 0;
    message p;
    if (!interned_.bytes().empty()) p.part(12, std::exchange(interned_, {}));
    packet(time, p.part(11, e));
    return *this;
  }

  void packet(std::int64_t time, message const& content) {
    message p;
    p.number(8, static_cast<std::uint64_t>(start_ + time)).number(10, place_ + 1).number(13, file_.empty() ? 1 : 2);
    file_ += message().text(1, p.bytes() + content.bytes()).bytes();
  }

  std::uint32_t place_;
  std::int64_t start_;
  names events_, categories_, arguments_;
  std::map<std::uint64_t, bool> described_;
  message interned_;
  double counter_ = 0;
  std::uint64_t flow_ = 0;
  std::string file_;
};

}  // namespace trace_test
