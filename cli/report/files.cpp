// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "files.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

#include "apps/common/error.hpp"
#include "apps/common/input.hpp"
#include "apps/common/text.hpp"
#include "wire.hpp"

namespace apps::trace_report {
namespace {

namespace fs = std::filesystem;

/// FILE and N of FILE.N.
struct part_name {
  std::string stem;
  std::uint32_t number;
};

std::optional<part_name> parse_part(std::string const& file) {
  auto const dot = file.rfind('.');
  if (dot == std::string::npos || dot + 1 == file.size()) return std::nullopt;
  std::uint32_t number = 0;
  auto const* const end = file.data() + file.size();
  auto const result = std::from_chars(file.data() + dot + 1, end, number);
  if (result.ec != std::errc{} || result.ptr != end) return std::nullopt;
  return part_name{file.substr(0, dot), number};
}

/// The existing FILE.0, FILE.1, … by number; gaps are allowed, as parts may lie at other hosts.
std::vector<std::string> parts_of(std::string const& file) {
  fs::path const path(file);
  fs::path const folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::map<std::uint32_t, std::string> parts;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    auto const name = parse_part(entry->path().filename().string());
    if (!name || name->stem != path.filename().string()) continue;
    std::error_code other_kind;  // others can guess the names of parts: a FIFO must not block
    if (entry->is_regular_file(other_kind)) parts[name->number] = file + "." + std::to_string(name->number);
  }
  std::vector<std::string> files;
  for (auto const& [number, part] : parts) files.push_back(part);
  return files;
}

/// The first event `run` of a file, if the first packets have one.
class run_finder final : public event_sink {
 public:
  void on_track(std::uint64_t, std::string_view) override {}
  void on_event(event const& e) override {
    auto const track = parse_track(e.track);
    if (!place && track && track->kind == track_kind::place && e.name == "run") place = track->place;
  }

  std::optional<std::uint32_t> place;
};

/// The place whose part a file begins with; nullopt if its first 64 KiB do not say.
std::optional<std::uint32_t> first_place(std::string const& file) {
  // Of a pipe nothing can be read twice.
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return std::nullopt;
  std::ifstream input(file, std::ios::binary);
  std::string head(std::size_t{64} << 10, '\0');
  input.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(std::max<std::streamsize>(input.gcount(), 0)));
  std::istringstream text(head);
  run_finder finder;
  event_reader(finder).read(text);
  return finder.place;
}

std::string stem_of(std::string const& file) {
  auto const part = parse_part(file);
  return part ? part->stem : file;
}

std::string place_list(std::set<std::uint32_t> const& places) {
  std::string text;
  std::size_t shown_places = 0;
  for (auto const place : places) {
    if (++shown_places > 8) return text + ", …";
    text += (text.empty() ? "" : ", ") + std::to_string(place);
  }
  return text;
}

/// What a reader can do about the places that these files do not have.
std::string where_absent_places_are(raw_run const& run) {
  std::string const stem = stem_of(run.files.front());
  for (auto const& part : parts_of(stem)) {
    if (std::find(run.files.begin(), run.files.end(), part) == run.files.end())
      return "Give all parts: " + stem + ".0 " + stem + ".1 …";
  }
  if (run.is_cut) return "Their events may lie in what was cut off.";
  return "Parts that lie at other hosts must also be given, named " + stem + ".N.";
}

/// Notes and errors about the places of a run.
void check_places(raw_run& run) {
  auto& events = run.events;
  std::string const& file = run.files.front();
  std::set<std::uint32_t> without_run;
  std::set<std::uint32_t> absent;
  std::uint64_t expected = 0;
  for (auto const& [id, place] : events.places) {
    if (!place.has_run) without_run.insert(id);
    expected = std::max(expected, place.places);
  }
  if (without_run.size() == events.places.size())
    throw input_error(file + ": not a trace of Skua: no event `run` in " + grouped(run.packets) + " packets");
  if (!events.repeated.empty()) {
    throw input_error(file + ": place " + std::to_string(events.repeated.front()) +
                      " begins twice: expected the files of one run");
  }
  for (auto const place : without_run) events.places.erase(place);
  if (!without_run.empty())
    run.notes.push_back("Events of places without an event `run` are left out: place " + place_list(without_run) + ".");
  constexpr std::uint64_t most_places = 1 << 20;
  for (std::uint64_t place = 0; place < std::min(expected, most_places); ++place) {
    if (!events.places.contains(static_cast<std::uint32_t>(place))) absent.insert(static_cast<std::uint32_t>(place));
  }
  if (!absent.empty()) {
    run.notes.push_back("The trace has " + std::to_string(events.places.size()) + " of " + std::to_string(expected) +
                        " places; absent: " + place_list(absent) + ". " + where_absent_places_are(run));
  }
}

void read_file(std::string const& file, bool partial, raw_run& run, event_reader& reader) {
  auto input = open_input(file);
  auto const result = reader.read(input);
  if (input.bad()) throw input_error(file + ": cannot be read");
  run.bytes += result.bytes;
  run.packets += result.packets;
  std::string const where = grouped(result.bytes) + " bytes (" + grouped(result.packets) + " packets)";
  if (result.packets == 0) {
    if (!result.cut_short && !result.damaged) throw input_error(file + ": empty: the run has written no events");
    throw input_error(file + ": not a trace: expected packets of Perfetto's protobuf format");
  }
  if (result.malformed > 0) {
    std::string const text = grouped(result.malformed) + " of " + grouped(result.packets) + " packets are not messages";
    if (!partial) throw input_error(file + ": " + text + "; --partial leaves them out");
    run.notes.push_back(file + ": " + text + "; they are left out.");
  }
  if (!result.cut_short && !result.damaged) return;
  std::string const text = result.cut_short ? "cut short after " + where : "damaged after " + where;
  if (!partial) throw input_error(file + ": " + text + "; --partial shows what precedes that");
  run.is_cut = true;
  run.notes.push_back(file + ": " + text + "; the numbers are about what precedes that.");
}

}  // namespace

std::vector<std::vector<std::string>> group_files(std::vector<std::string> const& files) {
  std::vector<std::vector<std::string>> runs;
  struct group {
    std::string stem;
    std::set<std::uint32_t> places;
    std::size_t run;
  };
  std::vector<group> groups;
  for (auto const& file : files) {
    std::error_code error;
    if (!fs::exists(file, error)) {
      if (auto parts = parts_of(file); !parts.empty()) {
        runs.push_back(std::move(parts));
        continue;
      }
    }
    auto const place = first_place(file);
    auto const same = std::find_if(groups.begin(), groups.end(), [&](group const& g) {
      return place && g.stem == stem_of(file) && !g.places.contains(*place);
    });
    if (same != groups.end()) {
      same->places.insert(*place);
      runs[same->run].push_back(file);
      continue;
    }
    if (place) groups.push_back({stem_of(file), {*place}, runs.size()});
    runs.push_back({file});
  }
  return runs;
}

raw_run read_run(std::vector<std::string> const& files, bool partial) {
  raw_run run;
  run.files = files;
  event_reader reader(run.events);
  for (auto const& file : files) read_file(file, partial, run, reader);
  run.events.finish();
  check_places(run);
  return run;
}

}  // namespace apps::trace_report
