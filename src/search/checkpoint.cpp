// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The file of an unfinished search: a header that says what it is of, the content, and a checksum over all of it.
#include <skua/search/checkpoint.hpp>

#include <array>
#include <cstring>
#include <string>

#include <skua/error.hpp>

#include "system/files.hpp"

namespace skua::search::detail {
namespace {

constexpr std::array<char, 8> magic{'S', 'K', 'U', 'A', 's', 'r', 'c', 'h'};
constexpr std::uint32_t version = 1;  // also tells the order of bytes

std::uint64_t checksum(std::span<std::byte const> bytes) noexcept {  // FNV-1a
  std::uint64_t h = 0xcbf29ce484222325u;
  for (std::byte const b : bytes) h = (h ^ static_cast<std::uint64_t>(b)) * 0x100000001b3u;
  return h;
}

[[noreturn]] void fail(std::filesystem::path const& file, std::string const& what) { throw error(file.string() + ": " + what); }
std::string text_of(wire::reader& in) { return wire::decode<std::string>(in); }

}  // namespace

void write_checkpoint(std::filesystem::path const& to, std::string_view of, std::string_view type, std::span<std::byte const> content) {
  wire::writer w;
  w.put(magic);
  w.put(version);
  wire::encode(w, std::string(of));
  wire::encode(w, std::string(type));
  w.raw(content.data(), content.size());
  w.put(checksum(w.view()));

  system::replace_file(to, w.view());
}

std::vector<std::byte> read_checkpoint(std::filesystem::path const& from, std::string_view of, std::string_view type) {
  auto const all = system::read_file(from);
  if (all.size() < sizeof magic || std::memcmp(all.data(), magic.data(), sizeof magic) != 0) fail(from, "is not a saved search");
  if (all.size() < sizeof magic + sizeof version + sizeof(std::uint64_t)) fail(from, "is damaged: it ends too early");
  std::span<std::byte const> const body(all.data(), all.size() - sizeof(std::uint64_t));
  std::uint64_t sum;
  std::memcpy(&sum, all.data() + body.size(), sizeof sum);
  wire::reader in(body.subspan(sizeof magic));
  if (in.get<std::uint32_t>() != version) fail(from, "was saved by another version of this program");
  if (sum != checksum(body)) fail(from, "is damaged: the checksum is wrong");
  if (std::string const saved = text_of(in); saved != of) fail(from, "is of another search: '" + saved + "', not '" + std::string(of) + "'");
  if (text_of(in) != type) fail(from, "was saved by another version of this program");
  auto const content = in.take(in.left());
  return {content.begin(), content.end()};
}

}  // namespace skua::search::detail
