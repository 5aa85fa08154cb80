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

#include <skua/base/check.hpp>
#include <skua/error.hpp>

#include "system/machine.hpp"
#include "transport/end_claim.hpp"
#include "transport/host_endpoint.hpp"
#include "transport/shm/attach.hpp"
#include "transport/shm/family.hpp"
#include "transport/shm/watch.hpp"

namespace skua::transport {
namespace {

enum class origin { place_0, its_child, launched };

constexpr int orphan_patience_ms = 400;

class shm_endpoint final : public host_endpoint {
 public:
  shm_endpoint(std::shared_ptr<segment const> memory, int here, origin from, std::unique_ptr<family> children)
      : host_endpoint("shm", std::move(memory), here),
        children_(std::move(children)),
        watch_(std::in_place, pids(), [this, from](losses all) { ended(std::move(all), from); }) {}

  ~shm_endpoint() override {
    watch_.reset();
    if (has_left(here()) && children_ != nullptr) children_->wait_until(system::monotonic_ns() + attach_patience_ns);
  }

 private:
  std::vector<int> pids() const {
    std::vector<int> out;
    for (int place = 0; place < places(); ++place) out.push_back(place == here() ? 0 : shared().block(place).pid);
    return out;
  }

  /// In the watching thread. Nobody looks after the children of place 0 when it is gone: who does
  /// not end by itself, because its program does not listen, is ended here.
  void ended(losses all, origin from) {
    bool const orphan =
        from == origin::its_child && std::any_of(all.begin(), all.end(), [](loss const& l) { return l.place == 0; });
    gone(std::move(all));
    if (!orphan) return;
    ::poll(nullptr, 0, orphan_patience_ms);
    ::_exit(1);
  }

  std::unique_ptr<family> children_;
  std::optional<watch> watch_;
};

std::unique_ptr<endpoint> join_parent(std::shared_ptr<segment const> const& shared, std::uint64_t identity,
                                      std::unique_ptr<family> children) {
  int code = start_exit_code;
  try {
    take_part(shared->header(), 0);
    meet(*shared, 0, identity, attach_patience_ns, [&] {
      int index = 0;
      if (auto const how = children->first_ended(index); !how.empty())
        throw error("skua: place " + std::to_string(index + 1) + " " + how + " while starting");
    });
    return std::make_unique<shm_endpoint>(shared, 0, origin::place_0, std::move(children));
  } catch (...) {
    static_cast<void>(base::claim_end(code));
    throw;
  }
}

/// A child's whole way into the run; there is no caller who could tell its errors from those of
/// place 0.
std::unique_ptr<endpoint> join_child(std::shared_ptr<segment const> const& shared, int place, std::uint64_t identity,
                                     pid_t parent) noexcept {
  int code = start_exit_code;
  try {
    take_part(shared->header(), place);
    meet(*shared, place, identity, attach_patience_ns, [&] {
      if (::getppid() == parent) return;
      if (place == 1 && base::claim_end(code)) {
        std::fprintf(stderr, "skua: place 0 (pid %d) has disappeared while starting\n", static_cast<int>(parent));
      }
      ::_exit(code);
    });
    return std::make_unique<shm_endpoint>(shared, place, origin::its_child, nullptr);
  } catch (std::bad_alloc const&) {
    if (base::claim_end(code)) std::fprintf(stderr, "skua: place %d could not start: out of memory\n", place);
  } catch (std::exception const& e) {
    if (base::claim_end(code)) std::fprintf(stderr, "%s\n", e.what());
  }
  ::_exit(code);
}

/// Closes at the end of the block.
struct owned_fd {
  explicit owned_fd(int value) noexcept : fd(value) {}
  owned_fd(owned_fd const&) = delete;
  owned_fd& operator=(owned_fd const&) = delete;
  ~owned_fd() { ::close(fd); }
  int const fd;
};

}  // namespace

int shm_create(int places, std::size_t capacity) {
  if (places < 1 || places > segment::most_places)
    throw error("skua: " + std::to_string(places) + " places on one host: between 1 and " +
                std::to_string(segment::most_places) + " are possible");
  if (capacity == 0) capacity = segment::usual_capacity(places);
  int const fd = system::anonymous_file("skua", segment::file_bytes(places, capacity));
  try {
    auto const memory = system::mapping::of_file(fd, 0, segment::bytes_for(places, capacity));
    segment::initialise({memory.data(), memory.size()}, places, capacity, segment::memory_in_file(places, capacity));
  } catch (...) {
    ::close(fd);
    throw;
  }
  return fd;
}

std::unique_ptr<endpoint> shm_attach(int fd, int place, int places, std::uint64_t identity, std::uint64_t patience_ns) {
  owned_fd const file(fd);
  auto const shared = std::make_shared<segment const>(file.fd);
  if (shared->places() != places || place < 0 || place >= places)
    throw error("skua: place " + std::to_string(place) + " of " + std::to_string(places) +
                " does not fit shared memory for " + std::to_string(shared->places()) + " places");
  take_part(shared->header(), place);
  int code = start_exit_code;
  try {
    meet(*shared, place, identity, patience_ns, [] {});
    return std::make_unique<shm_endpoint>(shared, place, origin::launched, nullptr);
  } catch (...) {
    static_cast<void>(base::claim_end(code));
    throw;
  }
}

std::unique_ptr<endpoint> shm_fork(int places, std::uint64_t identity, std::size_t capacity) {
  std::shared_ptr<segment const> shared;
  {
    owned_fd const file(shm_create(places, capacity));
    shared = std::make_shared<segment const>(file.fd);
  }
  pid_t const parent = ::getpid();
  auto children = std::make_unique<family>(shared);
  for (int place = 1; place < places; ++place)
    if (children->fork()) return join_child(shared, place, identity, parent);
  return join_parent(shared, identity, std::move(children));
}

}  // namespace skua::transport
