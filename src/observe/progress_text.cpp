// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "observe/progress_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "base/number_text.hpp"

namespace skua::observe {
namespace {

constexpr double memory_seconds = 4;   // of a rate_meter
constexpr double longest_shown = 1e9;  // seconds
constexpr double nearly_all = 0.99;    // beyond, an estimated share says nothing about the rest
constexpr double wrong_factor = 1.5;   // of an estimate of the remaining time, and
constexpr double wrong_seconds = 5;    // besides
constexpr std::size_t shortest_bar = 10;
constexpr std::size_t longest_bar = 40;

bool continues_character(char character) noexcept { return (static_cast<unsigned char>(character) & 0xc0) == 0x80; }

/// Rounded down, so that 100 % means that all is done.
double percent(double share, double steps) { return std::floor(100 * steps * std::clamp(share, 0.0, 1.0)) / steps; }

std::string share_text(progress_state const& state) {
  if (state.total) return base::fixed(percent(*state.fraction(), 1), 0, 3) + " %";
  if (*state.share >= nearly_all) return "over 99 %";
  return "about " + base::fixed(percent(*state.share, 10), 1, 4) + " %";
}

std::string count_text(progress_state const& state) {
  return grouped(state.done) + (state.total ? "/" + grouped(*state.total) : "") + " " + state.unit;
}

std::string rate_text(progress_state const& state) { return scaled(state.rate) + " " + state.unit + "/s"; }

}  // namespace

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t i = text.size(); i > 3;) text.insert(i -= 3, 1, ',');
  return text;
}

std::string scaled(double number) {
  if (!std::isfinite(number) || number < 0) return "0";
  constexpr std::array<char const*, 7> prefixes{"", "k", "M", "G", "T", "P", "E"};
  std::size_t prefix = 0;
  while (number >= 999.5 && prefix + 1 < prefixes.size()) {
    number /= 1000;
    ++prefix;
  }
  bool const is_whole = prefix == 0 && number == std::floor(number);
  int const digits = is_whole || number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2;
  return base::fixed(number, digits) + prefixes[prefix];
}

std::string clock_text(double seconds) {
  auto const whole_seconds = static_cast<std::uint64_t>(std::clamp(seconds, 0.0, longest_shown));
  unsigned const in_minute = static_cast<unsigned>(whole_seconds % 60);
  unsigned const minutes = static_cast<unsigned>(whole_seconds / 60 % 60);
  unsigned const hours = static_cast<unsigned>(whole_seconds / 3600 % 24);
  unsigned const days = static_cast<unsigned>(whole_seconds / 86400);
  char text[40];
  if (days > 0)
    std::snprintf(text, sizeof text, "%ud %02u:%02u:%02u", days, hours, minutes, in_minute);
  else if (hours > 0)
    std::snprintf(text, sizeof text, "%u:%02u:%02u", hours, minutes, in_minute);
  else
    std::snprintf(text, sizeof text, "%02u:%02u", minutes, in_minute);
  return text;
}

std::string duration_text(double seconds) {
  if (seconds >= 99.95) return clock_text(seconds);
  if (seconds >= 0.9995) return base::fixed(seconds, seconds >= 9.995 ? 1 : 2) + " s";
  return base::fixed(1e3 * std::max(seconds, 0.0), seconds >= 0.09995 ? 0 : 1) + " ms";
}

std::size_t columns_of(std::string_view text) noexcept {
  std::size_t columns = 0;
  bool in_sequence = false;  // ESC [ … letter
  for (char const character : text) {
    if (character == '\x1b') {
      in_sequence = true;
    } else if (in_sequence) {
      in_sequence = (character < 'A' || character > 'Z') && (character < 'a' || character > 'z');
    } else {
      columns += character != '\r' && !continues_character(character);
    }
  }
  return columns;
}

std::string_view cut_to(std::string_view text, std::size_t columns) noexcept {
  std::size_t end = 0;
  for (std::size_t seen = 0; end < text.size(); ++end) {
    if (!continues_character(text[end]) && ++seen > columns) break;
  }
  return text.substr(0, end);
}

std::string bar_text(double share, std::size_t columns, bool blocks) {
  share = std::clamp(share, 0.0, 1.0);
  std::size_t const parts = blocks ? 8 : 1;
  auto const filled = static_cast<std::size_t>(share * static_cast<double>(columns * parts));
  constexpr std::array<char const*, 9> eighths{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};
  std::string bar;
  for (std::size_t i = 0; i < filled / parts; ++i) bar += blocks ? eighths[8] : "#";
  std::size_t drawn = filled / parts;
  if (filled % parts != 0) {
    bar += eighths[filled % parts];
    ++drawn;
  }
  return bar.append(columns - drawn, ' ');
}

void rate_meter::add(double seconds, double value) noexcept {
  if (has_first_ && seconds > last_seconds_) {
    double const passed = seconds - last_seconds_;
    double const decay = std::exp(-passed / memory_seconds);
    growth_ = growth_ * decay + (value - last_value_);
    time_ = time_ * decay + passed;
  }
  has_first_ = true;
  last_seconds_ = seconds;
  last_value_ = value;
}

std::optional<double> progress_state::fraction() const noexcept {
  if (!total) return share;
  return *total == 0 ? 1.0 : std::min(1.0, static_cast<double>(done) / static_cast<double>(*total));
}

void progress_meter::follow(progress_state& state) noexcept {
  if (!first_done_) first_done_ = state.done;
  units_.add(state.seconds, static_cast<double>(state.done));
  state.rate = std::max(0.0, units_.rate());
  state.remaining.reset();
  auto const fraction = state.fraction();
  if (!fraction) return;
  share_.add(state.seconds, *fraction);
  if (share_.rate() <= 0 || (!state.total && *fraction >= nearly_all)) return;
  double const seconds = (1 - *fraction) / share_.rate();
  if (least_remaining_ && seconds > wrong_factor * *least_remaining_ + wrong_seconds) return;
  least_remaining_ = state.remaining = std::min(seconds, least_remaining_.value_or(seconds));
}

void progress_meter::finish(progress_state& state) const noexcept {
  std::uint64_t const first = first_done_.value_or(0);
  state.rate = state.seconds > 0 && state.done > first ? static_cast<double>(state.done - first) / state.seconds : 0;
  state.remaining.reset();
}

std::string progress_line(progress_state const& state, progress_style const& style) {
  bool const has_share = state.fraction().has_value();
  if (state.unit.empty()) {
    std::string const text = state.name + ": " + state.note + " [" + clock_text(state.seconds) + "]";
    return style.columns == 0 ? text : std::string(cut_to(text, style.columns - 1));
  }
  std::string const head = state.name + ": " + (has_share ? share_text(state) : "");
  std::string tail = count_text(state) + " [" + clock_text(state.seconds);
  if (has_share) tail += "<" + (state.remaining ? clock_text(std::round(*state.remaining)) : std::string("?"));
  tail += ", " + rate_text(state) + (state.note.empty() ? "" : ", " + state.note) + "]";
  std::string const plain = head + (has_share ? ", " : "") + tail;
  if (style.columns == 0) return plain;
  std::size_t const room = style.columns > 0 ? style.columns - 1 : 0;         // the last column may wrap the line
  std::size_t const columns_taken = columns_of(head) + columns_of(tail) + 4;  // " |", "| "
  if (!has_share || room < columns_taken + shortest_bar) return std::string(cut_to(plain, room));
  std::string const bar = bar_text(*state.fraction(), std::min(room - columns_taken, longest_bar), style.blocks);
  return head + " |" + (style.colour ? "\x1b[36m" + bar + "\x1b[39m" : bar) + "| " + tail;
}

std::string progress_result(progress_state const& state) {
  if (state.unit.empty()) return state.name + ": " + state.note + " [" + duration_text(state.seconds) + "]";
  bool const is_partial = state.total ? state.done < *state.total : state.share && *state.share < 1;
  std::string text = state.name + ": " + grouped(state.done) +
                     (state.total && is_partial ? " of " + grouped(*state.total) : "") + " " + state.unit + " in " +
                     duration_text(state.seconds) + ", " + rate_text(state);
  if (is_partial && !state.total) text += ", " + share_text(state);
  return text + (state.note.empty() ? "" : ", " + state.note);
}

}  // namespace skua::observe
