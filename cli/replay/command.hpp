// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `skua sim replay`: what a recorded run would do on other machines.

#pragma once

#include <string>
#include <vector>

#include "../sim/options.hpp"

namespace CLI {
class App;
}

namespace apps::replay {

class command {
 public:
  void add_to(CLI::App& group);
  [[nodiscard]] bool parsed() const;
  /// Returns the exit code; throws input_error.
  int run(std::vector<std::string> const& arguments, std::vector<std::string> const& library_arguments);

 private:
  CLI::App* self_ = nullptr;
  std::string file_;
  std::string places_ = "1,2,4,8,16,32,64";
  std::string workers_ = "1";
  std::string html_;
  bool json_ = false;
  sim::machine_options machine_;
};

}  // namespace apps::replay
