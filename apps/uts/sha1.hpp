// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The random stream of unbalanced tree search: SHA-1 (FIPS 180-4) of messages of 20 and 24 bytes,
// one block each.

#pragma once

#include <cstdint>

namespace apps::uts {

/// A SHA-1 digest as five 32-bit words, the first four in reverse order. These four fit one vector
/// register, in the order in which the SHA instructions of x86 take the next message and return the
/// next digest.
struct digest {
  std::uint32_t reversed[4];  ///< words 3, 2, 1, 0
  std::uint32_t last;         ///< word 4

  friend bool operator==(digest const&, digest const&) = default;
};

/// The state of the root: 16 zero bytes and the seed, hashed.
digest root_digest(std::uint32_t seed);

/// Plain C++.
struct portable_sha1 {
  static constexpr char const* name = "portable";
  static bool available() { return true; }
  /// SHA-1 of the parent's digest and the child's index (big endian).
  static digest child(digest const& parent, std::uint32_t index);
};

/// The SHA extensions of x86-64. Call only if `available()`.
struct x86_sha1 {
  static constexpr char const* name = "x86 SHA extensions";
  static bool available();
  static digest child(digest const& parent, std::uint32_t index);
};

}  // namespace apps::uts
