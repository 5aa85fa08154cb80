// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/standard_streams.hpp"

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

}  // namespace skua::system
