// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The checkpoint file: a header that names the instance and the type, the content, and a checksum
// over all of it.
#include <skua/search/checkpoint.hpp>

#include <array>
#include <cstring>
#include <string>

#include <skua/error.hpp>

#include "system/files.hpp"

namespace skua::search {
namespace detail {
namespace {

constexpr std::array<char, 8> magic{'S', 'K', 'U', 'A', 's', 'r', 'c', 'h'};
constexpr std::uint32_t version = 2;  // its encoding also identifies the byte order

std::uint64_t checksum(std::span<std::byte const> bytes) noexcept {  // FNV-1a
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (std::byte const memory : bytes) hash = (hash ^ static_cast<std::uint64_t>(memory)) * 0x100000001b3u;
  return hash;
}

[[noreturn]] void fail(std::filesystem::path const& file, std::string const& reason) {
  throw error(file.string() + ": " + reason);
}

/// Makes a name from a file fit for an error message: short, and without control characters.
std::string printable(std::string text) {
  constexpr std::size_t max_length = 200;
  if (text.size() > max_length) text = text.substr(0, max_length) + "...";
  for (char& character : text) {
    if (static_cast<unsigned char>(character) < 0x20 || character == 0x7f) character = '?';
  }
  return text;
}

bool has_magic(std::span<std::byte const> file) noexcept {
  return file.size() >= sizeof magic && std::memcmp(file.data(), magic.data(), sizeof magic) == 0;
}

std::vector<std::byte> checked_content(std::filesystem::path const& from, std::span<std::byte const> file,
                                       std::string_view instance, std::string_view type) {
  if (!has_magic(file)) fail(from, "is not a saved search");
  if (file.size() < sizeof magic + sizeof version + sizeof(std::uint64_t)) fail(from, "is damaged: it ends too early");
  std::span<std::byte const> const body = file.first(file.size() - sizeof(std::uint64_t));
  std::uint64_t sum;
  std::memcpy(&sum, file.data() + body.size(), sizeof sum);
  wire::reader input(body.subspan(sizeof magic));
  if (input.get<std::uint32_t>() != version) fail(from, "was saved by another version of this program");
  if (sum != checksum(body)) fail(from, "is damaged: the checksum is wrong");
  auto const saved = wire::decode<std::string>(input);
  if (saved != instance)
    fail(from, "is of another search: '" + printable(saved) + "', not '" + std::string(instance) + "'");
  if (wire::decode<std::string>(input) != type) fail(from, "was saved by another version of this program");
  auto const content = input.take(input.remaining());
  return {content.begin(), content.end()};
}

constexpr double rounding_error = 1e-6;  // tolerance for shares that were divided and added up
constexpr std::uint64_t largest_count = std::uint64_t{1} << 62;
constexpr std::int32_t largest_depth = 1 << 30;

}  // namespace

void write_checkpoint(std::filesystem::path const& to, std::string_view instance, std::string_view type,
                      std::span<std::byte const> content) {
  wire::writer writer;
  writer.put(magic);
  writer.put(version);
  wire::encode(writer, std::string(instance));
  wire::encode(writer, std::string(type));
  writer.raw(content.data(), content.size());
  writer.put(checksum(writer.view()));

  system::replace_file(to, writer.view());
}

std::vector<std::byte> read_checkpoint(std::filesystem::path const& from, std::string_view instance,
                                       std::string_view type) {
  // A wrong file may be large.
  if (auto const begin = system::read_beginning(from, magic.size()); !has_magic(begin))
    fail(from, "is not a saved search");
  auto const file = system::read_file(from);
  try {
    return checked_content(from, file, instance, type);
  } catch (wire::malformed const&) {
    refuse_checkpoint(from, "its head cannot be read");
  }
}

void refuse_checkpoint(std::filesystem::path const& from, char const* reason) {
  fail(from, std::string("is damaged: ") + reason);
}

char const* counts_fault(counts const& counts) noexcept {
  for (auto const n :
       {counts.nodes, counts.prunes, counts.backtracks, counts.tasks, counts.cuts, counts.improvements}) {
    if (n > largest_count) return "it has counted too much";
  }
  return counts.prunes > counts.nodes || counts.backtracks > counts.nodes
             ? "it has pruned more nodes than it has looked at"
             : nullptr;
}

char const* share_fault(double share) noexcept {
  bool const possible = share >= -rounding_error && share <= 1 + rounding_error;  // false for a NaN
  return possible ? nullptr : "a share is not between 0 and 1";
}

char const* depth_fault(std::int32_t depth) noexcept {
  return depth >= 0 && depth <= largest_depth ? nullptr : "a node has an impossible depth";
}

}  // namespace detail

bool is_saved_search(std::filesystem::path const& file) {
  try {
    return detail::has_magic(system::read_beginning(file, detail::magic.size()));
  } catch (error const&) {
    return false;
  }
}

}  // namespace skua::search
