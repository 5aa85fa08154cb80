// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The unwinder walks the stack that it runs on. So the code makes it run on the stopped stack, as
// if the function that has switched away had called it instead, and then comes back. Names come
// from the symbol table of the file, because most functions of a program are not exported.
#include "system/stack_trace.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <unwind.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string_view>

#include <skua/detail/base/config.hpp>

#include "system/unique_fd.hpp"

#if defined(__x86_64__) && !defined(SKUA_ASAN) && !defined(SKUA_TSAN)
#define SKUA_CAN_TRACE_STACKS 1
// A stopped stack holds its resume address, rbx, rbp and 128 unused bytes (switch_context in
// context.hpp).
asm(R"(
.text
.p2align 4
.globl skua_visit_stack
.hidden skua_visit_stack
.type skua_visit_stack,@function
skua_visit_stack:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rsi)
  movq (%rdi), %rax
  movq 8(%rdi), %rbx
  movq 16(%rdi), %rbp
  leaq 152(%rdi), %rsp
  pushq %rax
  jmpq *%rdx
.size skua_visit_stack,.-skua_visit_stack
.p2align 4
.globl skua_leave_stack
.hidden skua_leave_stack
.type skua_leave_stack,@function
skua_leave_stack:
  movq %rdi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  retq
.size skua_leave_stack,.-skua_leave_stack
)");
extern "C" {
/// Keeps the running stack's pointer in *home and jumps to `then` on the other stack.
void skua_visit_stack(void* stack_pointer, void** home, void (*then)());
/// Returns from the call of skua_visit_stack.
[[noreturn]] void skua_leave_stack(void* home);
}
#endif

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

bool is_library_function(std::string_view name) noexcept {
  return name.starts_with("skua::") || name.starts_with("std::") || name.starts_with("skua_") || name.starts_with("__");
}

#if defined(SKUA_CAN_TRACE_STACKS)
/// The symbol of the function that holds the address, as it is in the file.
std::string symbol_at(std::uintptr_t address) {
  Dl_info info{};
  if (::dladdr(reinterpret_cast<void*>(address), &info) == 0) return {};
  auto const base = reinterpret_cast<std::uintptr_t>(info.dli_fbase);
  bool const program = ::getauxval(AT_PHDR) == base + sizeof(Elf64_Ehdr);
  mapped_file const file(program ? "/proc/self/exe" : info.dli_fname);
  auto const* const head = file.at<Elf64_Ehdr>(0, 1);
  if (head == nullptr || std::memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 || head->e_ident[EI_CLASS] != ELFCLASS64)
    return {};
  auto const* const sections = file.at<Elf64_Shdr>(head->e_shoff, head->e_shnum);
  if (sections == nullptr) return {};
  std::uintptr_t const file_address = head->e_type == ET_EXEC ? address : address - base;
  for (unsigned i = 0; i < head->e_shnum; ++i) {
    Elf64_Shdr const& s = sections[i];
    if ((s.sh_type != SHT_SYMTAB && s.sh_type != SHT_DYNSYM) || s.sh_link >= head->e_shnum) continue;
    std::uint64_t const n = s.sh_size / sizeof(Elf64_Sym);
    auto const* const symbols = file.at<Elf64_Sym>(s.sh_offset, n);
    Elf64_Shdr const& text = sections[s.sh_link];
    char const* const names = file.at<char>(text.sh_offset, text.sh_size);
    if (symbols == nullptr || names == nullptr) continue;
    for (std::uint64_t k = 0; k < n; ++k) {
      Elf64_Sym const& f = symbols[k];
      if (ELF64_ST_TYPE(f.st_info) != STT_FUNC || file_address < f.st_value || file_address - f.st_value >= f.st_size ||
          f.st_name >= text.sh_size)
        continue;
      return std::string(names + f.st_name, ::strnlen(names + f.st_name, text.sh_size - f.st_name));
    }
  }
  return {};
}

std::string demangled(std::string const& symbol) {
  int failed = 0;
  char* const text = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &failed);
  std::string const name = failed == 0 && text != nullptr ? text : symbol;
  std::free(text);
  return name;
}

constexpr std::size_t max_frames = 64;
std::uintptr_t frame_addresses[max_frames];  // of the inspected stack
std::size_t frames_found = 0;
void* stack_to_return_to = nullptr;

_Unwind_Reason_Code note_frame(_Unwind_Context* at, void*) {
  frame_addresses[frames_found++] = _Unwind_GetIP(at);
  return frames_found < max_frames ? _URC_NO_REASON : _URC_END_OF_STACK;
}

/// Runs on the other stack; its pointer may be aligned in any way.
__attribute__((force_align_arg_pointer, noinline)) void note_frames() {
  frames_found = 0;
  (void)_Unwind_Backtrace(&note_frame, nullptr);
  skua_leave_stack(stack_to_return_to);
}
#endif

}  // namespace

std::string program_function_in(std::string const& demangled_symbol) {
  // a variant that the compiler has made
  std::string const name = demangled_symbol.substr(0, demangled_symbol.find(" [clone "));
  // "void skua::sched::run<f(int)::{lambda()#1}>(...)": the result's type stands in front of a
  // template only.
  std::size_t const template_start = name.find('<');
  std::size_t const space = name.find(' ');
  std::size_t const first = space != std::string::npos && space < template_start &&
                                    template_start != std::string::npos && name.find('(') > space
                                ? space + 1
                                : 0;
  if (!name.empty() && !is_library_function(std::string_view(name).substr(first))) return name.substr(first);
  // The first closure of the program among the template arguments.
  constexpr std::string_view mark = "::{lambda(";
  for (std::size_t position = name.find(mark); position != std::string::npos;
       position = name.find(mark, position + 1)) {
    std::size_t begin = position;
    for (int depth = 0; begin > 0; --begin) {
      char const c = name[begin - 1];
      if (c == ')' || c == '>') ++depth;
      // "f() const::{lambda()#1}"
      bool const member = c == ' ' && std::string_view(name).substr(begin).starts_with("const::");
      if (depth == 0 && !member && (c == '<' || c == '(' || c == ' ' || c == ',')) break;
      if (c == '(' || c == '<') --depth;
    }
    std::size_t const end = name.find('}', position);
    if (end == std::string::npos) break;
    std::string const closure = name.substr(begin, end + 1 - begin);
    if (!is_library_function(closure)) return closure;
  }
  // A function object with arguments: "skua::sched::bound_call<OBJECT, int>". The type of a pointer
  // names no function.
  constexpr std::string_view call = "bound_call<";
  std::size_t const object = name.find(call);
  if (object == std::string::npos) return {};
  std::size_t end = object + call.size();
  for (int depth = 0; end < name.size() && (depth > 0 || (name[end] != ',' && name[end] != '>')); ++end) {
    depth += (name[end] == '<' || name[end] == '(') - (name[end] == '>' || name[end] == ')');
  }
  std::string const type = name.substr(object + call.size(), end - object - call.size());
  return is_library_function(type) || type.find("(*") != std::string::npos ? std::string() : type;
}

std::string function_of_stack([[maybe_unused]] void* stack_pointer) noexcept {
#if defined(SKUA_CAN_TRACE_STACKS)
  static std::mutex one_at_a_time;
  std::lock_guard const hold(one_at_a_time);
  char saved_bytes[152];  // above these lie the frames of the stopped functions
  std::memcpy(saved_bytes, stack_pointer, sizeof saved_bytes);
  skua_visit_stack(stack_pointer, &stack_to_return_to, &note_frames);
  std::memcpy(stack_pointer, saved_bytes, sizeof saved_bytes);
  for (std::size_t i = 1; i < frames_found; ++i) {  // the first is note_frames itself
    std::string const name = program_function_in(demangled(symbol_at(frame_addresses[i] - 1)));
    if (!name.empty()) return name;
  }
#endif
  return {};
}

}  // namespace skua::system
