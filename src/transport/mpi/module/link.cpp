// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A link over MPI: two-sided messages, without waiting calls.
//
// Sending: every destination has a ring of bytes and of requests, in order. The message is copied
// into it and sent from there, so no caller waits for MPI. MPI buffers small messages in the memory
// of a receiver that does not poll. So every 16th send is synchronous (it ends when it has been
// received), which bounds those buffers without a credit scheme.
//
// Receiving: 16 persistent requests from any place are posted in a ring. MPI matches the messages
// of one sender with them in the order of posting. So testing the oldest request alone keeps the
// order, and a poll costs one MPI_Test.

#if defined(SKUA_MPI_MODULE)
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include "transport/mpi/module/start.hpp"

namespace skua::transport::mpi {
namespace {

constexpr std::size_t largest = 32 * 1024;  // head and body
constexpr std::size_t alignment = 16;       // of a body at its receiver
constexpr std::size_t kind_bytes = sizeof(std::uint32_t);
constexpr std::size_t ring_bytes = 4 * largest;  // of each destination; pages are committed when used
constexpr unsigned ring_sends = 64;              // of each destination
constexpr unsigned synchronous_each = 16;        // at most 16 + 64 messages of a sender lie unreceived
constexpr unsigned posted = 16;                  // receives
constexpr int message_tag = 1;

/// The messages in flight to one place.
class window {
 public:
  window() : memory_(new std::byte[ring_bytes]) {}

  /// Space for `size` bytes in one piece, or null. The caller sends from there, then calls sent.
  std::byte* reserve(std::size_t size) noexcept {
    if (sends_ == ring_sends) return nullptr;
    if (sends_ == 0) head_ = tail_ = 0;  // that part of the memory is most likely in the cache
    if (head_ >= tail_ && !(sends_ != 0 && head_ == tail_)) {
      if (ring_bytes - head_ >= size) return &memory_[head_];
      return tail_ > size ? (head_ = 0, &memory_[0]) : nullptr;
    }
    return tail_ - head_ > size ? &memory_[head_] : nullptr;
  }
  /// The request for the send of the bytes at the last result of reserve.
  MPI_Request* sent(std::size_t size) noexcept {
    unsigned const index = (first_ + sends_) % ring_sends;
    head_ += (size + alignment - 1) / alignment * alignment;
    ends_[index] = head_;
    ++sends_;
    return &requests_[index];
  }
  /// Whether the next send must be a synchronous one.
  bool synchronous() noexcept { return ++count_ % synchronous_each == 0; }
  bool empty() const noexcept { return sends_ == 0; }
  /// Releases the sends that have ended, oldest first; returns MPI's error code.
  int reap() noexcept {
    while (sends_ != 0) {
      int ended = 0;
      if (int const code = MPI_Test(&requests_[first_], &ended, MPI_STATUS_IGNORE); code != MPI_SUCCESS) return code;
      if (ended == 0) break;
      tail_ = ends_[first_];
      first_ = (first_ + 1) % ring_sends;
      --sends_;
    }
    return MPI_SUCCESS;
  }

 private:
  std::unique_ptr<std::byte[]> memory_;
  std::array<MPI_Request, ring_sends> requests_;
  std::array<std::size_t, ring_sends> ends_;
  std::size_t head_ = 0, tail_ = 0;
  unsigned first_ = 0, sends_ = 0, count_ = 0;
};

class messages final : public link {
 public:
  messages(MPI_Comm comm, bool is_of_program) : comm_(comm), is_of_program_(is_of_program) {
    MPI_Comm_rank(comm_, &own_place_);
    MPI_Comm_size(comm_, &places_);
    MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
    windows_.resize(static_cast<std::size_t>(places_));
    lost_.resize(static_cast<std::size_t>(places_));
    for (unsigned i = 0; i < posted; ++i) {
      MPI_Recv_init(&memory_[offset(i)], kind_bytes + largest, MPI_BYTE, MPI_ANY_SOURCE, message_tag, comm_,
                    &receives_[i]);
      MPI_Start(&receives_[i]);
    }
  }
  ~messages() override {
    if (!finalised() && withdraw_all()) {
      MPI_Comm_free(&comm_);
      return;
    }
    // After a failure MPI may still read or write the memory of operations that have not ended.
    for (auto& window : windows_) static_cast<void>(window.release());
    static_cast<void>(memory_.release());
  }

  int here() const noexcept override { return own_place_; }
  int places() const noexcept override { return places_; }
  std::size_t largest_message() const noexcept override { return largest; }

  bool finalised() const noexcept override {
    int ended = 0;
    return MPI_Finalized(&ended) != MPI_SUCCESS || ended != 0;
  }
  bool is_of_program() const noexcept override { return is_of_program_; }
  void gather(void const* own_value, std::size_t size, void* values) noexcept override {
    int const n = static_cast<int>(size);
    MPI_Iallgather(own_value, n, MPI_BYTE, values, n, MPI_BYTE, comm_, &collective_);
  }
  void barrier() noexcept override { MPI_Ibarrier(comm_, &collective_); }
  bool done() noexcept override {
    int ended = 0;
    // A failed collective operation has also ended: there is nothing to wait for.
    return MPI_Test(&collective_, &ended, MPI_STATUS_IGNORE) != MPI_SUCCESS || ended != 0;
  }

  bool try_send(int to, std::uint32_t kind, bytes head, bytes body) noexcept override {
    auto const index = static_cast<std::size_t>(to);
    if (lost_[index] != 0) return true;
    std::unique_ptr<window>& slot = windows_[index];
    if (!slot) slot = std::make_unique<window>();
    if (int const code = slot->reap(); code != MPI_SUCCESS) return lose(index, code);
    std::size_t const size = kind_bytes + head.size() + body.size();
    std::byte* const buffer = slot->reserve(size);
    if (buffer == nullptr) return false;
    std::memcpy(buffer, &kind, kind_bytes);
    if (!head.empty()) std::memcpy(buffer + kind_bytes, head.data(), head.size());
    if (!body.empty()) std::memcpy(buffer + kind_bytes + head.size(), body.data(), body.size());
    MPI_Request* const request = slot->sent(size);
    auto* const send = slot->synchronous() ? &MPI_Issend : &MPI_Isend;
    int const code = send(buffer, static_cast<int>(size), MPI_BYTE, to, message_tag, comm_, request);
    return code == MPI_SUCCESS || lose(index, code);
  }
  bool sending() noexcept override {
    bool unfinished = false;
    for (std::size_t i = 0; i < windows_.size(); ++i) {
      if (!windows_[i] || windows_[i]->empty() || lost_[i] != 0) continue;
      if (int const code = windows_[i]->reap(); code != MPI_SUCCESS) lose(i, code);
      unfinished |= lost_[i] == 0 && !windows_[i]->empty();
    }
    return unfinished;
  }

  bool ready() noexcept override {
    if (receive_failed_ || arrived_ >= 0) return !receive_failed_;
    int ended = 0;
    MPI_Status status;
    if (int const code = MPI_Test(&receives_[oldest_], &ended, &status); code != MPI_SUCCESS) {
      receive_failed_ = true;  // the sender of that message is not known
      for (std::size_t i = 0; i < lost_.size(); ++i) lose(i, code);
      return false;
    }
    if (ended == 0) return false;
    MPI_Get_count(&status, MPI_BYTE, &arrived_);
    sender_ = status.MPI_SOURCE;
    return true;
  }
  arrival front() const noexcept override {
    std::byte const* const buffer = &memory_[offset(oldest_)];
    arrival message{sender_, 0, bytes(buffer + kind_bytes, static_cast<std::size_t>(arrived_) - kind_bytes)};
    std::memcpy(&message.kind, buffer, kind_bytes);
    return message;
  }
  void release() noexcept override {
    arrived_ = -1;
    MPI_Start(&receives_[oldest_]);
    oldest_ = (oldest_ + 1) % posted;
  }
  int failed(char const*& description) noexcept override {
    if (unreported_ == 0) return -1;
    for (std::size_t i = 0; i < lost_.size(); ++i) {
      if (lost_[i] != 1) continue;
      lost_[i] = 2;
      --unreported_;
      description = text_;
      return static_cast<int>(i);
    }
    return -1;
  }

 private:
  /// Where receive i's bytes begin; the body, which follows the kind, is aligned.
  static constexpr std::size_t offset(unsigned i) noexcept { return i * stride + alignment - kind_bytes; }

  /// Cancels all posted receives; false if an operation of this link has not ended.
  bool withdraw_all() noexcept {
    bool idle = !sending() && unreported_ == 0;
    if (arrived_ >= 0) release();
    for (MPI_Request& r : receives_) idle &= !receive_failed_ && withdraw(r);
    return idle;
  }

  /// Cancels a posted receive; false if MPI does not complete the cancellation.
  static bool withdraw(MPI_Request& receive) noexcept {
    MPI_Cancel(&receive);
    int ended = 0;
    for (int tries = 0; ended == 0 && tries < 1000; ++tries) {
      if (MPI_Test(&receive, &ended, MPI_STATUS_IGNORE) != MPI_SUCCESS) return false;
    }
    if (ended != 0) MPI_Request_free(&receive);
    return ended != 0;
  }

  /// Records that MPI does not reach a place. Returns true: a send to a lost place counts as done.
  bool lose(std::size_t place, int code) noexcept {
    if (lost_[place] == 0 && static_cast<int>(place) != own_place_) {
      lost_[place] = 1;
      ++unreported_;
      int length = 0;
      MPI_Error_string(code, text_, &length);
    }
    return true;
  }

  static constexpr std::size_t stride = alignment + largest;

  MPI_Comm comm_;
  bool const is_of_program_;
  int own_place_ = 0, places_ = 0;
  MPI_Request collective_ = MPI_REQUEST_NULL;
  std::vector<std::unique_ptr<window>> windows_;
  std::vector<char> lost_;  // 0 no, 1 not yet reported, 2 reported
  int unreported_ = 0;
  char text_[MPI_MAX_ERROR_STRING] = "";
  std::unique_ptr<std::byte[]> memory_{new std::byte[posted * stride]};
  std::array<MPI_Request, posted> receives_{};
  unsigned oldest_ = 0;
  int arrived_ = -1;  // bytes of the oldest message; -1: not yet arrived
  int sender_ = -1;
  bool receive_failed_ = false;
};

}  // namespace

std::unique_ptr<link> link_over(int comm, bool is_of_program) {
  return std::make_unique<messages>(MPI_Comm_f2c(comm), is_of_program);
}

}  // namespace skua::transport::mpi
#endif
