// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wire/modules.hpp"

#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <string_view>

#include <skua/detail/base/spinlock.hpp>

namespace skua::wire {
namespace {

/// FNV-1a over 64-bit words, with a finaliser that makes every bit of the result depend on all of
/// them.
class mixer {
 public:
  void add(void const* memory, std::size_t n) noexcept {
    auto const* bytes = static_cast<unsigned char const*>(memory);
    for (; n >= 8; n -= 8, bytes += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes, 8);
      step(word);
    }
    std::uint64_t rest = n;
    std::memcpy(reinterpret_cast<char*>(&rest) + 1, bytes, n);
    step(rest);
  }
  [[nodiscard]] std::uint64_t result() const noexcept {
    std::uint64_t hash = state_;
    hash = (hash ^ (hash >> 32)) * 0x9e3779b97f4a7c15;
    hash = (hash ^ (hash >> 29)) * 0xbf58476d1ce4e5b9;
    return hash ^ (hash >> 32);
  }

 private:
  void step(std::uint64_t word) noexcept {
    state_ = (state_ ^ word) * 0x100000001b3;
    state_ ^= state_ >> 29;
  }
  std::uint64_t state_ = 0xcbf29ce484222325;
};

using note_header = ElfW(Nhdr);

/// The build id that the linker put into a note segment; empty if there is none.
std::string_view build_id(dl_phdr_info const& info) noexcept {
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    ElfW(Phdr) const& header = info.dlpi_phdr[i];
    if (header.p_type != PT_NOTE) continue;
    std::size_t const alignment = header.p_align == 8 ? 8 : 4;
    auto const padded = [alignment](std::size_t n) { return (n + alignment - 1) / alignment * alignment; };
    auto const* text = reinterpret_cast<char const*>(info.dlpi_addr + header.p_vaddr);
    auto const* const end = text + header.p_memsz;
    while (static_cast<std::size_t>(end - text) >= sizeof(note_header)) {
      note_header note;
      std::memcpy(&note, text, sizeof note);
      char const* const name = text + sizeof note;
      std::size_t const length = sizeof note + padded(note.n_namesz) + padded(note.n_descsz);
      if (length > static_cast<std::size_t>(end - text)) break;
      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0) {
        return {name + padded(note.n_namesz), note.n_descsz};
      }
      text += length;
    }
  }
  return {};
}

/// The identity of a module without a build id (a linker option): a hash of the segments that the
/// loader does not change.
std::uint64_t content_hash(dl_phdr_info const& info) noexcept {
  mixer mixer;
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    ElfW(Phdr) const& header = info.dlpi_phdr[i];
    if (header.p_type != PT_LOAD || (header.p_flags & PF_W) != 0 || (header.p_flags & PF_R) == 0) continue;
    mixer.add(reinterpret_cast<void const*>(info.dlpi_addr + header.p_vaddr), header.p_filesz);
  }
  return mixer.result();
}

void add_module(module_list& list, dl_phdr_info const& info) {
  auto const number = static_cast<std::uint32_t>(list.modules.size());
  std::string_view name = info.dlpi_name == nullptr ? "" : info.dlpi_name;
  name.remove_prefix(std::min(name.rfind('/') + 1, name.size()));
  module module{.name = std::string(name), .load = info.dlpi_addr, .identity = 0, .ambiguous = false};
  std::string_view const id = build_id(info);
  if (id.empty()) {
    module.identity = content_hash(info);
  } else {
    mixer mix;
    mix.add(id.data(), id.size());
    module.identity = mix.result();
  }
  // The upper half is a function's tag, and a name is never 0.
  if (module.identity >> 32 == 0) module.identity |= std::uint64_t{1} << 32;
  list.modules.push_back(std::move(module));
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    ElfW(Phdr) const& header = info.dlpi_phdr[i];
    if (header.p_type != PT_LOAD || header.p_memsz == 0) continue;
    std::uintptr_t const first = info.dlpi_addr + header.p_vaddr;
    list.segments.push_back({first, first + header.p_memsz, number, (header.p_flags & PF_X) != 0});
  }
}

std::uint64_t generation_of(dl_phdr_info const& info) noexcept { return info.dlpi_adds + info.dlpi_subs; }

std::shared_ptr<module_list const> read_modules() {
  auto list = std::make_shared<module_list>();
  auto const visit = [](dl_phdr_info* info, std::size_t, void* argument) {
    auto& result = *static_cast<module_list*>(argument);
    result.generation = generation_of(*info);
    add_module(result, *info);
    return 0;
  };
  ::dl_iterate_phdr(visit, list.get());
  for (module& added : list->modules) {
    for (module& module : list->modules)
      added.ambiguous |= &added != &module && (added.identity ^ module.identity) >> 32 == 0;
  }
  std::ranges::sort(list->segments, {}, &segment::first);
  return list;
}

std::uint64_t current_generation() noexcept {
  std::uint64_t result = 0;
  auto const visit = [](dl_phdr_info* info, std::size_t, void* argument) {
    *static_cast<std::uint64_t*>(argument) = generation_of(*info);
    return 1;
  };
  ::dl_iterate_phdr(visit, &result);
  return result;
}

constinit base::spinlock list_lock;
/// Never destroyed: other objects' destructors may still name functions.
std::shared_ptr<module_list const>& latest_list() {
  static auto* const list = new std::shared_ptr<module_list const>;
  return *list;
}

}  // namespace

segment const* module_list::find(std::uintptr_t address) const noexcept {
  auto const after = std::ranges::upper_bound(segments, address, {}, &segment::first);
  if (after == segments.begin()) return nullptr;
  segment const& segment = *(after - 1);
  return address < segment.last ? &segment : nullptr;
}

std::shared_ptr<module_list const> loaded_modules() {
  std::uint64_t const now = current_generation();
  {
    std::scoped_lock const guard(list_lock);
    if (latest_list() && latest_list()->generation == now) return latest_list();
  }
  auto list = read_modules();
  std::scoped_lock const guard(list_lock);
  return latest_list() = std::move(list);
}

}  // namespace skua::wire
