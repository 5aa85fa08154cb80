// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "start/mode.hpp"

#include <exception>

#include <skua/error.hpp>
#include <skua/run.hpp>

#include "base/launch.hpp"
#include "core/settings.hpp"
#include "transport/mpi/launcher.hpp"
#include "transport/mpi/load.hpp"

namespace skua::start {
namespace {

/// One of several places of skua-run: refuses options with which each would be a separate run.
void refuse_run_of_its_own(options const& options) {
  if (!options.sim.empty())
    throw error("sim: skua-run has started real places; omit the option, or use skua-run --sim");
  if (!options.transport.empty() && options.transport != "shm")
    throw error("transport: skua-run has connected its places by shm, not by " + options.transport +
                "; omit the option, or start the program without skua-run");
}

options options_of(std::vector<std::string>& arguments) noexcept {
  try {
    std::vector<char*> words{nullptr};  // the name of the program
    for (auto& argument : arguments) {
      if (!argument.starts_with("--skua-help")) words.push_back(argument.data());  // which is a command
    }
    int count = static_cast<int>(words.size());
    words.push_back(nullptr);
    options chosen = with_environment(options());
    sched::read_arguments(chosen, count, words.data());
    return chosen;
  } catch (std::exception const&) {
    return {};  // the run says what is wrong with them
  }
}

}  // namespace

start_mode mode_of(options const& options) {
  base::launch const* const by_skua_run = base::launch_of_this_process();  // first: it takes variables away
  if (by_skua_run != nullptr && by_skua_run->places > 1) refuse_run_of_its_own(options);
  if (!options.sim.empty()) return start_mode::simulated;
  bool const several = options.places > 1;
  if (options.transport == "inproc") return several ? start_mode::inproc : start_mode::alone;
  if (by_skua_run != nullptr && options.transport != "mpi") return start_mode::attach;
  if (options.transport == "mpi" || (options.transport.empty() && transport::started_by_mpi())) return start_mode::mpi;
  return several ? start_mode::fork : start_mode::alone;
}

launched_place find_launched_place(std::vector<std::string> arguments) noexcept {
  base::launch const* const by_skua_run = base::launch_of_this_process();
  if (by_skua_run != nullptr && by_skua_run->places > 1) return {by_skua_run->place > 0 ? by_skua_run->place : 0, true};
  try {
    if (mode_of(options_of(arguments)) != start_mode::mpi) return {};
  } catch (std::exception const&) {
    return {};
  }
  transport::mpi::launch const job = transport::mpi::find_launch();
  bool const is_known = job.ranks > 1 && job.rank > 0 && job.rank < job.ranks;
  return {is_known ? job.rank : 0, false};
}

}  // namespace skua::start
