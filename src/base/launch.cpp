// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/launch.hpp"

#include <fcntl.h>
#include <stdlib.h>

#include "base/environment.hpp"
#include "base/parse.hpp"

namespace skua::base {
namespace {

struct claimed {
  bool launched = false;
  launch values{-1, -1, -1};
};

int take_number(char const* name) noexcept {
  char const* const text = variable(name);
  int const number = text != nullptr ? parse_number<int>(text, 0).value_or(-1) : -1;
  ::unsetenv(name);
  return number;
}

claimed take() noexcept {
  claimed claimed;
  claimed.launched = variable(launch_fd_name) != nullptr;
  claimed.values = {take_number(launch_fd_name), take_number(launch_place_name), take_number(launch_places_name)};
  if (claimed.values.fd >= 0) ::fcntl(claimed.values.fd, F_SETFD, FD_CLOEXEC);  // other programs get neither
  return claimed;
}

}  // namespace

launch const* launch_of_this_process() noexcept {
  static claimed const claimed = take();
  return claimed.launched ? &claimed.values : nullptr;
}

}  // namespace skua::base
