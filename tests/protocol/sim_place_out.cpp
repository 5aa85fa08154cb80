// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The messages that a place of the simulation sends, and how planted bugs change them.
#include <utility>

#include <skua/wire/writer.hpp>

#include "core/cancel.hpp"
#include "protocol/sim_place.hpp"

namespace protocol {

using skua::remote::kind;

void sim_place::pack(std::uint64_t serial, skua::wire::writer& to) {
  if (around_.planted != mutation::done_before_merge) return names_.pack(serial, to);
  skua::wire::writer packed;
  names_.pack(serial, packed);
  bytes const content = packed.view();
  late_.assign(content.begin(), content.end());
  to.put(std::uint32_t{0});
}

void sim_place::send(int to, kind message_kind, bytes body) noexcept {
  if (message_kind == kind::steal && body.front() == std::byte{0}) ++unanswered_;
  if (around_.planted == mutation::none) return around_.net.put(place_->number, to, message_kind, body);
  std::vector<std::byte> changed(body.begin(), body.end());
  if (change_outgoing(to, message_kind, changed)) around_.net.put(place_->number, to, message_kind, changed);
}

/// Acknowledges one batch that holds one token.
void sim_place::acknowledge(int to, std::uint64_t id) {
  skua::wire::writer message;
  message.put(id);
  message.put(std::uint64_t{1});
  around_.net.put(place_->number, to, kind::joined, message.view());
}

/// Returns false if the message must not be sent now.
bool sim_place::change_outgoing(int to, kind message_kind, std::vector<std::byte>& body) {
  switch (around_.planted) {
    case mutation::early_acknowledgement:
      return message_kind != kind::joined;
    case mutation::no_report_upwards:
      return message_kind != kind::cancel || !marking_ || parents_[word_at(body, 0)] != to;
    case mutation::unsaid_engaged:
      return message_kind != kind::engaged;
    case mutation::lost_acknowledgement:
      if (message_kind != kind::joined || lost_one_) return true;
      lost_one_ = true;
      return false;
    case mutation::done_before_merge:
      if (message_kind == kind::done) {
        around_.net.put(place_->number, to, message_kind, body);
        std::vector<std::byte> const packed = std::exchange(late_, {});
        if (packed.size() == sizeof(std::uint32_t)) return false;  // none
        skua::wire::writer late;
        late.put(word_at(body, 0));
        late.raw(packed.data(), packed.size());
        around_.net.put(place_->number, to, kind::fragment, late.view());
        return false;
      }
      return true;
    case mutation::joined_when_done:
    case mutation::proxy_per_pair:
      break;
    default:
      return true;
  }
  if (message_kind != kind::joined && message_kind != kind::done) return true;
  std::uint64_t const id = word_at(body, 0);
  bool const pairs = around_.planted == mutation::proxy_per_pair;
  if (message_kind == kind::joined) {
    if (skua::sched::place_of_scope(id) == place_->number) {
      if (pairs) set_word(body, 0, raw_id_);
      return true;
    }
    if (!pairs) pairs_.to_join[id].push_back(static_cast<std::uint64_t>(to));
    return false;
  }
  if (pairs) {
    for (std::uint64_t const raw : pairs_.to_join[id]) {
      acknowledge(to, raw);
    }
    set_word(body, 0, pairs_.engager[id]);
  } else {
    for (std::uint64_t const q : pairs_.to_join[id]) acknowledge(static_cast<int>(q), id);
  }
  pairs_.to_join.erase(id);
  return true;
}

}  // namespace protocol
