// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files as a whole: replaced at once, or read up to their end. Other users may write to the folder.
// And two short calls for other descriptors and for files of the kernel.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "system/unique_fd.hpp"

namespace skua::system {

/// Gives `file` this content, or leaves it as it was and throws skua::error ("FILE: cannot be
/// written: REASON"). A device or a folder is refused; a link or a FIFO, which others may have
/// planted under the name, is replaced. The content goes to a file of a fresh name in the same
/// folder, which no other process can have made. That file reaches the disk and is then renamed.
/// After a failure no new file is left; only a process that is killed before that leaves its
/// FILE.<16 digits>.new.
void replace_file(std::filesystem::path const& file, std::span<std::byte const> content);

/// The content of a regular file. Throws skua::error ("FILE: cannot be read: REASON"); a FIFO or a
/// device is refused, without a wait.
std::vector<std::byte> read_file(std::filesystem::path const& file);
/// Like read_file, for the first bytes, at most `max_size`.
std::vector<std::byte> read_beginning(std::filesystem::path const& file, std::size_t max_size);

/// Opens a regular file to look at what a run would replace. An invalid descriptor: there is none,
/// it cannot be read, or it is another kind of file.
unique_fd open_regular_file(std::string const& name) noexcept;
/// Whether the first bytes of a file, as many as it has, are those of `beginning`, which has at
/// most 64. An empty file begins with every text, one that cannot be read with none. Reads from the
/// descriptor's position.
bool begins_with(int descriptor, std::string_view beginning) noexcept;

/// Opens a file that the user has named, to write to its end; makes it if there is none. The name
/// may be a symbolic link, or that of a device or of a FIFO with a reader. A FIFO without a reader
/// is refused, without a wait. Throws skua::error ("CONTENT: FILE cannot be written: REASON").
unique_fd open_named_file(std::string const& content, std::string const& name);
/// Like open_named_file, for a file whose name is derived from another, so that other users can
/// guess it: it is made, or it is a regular file of this user with one name. No symbolic link is
/// followed.
unique_fd open_derived_file(std::string const& content, std::string const& name);
/// Opens such a file to read it. An invalid descriptor: errno says why; EPERM: it is another kind
/// of file, or has two names.
unique_fd read_derived_file(std::string const& name) noexcept;

/// Locks a regular file, for this descriptor and its copies in forked processes, until the last of
/// them is closed. Returns false if another descriptor holds the lock. A device or a FIFO is not
/// locked, nor a file of a file system without locks.
bool lock_file(int descriptor) noexcept;
/// Whether another descriptor has locked it so.
bool is_locked(int descriptor) noexcept;

/// Writes all bytes, in as many steps as it takes. Returns false on failure; errno says why.
bool write_all(int descriptor, std::span<std::byte const> bytes) noexcept;

/// The first line of a file, such as one of /proc; empty if it cannot be read.
std::string first_line(std::string const& file);
/// The name of the running program without its folder, and its arguments; at most some 200 bytes.
std::string command_of_process();

}  // namespace skua::system
