// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The file of a trace, which all traced places of a process share.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "system/unique_fd.hpp"

namespace skua::observe {

/// Packets are appended whole. If that fails once (a full disk), the file keeps what it has,
/// nothing more is written, and the destructor prints one line: the run continues.
class trace_file {
 public:
  /// What a place writes: the trace; a part of it that remains, or one that join_parts_of_trace
  /// joins. A part that could not be completed is always cut short inside a packet; for one that is
  /// joined no line is printed, since join_parts_of_trace does.
  enum class kind { whole, part, joined_part };

  /// The file of that name that this process has open; else opens or makes it. What it had before
  /// is lost with the first packets: a run that is refused loses nothing, and leaves no file.
  /// The file belongs to this run until it is closed: another run that opens it is refused. Throws
  /// skua::error ("trace: FILE cannot be written: REASON"). A part must be a regular file of
  /// this user, since others can guess its name.
  static std::shared_ptr<trace_file> open(std::string const& name, kind type = kind::whole);
  trace_file(std::string name, kind type);
  ~trace_file();
  trace_file(trace_file const&) = delete;
  trace_file& operator=(trace_file const&) = delete;

  void append(std::string_view packets) noexcept;

 private:
  void cut_short() noexcept;

  std::string name_;
  kind kind_;
  std::mutex lock_;
  system::unique_fd file_;
  bool has_packets_ = false;
  std::uint64_t bytes_ = 0;  // that were appended
  int failure_ = 0;          // errno of the first write that failed
};

/// Throws skua::error if the trace of a run whose places write parts cannot have that name: a
/// folder, a device, beside which there must be no parts, or a file that another run writes.
void check_joined_trace(std::string const& name);
/// The name of the part that a place writes when each place is a process.
std::string part_of_trace(std::string const& name, int place);

/// Joins the parts that there are, in the order of the places, and removes them. A packet that is
/// cut short, because its place was killed or the disk was full, is left out, and one line says
/// which parts have one. If the whole file cannot be written, it is removed, the parts stay, and
/// one line names them. Parts that another run writes stay as they are. Returns false if a line was
/// printed.
bool join_parts_of_trace(std::string const& name, int places) noexcept;

}  // namespace skua::observe
