// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/launch.hpp"

#include <fcntl.h>
#include <stdlib.h>

#include "base/environment.hpp"
#include "base/parse.hpp"

namespace skua::base {
namespace {

struct taken {
  bool launched = false;
  launch values{-1, -1, -1};
};

int take_number(char const* name) noexcept {
  char const* const text = variable(name);
  int const number = text != nullptr ? parse_number<int>(text, 0).value_or(-1) : -1;
  ::unsetenv(name);
  return number;
}

taken take() noexcept {
  taken t;
  t.launched = variable(launch_fd_name) != nullptr;
  t.values = {take_number(launch_fd_name), take_number(launch_place_name), take_number(launch_places_name)};
  if (t.values.fd >= 0) ::fcntl(t.values.fd, F_SETFD, FD_CLOEXEC);  // other programs get neither
  return t;
}

}  // namespace

launch const* launch_of_this_process() noexcept {
  static taken const t = take();
  return t.launched ? &t.values : nullptr;
}

}  // namespace skua::base
