// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A place without threads that has only what the distributed scope needs, and the messages under
// way. Two places see each other's messages in order; otherwise a message may overtake any other.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "core/place.hpp"
#include "core/remote_hooks.hpp"
#include "core/scope_frame.hpp"
#include "remote/object_names.hpp"
#include "remote/pending_calls.hpp"
#include "remote/scope_tree.hpp"
#include "support/idle_hooks.hpp"

namespace protocol {

using bytes = std::span<std::byte const>;

struct message {
  skua::remote::kind kind;
  std::vector<std::byte> body;
  std::uint64_t key = 0;
};

class network {
 public:
  explicit network(int places)
      : places_(places), links_(static_cast<std::size_t>(places) * static_cast<std::size_t>(places)) {}

  void put(int from, int to, skua::remote::kind kind, bytes body, std::uint64_t key = 0) {
    link(from, to).push_back({kind, {body.begin(), body.end()}, key});
    ++waiting_;
  }
  bool join(int from, int to, std::uint64_t key, bytes body) {
    if (link(from, to).empty() || link(from, to).back().key != key) return false;
    std::vector<std::byte>& newest = link(from, to).back().body;
    newest.insert(newest.end(), body.begin(), body.end());
    return true;
  }
  message take(int from, int to) {
    message m = std::move(link(from, to).front());
    link(from, to).pop_front();
    --waiting_;
    return m;
  }
  [[nodiscard]] skua::remote::kind next(int from, int to) { return link(from, to).front().kind; }
  [[nodiscard]] std::size_t waiting(int from, int to) { return link(from, to).size(); }
  [[nodiscard]] bool empty() const { return waiting_ == 0; }

 private:
  std::deque<message>& link(int from, int to) { return links_[static_cast<std::size_t>(from * places_ + to)]; }

  int places_;
  std::vector<std::deque<message>> links_;
  std::size_t waiting_ = 0;
};

class tree_place final : public idle_hooks, private skua::remote::sender, private skua::remote::contributions {
 public:
  /// `deepest`: the depth limit of the scope tree.
  tree_place(network& net, int number, int places, int deepest)
      : net_(net),
        place_(skua::options{.workers = 1}, number, places),
        names_(place_, *this, calls_),
        tree_(place_, *this, *this, deepest) {
    place_.remote = this;
  }
  ~tree_place() { place_.remote = nullptr; }

  /// All kinds except `tasks`, which a test handles in steps.
  void receive(int from, message const& message) {
    using skua::remote::kind;
    switch (message.kind) {
      case kind::joined:
        expect_open_scope(message.body);
        return tree_.on_joined(message.body);
      case kind::done:
        expect_open_scope(message.body);
        return tree_.on_done(message.body);
      case kind::engaged:
        return tree_.on_engaged(from, message.body);
      case kind::cancel:
        return tree_.on_cancel(message.body);
      case kind::retire:
        return names_.on_retire(message.body);
      case kind::retired:
        return names_.on_retired(message.body);
      default:
        FAIL() << "a message that no place sends here: " << static_cast<int>(message.kind);
    }
  }

  /// Proxies that have lost their last token and have not reported it yet.
  [[nodiscard]] std::size_t ending() const noexcept { return ending_.size(); }
  void report_done() {
    skua::sched::proxy_frame* const frame = ending_.back();
    ending_.pop_back();
    EXPECT_LT(frame->state.load(), skua::sched::scope_token) << "a proxy with tasks reports that it has none";
    tree_.ended(frame);
  }

  [[nodiscard]] skua::sched::place& place() noexcept { return place_; }
  [[nodiscard]] skua::remote::scope_tree& tree() noexcept { return tree_; }
  [[nodiscard]] skua::remote::object_names& names() noexcept { return names_; }
  [[nodiscard]] skua::sched::scope_frame* frame_of(std::uint64_t id) {
    std::lock_guard const hold(place_.scopes.lock);
    return skua::sched::find_scope_locked(place_, id);
  }

  // remote_hooks
  void retire(skua::sched::scope_object* object) noexcept override { names_.retire(object); }
  skua::sched::scope_object* replica(std::uint64_t name, std::uint64_t context,
                                     skua::sched::replica_kind const& kind) override {
    return names_.find(name, context, kind);
  }
  void scope_marked(skua::sched::scope_frame* frame) noexcept override { tree_.marked(frame); }
  void proxy_ended(skua::sched::proxy_frame* frame) noexcept override { ending_.push_back(frame); }
  void cancel_remote(std::uint64_t id) noexcept override { tree_.cancel_remote(id); }

 private:
  void send(int to, skua::remote::kind kind, bytes body) noexcept override { net_.put(place_.number, to, kind, body); }
  void send_parts(int to, skua::remote::kind kind, bytes head, bytes body) noexcept override {
    send_joinable(to, kind, head, body, 0);
  }
  void send_joinable(int to, skua::remote::kind kind, bytes head, bytes body, std::uint64_t key) noexcept override {
    std::vector<std::byte> whole(head.begin(), head.end());
    whole.insert(whole.end(), body.begin(), body.end());
    net_.put(place_.number, to, kind, whole, key);
  }
  bool join(int to, std::uint64_t key, bytes body) noexcept override { return net_.join(place_.number, to, key, body); }
  void pack(std::uint64_t serial, skua::wire::writer& to) override { names_.pack(serial, to); }
  void merge(skua::wire::reader& from, std::uint64_t context) override { names_.merge(from, context); }
  void all_returned() noexcept override { names_.all_returned(); }

  void expect_open_scope(bytes body) {
    skua::sched::scope_frame const* const f = frame_of(skua::wire::reader(body).get<std::uint64_t>());
    ASSERT_NE(f, nullptr);
    EXPECT_GE(f->state.load(), skua::sched::scope_token) << "an acknowledgement for a scope that has ended";
  }

  network& net_;
  skua::sched::place place_;
  skua::remote::pending_calls calls_;
  skua::remote::object_names names_;
  skua::remote::scope_tree tree_;
  std::vector<skua::sched::proxy_frame*> ending_;
};

}  // namespace protocol
