// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Protobuf's wire format: the fields of a message in memory, and the packets of a file.

#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <string>
#include <string_view>

namespace apps::trace_report {

/// One field of a message. `value` is set for varints and fixed numbers, `bytes` for strings and
/// messages.
struct field {
  std::uint32_t number = 0;
  std::uint64_t value = 0;
  std::string_view bytes;

  [[nodiscard]] double as_double() const;  ///< of a fixed64 field
};

/// Walks over the fields of a message; unknown fields are returned like all others.
class field_reader {
 public:
  explicit field_reader(std::string_view message) : rest_(message) {}

  /// Returns false at the end of the message, and at bytes that are not a field: see `damaged`.
  bool next(field& f);
  [[nodiscard]] bool damaged() const { return damaged_; }

 private:
  bool read_varint(std::uint64_t& value);
  bool read_fixed(std::size_t bytes, std::uint64_t& value);
  bool fail();

  std::string_view rest_;
  bool damaged_ = false;
};

/// Reads the packets of a trace one after another, with a buffer as large as the largest packet and
/// a mebibyte.
class packet_stream {
 public:
  enum class status { packet, end, cut_short, damaged };

  explicit packet_stream(std::istream& input) : input_(input) {}

  /// The next packet; it is valid until the next call. After a status other than `packet` all
  /// further calls return the same.
  status next(std::string_view& packet);
  /// The number of bytes before the next packet.
  [[nodiscard]] std::uint64_t position() const { return position_; }

 private:
  bool fill(std::size_t bytes);

  std::istream& input_;
  std::string buffer_;
  std::size_t begin_ = 0;  // in the buffer
  std::uint64_t position_ = 0;
  status last_ = status::packet;
};

}  // namespace apps::trace_report
