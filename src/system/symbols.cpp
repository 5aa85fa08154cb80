// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/symbols.hpp"

#include <cxxabi.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "system/unique_fd.hpp"

namespace skua::system {
namespace {

/// A file in memory.
class mapped_file {
 public:
  explicit mapped_file(char const* path) noexcept {
    unique_fd const fd(::open(path, O_RDONLY | O_CLOEXEC));
    struct stat status{};
    if (fd && ::fstat(fd.get(), &status) == 0 && status.st_size > 0) {
      bytes_ = static_cast<std::size_t>(status.st_size);
      void* const address = ::mmap(nullptr, bytes_, PROT_READ, MAP_PRIVATE, fd.get(), 0);
      if (address != MAP_FAILED) start_ = static_cast<char const*>(address);
    }
  }
  ~mapped_file() {
    if (start_ != nullptr) ::munmap(const_cast<char*>(start_), bytes_);
  }
  mapped_file(mapped_file const&) = delete;
  mapped_file& operator=(mapped_file const&) = delete;

  /// n objects at that offset, or null if the file is shorter.
  template <class T>
  T const* at(std::uint64_t offset, std::uint64_t n) const noexcept {
    if (start_ == nullptr || offset > bytes_ || n > (bytes_ - offset) / sizeof(T)) return nullptr;
    return reinterpret_cast<T const*>(start_ + offset);
  }

 private:
  char const* start_ = nullptr;
  std::size_t bytes_ = 0;
};

/// The address at which the program itself is loaded; 0 if it cannot be moved.
std::uintptr_t base_of_program() {
  std::uintptr_t base = 0;
  ::dl_iterate_phdr(
      [](dl_phdr_info* module, std::size_t, void* result) {  // the first module is the program
        *static_cast<std::uintptr_t*>(result) = module->dlpi_addr;
        return 1;
      },
      &base);
  return base;
}

/// Symbols of the compiler and the C library in a program's file: names that no program may use.
bool is_reserved(std::string_view name) noexcept {
  return name.starts_with('_') || name.find("__") != name.npos || name.starts_with("guard variable ") ||
         name.starts_with("typeinfo ") || name.starts_with("vtable ") || name.starts_with("completed.") ||
         name.starts_with("stdin@") || name.starts_with("stdout@") || name.starts_with("stderr@") ||
         name == "environ" || name == "stdin" || name == "stdout" || name == "stderr";
}

}  // namespace

std::string_view symbol::name() const noexcept { return {names.data(), ::strnlen(names.data(), names.size())}; }

void for_each_symbol(char const* path, std::function<bool(symbol const&)> const& visit) {
  mapped_file const file(path);
  auto const* const head = file.at<Elf64_Ehdr>(0, 1);
  if (head == nullptr || std::memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 || head->e_ident[EI_CLASS] != ELFCLASS64)
    return;
  auto const* const sections = file.at<Elf64_Shdr>(head->e_shoff, head->e_shnum);
  if (sections == nullptr) return;
  for (unsigned i = 0; i < head->e_shnum; ++i) {
    Elf64_Shdr const& elf64__shdr = sections[i];
    if ((elf64__shdr.sh_type != SHT_SYMTAB && elf64__shdr.sh_type != SHT_DYNSYM) ||
        elf64__shdr.sh_link >= head->e_shnum)
      continue;
    std::uint64_t const n = elf64__shdr.sh_size / sizeof(Elf64_Sym);
    auto const* const entries = file.at<Elf64_Sym>(elf64__shdr.sh_offset, n);
    Elf64_Shdr const& text = sections[elf64__shdr.sh_link];
    char const* const names = file.at<char>(text.sh_offset, text.sh_size);
    if (entries == nullptr || names == nullptr) continue;
    for (std::uint64_t index = 0; index < n; ++index) {
      Elf64_Sym const& elf64__sym = entries[index];
      unsigned const type = ELF64_ST_TYPE(elf64__sym.st_info);
      bool const is_function = type == STT_FUNC;
      if ((!is_function && type != STT_OBJECT) || elf64__sym.st_shndx == SHN_UNDEF ||
          elf64__sym.st_name >= text.sh_size)
        continue;
      bool const writable = !is_function && elf64__sym.st_shndx < head->e_shnum &&
                            (sections[elf64__sym.st_shndx].sh_flags & SHF_WRITE) != 0;
      std::span const from_name(names + elf64__sym.st_name, text.sh_size - elf64__sym.st_name);
      if (!visit({from_name, elf64__sym.st_value, elf64__sym.st_size, is_function, writable})) return;
    }
  }
}

std::string demangled(std::string const& name) {
  int failed = 0;
  char* const text = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &failed);
  std::string const result = failed == 0 && text != nullptr ? text : name;
  std::free(text);
  return result;
}

bool is_library_name(std::string_view name) noexcept {
  return name.starts_with("skua::") || name.starts_with("std::") || name.starts_with("skua_") || name.starts_with("__");
}

std::vector<static_object> const& program_statics() {
  static std::vector<static_object> const& objects_of_program = *new std::vector<static_object>([] {
    std::vector<static_object> objects;
    std::uintptr_t const base = base_of_program();
    for_each_symbol("/proc/self/exe", [&](symbol const& symbol) {
      if (!symbol.is_writable || symbol.bytes == 0) return true;
      std::string name = demangled(std::string(symbol.name()));
      if (is_library_name(name) || is_reserved(name)) return true;
      objects.push_back({std::move(name), reinterpret_cast<std::byte*>(base + symbol.offset), symbol.bytes});
      return true;
    });
    auto const before = [](static_object const& left, static_object const& right) {
      return left.address < right.address;
    };
    std::sort(objects.begin(), objects.end(), before);
    auto const same = [](static_object const& left, static_object const& right) {
      return left.address == right.address;
    };
    objects.erase(std::unique(objects.begin(), objects.end(), same), objects.end());  // listed in both tables
    return objects;
  }());
  return objects_of_program;
}

}  // namespace skua::system
