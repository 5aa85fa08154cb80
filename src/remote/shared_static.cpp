// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Static shared objects: the list of those in this process, and their handles in the run of a
// place.
//
// A process keeps a list of its static shared objects. When a run starts, place 0 makes them all
// and sends their handles to every place. Their names mean the same object in every process: the
// build of its module, and its offset there. Several places of one process, and several runs at
// once, have separate handles.
// Threads: any. One lock for the list, and one, a leaf, for the handles bound to each place.
#include "remote/shared_static.hpp"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

#include <skua/detail/base/check.hpp>
#include <skua/detail/base/spinlock.hpp>
#include <skua/finish.hpp>
#include <skua/place.hpp>
#include <skua/place_local.hpp>
#include <skua/shared_static.hpp>
#include <skua/spawn.hpp>

#include "core/place.hpp"
#include "wire/modules.hpp"

namespace skua::remote {

/// The name of an object, and its handle as bytes.
struct bound_static {
  std::uint64_t name;
  std::vector<std::byte> handle;
};

class statics {
 public:
  static statics& of_process() {
    static statics& list = *new statics;  // never destroyed: workers use it after exit() in a task
    return list;
  }

  void add(static_object& object) {
    std::lock_guard const hold(lock_);
    object.number_ = next_number_++;
    *last_ = &object;
    last_ = &object.next_;
  }
  void remove(static_object& object) noexcept {
    std::lock_guard const hold(lock_);
    static_object** link = &first_;
    while (*link != &object) link = &(*link)->next_;
    *link = object.next_;
    if (last_ == &object.next_) last_ = link;
  }

  [[nodiscard]] std::vector<bound_static> make_all() const {
    std::vector<bound_static> objects;
    for (static_object const* object : list()) {
      std::uint64_t const name = name_of(*object);
      if (name == 0) continue;
      std::vector<std::byte> handle(object->bytes_);
      object->make(handle.data());
      objects.push_back({name, std::move(handle)});
    }
    return objects;
  }
  /// Pointers to the handles, by the objects' numbers in this process.
  [[nodiscard]] std::vector<void const*> by_number(std::vector<bound_static> const& objects) const {
    std::vector<void const*> handles;
    for (static_object const* object : list()) {
      auto const position = std::find_if(
          objects.begin(), objects.end(),
          [name = name_of(*object)](bound_static const& bound_static) { return bound_static.name == name; });
      if (position == objects.end()) continue;
      if (handles.size() <= object->number_) handles.resize(object->number_ + 1);
      handles[object->number_] = position->handle.data();
    }
    return handles;
  }
  /// Gives the objects these handles at that place, until forget, or the next bind for that place.
  void bind(sched::place_front const* at, std::vector<void const*> const* handles) {
    base::spin_guard const hold(bound_lock_);
    std::erase_if(bound_, [at](auto const& binding) { return binding.first == at; });
    bound_.emplace_back(at, handles);
  }
  void forget(std::vector<void const*> const* handles) noexcept {
    base::spin_guard const hold(bound_lock_);
    std::erase_if(bound_, [handles](auto const& binding) { return binding.second == handles; });
  }
  /// The handles at that place by number, or null if none are bound.
  [[nodiscard]] std::vector<void const*> const* bound_at(sched::place_front const* at) noexcept {
    base::spin_guard const hold(bound_lock_);
    for (auto const& [place, handles] : bound_) {
      if (place == at) return handles;
    }
    return nullptr;
  }
  [[nodiscard]] static std::uint32_t number_of(static_object const& object) noexcept { return object.number_; }

 private:
  [[nodiscard]] std::vector<static_object const*> list() const {
    std::lock_guard const hold(lock_);
    std::vector<static_object const*> objects;
    for (static_object const* object = first_; object != nullptr; object = object->next_) objects.push_back(object);
    return objects;
  }
  /// 0: the object is in no module that can be named.
  static std::uint64_t name_of(static_object const& object) {
    auto const modules = wire::loaded_modules();
    auto const address = reinterpret_cast<std::uintptr_t>(&object);
    wire::segment const* const segment = modules->find(address);
    if (segment == nullptr) return 0;
    wire::module const& module = modules->modules[segment->module];
    return module.ambiguous ? 0 : (module.identity & 0xffffffff00000000) | (address - module.load);
  }

  mutable std::mutex lock_;
  static_object* first_ = nullptr;
  static_object** last_ = &first_;
  std::uint32_t next_number_ = 0;
  base::spinlock bound_lock_;
  std::vector<std::pair<sched::place_front const*, std::vector<void const*> const*>> bound_;
};

static_object::static_object(std::size_t bytes) : bytes_(bytes) { statics::of_process().add(*this); }
static_object::~static_object() { statics::of_process().remove(*this); }

namespace {

/// The handles of a run at one place.
class bindings {
 public:
  explicit bindings(std::vector<bound_static> objects)
      : objects_(std::move(objects)), handles_(statics::of_process().by_number(objects_)) {}
  bindings(bindings const&) = delete;
  bindings& operator=(bindings const&) = delete;
  ~bindings() { statics::of_process().forget(&handles_); }

  void bind() const { statics::of_process().bind(sched::place_here(), &handles_); }

 private:
  std::vector<bound_static> objects_;
  std::vector<void const*> handles_;
};

}  // namespace

void const* static_object::handle() const {
  auto const* const bound = statics::of_process().bound_at(sched::place_here());
  base::check(
      bound != nullptr,
      "a shared_static was used outside a run: it exists from the start of a run's body to the end of its scope");
  std::uint32_t const number = statics::number_of(*this);
  void const* const object = number < bound->size() ? (*bound)[number] : nullptr;
  base::check(object != nullptr,
              "a shared_static was used that did not exist when the run started: declare it at namespace scope, in a "
              "module that place 0 has loaded as well");
  return object;
}

void bind_statics() {
  std::vector<bound_static> objects = statics::of_process().make_all();
  if (objects.empty()) return;
  place_local<bindings> const local(std::move(objects));
  local->bind();
  if (places() == 1) return;
  finish([local] {
    for (int place = 1; place < places(); ++place) spawn(on(place), [local] { local->bind(); });
  });
}

}  // namespace skua::remote
