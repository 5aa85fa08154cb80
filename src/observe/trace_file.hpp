// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The file of a trace, which all traced places of a process share.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "system/unique_fd.hpp"

namespace skua::observe {

/// Packets are appended whole. If that fails once (a full disk), the file keeps what it has,
/// nothing more is written, and the destructor prints one line: the run goes on.
class trace_file {
 public:
  /// The file of that name that this process has open; else opens or makes it. What it had before
  /// is lost with the first packets: a run that is refused loses nothing, and leaves no file.
  /// Throws skua::error ("trace: FILE cannot be written: REASON").
  static std::shared_ptr<trace_file> open(std::string const& name);
  explicit trace_file(std::string name);
  ~trace_file();
  trace_file(trace_file const&) = delete;
  trace_file& operator=(trace_file const&) = delete;

  void append(std::string_view packets) noexcept;

 private:
  std::string name_;
  std::mutex lock_;
  system::unique_fd file_;
  bool has_packets_ = false;
  int failure_ = 0;  // errno of the first write that failed
};

/// Throws skua::error if the name is that of a folder, in which parts could not be joined.
void require_no_folder(std::string const& name);
/// The name of the part that a place writes when each place is a process.
std::string part_of_trace(std::string const& name, int place);

/// Joins the parts that there are, in the order of the places, and removes them. A packet that is
/// cut short, because its place was killed, is left out. If the whole file
/// cannot be written, the parts stay, and one line says so.
void join_parts_of_trace(std::string const& name, int places) noexcept;

}  // namespace skua::observe
