// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "wire.hpp"

#include <bit>

namespace apps::trace_report {
namespace {

constexpr unsigned longest_varint = 10;              // bytes
constexpr std::size_t chunk = std::size_t{1} << 20;  // bytes that are read at once
// No packet of Skua comes near. Without a limit, a damaged length would read a whole file into
// memory.
constexpr std::uint64_t largest_packet = std::uint64_t{16} << 20;
constexpr unsigned char packet_tag = 0x0a;  // field 1 of Trace, with a length

/// The bytes of a varint at the front; 0 if it is not complete, or longer than ten.
unsigned decode_varint(std::string_view text, std::uint64_t& value) {
  value = 0;
  for (unsigned i = 0; i < longest_varint && i < text.size(); ++i) {
    auto const byte = static_cast<unsigned char>(text[i]);
    value |= std::uint64_t{byte & 0x7fu} << (7 * i);
    if (byte < 0x80) return i + 1;
  }
  return 0;
}

}  // namespace

double field::as_double() const { return std::bit_cast<double>(value); }

bool field_reader::fail() {
  damaged_ = true;
  rest_ = {};
  return false;
}

bool field_reader::read_varint(std::uint64_t& value) {
  unsigned const length = decode_varint(rest_, value);
  if (length == 0) return fail();
  rest_.remove_prefix(length);
  return true;
}

bool field_reader::read_fixed(std::size_t bytes, std::uint64_t& value) {
  if (rest_.size() < bytes) return fail();
  value = 0;
  for (std::size_t i = 0; i < bytes; ++i) value |= std::uint64_t{static_cast<unsigned char>(rest_[i])} << (8 * i);
  rest_.remove_prefix(bytes);
  return true;
}

bool field_reader::next(field& f) {
  if (rest_.empty()) return false;
  std::uint64_t tag = 0;
  if (!read_varint(tag)) return false;
  if (tag >> 3 == 0 || tag >> 3 > 0x1fffffff) return fail();
  f = {static_cast<std::uint32_t>(tag >> 3), 0, {}};
  switch (tag & 7) {
    case 0:
      return read_varint(f.value);
    case 1:
      return read_fixed(8, f.value);
    case 2: {
      std::uint64_t length = 0;
      if (!read_varint(length)) return false;
      if (length > rest_.size()) return fail();
      f.bytes = rest_.substr(0, length);
      rest_.remove_prefix(length);
      return true;
    }
    case 5:
      return read_fixed(4, f.value);
    default:
      return fail();
  }
}

/// Makes the next bytes available in the buffer, or as many as there are; true if all are.
bool packet_stream::fill(std::size_t bytes) {
  while (buffer_.size() - begin_ < bytes && input_) {
    if (begin_ > 0) {
      buffer_.erase(0, begin_);
      begin_ = 0;
    }
    std::size_t const old = buffer_.size();
    buffer_.resize(old + chunk);
    input_.read(buffer_.data() + old, static_cast<std::streamsize>(chunk));
    buffer_.resize(old + static_cast<std::size_t>(input_.gcount()));
  }
  return buffer_.size() - begin_ >= bytes;
}

packet_stream::status packet_stream::next(std::string_view& packet) {
  if (last_ != status::packet) return last_;
  if (!fill(1)) return last_ = status::end;
  if (static_cast<unsigned char>(buffer_[begin_]) != packet_tag) return last_ = status::damaged;
  fill(1 + longest_varint);
  std::uint64_t length = 0;
  auto const available = std::string_view(buffer_).substr(begin_ + 1);
  unsigned const bytes = decode_varint(available, length);
  if (bytes == 0) return last_ = available.size() >= longest_varint ? status::damaged : status::cut_short;
  if (length > largest_packet) return last_ = status::damaged;
  std::size_t const whole = 1 + bytes + static_cast<std::size_t>(length);
  if (!fill(whole)) return last_ = status::cut_short;
  packet = std::string_view(buffer_).substr(begin_ + 1 + bytes, static_cast<std::size_t>(length));
  begin_ += whole;
  position_ += whole;
  return status::packet;
}

}  // namespace apps::trace_report
