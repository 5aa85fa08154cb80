// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One place of the simulation: the production objects of a place without threads, joined to the
// simulated network.
//
// Steps between which other threads could act are separate calls. A handler of tasks stops before
// it acknowledges them; finish_receiving does the rest. A proxy that has lost its last token waits
// until report_done is called.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/place.hpp"
#include "core/remote_hooks.hpp"
#include "protocol/ledger.hpp"
#include "protocol/mutation.hpp"
#include "protocol/network.hpp"
#include "remote/object_names.hpp"
#include "remote/pending_calls.hpp"
#include "remote/scope_tree.hpp"
#include "remote/thief.hpp"
#include "support/idle_hooks.hpp"

namespace protocol {

/// Virtual time of all places.
class clock final : public skua::system::machine {
 public:
  std::uint64_t now() noexcept override { return time += 100; }
  void sleep(skua::base::atomic<std::uint32_t>&, std::uint32_t, std::uint64_t) noexcept override;
  void wake(skua::base::atomic<std::uint32_t>&) noexcept override {}
  std::unique_ptr<skua::system::thread> start(std::function<void()>) override { std::abort(); }  // there is one thread
  void pause(std::uint64_t ns) noexcept override { time += ns; }
  std::uint64_t time = 0;
};

struct surroundings {
  network& net;
  ledger& book;
  clock& time;
  mutation planted = mutation::none;
};

class sim_place final : public idle_hooks, private skua::remote::sender, private skua::remote::contributions {
 public:
  struct stealing {
    std::string policy = "lifeline(2,2)";
    std::string amount = "half";
    std::uint64_t seed = 0;
    int deepest = 100;  // depth limit of the scope tree
  };
  sim_place(surroundings const& s, int number, stealing const& config);
  ~sim_place();

  /// A message arrives. A handler of tasks stops half way.
  void receive(int from, message m);
  [[nodiscard]] bool busy() const noexcept { return half_received_; }
  void finish_receiving();

  /// Proxies that have lost their last token and have not reported it yet.
  [[nodiscard]] std::size_t ending() const noexcept { return ending_.size(); }
  void report_done(std::size_t which);

  [[nodiscard]] skua::sched::place& place() noexcept { return *place_; }
  [[nodiscard]] skua::remote::scope_tree& tree() noexcept { return tree_; }
  [[nodiscard]] skua::remote::object_names& names() noexcept { return names_; }
  [[nodiscard]] skua::remote::thief& thief() noexcept { return thief_; }
  /// Steal requests of this place that have no answer yet.
  [[nodiscard]] int unanswered() const noexcept { return unanswered_; }

  // remote_hooks
  void retire(skua::sched::scope_object* object) noexcept override { names_.retire(object); }
  skua::sched::scope_object* replica(std::uint64_t name, std::uint64_t context,
                                     skua::sched::replica_kind const& kind) override {
    return names_.find(name, context, kind);
  }
  void scope_marked(skua::sched::scope_frame* f) noexcept override;
  void proxy_ended(skua::sched::proxy_frame* f) noexcept override { ending_.push_back(f); }
  void cancel_remote(std::uint64_t id) noexcept override { tree_.cancel_remote(id); }

 private:
  void send(int to, skua::remote::kind message_kind, bytes body) noexcept override;
  void send_parts(int to, skua::remote::kind message_kind, bytes head, bytes body) noexcept override {
    std::vector<std::byte> whole(head.begin(), head.end());
    whole.insert(whole.end(), body.begin(), body.end());
    send(to, message_kind, whole);
  }
  void pack(std::uint64_t serial, skua::wire::writer& to) override;
  void merge(skua::wire::reader& from, std::uint64_t context) override { names_.merge(from, context); }
  void all_returned() noexcept override { names_.all_returned(); }

  void on_tasks(int from);
  void on_acknowledgement(message const& m);
  [[nodiscard]] skua::sched::scope_frame* frame_of(std::uint64_t id);
  void acknowledge(int to, std::uint64_t id);
  bool change_outgoing(int to, skua::remote::kind message_kind, std::vector<std::byte>& body);

  surroundings around_;
  std::unique_ptr<skua::sched::place> place_;
  skua::remote::pending_calls calls_;
  skua::remote::object_names names_;
  skua::remote::scope_tree tree_;
  skua::remote::thief thief_;
  std::vector<skua::sched::proxy_frame*> ending_;
  int unanswered_ = 0;

  bool half_received_ = false;  // a batch has arrived and is not yet acknowledged
  int from_ = -1;
  message batch_;
  skua::remote::scope_tree::arrival arrival_;
  std::size_t imported_ = 0;

  // State of planted bugs.
  pair_names pairs_;
  std::map<std::uint64_t, int> parents_;
  std::uint64_t raw_id_ = 0;
  bool lost_one_ = false;
  bool marking_ = false;
  std::vector<std::byte> late_;
};

}  // namespace protocol
