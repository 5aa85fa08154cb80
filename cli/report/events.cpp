// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "events.hpp"

#include <algorithm>

#include "wire.hpp"

namespace apps::trace_report {
namespace {

// Numbers of fields, from the protocol files of Perfetto.
namespace packet_field {
constexpr std::uint32_t timestamp = 8, sequence_id = 10, track_event = 11, interned_data = 12, sequence_flags = 13,
                        track_descriptor = 60;
}
namespace event_field {
constexpr std::uint32_t category_iids = 3, debug_annotations = 4, type = 9, name_iid = 10, track_uuid = 11,
                        categories = 22, name = 23, counter_value = 30, double_counter_value = 44, flow_ids = 47,
                        terminating_flow_ids = 48;
}
namespace annotation_field {
constexpr std::uint32_t name_iid = 1, bool_value = 2, uint_value = 3, int_value = 4, double_value = 5, string_value = 6,
                        name = 10;
}
namespace descriptor_field {
constexpr std::uint32_t uuid = 1, name = 2, process = 3, thread = 4, process_name = 6, thread_name = 5;
}
namespace interned_field {
constexpr std::uint32_t categories = 1, events = 2, arguments = 3, iid = 1, name = 2;
}
constexpr std::uint64_t state_cleared = 1;  // of sequence_flags
// Differences and sums of times stay in their type: 146 years.
constexpr std::int64_t latest_time = std::int64_t{1} << 62;

constexpr std::uint64_t first_suspensions = std::uint64_t{1} << 24;
constexpr std::uint64_t first_counter = std::uint64_t{1} << 25;

/// The text of field `number` in a message; empty if there is none.
std::string_view text_field(std::string_view message, std::uint32_t number) {
  field_reader reader(message);
  field f;
  std::string_view text;
  while (reader.next(f)) {
    if (f.number == number) text = f.bytes;
  }
  return text;
}

std::string_view find_name(std::unordered_map<std::uint64_t, std::string> const& names, std::uint64_t iid) {
  auto const entry = names.find(iid);
  return entry == names.end() ? std::string_view() : std::string_view(entry->second);
}

/// A repeated number, which may be packed into one field of bytes: the first one.
std::uint64_t first_number(field const& f) {
  if (f.bytes.empty()) return f.value;
  std::uint64_t value = 0;
  unsigned shift = 0;
  for (char const c : f.bytes) {
    value |= std::uint64_t{static_cast<unsigned char>(c) & 0x7fu} << shift;
    shift += 7;
    if (static_cast<unsigned char>(c) < 0x80 || shift > 63) break;
  }
  return value;
}

/// Repeated fixed64 numbers: each in its field, or all packed into one.
void add_fixed(field const& f, std::vector<std::uint64_t>& numbers) {
  if (f.bytes.empty()) {
    numbers.push_back(f.value);
    return;
  }
  for (std::size_t i = 0; i + 8 <= f.bytes.size(); i += 8) {
    std::uint64_t value = 0;
    for (std::size_t k = 0; k < 8; ++k) {
      value |= std::uint64_t{static_cast<unsigned char>(f.bytes[i + k])} << (8 * k);
    }
    numbers.push_back(value);
  }
}

}  // namespace

std::optional<track_name> parse_track(std::uint64_t uuid) {
  std::uint64_t const high = uuid >> 32;
  std::uint64_t const low = uuid & 0xffffffffu;
  if (high == 0) return std::nullopt;
  auto const place = static_cast<std::uint32_t>(high - 1);
  if (low == 0) return track_name{track_kind::place, place, 0};
  if (low < first_suspensions) return track_name{track_kind::worker, place, static_cast<std::uint32_t>(low - 1)};
  if (low < first_counter) {
    return track_name{track_kind::suspensions, place, static_cast<std::uint32_t>(low - first_suspensions)};
  }
  return track_name{track_kind::counter, place, static_cast<std::uint32_t>(low - first_counter)};
}

argument const* event::find(std::string_view argument_name) const {
  auto const entry = std::find_if(arguments.begin(), arguments.end(),
                                  [&](argument const& candidate) { return candidate.name == argument_name; });
  return entry == arguments.end() ? nullptr : &*entry;
}

std::uint64_t event::whole(std::string_view argument_name) const {
  auto const* const entry = find(argument_name);
  return entry == nullptr ? 0 : entry->whole;
}

std::string_view event::text(std::string_view argument_name) const {
  auto const* const entry = find(argument_name);
  return entry == nullptr ? std::string_view() : entry->text;
}

read_result event_reader::read(std::istream& input) {
  packet_stream packets(input);
  read_result result;
  std::string_view packet;
  auto status = packets.next(packet);
  for (; status == packet_stream::status::packet; status = packets.next(packet)) {
    ++result.packets;
    if (!read_packet(packet)) ++result.malformed;
  }
  result.bytes = packets.position();
  result.cut_short = status == packet_stream::status::cut_short;
  result.damaged = status == packet_stream::status::damaged;
  return result;
}

bool event_reader::read_packet(std::string_view packet) {
  field_reader reader(packet);
  field f;
  std::uint64_t sequence_id = 0;
  std::uint64_t flags = 0;
  std::string_view interned;
  std::string_view descriptor;
  std::string_view track_event;
  bool has_event = false;
  event_.time = 0;
  while (reader.next(f)) {
    switch (f.number) {
      case packet_field::timestamp:
        event_.time = static_cast<std::int64_t>(f.value);
        break;
      case packet_field::sequence_id:
        sequence_id = f.value;
        break;
      case packet_field::sequence_flags:
        flags = f.value;
        break;
      case packet_field::interned_data:
        interned = f.bytes;
        break;
      case packet_field::track_descriptor:
        descriptor = f.bytes;
        break;
      case packet_field::track_event:
        track_event = f.bytes;
        has_event = true;
        break;
      default:
        break;
    }
  }
  if (reader.damaged() || event_.time < 0 || event_.time > latest_time) return false;
  auto& names = sequences_[sequence_id];
  if ((flags & state_cleared) != 0) names = {};
  bool const whole = intern(interned, names) && (descriptor.empty() || read_track(descriptor));
  return whole && (!has_event || read_event(track_event, names));
}

bool event_reader::intern(std::string_view message, sequence& names) {
  field_reader reader(message);
  field f;
  while (reader.next(f)) {
    if (f.number < interned_field::categories || f.number > interned_field::arguments) continue;
    auto& table = f.number == interned_field::events       ? names.events
                  : f.number == interned_field::categories ? names.categories
                                                           : names.arguments;
    field_reader entry(f.bytes);
    field part;
    std::uint64_t iid = 0;
    std::string_view name;
    while (entry.next(part)) {
      if (part.number == interned_field::iid) iid = part.value;
      if (part.number == interned_field::name) name = part.bytes;
    }
    if (entry.damaged()) return false;
    table[iid] = name;
  }
  return !reader.damaged();
}

bool event_reader::read_track(std::string_view message) {
  field_reader reader(message);
  field f;
  std::uint64_t uuid = 0;
  std::string_view name;
  while (reader.next(f)) {
    if (f.number == descriptor_field::uuid) uuid = f.value;
    if (f.number == descriptor_field::name) name = f.bytes;
    if (f.number == descriptor_field::process && name.empty())
      name = text_field(f.bytes, descriptor_field::process_name);
    if (f.number == descriptor_field::thread) {
      if (auto const thread = text_field(f.bytes, descriptor_field::thread_name); !thread.empty()) name = thread;
    }
  }
  if (reader.damaged()) return false;
  sink_.on_track(uuid, name);
  return true;
}

bool event_reader::read_annotation(std::string_view message, sequence const& names) {
  field_reader reader(message);
  field f;
  argument a;
  while (reader.next(f)) {
    switch (f.number) {
      case annotation_field::name_iid:
        a.name = find_name(names.arguments, f.value);
        break;
      case annotation_field::name:
        a.name = f.bytes;
        break;
      case annotation_field::bool_value:
      case annotation_field::uint_value:
        a.whole = f.value;
        a.number = static_cast<double>(f.value);
        break;
      case annotation_field::int_value:
        a.number = static_cast<double>(static_cast<std::int64_t>(f.value));
        a.whole = a.number < 0 ? 0 : f.value;
        break;
      case annotation_field::double_value:
        a.number = f.as_double();
        a.whole = a.number > 0 && a.number < 0x1p63 ? static_cast<std::uint64_t>(a.number) : 0;
        break;
      case annotation_field::string_value:
        a.text = f.bytes;
        break;
      default:
        break;
    }
  }
  event_.arguments.push_back(a);
  return !reader.damaged();
}

bool event_reader::read_event(std::string_view message, sequence const& names) {
  event_.track = 0;
  event_.type = {};
  event_.name = event_.category = {};
  event_.value = 0;
  event_.arguments.clear();
  event_.flows.clear();
  event_.ending_flows.clear();
  field_reader reader(message);
  field f;
  while (reader.next(f)) {
    switch (f.number) {
      case event_field::category_iids:
        if (event_.category.empty()) event_.category = find_name(names.categories, first_number(f));
        break;
      case event_field::categories:
        if (event_.category.empty()) event_.category = f.bytes;
        break;
      case event_field::debug_annotations:
        if (!read_annotation(f.bytes, names)) return false;
        break;
      case event_field::type:
        event_.type = f.value >= 1 && f.value <= 4 ? static_cast<event_type>(f.value) : event_type{};
        break;
      case event_field::name_iid:
        event_.name = find_name(names.events, f.value);
        break;
      case event_field::name:
        event_.name = f.bytes;
        break;
      case event_field::track_uuid:
        event_.track = f.value;
        break;
      case event_field::counter_value:
        event_.value = static_cast<double>(static_cast<std::int64_t>(f.value));
        break;
      case event_field::double_counter_value:
        event_.value = f.as_double();
        break;
      case event_field::flow_ids:
        add_fixed(f, event_.flows);
        break;
      case event_field::terminating_flow_ids:
        add_fixed(f, event_.ending_flows);
        break;
      default:
        break;
    }
  }
  if (reader.damaged()) return false;
  if (event_.type != event_type{}) sink_.on_event(event_);
  return true;
}

}  // namespace apps::trace_report
