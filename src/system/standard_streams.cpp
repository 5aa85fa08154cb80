// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/standard_streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <iostream>

namespace skua::system {
namespace {

template <class Stream>
void flush(Stream& stream) noexcept {
  try {
    stream.flush();
  } catch (std::exception const&) {
    // The program has asked for exceptions of this stream; its state shows the failure.
  }
}

}  // namespace

void flush_standard_streams() noexcept {
  // First C++: a buffer of the program may write to a stream of C.
  flush(std::cout);
  flush(std::cerr);
  flush(std::clog);
  flush(std::wcout);
  flush(std::wcerr);
  flush(std::wclog);
  std::fflush(nullptr);
}

void reserve_standard_descriptors() noexcept {
  for (int const number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) static_cast<void>(reserve_descriptor(number));
}

bool reserve_descriptor(int number) noexcept {
  if (::fcntl(number, F_GETFD) >= 0) return true;
  int const file = ::open("/", O_PATH | O_CLOEXEC);
  if (file < 0 || file == number) return file == number;
  bool const is_reserved = ::dup3(file, number, O_CLOEXEC) == number;
  ::close(file);
  return is_reserved;
}

}  // namespace skua::system
