// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "observe/record_encoding.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

namespace skua::observe {
namespace {

constexpr char magic[] = "skua-record-2\n";

void put_number(std::string& bytes, std::uint64_t n) {
  for (; n >= 0x80; n >>= 7) bytes.push_back(static_cast<char>(n | 0x80));
  bytes.push_back(static_cast<char>(n));
}

void put_text(std::string& bytes, std::string const& text) {
  put_number(bytes, text.size());
  bytes += text;
}

std::uint64_t nanoseconds(std::int64_t ticks, double ns_per_tick) {
  return ticks <= 0 ? 0 : static_cast<std::uint64_t>(std::llround(static_cast<double>(ticks) * ns_per_tick));
}

/// FNV-1a.
std::uint64_t checksum(std::string const& bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (char const character : bytes) hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001b3u;
  return hash;
}

}  // namespace

record_encoder::record_encoder(std::unordered_map<std::uint64_t, record_total> const& totals, double ns_per_tick)
    : ns_per_tick_(ns_per_tick) {
  std::map<std::string, record_total> by_text;
  for (auto const& [name, total] : totals) {
    by_text[total.text].tasks += total.tasks;
    by_text[total.text].work += total.work;
  }
  for (auto const& [name, total] : totals) {
    auto const position = std::distance(by_text.begin(), by_text.find(total.text));
    name_numbers_.emplace(name, static_cast<std::uint32_t>(position));
  }
  put_number(names_, by_text.size());
  for (auto const& [text, total] : by_text) {
    put_text(names_, text);
    put_number(names_, total.tasks);
    put_number(names_, nanoseconds(total.work, ns_per_tick));
  }
}

void record_encoder::add_step(record_step const& step) {
  auto const number_of = [this](record_event* event) {
    event = find_event(event);
    if (event->number == 0) event->number = ++events_;
    return event->number;
  };
  put_number(tasks_, static_cast<std::uint64_t>(step.kind));
  switch (step.kind) {
    case step_kind::work:
    case step_kind::pause:
      put_number(tasks_, nanoseconds(step.work, ns_per_tick_));
      break;
    case step_kind::leaf:
      put_number(tasks_, step.any ? 1 : 0);
      put_number(tasks_, name_numbers_.at(step.name));
      put_number(tasks_, nanoseconds(step.work, ns_per_tick_));
      put_number(tasks_, nanoseconds(step.span, ns_per_tick_));
      put_number(tasks_, step.tasks);
      put_number(tasks_, step.signalled == nullptr ? 0 : number_of(step.signalled));
      break;
    case step_kind::child:
      order_.push_back(step.child);
      break;
    case step_kind::signal:
    case step_kind::await:
      put_number(tasks_, number_of(step.signalled));
      break;
    case step_kind::open:
    case step_kind::close:
      break;
  }
}

/// The nodes stand in the order in which a search in breadth finds them, so a child needs no
/// number. An event that nothing signals is not waited for.
std::string record_encoder::bytes(recorded_program const& program, record_node* root) {
  order_.push_back(root);
  for (std::size_t i = 0; i < order_.size(); ++i) {
    record_node const& node = *order_[i];
    auto const is_kept = [](record_step const& step) {
      return step.kind != step_kind::await || find_event(step.signalled)->signals != 0;
    };
    auto const steps =
        node.before.size() + static_cast<std::size_t>(std::count_if(node.steps.begin(), node.steps.end(), is_kept));
    auto const name = name_numbers_.find(node.name);
    put_number(tasks_, node.any ? 1 : 0);
    put_number(tasks_, i == 0 || name == name_numbers_.end() ? 0 : name->second + 1);
    put_number(tasks_, steps);
    for (auto iterator = node.before.rbegin(); iterator != node.before.rend(); ++iterator) add_step(*iterator);
    for (record_step const& step : node.steps) {
      if (is_kept(step)) add_step(step);
    }
  }
  std::string result = magic;
  put_text(result, program.command);
  put_number(result, static_cast<std::uint64_t>(program.signal));
  put_number(result, program.lost_ns);
  result += names_;
  put_number(result, order_.size());
  put_number(result, events_);
  result += tasks_;
  std::uint64_t sum = checksum(result);
  for (int i = 0; i < 8; ++i, sum >>= 8) result.push_back(static_cast<char>(sum & 0xff));
  return result;
}

}  // namespace skua::observe
