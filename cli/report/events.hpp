// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The events of a trace (docs/reference/trace_format.md): packets become events with names.

#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace apps::trace_report {

enum class event_type { slice_begin = 1, slice_end = 2, instant = 3, counter = 4 };
enum class track_kind { place, worker, suspensions, counter };

/// What a track's number says.
struct track_name {
  track_kind kind;
  std::uint32_t place;
  std::uint32_t number;  ///< of the worker, or N
};

/// Nullopt if no track of Skua has this number.
[[nodiscard]] std::optional<track_name> parse_track(std::uint64_t uuid);

struct argument {
  std::string_view name;
  double number = 0;        ///< of a number, and of text 0
  std::uint64_t whole = 0;  ///< of a whole number that is not negative
  std::string_view text;    ///< of a string
};

/// Its texts are valid until the next packet.
struct event {
  std::int64_t time = 0;  ///< ns, by the clock of its place
  std::uint64_t track = 0;
  event_type type = event_type::instant;
  std::string_view name;      ///< empty: none
  std::string_view category;  ///< the first one
  std::vector<argument> arguments;
  std::vector<std::uint64_t> flows;         ///< that begin here
  std::vector<std::uint64_t> ending_flows;  ///< that end here
  double value = 0;                         ///< of a counter

  [[nodiscard]] argument const* find(std::string_view argument_name) const;
  [[nodiscard]] std::uint64_t whole(std::string_view argument_name) const;  ///< 0: there is none
  [[nodiscard]] std::string_view text(std::string_view argument_name) const;
};

/// What a reader delivers to.
class event_sink {
 public:
  virtual ~event_sink() = default;
  /// A track with its name; may come again.
  virtual void on_track(std::uint64_t uuid, std::string_view name) = 0;
  virtual void on_event(event const& e) = 0;
};

/// How a file ended.
struct read_result {
  std::uint64_t packets = 0;
  std::uint64_t bytes = 0;      ///< of whole packets
  std::uint64_t malformed = 0;  ///< packets that are not messages; they are skipped
  bool cut_short = false;       ///< the last packet is not complete
  bool damaged = false;         ///< there is no packet after `bytes`
};

/// Reads one file to its end, or to the first bytes that are not a packet.
class event_reader {
 public:
  explicit event_reader(event_sink& sink) : sink_(sink) {}
  read_result read(std::istream& input);

 private:
  using name_map = std::unordered_map<std::uint64_t, std::string>;
  /// The names that packets of one sequence have interned.
  struct sequence {
    name_map events;
    name_map categories;
    name_map arguments;
  };

  bool read_packet(std::string_view packet);
  bool read_track(std::string_view message);
  bool read_event(std::string_view message, sequence const& names);
  bool read_annotation(std::string_view message, sequence const& names);
  static bool intern(std::string_view message, sequence& names);

  event_sink& sink_;
  event event_;
  std::unordered_map<std::uint64_t, sequence> sequences_;
};

}  // namespace apps::trace_report
