// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages of the sizes that the bytes say, through a transport whose messages are small and which
// has no room now and then: each arrives whole, once, and in order.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <vector>

#include "place/mailbox.hpp"
#include "place/narrow_endpoint.hpp"

namespace {

using skua::remote::kind;
using skua::transport::bytes;

constexpr std::size_t largest = 48;
constexpr int much_room = 1'000'000;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  place_test::narrow_endpoint end(largest);
  skua::remote::mailbox box(end);
  std::deque<std::vector<std::byte>> sent;
  bytes const all(reinterpret_cast<std::byte const*>(data), size);
  for (std::size_t at = 0; at + 2 <= size;) {
    end.room = data[at] % 4 != 0 ? much_room : 0;
    std::size_t const head = data[at] % 16;
    std::size_t const length = std::min<std::size_t>(head + data[at + 1] * 4u, size - at);
    bytes const text = all.subspan(at, length);
    std::size_t const in_front = std::min(head, length);
    box.send_parts(1, kind::tasks, text.first(in_front), text.subspan(in_front));
    sent.emplace_back(text.begin(), text.end());
    at += 2 + data[at + 1] % 8;
  }
  end.room = much_room;
  box.flush();
  if (box.anything_waits()) std::abort();
  for (auto const& m : end.taken) {
    auto what = static_cast<kind>(m.kind);
    bytes body = m.body;
    if (what == kind::fragment) body = box.assemble(1, body, what);
    if (what == kind::fragment) continue;
    if (sent.empty() || what != kind::tasks ||
        !std::equal(body.begin(), body.end(), sent.front().begin(), sent.front().end()))
      std::abort();
    sent.pop_front();
  }
  if (!sent.empty()) std::abort();
  return 0;
}
