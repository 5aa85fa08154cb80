// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Any bytes as names of functions: an unknown name is an error; a known name must equal the name of
// the function that it names.
#include <cstdint>
#include <cstdlib>
#include <span>

#include <skua/wire/wire.hpp>

namespace wire = skua::wire;

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  // Most random names belong to no module. With the right upper half the fuzzer also explores the
  // offsets.
  static std::uint64_t const module_bits =
      wire::name_of_function(reinterpret_cast<void (*)()>(&std::abort)) >> 32 << 32;
  try {
    wire::reader r(std::as_bytes(std::span(data, size)));
    auto name = r.get<std::uint64_t>();
    if (name >> 56 == 0) name = module_bits | (name & 0xffffffff);
    if (wire::name_of_function(wire::function_named(name)) != name) std::abort();
    (void)wire::decode<std::vector<int (*)(int)>>(r);
  } catch (wire::malformed const&) {
  }
  return 0;
}
