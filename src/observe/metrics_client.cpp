// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "observe/metrics_client.hpp"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/escape.hpp"
#include "base/parse.hpp"
#include "observe/attach.hpp"
#include "system/unique_fd.hpp"

namespace skua::observe {
namespace {

using client_clock = std::chrono::steady_clock;
constexpr std::size_t max_answer = std::size_t{64} << 20;
constexpr int max_places = 4096;
constexpr int max_workers = 8192;  // of a place

/// One line of the text other than a comment.
struct sample {
  std::string_view name;
  std::vector<std::pair<std::string_view, std::string>> labels;
  std::string_view value;

  [[nodiscard]] std::string label(std::string_view key) const {
    for (auto const& [name_of_label, text] : labels) {
      if (name_of_label == key) return text;
    }
    return {};
  }
  [[nodiscard]] std::optional<int> number(std::string_view key) const {
    return base::parse_number<int>(label(key), 0, 1'000'000'000);
  }
  [[nodiscard]] double real() const { return base::parse_decimal(value, -1e300, 1e300).value_or(0); }
  [[nodiscard]] std::uint64_t whole() const { return base::parse_number<std::uint64_t>(value).value_or(0); }
};

/// NAME{LABEL="VALUE",…} NUMBER
std::optional<sample> parse_line(std::string_view line) {
  sample sample;
  std::size_t i = line.find_first_of("{ ");
  if (i == line.npos || i == 0) return {};
  sample.name = line.substr(0, i);
  if (line[i] == '{') {
    ++i;
    while (i < line.size() && line[i] != '}') {
      std::size_t const equals = line.find('=', i);
      if (equals == line.npos || equals + 1 >= line.size() || line[equals + 1] != '"') return {};
      std::string text;
      std::size_t j = equals + 2;
      for (; j < line.size() && line[j] != '"'; ++j) {
        bool const is_escaped = line[j] == '\\' && j + 1 < line.size();
        if (is_escaped) ++j;
        text += is_escaped && line[j] == 'n' ? '\n' : line[j];
      }
      if (j >= line.size()) return {};
      sample.labels.emplace_back(line.substr(i, equals - i), std::move(text));
      i = j + 1;
      if (i < line.size() && line[i] == ',') ++i;
    }
    if (i >= line.size()) return {};
    ++i;
  }
  if (i >= line.size() || line[i] != ' ') return {};
  sample.value = line.substr(i + 1);
  return sample;
}

/// Gathers the samples of a text.
class reader {
 public:
  void take(sample const& sample) {
    if (sample.name == "skua_process_info") {
      numbers_.program = base::escaped(sample.label("program"));
      numbers_.transport = base::escaped(sample.label("transport"));
      numbers_.version = base::escaped(sample.label("version"));
      numbers_.pid = sample.number("pid").value_or(0);
    } else if (sample.name == "skua_places") {
      numbers_.places = static_cast<int>(std::min<std::uint64_t>(sample.whole(), max_places));
    } else if (sample.name == "skua_place_process_info") {
      if (auto const place = sample.number("place"), pid = sample.number("pid"); place && pid && *place < max_places)
        numbers_.pids[*place] = *pid;
    } else if (auto const place = sample.number("place"); place && *place < max_places) {
      if (sample.name.starts_with("skua_search_")) return take_search(sample, *place);
      place_numbers& numbers = places_[*place];
      numbers.number = *place;
      auto const worker = sample.number("worker");
      if (!worker || *worker >= max_workers) return take_place(sample, numbers);
      // A run lists its workers in order and without gaps. A sample behind a gap is ignored, so the
      // text bounds the memory that it takes.
      auto const number = static_cast<std::size_t>(*worker);
      if (number == numbers.of_workers.size()) numbers.of_workers.emplace_back();
      if (number < numbers.of_workers.size()) take_worker(sample, numbers.of_workers[number]);
    }
  }
  process_numbers finish() {
    for (auto& [number, numbers] : places_) {
      for (std::size_t i = 0; i < numbers.of_workers.size(); ++i) numbers.of_workers[i].is_spare = i >= numbers.workers;
      numbers_.local_places.push_back(std::move(numbers));
    }
    for (auto const& [key, numbers] : searches_) numbers_.searches.push_back(numbers);
    return std::move(numbers_);
  }

 private:
  static void take_place(sample const& sample, place_numbers& numbers) {
    if (sample.name == "skua_uptime_seconds") numbers.uptime = sample.real();
    if (sample.name == "skua_workers") numbers.workers = sample.whole();
    if (sample.name == "skua_sleeping_workers") numbers.sleepers = sample.whole();
    if (sample.name == "skua_queued_tasks") numbers.queued = sample.whole();
    if (sample.name == "skua_ready_tasks") numbers.ready = sample.whole();
    if (sample.name == "skua_named_scopes" || sample.name == "skua_remote_scopes") numbers.scopes += sample.whole();
    if (sample.name == "skua_place_messages_total") numbers.messages = sample.whole();
    if (sample.name == "skua_place_bytes_total") numbers.bytes = sample.whole();
    if (sample.name == "skua_place_loots_total") numbers.steals = sample.whole();
    if (sample.name == "skua_place_tasks_total") numbers.stolen = sample.whole();
  }
  static void take_worker(sample const& sample, worker_numbers& numbers) {
    if (sample.name == "skua_worker_busy") numbers.is_busy = sample.whole() != 0;
    if (sample.name == "skua_worker_stretch_seconds") numbers.stretch = sample.real();
    if (sample.name == "skua_worker_queued_tasks") numbers.queued = sample.whole();
    if (sample.name == "skua_worker_steals_total") numbers.steals = sample.whole();
    if (sample.name == "skua_worker_stolen_total") numbers.stolen = sample.whole();
    if (sample.name == "skua_worker_tasks_total") numbers.tasks = sample.whole();
    if (sample.name == "skua_worker_task_info") numbers.task = base::escaped(sample.label("task"));
    if (sample.name == "skua_worker_seconds_total") {
      std::string const phase = sample.label("phase");
      if (phase == "user" || phase == "issue" || phase == "execute" || phase == "pack")
        numbers.used_seconds += sample.real();
    }
  }
  void take_search(sample const& sample, int place) {
    auto const number = static_cast<std::uint64_t>(sample.number("search").value_or(0));
    search_numbers& numbers = searches_[{place, number}];
    numbers.place = place;
    numbers.number = number;
    if (sample.name == "skua_search_nodes_total") numbers.nodes = sample.whole();
    if (sample.name == "skua_search_share") numbers.share = sample.real();
    if (sample.name == "skua_search_incumbent") numbers.incumbent = sample.real();
    if (sample.name == "skua_search_bound") numbers.bound = sample.real();
  }

  process_numbers numbers_;
  std::map<int, place_numbers> places_;
  std::map<std::pair<int, std::uint64_t>, search_numbers> searches_;
};

/// One question under way.
struct question {
  system::unique_fd fd{-1};
  std::string answer;
  fetch_failure failure = fetch_failure::none;
  bool is_open = false;
};

fetch_failure reason_of(int error) noexcept {
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return fetch_failure::absent;
    case ECONNREFUSED:
      return fetch_failure::ended;
    case EACCES:
    case EPERM:
      return fetch_failure::forbidden;
    case EAGAIN:
      return fetch_failure::late;
    default:
      return fetch_failure::other;
  }
}

question ask(std::string const& path) {
  question question;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) {
    question.failure = fetch_failure::absent;
    return question;
  }
  std::memcpy(address.sun_path, path.data(), path.size());
  question.fd = system::unique_fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!question.fd || ::connect(question.fd.get(), reinterpret_cast<sockaddr const*>(&address), sizeof address) != 0) {
    question.failure = reason_of(errno);
    struct stat status{};
    // The kernel says the same about a file that is not a socket.
    if (question.failure == fetch_failure::ended && ::stat(path.c_str(), &status) == 0 && !S_ISSOCK(status.st_mode))
      question.failure = fetch_failure::other;
    return question;
  }
  ::shutdown(question.fd.get(), SHUT_WR);  // nothing to say: the text alone is asked for
  question.is_open = true;
  return question;
}

void read_part(question& question) {
  char part[1 << 16];
  for (;;) {
    ssize_t const n = ::recv(question.fd.get(), part, sizeof part, 0);
    if (n > 0 && question.answer.size() < max_answer) {
      question.answer.append(part, static_cast<std::size_t>(n));
      continue;
    }
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    question.is_open = false;
    if (n != 0) question.failure = fetch_failure::ended;
    return;
  }
}

}  // namespace

std::optional<process_numbers> parse_metrics(std::string_view text) {
  constexpr std::string_view end = "# EOF\n";
  if (!text.ends_with(end)) return {};
  reader reader;
  while (!text.empty()) {
    std::size_t const line_end = text.find('\n');
    std::string_view const line = text.substr(0, line_end);
    text.remove_prefix(line_end == text.npos ? text.size() : line_end + 1);
    if (line.empty() || line.front() == '#') continue;
    auto const sample = parse_line(line);
    if (!sample) return {};
    reader.take(*sample);
  }
  return reader.finish();
}

std::vector<fetched> fetch_metrics(std::vector<std::string> const& paths, std::chrono::milliseconds time_limit) {
  auto const deadline = client_clock::now() + time_limit;
  std::vector<question> questions;
  for (std::string const& path : paths) questions.push_back(ask(path));
  for (;;) {
    std::vector<pollfd> fds;
    for (question const& question : questions) {
      if (question.is_open) fds.push_back({question.fd.get(), POLLIN, 0});
    }
    auto const time_left = std::chrono::ceil<std::chrono::milliseconds>(deadline - client_clock::now()).count();
    if (fds.empty() || time_left <= 0) break;
    if (::poll(fds.data(), fds.size(), static_cast<int>(time_left)) < 0 && errno != EINTR) break;
    for (question& question : questions) {
      if (question.is_open) read_part(question);
    }
  }
  std::vector<fetched> answers;
  for (question& question : questions) {
    fetched fetched;
    fetched.failure = question.is_open ? fetch_failure::late : question.failure;
    if (fetched.failure == fetch_failure::none) {
      fetched.numbers = parse_metrics(question.answer);
      // a process that ends closes the connection in the middle, or before it answers
      if (!fetched.numbers)
        fetched.failure = question.answer.ends_with("# EOF\n") ? fetch_failure::damaged : fetch_failure::ended;
    }
    answers.push_back(std::move(fetched));
  }
  return answers;
}

std::string failure_text(std::string const& path, fetch_failure why) {
  std::string const name =
      is_attached_socket(path) ? "process " + path.substr(path.find('-') + 1) : base::escaped(path);
  std::string const prefix = name + ": ";
  switch (why) {
    case fetch_failure::absent:
      return prefix + "there is no such socket: the run has ended, or was started without SKUA_METRICS=unix:PATH";
    case fetch_failure::ended:
      return prefix + "the run has ended";
    case fetch_failure::forbidden:
      return prefix + "the run belongs to another user";
    case fetch_failure::late:
      return prefix + "the run does not answer; it may be stopped";
    case fetch_failure::damaged:
      return prefix + "the reply is not in this version's format";
    default:
      return prefix + "is not the socket of a run";
  }
}

std::string socket_of_place(std::string const& path, int place) {
  return place == 0 ? path : path + "." + std::to_string(place);
}

run_answer fetch_run(std::string const& path, std::chrono::milliseconds time_limit,
                     std::chrono::milliseconds time_limit_of_first) {
  run_answer answer;
  auto first = fetch_metrics({path}, std::max(time_limit, time_limit_of_first));
  answer.failure = first.front().failure;
  if (!first.front().numbers) return answer;
  process_numbers& numbers = *first.front().numbers;
  std::vector<std::string> other_paths;
  // Of a path, place 0 has answered, or it is the socket of another one.
  for (int place = is_attached_socket(path) ? 0 : 1; place < numbers.places; ++place) {
    bool const is_known =
        std::any_of(numbers.local_places.begin(), numbers.local_places.end(),
                    [place](place_numbers const& place_numbers) { return place_numbers.number == place; });
    if (is_known) continue;
    if (!is_attached_socket(path)) {
      other_paths.push_back(socket_of_place(path, place));
    } else if (auto const pid = numbers.pids.find(place); pid != numbers.pids.end()) {
      other_paths.push_back(attached_socket(pid->second));
    }
  }
  answer.processes.push_back(std::move(numbers));
  for (fetched& fetched : fetch_metrics(other_paths, time_limit)) {
    if (fetched.numbers) answer.processes.push_back(std::move(*fetched.numbers));
  }
  return answer;
}

}  // namespace skua::observe
