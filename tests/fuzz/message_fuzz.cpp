// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages whose sizes follow from the bytes, through a transport with small messages that
// sometimes has no capacity. Each message arrives whole, once, and in order.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <vector>

#include "remote/mailbox.hpp"
#include "remote/narrow_endpoint.hpp"

namespace {

using skua::remote::kind;
using skua::transport::bytes;

constexpr std::size_t largest = 48;
constexpr int much_room = 1'000'000;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  place_test::narrow_endpoint end(largest);
  skua::remote::mailbox box(end);
  std::deque<std::vector<std::byte>> expected;
  bytes const input(reinterpret_cast<std::byte const*>(data), size);
  for (std::size_t offset = 0; offset + 2 <= size;) {
    end.capacity = data[offset] % 4 != 0 ? much_room : 0;
    std::size_t const head = data[offset] % 16;
    std::size_t const length = std::min<std::size_t>(head + data[offset + 1] * 4u, size - offset);
    bytes const text = input.subspan(offset, length);
    std::size_t const in_front = std::min(head, length);
    box.send_parts(1, kind::tasks, text.first(in_front), text.subspan(in_front));
    expected.emplace_back(text.begin(), text.end());
    offset += 2 + data[offset + 1] % 8;
  }
  end.capacity = much_room;
  box.flush();
  if (box.anything_waits()) std::abort();
  for (auto const& m : end.accepted) {
    auto message_kind = static_cast<kind>(m.kind);
    bytes body = m.body;
    if (message_kind == kind::fragment) body = box.assemble(1, body, message_kind);
    if (message_kind == kind::fragment) continue;
    if (expected.empty() || message_kind != kind::tasks ||
        !std::equal(body.begin(), body.end(), expected.front().begin(), expected.front().end()))
      std::abort();
    expected.pop_front();
  }
  if (!expected.empty()) std::abort();
  return 0;
}
