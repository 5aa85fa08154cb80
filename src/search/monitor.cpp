// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The list of the searches of this process. An entry is read under the lock under which it leaves
// the list, so its search still exists.
#include <skua/detail/search/monitor.hpp>

#include <algorithm>
#include <mutex>

namespace skua::search::detail {
namespace {

struct search_list {
  std::mutex lock;
  std::vector<monitored_search const*> searches;
  std::uint64_t next_number = 1;
};
search_list& all_searches() {
  static search_list* const list = new search_list;  // never destroyed: a search may still run at exit
  return *list;
}

}  // namespace

std::vector<search_sample> running_searches() {
  search_list& list = all_searches();
  std::lock_guard const guard(list.lock);
  std::vector<search_sample> samples;
  for (monitored_search const* search : list.searches) samples.push_back(search->sample());
  return samples;
}

monitored_search::monitored_search(read_function read, void const* state, int place, std::optional<double> bound)
    : read_(read), state_(state), place_(place), bound_(bound) {
  search_list& list = all_searches();
  std::lock_guard const guard(list.lock);
  number_ = list.next_number++;
  list.searches.push_back(this);
}

monitored_search::~monitored_search() {
  search_list& list = all_searches();
  std::lock_guard const guard(list.lock);
  std::erase(list.searches, this);
}

search_sample monitored_search::sample() const {
  search_sample sample;
  sample.place = place_;
  sample.number = number_;
  sample.bound = bound_;
  sample.share = std::clamp(share_.load(std::memory_order_relaxed), 0.0, 1.0);  // relaxed: only a number
  read_(state_, sample);
  return sample;
}

}  // namespace skua::search::detail
