// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "record_file.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>

#include "apps/common/error.hpp"
#include "apps/common/input.hpp"
#include "apps/common/text.hpp"

namespace apps::replay {
namespace {

constexpr std::string_view magic = "skua-record-2\n";
constexpr std::size_t checksum_bytes = 8;
constexpr std::uint64_t longest_time = 1'000'000'000'000'000;  // ns: eleven days
constexpr std::uint64_t most_signals = 128;
constexpr std::uint32_t most_nested = 500'000;
constexpr std::uint64_t most_work = std::numeric_limits<std::uint64_t>::max() / 2;

/// FNV-1a.
std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t h = 0xcbf29ce484222325u;
  for (char const c : bytes) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return h;
}

/// A text for people: without control characters, and without parts of names that only a linker
/// needs.
std::string shown(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; }, '?');
  return short_name(name);
}

class reader {
 public:
  reader(std::string_view content, std::string const& file) : rest_(content), file_(file) {}

  [[noreturn]] void fail(std::string const& reason) const { throw input_error(file_ + ": " + reason); }
  [[noreturn]] void damaged() const { fail("this record of tasks is damaged: record the run again"); }

  /// At most `limit`.
  std::uint64_t number(std::uint64_t limit) {
    std::uint64_t n = 0;
    for (unsigned shift = 0;; shift += 7) {
      if (rest_.empty() || shift > 63) damaged();
      auto const byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      n |= std::uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) break;
    }
    if (n > limit) damaged();
    return n;
  }
  /// The number of things of at least `bytes` bytes each that follow.
  std::uint32_t count(std::size_t bytes) {
    return static_cast<std::uint32_t>(
        number(std::min<std::uint64_t>(rest_.size() / bytes, std::numeric_limits<std::uint32_t>::max() - 1)));
  }
  std::string text() {
    std::size_t const size = count(1);
    if (size > rest_.size()) damaged();
    std::string result(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return result;
  }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
  std::string const& file_;
};

/// Reads the tasks, and checks that each is the child of one other, that scopes are nested and that
/// what is awaited is signalled somewhere.
class tasks_reader {
 public:
  tasks_reader(reader& in, record& r) : input_(in), record_(r) {}

  void read() {
    std::uint32_t const tasks = input_.count(3);
    if (tasks == 0) input_.damaged();
    std::uint32_t const events = input_.count(1);
    record_.signals.assign(std::size_t{events} + 1, 0);
    record_.tasks.reserve(tasks);
    for (std::uint32_t i = 0; i < tasks; ++i) read_task(i, tasks);
    if (next_child_ != tasks) input_.damaged();
    for (step const& s : record_.steps) {
      if (s.kind == step_kind::await && record_.signals[s.target] == 0) input_.damaged();
    }
  }

 private:
  void read_task(std::uint32_t i, std::uint32_t tasks) {
    if (i >= next_child_) input_.damaged();  // no task before it has it as a child
    task t;
    t.any = input_.number(1) != 0;
    auto const name = static_cast<std::uint32_t>(input_.number(record_.names.size()));
    t.name = name == 0 ? no_name : name - 1;
    std::uint32_t const steps = input_.count(1);
    t.first = static_cast<std::uint32_t>(record_.steps.size());
    std::uint32_t open = 0;
    for (std::uint32_t k = 0; k < steps; ++k) record_.steps.push_back(read_step(tasks, open));
    if (open != 0 || record_.steps.size() > std::numeric_limits<std::uint32_t>::max()) input_.damaged();
    t.end = static_cast<std::uint32_t>(record_.steps.size());
    record_.tasks.push_back(t);
  }

  std::uint64_t read_time() {
    std::uint64_t const time = input_.number(longest_time);
    sum_ += time;
    if (sum_ > most_work) input_.damaged();
    return time;
  }

  step read_step(std::uint32_t tasks, std::uint32_t& open) {
    step s;
    s.kind = static_cast<step_kind>(input_.number(static_cast<std::uint64_t>(step_kind::pause)));
    std::uint64_t const last_event = record_.signals.size() - 1;
    switch (s.kind) {
      case step_kind::work:
      case step_kind::pause:
        s.time = read_time();
        break;
      case step_kind::leaf:
        s.any = input_.number(1) != 0;
        if (record_.names.empty()) input_.damaged();
        s.name = static_cast<std::uint32_t>(input_.number(record_.names.size() - 1));
        s.time = read_time();
        s.span = input_.number(s.time);
        s.tasks = input_.number(most_work);
        s.target = static_cast<std::uint32_t>(input_.number(last_event));
        if (s.target != 0) ++record_.signals[s.target];
        break;
      case step_kind::child:
        if (next_child_ == tasks) input_.damaged();
        s.target = next_child_++;
        break;
      case step_kind::open:
        record_.deepest_nesting = std::max(record_.deepest_nesting, ++open);
        if (open > most_nested)
          input_.fail("scopes are nested more than " + std::to_string(most_nested) + " deep: too deep for a replay");
        break;
      case step_kind::close:
        if (open-- == 0) input_.damaged();
        break;
      case step_kind::signal:
      case step_kind::await:
        s.target = static_cast<std::uint32_t>(input_.number(last_event));
        if (s.target == 0) input_.damaged();
        if (s.kind == step_kind::signal) ++record_.signals[s.target];
        break;
    }
    return s;
  }

  static constexpr std::uint32_t no_name = std::numeric_limits<std::uint32_t>::max();
  reader& input_;
  record& record_;
  std::uint32_t next_child_ = 1;
  std::uint64_t sum_ = 0;
};

}  // namespace

std::uint64_t record::work() const {
  std::uint64_t sum = 0;
  for (step const& s : steps) {
    if (s.kind == step_kind::work || s.kind == step_kind::leaf) sum += s.time;
  }
  return sum;
}

std::uint64_t record::task_count() const {
  std::uint64_t sum = 0;
  for (name_total const& n : names) sum += n.tasks;
  return sum;
}

double record::movable_share() const {
  // A task that may not leave goes with the nearest one above it that may.
  std::vector<bool> moves(tasks.size(), false);
  std::uint64_t movable = 0;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (tasks[i].any) moves[i] = true;
    for (std::uint32_t k = tasks[i].first; k < tasks[i].end; ++k) {
      step const& s = steps[k];
      if (s.kind == step_kind::child) moves[s.target] = moves[i];
      if ((s.kind == step_kind::work && moves[i]) || (s.kind == step_kind::leaf && (moves[i] || s.any)))
        movable += s.time;
    }
  }
  std::uint64_t const total = work();
  return total == 0 ? 0 : static_cast<double>(movable) / static_cast<double>(total);
}

std::string others_text(record const& r) {
  constexpr double least_share = 0.05;
  double const lost = static_cast<double>(r.lost) * 1e-9;
  double const work = static_cast<double>(r.work()) * 1e-9;
  if (lost < least_share * (lost + work)) return "";
  return "other programs had the processor of the recorded run for " + duration(lost) +
         ", which no task has. Its work, " + duration(work) +
         ", may still be longer than on an idle machine: caches, memory and clock were shared.";
}

record parse_record(std::string_view content, std::string const& file) {
  reader whole(content, file);
  if (content.empty()) whole.fail("this record of tasks is empty: the run that should have written it did not end");
  if (content.starts_with("skua-record-1\n")) whole.fail("this record is of an older version: record the run again");
  if (!content.starts_with(magic)) whole.fail("this is not a record of tasks (skua-run --record FILE program)");
  if (content.size() < magic.size() + checksum_bytes) whole.damaged();
  std::string_view const body = content.substr(0, content.size() - checksum_bytes);
  std::uint64_t sum = 0;
  for (std::size_t i = checksum_bytes; i-- > 0;) sum = sum << 8 | static_cast<unsigned char>(content[body.size() + i]);
  if (sum != checksum(body)) whole.damaged();
  reader in(body.substr(magic.size()), file);
  record r;
  r.program = shown(in.text());
  r.signal = static_cast<int>(in.number(most_signals));
  r.lost = in.number(longest_time);
  std::uint32_t const names = in.count(3);
  for (std::uint32_t i = 0; i < names; ++i) {
    name_total n;
    n.text = shown(in.text());
    n.tasks = in.number(most_work / (std::uint64_t{names} + 1));
    n.work = in.number(most_work);
    r.names.push_back(std::move(n));
  }
  tasks_reader(in, r).read();
  if (!in.at_end()) in.damaged();
  return r;
}

record read_record(std::string const& file) {
  auto input = open_input(file);
  std::string content(magic.size(), '\0');
  input.read(content.data(), static_cast<std::streamsize>(magic.size()));
  content.resize(static_cast<std::size_t>(input.gcount()));
  // The rest of another file may be large, or have no end.
  if (content == magic) content.append(std::istreambuf_iterator<char>(input), std::istreambuf_iterator<char>());
  return parse_record(content, file);
}

}  // namespace apps::replay
