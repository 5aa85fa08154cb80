// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Any bytes as an exception: an error, or an exception whose text must survive the round trip.
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>

#include <skua/wire/exception.hpp>
#include <skua/wire/malformed.hpp>

namespace wire = skua::wire;

namespace {

std::string text_of(std::exception_ptr const& e) {
  if (!e) return "none";
  try {
    std::rethrow_exception(e);
  } catch (std::exception const& x) {
    return x.what();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  try {
    wire::reader r(std::as_bytes(std::span(data, size)));
    auto const e = wire::decode_exception(r);
    wire::writer w;
    wire::encode_exception(w, e);
    wire::reader again(w.view());
    if (text_of(wire::decode_exception(again)) != text_of(e)) std::abort();
  } catch (wire::malformed const&) {
  }
  return 0;
}
