// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Changes of a saved search, with a correct checksum so that the content is read: a result or one
// error. Three bytes of the input are one change: two for the position, one for the value. The
// remaining bytes are appended.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <unistd.h>

#include <skua/error.hpp>
#include <skua/search/checkpoint.hpp>

namespace {

struct chain {
  struct node {
    std::vector<std::int32_t> path;
    std::int32_t depth = 0;

    template <class Archive>
    void serialize(Archive& a) {
      a(path, depth);
    }
  };
  node root() const { return {}; }
  std::vector<node> children(node const&) const { return {}; }
  bool valid(node const& n) const { return n.depth >= 0 && n.path.size() == static_cast<std::size_t>(n.depth); }
  int objective(node const& n) const { return n.depth; }
  int bound(node const& n) const { return n.depth; }
};
using result = skua::search::optimum<chain>;

struct scratch_file {
  std::string const name =
      (std::filesystem::temp_directory_path() / ("skua-fuzz-checkpoint-" + std::to_string(::getpid()))).string();
  ~scratch_file() { std::filesystem::remove(name); }
};

std::string saved(std::string const& name) {
  result r;
  r.value = 7;
  r.start = 7;
  r.bound = 3;
  r.open = {{{{1, 2, 3}, 3}, 3, 0.5}, {{{4}, 1}, 1, 0.25}};
  skua::search::save(name, "fuzz", r);
  std::ifstream from(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(from), {}};
}

/// The checksum is the last eight bytes of the file, as in src/search/checkpoint.cpp.
void put_checksum_right(std::string& file) {
  if (file.size() < 8) return;
  std::uint64_t h = 0xcbf29ce484222325u;
  for (std::size_t i = 0; i + 8 < file.size(); ++i) h = (h ^ static_cast<unsigned char>(file[i])) * 0x100000001b3u;
  std::memcpy(file.data() + file.size() - 8, &h, 8);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  static scratch_file const scratch;
  static std::string const whole = saved(scratch.name);
  std::string file = whole;
  std::size_t offset = 0;
  for (; offset + 3 <= size; offset += 3)
    file[(data[offset] + 256u * data[offset + 1]) % file.size()] = static_cast<char>(data[offset + 2]);
  file.append(reinterpret_cast<char const*>(data) + offset, size - offset);
  put_checksum_right(file);
  std::ofstream(scratch.name, std::ios::binary) << file;
  try {
    result const r = skua::search::load<result>(scratch.name, "fuzz", chain{});
    if (r.complete || r.open.empty() || r.open.size() > file.size()) std::abort();
    for (auto const& open : r.open) {
      if (!chain{}.valid(open.node)) std::abort();
    }
  } catch (skua::error const&) {  // wire::malformed is derived from it
  }
  return 0;
}
