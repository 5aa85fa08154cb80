// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Any bytes as a record of tasks, as they are and with a correct checksum so that the content is
// read: one printable line that says what is wrong, or a record with bounds that fit together.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "common/error.hpp"
#include "replay/bounds.hpp"
#include "replay/record_file.hpp"

namespace {

using namespace apps::replay;

void require(bool holds) {
  if (!holds) std::abort();
}

/// The checksum is the last eight bytes of the file, as in cli/replay/record_file.cpp.
void put_checksum_right(std::string& file) {
  if (file.size() < 8) return;
  std::uint64_t h = 0xcbf29ce484222325u;
  for (std::size_t i = 0; i + 8 < file.size(); ++i) h = (h ^ static_cast<unsigned char>(file[i])) * 0x100000001b3u;
  for (std::size_t i = file.size() - 8; i < file.size(); ++i, h >>= 8) file[i] = static_cast<char>(h & 0xff);
}

void read_as_record(std::string const& file) {
  try {
    record const r = parse_record(file, "file");
    double const share = r.movable_share();
    require(share >= 0 && share <= 1);
    require(r.task_count() <= UINT64_MAX / 2);
    bounds const b = bounds_of(r, "file");
    require(b.work == r.work());
    require(ideal_time(r, "file", 1) >= b.work && ideal_time(r, "file", 3) >= b.span);
  } catch (apps::input_error const& e) {
    for (char const* c = e.what(); *c != 0; ++c) require(static_cast<unsigned char>(*c) >= 0x20 && *c != 0x7f);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string file(reinterpret_cast<char const*>(data), size);
  read_as_record(file);
  put_checksum_right(file);
  read_as_record(file);
  return 0;
}
