// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "observe/perfetto.hpp"

#include <cstring>
#include <utility>

#include "base/escape.hpp"

namespace skua::observe {
namespace {

// Wire types of protobuf.
constexpr unsigned wire_varint = 0;
constexpr unsigned wire_fixed64 = 1;
constexpr unsigned wire_bytes = 2;

void put_varint(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<char>(value | 0x80));
  out.push_back(static_cast<char>(value));
}
void put_tag(std::string& out, unsigned field, unsigned type) { put_varint(out, field << 3 | type); }
void put_number(std::string& out, unsigned field, std::uint64_t value) {
  put_tag(out, field, wire_varint);
  put_varint(out, value);
}
void put_fixed64(std::string& out, unsigned field, std::uint64_t value) {
  put_tag(out, field, wire_fixed64);
  char bytes[8];
  for (unsigned i = 0; i < 8; ++i) bytes[i] = static_cast<char>(value >> (8 * i));
  out.append(bytes, sizeof bytes);
}
void put_double(std::string& out, unsigned field, double value) {
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  put_fixed64(out, field, bits);
}
void put_text(std::string& out, unsigned field, std::string_view text) {
  put_tag(out, field, wire_bytes);
  put_varint(out, text.size());
  out.append(text);
}
/// A text from outside: strict readers refuse a trace with a string that is not UTF-8.
void put_name(std::string& out, unsigned field, std::string_view text) {
  put_text(out, field, base::well_formed(text));
}

// The fields of Perfetto's messages that a trace has, by message.
struct trace {
  enum : unsigned { packet = 1 };
};
struct packet_field {
  enum : unsigned { timestamp = 8, sequence = 10, track_event = 11, interned_data = 12 };
  enum : unsigned { sequence_flags = 13, track_descriptor = 60 };
  enum : unsigned { first_of_sequence = 1, needs_state = 2 };  // flags: state is cleared, state is needed
};
struct descriptor_field {
  enum : unsigned { none = 0, uuid = 1, name = 2, process = 3, thread = 4, parent = 5, counter = 8 };
};
struct process_field {
  enum : unsigned { pid = 1, name = 6 };
};
struct thread_field {
  enum : unsigned { pid = 1, tid = 2, name = 5 };
};
struct event_field {
  enum : unsigned { category_number = 3, annotation = 4, type = 9, name_number = 10, track = 11 };
  enum : unsigned { double_counter = 44, flow = 47, ended_flow = 48 };
};
struct annotation_field {
  enum : unsigned { name_number = 1, unsigned_value = 3, signed_value = 4, double_value = 5, text_value = 6 };
};
struct interned_field {
  enum : unsigned { categories = 1, names = 2, annotation_names = 3 };
  enum : unsigned { number = 1, text = 2 };  // of an entry
};

void put_argument(std::string& out, std::uint64_t name, trace_argument const& argument) {
  std::string body;
  put_number(body, annotation_field::name_number, name);
  if (auto const* const n = std::get_if<std::uint64_t>(&argument.value)) {
    put_number(body, annotation_field::unsigned_value, *n);
  } else if (auto const* const i = std::get_if<std::int64_t>(&argument.value)) {
    put_number(body, annotation_field::signed_value, static_cast<std::uint64_t>(*i));
  } else if (auto const* const number = std::get_if<double>(&argument.value)) {
    put_double(body, annotation_field::double_value, *number);
  } else {
    put_name(body, annotation_field::text_value, std::get<std::string_view>(argument.value));
  }
  put_text(out, event_field::annotation, body);
}

}  // namespace

void packet_writer::packet(std::uint64_t ns, unsigned field, std::string_view body) {
  std::string whole;
  if (ns != 0) put_number(whole, packet_field::timestamp, ns);
  put_number(whole, packet_field::sequence, sequence_);
  put_number(whole, packet_field::sequence_flags,
             std::exchange(has_begun_, true) ? packet_field::needs_state : packet_field::first_of_sequence);
  if (!new_names_.empty()) {
    put_text(whole, packet_field::interned_data, new_names_);
    new_names_.clear();
  }
  put_text(whole, field, body);
  put_text(bytes_, trace::packet, whole);
}

void packet_writer::descriptor(std::uint64_t track, std::uint64_t parent, std::string_view name, unsigned field,
                               std::string const& inner) {
  std::string body;
  put_number(body, descriptor_field::uuid, track);
  if (!name.empty()) put_name(body, descriptor_field::name, name);
  if (parent != 0) put_number(body, descriptor_field::parent, parent);
  if (field != descriptor_field::none) put_text(body, field, inner);
  packet(0, packet_field::track_descriptor, body);
}

void packet_writer::process_track(std::uint64_t track, std::uint64_t process, std::string_view name) {
  std::string inner;
  put_number(inner, process_field::pid, process);
  put_name(inner, process_field::name, name);
  descriptor(track, 0, {}, descriptor_field::process, inner);
}

void packet_writer::thread_track(std::uint64_t track, std::uint64_t parent, std::uint64_t process, std::uint64_t thread,
                                 std::string_view name) {
  std::string inner;
  put_number(inner, thread_field::pid, process);
  put_number(inner, thread_field::tid, thread);
  put_name(inner, thread_field::name, name);
  descriptor(track, parent, {}, descriptor_field::thread, inner);
}

void packet_writer::plain_track(std::uint64_t track, std::uint64_t parent, std::string_view name) {
  descriptor(track, parent, name, descriptor_field::none, {});
}

void packet_writer::counter_track(std::uint64_t track, std::uint64_t parent, std::string_view name) {
  descriptor(track, parent, name, descriptor_field::counter, {});
}

std::uint64_t packet_writer::number_of(number_table& table, unsigned field, std::string_view name) {
  auto const [position, is_new] = table.try_emplace(std::string(name), table.size() + 1);
  if (is_new) {
    std::string entry;
    put_number(entry, interned_field::number, position->second);
    put_name(entry, interned_field::text, name);
    put_text(new_names_, field, entry);
  }
  return position->second;
}

void packet_writer::event(std::uint64_t track, std::uint64_t ns, event_type type, std::string_view category,
                          std::string_view name, trace_argument const* first, std::size_t n, std::uint64_t flow,
                          bool ends_flow) {
  std::string body;
  put_number(body, event_field::type, static_cast<std::uint64_t>(type));
  put_number(body, event_field::track, track);
  if (!category.empty())
    put_number(body, event_field::category_number, number_of(categories_, interned_field::categories, category));
  if (!name.empty()) put_number(body, event_field::name_number, number_of(names_, interned_field::names, name));
  for (std::size_t i = 0; i < n; ++i)
    put_argument(body, number_of(argument_names_, interned_field::annotation_names, first[i].name), first[i]);
  if (flow != 0) put_fixed64(body, ends_flow ? event_field::ended_flow : event_field::flow, flow);
  packet(ns, packet_field::track_event, body);
}

void packet_writer::slice(std::uint64_t track, std::uint64_t begin_ns, std::uint64_t end_ns, std::string_view category,
                          std::string_view name, arguments annotations) {
  event(track, begin_ns, event_type::slice_begin, category, name, annotations.begin(), annotations.size());
  event(track, end_ns, event_type::slice_end, {}, {}, nullptr, 0);
}

void packet_writer::instant(std::uint64_t track, std::uint64_t ns, std::string_view category, std::string_view name,
                            arguments annotations, std::uint64_t flow, bool ends_flow) {
  event(track, ns, event_type::instant, category, name, annotations.begin(), annotations.size(), flow, ends_flow);
}

void packet_writer::instant(std::uint64_t track, std::uint64_t ns, std::string_view category, std::string_view name,
                            trace_argument const* first, std::size_t n) {
  event(track, ns, event_type::instant, category, name, first, n);
}

void packet_writer::counter(std::uint64_t track, std::uint64_t ns, double value) {
  std::string body;
  put_number(body, event_field::type, static_cast<std::uint64_t>(event_type::counter));
  put_number(body, event_field::track, track);
  put_double(body, event_field::double_counter, value);
  packet(ns, packet_field::track_event, body);
}

std::string packet_writer::take() { return std::exchange(bytes_, {}); }

}  // namespace skua::observe
