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
  sample s;
  std::size_t i = line.find_first_of("{ ");
  if (i == line.npos || i == 0) return {};
  s.name = line.substr(0, i);
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
      s.labels.emplace_back(line.substr(i, equals - i), std::move(text));
      i = j + 1;
      if (i < line.size() && line[i] == ',') ++i;
    }
    if (i >= line.size()) return {};
    ++i;
  }
  if (i >= line.size() || line[i] != ' ') return {};
  s.value = line.substr(i + 1);
  return s;
}

/// Gathers the samples of a text.
class reader {
 public:
  void take(sample const& s) {
    if (s.name == "skua_process_info") {
      numbers_.program = base::escaped(s.label("program"));
      numbers_.transport = base::escaped(s.label("transport"));
      numbers_.version = base::escaped(s.label("version"));
      numbers_.pid = s.number("pid").value_or(0);
    } else if (s.name == "skua_places") {
      numbers_.places = static_cast<int>(std::min<std::uint64_t>(s.whole(), max_places));
    } else if (s.name == "skua_place_process_info") {
      if (auto const place = s.number("place"), pid = s.number("pid"); place && pid && *place < max_places)
        numbers_.pids[*place] = *pid;
    } else if (auto const place = s.number("place"); place && *place < max_places) {
      if (s.name.starts_with("skua_search_")) return take_search(s, *place);
      place_numbers& p = places_[*place];
      p.number = *place;
      auto const worker = s.number("worker");
      if (!worker || *worker >= max_workers) return take_place(s, p);
      // A run lists its workers in order and without gaps. A sample behind a gap is ignored, so the
      // text bounds the memory that it takes.
      auto const number = static_cast<std::size_t>(*worker);
      if (number == p.of_workers.size()) p.of_workers.emplace_back();
      if (number < p.of_workers.size()) take_worker(s, p.of_workers[number]);
    }
  }
  process_numbers finish() {
    for (auto& [number, p] : places_) {
      for (std::size_t i = 0; i < p.of_workers.size(); ++i) p.of_workers[i].is_spare = i >= p.workers;
      numbers_.local_places.push_back(std::move(p));
    }
    for (auto const& [key, s] : searches_) numbers_.searches.push_back(s);
    return std::move(numbers_);
  }

 private:
  static void take_place(sample const& s, place_numbers& p) {
    if (s.name == "skua_uptime_seconds") p.uptime = s.real();
    if (s.name == "skua_workers") p.workers = s.whole();
    if (s.name == "skua_sleeping_workers") p.sleepers = s.whole();
    if (s.name == "skua_queued_tasks") p.queued = s.whole();
    if (s.name == "skua_ready_tasks") p.ready = s.whole();
    if (s.name == "skua_named_scopes" || s.name == "skua_remote_scopes") p.scopes += s.whole();
    if (s.name == "skua_place_messages_total") p.messages = s.whole();
    if (s.name == "skua_place_bytes_total") p.bytes = s.whole();
    if (s.name == "skua_place_loots_total") p.steals = s.whole();
    if (s.name == "skua_place_tasks_total") p.stolen = s.whole();
  }
  static void take_worker(sample const& s, worker_numbers& w) {
    if (s.name == "skua_worker_busy") w.is_busy = s.whole() != 0;
    if (s.name == "skua_worker_stretch_seconds") w.stretch = s.real();
    if (s.name == "skua_worker_queued_tasks") w.queued = s.whole();
    if (s.name == "skua_worker_steals_total") w.steals = s.whole();
    if (s.name == "skua_worker_stolen_total") w.stolen = s.whole();
    if (s.name == "skua_worker_tasks_total") w.tasks = s.whole();
    if (s.name == "skua_worker_task_info") w.task = base::escaped(s.label("task"));
    if (s.name == "skua_worker_seconds_total") {
      std::string const phase = s.label("phase");
      if (phase == "user" || phase == "issue" || phase == "execute" || phase == "pack") w.used_seconds += s.real();
    }
  }
  void take_search(sample const& s, int place) {
    auto const number = static_cast<std::uint64_t>(s.number("search").value_or(0));
    search_numbers& n = searches_[{place, number}];
    n.place = place;
    n.number = number;
    if (s.name == "skua_search_nodes_total") n.nodes = s.whole();
    if (s.name == "skua_search_share") n.share = s.real();
    if (s.name == "skua_search_incumbent") n.incumbent = s.real();
    if (s.name == "skua_search_bound") n.bound = s.real();
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
  question q;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) {
    q.failure = fetch_failure::absent;
    return q;
  }
  std::memcpy(address.sun_path, path.data(), path.size());
  q.fd = system::unique_fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!q.fd || ::connect(q.fd.get(), reinterpret_cast<sockaddr const*>(&address), sizeof address) != 0) {
    q.failure = reason_of(errno);
    struct stat status{};
    // The kernel says the same about a file that is not a socket.
    if (q.failure == fetch_failure::ended && ::stat(path.c_str(), &status) == 0 && !S_ISSOCK(status.st_mode))
      q.failure = fetch_failure::other;
    return q;
  }
  ::shutdown(q.fd.get(), SHUT_WR);  // nothing to say: the text alone is asked for
  q.is_open = true;
  return q;
}

void read_part(question& q) {
  char part[1 << 16];
  for (;;) {
    ssize_t const n = ::recv(q.fd.get(), part, sizeof part, 0);
    if (n > 0 && q.answer.size() < max_answer) {
      q.answer.append(part, static_cast<std::size_t>(n));
      continue;
    }
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    q.is_open = false;
    if (n != 0) q.failure = fetch_failure::ended;
    return;
  }
}

}  // namespace

std::optional<process_numbers> parse_metrics(std::string_view text) {
  constexpr std::string_view end = "# EOF\n";
  if (!text.ends_with(end)) return {};
  reader r;
  while (!text.empty()) {
    std::size_t const line_end = text.find('\n');
    std::string_view const line = text.substr(0, line_end);
    text.remove_prefix(line_end == text.npos ? text.size() : line_end + 1);
    if (line.empty() || line.front() == '#') continue;
    auto const s = parse_line(line);
    if (!s) return {};
    r.take(*s);
  }
  return r.finish();
}

std::vector<fetched> fetch_metrics(std::vector<std::string> const& paths, std::chrono::milliseconds time_limit) {
  auto const deadline = client_clock::now() + time_limit;
  std::vector<question> questions;
  for (std::string const& path : paths) questions.push_back(ask(path));
  for (;;) {
    std::vector<pollfd> fds;
    for (question const& q : questions) {
      if (q.is_open) fds.push_back({q.fd.get(), POLLIN, 0});
    }
    auto const time_left = std::chrono::ceil<std::chrono::milliseconds>(deadline - client_clock::now()).count();
    if (fds.empty() || time_left <= 0) break;
    if (::poll(fds.data(), fds.size(), static_cast<int>(time_left)) < 0 && errno != EINTR) break;
    for (question& q : questions) {
      if (q.is_open) read_part(q);
    }
  }
  std::vector<fetched> answers;
  for (question& q : questions) {
    fetched f;
    f.failure = q.is_open ? fetch_failure::late : q.failure;
    if (f.failure == fetch_failure::none) {
      f.numbers = parse_metrics(q.answer);
      // a process that ends closes the connection in the middle, or before it answers
      if (!f.numbers) f.failure = q.answer.ends_with("# EOF\n") ? fetch_failure::damaged : fetch_failure::ended;
    }
    answers.push_back(std::move(f));
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
  for (int p = is_attached_socket(path) ? 0 : 1; p < numbers.places; ++p) {
    bool const is_known = std::any_of(numbers.local_places.begin(), numbers.local_places.end(),
                                      [p](place_numbers const& n) { return n.number == p; });
    if (is_known) continue;
    if (!is_attached_socket(path)) {
      other_paths.push_back(socket_of_place(path, p));
    } else if (auto const pid = numbers.pids.find(p); pid != numbers.pids.end()) {
      other_paths.push_back(attached_socket(pid->second));
    }
  }
  answer.processes.push_back(std::move(numbers));
  for (fetched& f : fetch_metrics(other_paths, time_limit)) {
    if (f.numbers) answer.processes.push_back(std::move(*f.numbers));
  }
  return answer;
}

}  // namespace skua::observe
