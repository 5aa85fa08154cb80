// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface between the library and a module for one MPI implementation: the part of MPI that
// the endpoint needs, without mpi.h.
//
// Nothing here waits: collective operations are non-blocking, and done() polls for their end. One
// thread at a time may call a link; the caller holds a lock. The bytes that front returned stay
// valid until release, so the caller need not hold the lock while it reads them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "transport/transport.hpp"

namespace skua::transport::mpi {

/// A message that has arrived.
struct arrival {
  int from;
  std::uint32_t kind;
  bytes body;
};

/// The messages of one communicator.
class link {
 public:
  virtual ~link() = default;

  [[nodiscard]] virtual int here() const noexcept = 0;
  [[nodiscard]] virtual int places() const noexcept = 0;
  [[nodiscard]] virtual std::size_t largest_message() const noexcept = 0;

  /// Whether the program has finalised MPI since then: if so, only the destructor may be called.
  [[nodiscard]] virtual bool finalised() const noexcept = 0;

  /// Whether the program has started MPI, and so may call it outside the runs.
  [[nodiscard]] virtual bool is_of_program() const noexcept = 0;

  /// Begins an allgather of `size` bytes of each place, into `values`.
  virtual void gather(void const* own_value, std::size_t size, void* values) noexcept = 0;
  /// Begins a barrier.
  virtual void barrier() noexcept = 0;
  /// Whether the last collective operation has ended.
  [[nodiscard]] virtual bool done() noexcept = 0;

  [[nodiscard]] virtual bool try_send(int to, std::uint32_t kind, bytes head, bytes body) noexcept = 0;
  /// Releases the sends that have ended; returns whether others have not ended.
  virtual bool sending() noexcept = 0;
  /// Whether a message has arrived.
  [[nodiscard]] virtual bool ready() noexcept = 0;
  /// The oldest message; only after ready has returned true.
  [[nodiscard]] virtual arrival front() const noexcept = 0;
  /// Ends the use of the message that front returned.
  virtual void release() noexcept = 0;
  /// A place to which MPI no longer delivers; returns each such place once, then -1. `description`
  /// is MPI's own text.
  virtual int failed(char const*& description) noexcept = 0;
};

/// The table that a module exports, so that the library does not depend on how it was compiled.
struct module_table {
  std::uint32_t version;  ///< module_version at the time of its compilation
  char const* flavour;    ///< "Open MPI", "MPICH"
  /// A link over its own communicator; starts MPI if it is not yet initialised. On failure returns
  /// nullptr, and `why` holds the reason, in at most `size` bytes. If the program has started MPI,
  /// its MPI_Finalize first calls `finalising`, where links can still be used, and must end.
  link* (*open)(char* why, std::size_t size, void (*finalising)() noexcept) noexcept;
  /// Finalises MPI if open started it. Waits until all places have called it, and sleeps between
  /// polls. Exits with this status if MPI_Finalize hangs.
  void (*close)(int status) noexcept;
};

/// Must go up with every change of this interface.
inline constexpr std::uint32_t module_version = 2;
/// The only symbol of a module: `module_table const* skua_mpi_module()`.
inline constexpr char const* module_symbol = "skua_mpi_module";

}  // namespace skua::transport::mpi
