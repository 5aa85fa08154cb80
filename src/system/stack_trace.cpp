// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The unwinder walks the stack that it runs on. So the code makes it run on the stopped stack, as
// if the function that has switched away had called it instead, and then comes back. Names come
// from the symbol table of the file, because most functions of a program are not exported.
#include "system/stack_trace.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <spawn.h>
#include <sys/auxv.h>
#include <sys/wait.h>
#include <unistd.h>
#include <unwind.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include <skua/detail/base/config.hpp>

#include "system/symbols.hpp"
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

/// The file, and the address in it, of the code at an address of this process.
struct code_place {
  std::string path;
  std::uintptr_t base = 0;  // of the file in memory
};
code_place place_of_code(std::uintptr_t address) {
  Dl_info info{};
  if (::dladdr(reinterpret_cast<void*>(address), &info) == 0) return {};
  auto const base = reinterpret_cast<std::uintptr_t>(info.dli_fbase);
  bool const program = ::getauxval(AT_PHDR) == base + sizeof(Elf64_Ehdr);
  return {program ? "/proc/self/exe" : info.dli_fname, base};
}

/// A function, and an address in it in the numbering of its file.
struct code_address {
  std::string function;
  std::string path;
  std::uintptr_t file_address = 0;
  bool is_shared = false;  // the compiler keeps this code once, for several functions of the program

  std::string program_function() const { return is_shared ? std::string() : program_function_in(function); }
};

/// The function that holds the address, in the form of the source; empty if it is not known.
code_address function_at(std::uintptr_t address) {
  auto const [path, base] = place_of_code(address);
  code_address result;
  if (path.empty()) return result;
  for_each_symbol(path.c_str(), [&](symbol const& symbol) {
    // of a file that cannot be moved the symbols are addresses
    std::uintptr_t const in_file = symbol.offset >= base ? address : address - base;
    if (!symbol.is_function || in_file < symbol.offset || in_file - symbol.offset >= symbol.bytes) return true;
    std::string const name = demangled(std::string(symbol.name()));
    if (result.path.empty()) result = {name, path, in_file};
    result.is_shared = program_function_in(name) != program_function_in(result.function);
    return !result.is_shared;
  });
  return result;
}

constexpr std::size_t max_frames = 64;

/// The output of a program that is found in $PATH; empty if there is none.
std::string output_of(char const* tool, std::vector<std::string> arguments) {
  std::vector<char*> words;
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return {};
  unique_fd const reading(ends[0]);
  unique_fd writing(ends[1]);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, writing.get(), STDOUT_FILENO);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  bool const started = ::posix_spawnp(&child, tool, &actions, nullptr, words.data(), environ) == 0;
  ::posix_spawn_file_actions_destroy(&actions);
  if (!started) return {};
  writing.close();
  std::string text;
  char buffer[512];
  for (ssize_t length; (length = ::read(reading.get(), buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(length));
  }
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  return text;
}

/// The innermost "FILE:LINE" in the output of a tool that is not in a header of this library or the
/// standard library; empty if there is none.
std::string program_line_in(std::string const& output) {
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    line = line.substr(0, line.find(' '));  // without "(discriminator 2)"
    std::size_t const colon = line.find(':');
    if (colon == std::string::npos || line.starts_with("??") || line.ends_with(":?") || line.ends_with(":0")) continue;
    if (line.find("/include/skua/") != std::string::npos || line.find("/include/c++/") != std::string::npos) continue;
    if (std::size_t const column = line.find(':', colon + 1); column != std::string::npos) line.resize(column);
    return line;
  }
  return {};
}

/// "FILE:LINE" of an address in a file, as program_line_in() says. Empty: not known.
std::string looked_up_line(std::string path, std::uintptr_t file_address) {
  char target[4096];  // the tool has another /proc/self
  if (ssize_t const n = ::readlink(path.c_str(), target, sizeof target); n > 0)
    path.assign(target, static_cast<std::size_t>(n));
  char number[32];
  std::snprintf(number, sizeof number, "0x%zx", static_cast<std::size_t>(file_address));
  // -i: one line for each function that was inlined there, innermost first
  std::string line = program_line_in(output_of("addr2line", {"addr2line", "-i", "-e", path, number}));
  // addr2line of binutils 2.40 does not know the inlined functions in programs of clang 19.
  for (std::string const suffix : {"", "-19", "-18", "-17", "-16", "-15", "-14"}) {
    if (!line.empty()) break;
    std::string const tool = "llvm-symbolizer" + suffix;
    line = program_line_in(output_of(tool.c_str(), {tool, "--functions=none", "-i", "-e", path, number}));
  }
  return line;
}

/// Like looked_up_line, but remembers the result: the tools take a tenth of a second, and a mistake
/// in a loop comes often.
std::string line_of(std::string const& path, std::uintptr_t file_address) {
  static std::mutex lock;
  static auto& lines = *new std::map<std::pair<std::string, std::uintptr_t>, std::string>;  // never destroyed
  std::lock_guard const hold(lock);
  auto const [entry, is_new] = lines.try_emplace({path, file_address});
  if (is_new) entry->second = looked_up_line(path, file_address);
  return entry->second;
}

#if defined(SKUA_CAN_TRACE_STACKS)
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

/// The arguments of the first template in the name, one by one: fn(argument) until it says true.
template <class F>
void for_each_template_argument(std::string_view name, F&& fn) {
  std::size_t begin = name.find('<');
  if (begin == std::string_view::npos) return;
  ++begin;
  int depth = 0;
  for (std::size_t i = begin; i < name.size(); ++i) {
    char const character = name[i];
    if (depth == 0 && (character == ',' || character == '>')) {
      std::string_view argument = name.substr(begin, i - begin);
      while (argument.starts_with(' ')) argument.remove_prefix(1);
      while (argument.ends_with(' ')) argument.remove_suffix(1);
      if (fn(argument) || character == '>') return;
      begin = i + 1;
    }
    depth += (character == '<' || character == '(') - (character == '>' || character == ')');
  }
}

/// A type that can be no function object: a number, a pointer, a type of the language.
bool names_no_function(std::string_view type) {
  constexpr std::array<std::string_view, 14> fundamental{
      "void", "bool",         "char", "signed char",   "unsigned char", "short",  "unsigned short",
      "int",  "unsigned int", "long", "unsigned long", "float",         "double", "long double"};
  return type.empty() || type.ends_with('*') || type.ends_with('&') || type.find("(*") != std::string_view::npos ||
         (type.front() >= '0' && type.front() <= '9') ||
         std::find(fundamental.begin(), fundamental.end(), type) != fundamental.end();
}

/// The first type of the program among the template arguments, at any depth:
/// "skua::sched::future_task<int, OBJECT>", "skua::sched::bound_call<OBJECT, ARGUMENTS>". Empty:
/// there is none.
std::string function_object_in(std::string_view name) {
  std::string text;
  bool const first_only = name.substr(0, name.find('<')).ends_with("bound_call");
  for_each_template_argument(name, [&](std::string_view argument) {
    if (!names_no_function(argument))
      text = is_library_name(argument) ? function_object_in(argument) : std::string(argument);
    return first_only || !text.empty();
  });
  return text;
}

/// "::operator()(ARGUMENTS)", perhaps with " const", and no more.
bool is_call_operator(std::string_view text) {
  constexpr std::string_view begin = "::operator()(";
  if (!text.starts_with(begin)) return false;
  int depth = 1;
  std::size_t i = begin.size();
  for (; i < text.size() && depth > 0; ++i) depth += (text[i] == '(') - (text[i] == ')');
  return depth == 0 && (text.substr(i).empty() || text.substr(i) == " const");
}

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
  if (!name.empty() && !is_library_name(std::string_view(name).substr(first))) return name.substr(first);
  // The first closure of the program among the template arguments: "f(int)::{lambda()#1}", and
  // "f(int)::$_0" where clang gives it a separate name.
  auto const next_closure = [&name](std::size_t from) {
    return std::min(name.find("::{lambda(", from), name.find("::$_", from));
  };
  for (std::size_t position = next_closure(0); position != std::string::npos; position = next_closure(position + 1)) {
    std::size_t begin = position;
    for (int depth = 0; begin > 0; --begin) {
      char const last = name[begin - 1];
      if (last == ')' || last == '>') ++depth;
      // "f() const::{lambda()#1}"
      bool const member = last == ' ' && std::string_view(name).substr(begin).starts_with("const::");
      if (depth == 0 && !member && (last == '<' || last == '(' || last == ' ' || last == ',')) break;
      if (last == '(' || last == '<') --depth;
    }
    auto const end_of_closure = [&name](std::size_t start) {
      return name[start + 2] == '{' ? name.find('}', start) : name.find_first_not_of("0123456789", start + 4) - 1;
    };
    std::size_t end = end_of_closure(position);
    if (end >= name.size()) break;
    // a closure in the body of that one: "...{lambda()#1}::operator()() const::{lambda()#2}"
    for (std::size_t inner = next_closure(end); inner != std::string::npos; inner = next_closure(end)) {
      std::size_t const inner_end = end_of_closure(inner);
      if (!is_call_operator(std::string_view(name).substr(end + 1, inner - end - 1)) || inner_end >= name.size()) break;
      end = inner_end;
    }
    std::string const closure = name.substr(begin, end + 1 - begin);
    if (!is_library_name(closure)) return closure;
  }
  return function_object_in(name);
}

std::string function_at_address(std::uintptr_t address) { return program_function_in(function_at(address).function); }

call_site call_site::here() noexcept {
  call_site site;
  (void)_Unwind_Backtrace(
      [](_Unwind_Context* at, void* result) {
        auto& found_site = *static_cast<call_site*>(result);
        found_site.addresses[found_site.frames++] = _Unwind_GetIP(at);
        return found_site.frames < max_frames ? _URC_NO_REASON : _URC_END_OF_STACK;
      },
      &site);
  return site;
}

std::string call_site::function() const {
  static std::mutex lock;
  static auto& functions = *new std::map<std::uintptr_t, std::string>;  // one lookup reads the symbols of a whole file
  std::lock_guard const hold(lock);
  for (std::size_t i = 1; i < frames; ++i) {
    auto const [entry, is_new] = functions.try_emplace(addresses[i]);
    if (is_new) entry->second = function_at(addresses[i] - 1).program_function();
    if (!entry->second.empty()) return entry->second;
  }
  return {};
}

std::string call_site::description() const {
  std::string name, line;
  for (std::size_t i = 1; i < frames && line.empty(); ++i) {  // the first is here()
    code_address const address = function_at(addresses[i] - 1);
    std::string const function = address.program_function();
    if (function.empty()) continue;
    if (name.empty()) name = function;
    line = line_of(address.path, address.file_address);
  }
  return name.empty() ? std::string() : " in " + name + (line.empty() ? "" : " (" + line + ")");
}

void print_interrupted_stack(int file) noexcept {
  struct walk {
    int file;
    bool is_interrupted = false;  // the frames of the handler are behind
    int printed = 0;
  } all{file};
  auto const print = [](_Unwind_Context* at, void* to) {
    auto& walker = *static_cast<walk*>(to);
    int is_exact = 0;  // the address is that of the instruction, not of the one after a call
    std::uintptr_t const address = _Unwind_GetIPInfo(at, &is_exact);
    walker.is_interrupted = walker.is_interrupted || is_exact != 0;
    if (!walker.is_interrupted) return _URC_NO_REASON;
    try {
      std::string const function = function_at(is_exact != 0 ? address : address - 1).function;
      if (function.starts_with("skua::sched::fibre_main")) return _URC_END_OF_STACK;
      char number[32];
      std::snprintf(number, sizeof number, "  #%-2d ", walker.printed);
      char code[32];
      std::snprintf(code, sizeof code, "%#zx", static_cast<std::size_t>(address));
      std::string const line = number + (function.empty() ? std::string(code) : function) + "\n";
      if (::write(walker.file, line.data(), line.size()) < 0) return _URC_END_OF_STACK;
    } catch (...) {
      return _URC_END_OF_STACK;
    }
    return ++walker.printed < static_cast<int>(max_frames) ? _URC_NO_REASON : _URC_END_OF_STACK;
  };
  (void)_Unwind_Backtrace(print, &all);
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
    std::string const name = function_at(frame_addresses[i] - 1).program_function();
    if (!name.empty()) return name;
  }
#endif
  return {};
}

}  // namespace skua::system
