// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the packets of a trace in Perfetto's protobuf format, as docs/reference/trace_format.md
// says.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>

namespace skua::observe {

/// An argument of an event.
struct trace_argument {
  std::string_view name;
  std::variant<std::uint64_t, std::int64_t, double, std::string_view> value;
};

/// The packets of one place. One thread at a time.
class packet_writer {
 public:
  explicit packet_writer(int place) : sequence_(static_cast<std::uint32_t>(place) + 1) {}

  void process_track(std::uint64_t track, std::uint64_t process, std::string_view name);
  void thread_track(std::uint64_t track, std::uint64_t parent, std::uint64_t process, std::uint64_t thread,
                    std::string_view name);
  void plain_track(std::uint64_t track, std::uint64_t parent, std::string_view name);
  void counter_track(std::uint64_t track, std::uint64_t parent, std::string_view name);

  using arguments = std::initializer_list<trace_argument>;
  void slice(std::uint64_t track, std::uint64_t begin_ns, std::uint64_t end_ns, std::string_view category,
             std::string_view name, arguments annotations = {});
  /// flow: 0, or a number that joins this event with another one; `ends_flow`: it is the second.
  void instant(std::uint64_t track, std::uint64_t ns, std::string_view category, std::string_view name,
               arguments annotations = {}, std::uint64_t flow = 0, bool ends_flow = false);
  /// An instant with any number of arguments.
  void instant(std::uint64_t track, std::uint64_t ns, std::string_view category, std::string_view name,
               trace_argument const* first, std::size_t n);
  void counter(std::uint64_t track, std::uint64_t ns, double value);

  /// The bytes so far, which are forgotten.
  std::string take();

 private:
  enum class event_type : std::uint8_t { slice_begin = 1, slice_end = 2, instant = 3, counter = 4 };
  using number_table = std::unordered_map<std::string, std::uint64_t>;

  void descriptor(std::uint64_t track, std::uint64_t parent, std::string_view name, unsigned field,
                  std::string const& inner);
  std::uint64_t number_of(number_table& table, unsigned field, std::string_view name);
  void event(std::uint64_t track, std::uint64_t ns, event_type type, std::string_view category, std::string_view name,
             trace_argument const* first, std::size_t n, std::uint64_t flow = 0, bool ends_flow = false);
  void packet(std::uint64_t ns, unsigned field, std::string_view body);

  std::uint32_t sequence_;
  bool has_begun_ = false;
  number_table names_, categories_, argument_names_;
  std::string new_names_;  // interned_data of the next packet
  std::string bytes_;
};

}  // namespace skua::observe
