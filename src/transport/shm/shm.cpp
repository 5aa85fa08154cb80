// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transport/shm/shm.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <skua/detail/base/check.hpp>
#include <skua/error.hpp>
#include <skua/exit_codes.hpp>

#include "base/escape.hpp"
#include "system/machine.hpp"
#include "transport/end_claim.hpp"
#include "transport/host_endpoint.hpp"
#include "transport/process_monitor.hpp"
#include "transport/shm/attach.hpp"
#include "transport/shm/child_processes.hpp"

namespace skua::transport {
namespace {

enum class origin { place_0, its_child, launched };

constexpr int parent_loss_grace_ms = 400;
constexpr std::uint64_t line_after_ns = 10'000'000'000;  // then an attaching place says for which others it waits

class shm_endpoint final : public host_endpoint {
 public:
  /// Takes over `children` only if nothing is thrown. Their destructor kills them, and the caller
  /// must claim the end of the run before that: a child that claims it is about to print a line.
  shm_endpoint(std::shared_ptr<segment const> memory, int own_place, origin from,
               std::unique_ptr<child_processes>&& children)
      : host_endpoint("shm", std::move(memory), own_place),
        monitor_(std::in_place, other_processes(), [this, from](peer_failures ends) { ended(std::move(ends), from); }) {
    children_ = std::move(children);
  }

  ~shm_endpoint() override {
    monitor_.reset();
    if (has_left(here()) && children_ != nullptr) children_->wait();
  }

  void end_processes() noexcept override {
    if (children_ != nullptr) children_->end();
  }

 private:
  std::vector<process_monitor::monitored> other_processes() const {
    std::vector<process_monitor::monitored> processes;
    for (int place = 0; place < places(); ++place) {
      if (place != here()) processes.push_back({place, open_process(shared().block(place).pid)});
    }
    return processes;
  }

  /// Called by the monitor's thread. When place 0 has ended, no process ends its children. A child
  /// ends here if its program does not react to the loss within 400 ms.
  void ended(peer_failures ends, origin from) {
    bool const lost_its_parent =
        from == origin::its_child &&
        std::any_of(ends.begin(), ends.end(), [](peer_failure const& failure) { return failure.place == 0; });
    mark_lost(std::move(ends));
    if (!lost_its_parent) return;
    ::poll(nullptr, 0, parent_loss_grace_ms);
    ::_exit(exit_code::failure);
  }

  std::unique_ptr<child_processes> children_;
  std::optional<process_monitor> monitor_;
};

std::unique_ptr<endpoint> join_parent(std::shared_ptr<segment const> const& shared, std::uint64_t identity,
                                      std::unique_ptr<child_processes> children) {
  int code = exit_code::start_failed;
  try {
    take_part(shared->header(), 0);
    rendezvous(*shared, 0, identity, 0, [&] {
      int index = 0;
      std::string const description = children->first_ended(index);
      return description.empty() ? description : "place " + std::to_string(index + 1) + " " + description;
    });
    return std::make_unique<shm_endpoint>(shared, 0, origin::place_0, std::move(children));
  } catch (...) {
    static_cast<void>(base::claim_end(code));
    throw;
  }
}

/// Attaches a forked child. It reports its errors itself and exits: a caller could not distinguish
/// them from errors of place 0.
std::unique_ptr<endpoint> join_child(std::shared_ptr<segment const> const& shared, int place, std::uint64_t identity,
                                     pid_t parent) noexcept {
  int code = exit_code::start_failed;
  try {
    take_part(shared->header(), place);
    rendezvous(*shared, place, identity, 0, [&] {
      if (::getppid() == parent) return std::string();
      if (place == 1 && base::claim_end(code)) {
        std::fprintf(stderr, "skua: place 0 (pid %d) has disappeared while starting\n", static_cast<int>(parent));
      }
      ::_exit(code);
    });
    return std::make_unique<shm_endpoint>(shared, place, origin::its_child, nullptr);
  } catch (std::bad_alloc const&) {
    if (base::claim_end(code)) std::fprintf(stderr, "skua: place %d could not start: out of memory\n", place);
  } catch (std::exception const& failure) {
    if (base::claim_end(code)) std::fprintf(stderr, "skua: %s\n", base::without_name(failure.what()).data());
  }
  ::_exit(code);
}

}  // namespace

system::unique_fd shm_create(int places, std::size_t capacity) {
  if (places < 1 || places > segment::most_places)
    throw error("skua: " + std::to_string(places) + " places on one host: between 1 and " +
                std::to_string(segment::most_places) + " are possible");
  if (capacity == 0) capacity = segment::usual_capacity(places);
  system::unique_fd fd = system::anonymous_file("skua", segment::file_bytes(places, capacity));
  auto const memory = system::mapping::of_file(fd.get(), 0, segment::bytes_for(places, capacity));
  segment::initialise({memory.data(), memory.size()}, places, capacity, segment::memory_in_file(places, capacity));
  return fd;
}

std::unique_ptr<endpoint> shm_attach(system::unique_fd fd, int place, int places, std::uint64_t identity,
                                     std::uint64_t timeout_ns) {
  auto const shared = std::make_shared<segment const>(fd.get());
  if (shared->places() != places || place < 0 || place >= places)
    throw error("skua: place " + std::to_string(place) + " of " + std::to_string(places) +
                " does not fit shared memory for " + std::to_string(shared->places()) + " places");
  take_part(shared->header(), place);
  int code = exit_code::start_failed;
  try {
    std::uint64_t line_at = system::monotonic_ns() + line_after_ns;
    rendezvous(*shared, place, identity, timeout_ns, [&] {
      if (system::monotonic_ns() < line_at) return std::string();
      line_at = ~std::uint64_t{0};
      if (std::string const awaited = awaited_places(*shared, place); !awaited.empty()) {
        std::fprintf(stderr, "skua: place %d has waited 10 s for %s to call skua::run, and still waits\n", place,
                     awaited.c_str());
      }
      return std::string();
    });
    return std::make_unique<shm_endpoint>(shared, place, origin::launched, nullptr);
  } catch (...) {
    static_cast<void>(base::claim_end(code));
    throw;
  }
}

void shm_note_end(int fd, int place) noexcept {
  try {
    note_end(segment(fd), place);
  } catch (std::exception const& failure) {
    std::fprintf(stderr, "skua: the other places may wait for place %d, which has ended: %s\n", place, failure.what());
  }
}

std::unique_ptr<endpoint> shm_fork(int places, std::uint64_t identity, std::size_t capacity) {
  auto const shared = std::make_shared<segment const>(shm_create(places, capacity).get());
  pid_t const parent = ::getpid();
  auto children = std::make_unique<child_processes>(shared);
  for (int place = 1; place < places; ++place)
    if (children->fork()) return join_child(shared, place, identity, parent);
  return join_parent(shared, identity, std::move(children));
}

}  // namespace skua::transport
