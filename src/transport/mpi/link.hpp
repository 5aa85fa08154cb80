// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The seam between the library and a module that knows one MPI: MPI reduced to what the endpoint
// needs, without mpi.h.
//
// Nothing here waits: what MPI calls collective is begun, and its end is asked for. One thread at a
// time may be inside a link; its user holds a lock. What front returned stays as it is until
// release, so its reader need not hold the lock meanwhile.
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

  /// Begins to gather `size` bytes of every place at every place, into `all`.
  virtual void gather(void const* mine, std::size_t size, void* all) noexcept = 0;
  /// Begins a barrier.
  virtual void barrier() noexcept = 0;
  /// Whether what was begun last has ended.
  [[nodiscard]] virtual bool done() noexcept = 0;

  [[nodiscard]] virtual bool try_send(int to, std::uint32_t kind, bytes head, bytes body) noexcept = 0;
  /// Forgets the sends that have ended; whether some have not.
  virtual bool sending() noexcept = 0;
  /// Whether a message has arrived.
  [[nodiscard]] virtual bool ready() noexcept = 0;
  /// The oldest one, once ready was true.
  [[nodiscard]] virtual arrival front() const noexcept = 0;
  /// Ends the use of front.
  virtual void release() noexcept = 0;
  /// A place to which MPI no longer delivers, each once; -1 if there is none. `how` is MPI's own
  /// text.
  virtual int failed(char const*& how) noexcept = 0;
};

/// What a module exports, so that its user need not know how it was compiled.
struct module_table {
  std::uint32_t version;  ///< module_version at the time of its compilation
  char const* flavour;    ///< "Open MPI", "MPICH"
  /// A link over a communicator of its own; starts MPI if nobody has. Null: `why` says why, in at
  /// most `size` bytes.
  link* (*open)(char* why, std::size_t size) noexcept;
  /// Finalises MPI if open started it; waits until all places are here, sleeping between looks.
  /// Exits with this status if MPI_Finalize hangs.
  void (*close)(int status) noexcept;
};

/// Goes up with every change of this file.
inline constexpr std::uint32_t module_version = 1;
/// The one symbol of a module: `module_table const* skua_mpi_module()`.
inline constexpr char const* module_symbol = "skua_mpi_module";

}  // namespace skua::transport::mpi
