// Implements a player of the general game playing protocol: answers messages of several matches at
// a time.
#pragma once

#include "tools/servers/ggp_match.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace tesuji::tools {

struct GgpOptions {
  GgpMatchOptions match;
  std::size_t most_matches = 1;
  std::string record_folder;  ///< empty: do not record matches
};

/// Thread-safe.
class GgpMatches {
 public:
  /// Throws std::system_error if no thread can be started.
  GgpMatches(GgpOptions options, GgpMatch::Log log);
  /// Ends all matches, and waits for their ends.
  ~GgpMatches();
  GgpMatches(const GgpMatches&) = delete;
  GgpMatches& operator=(const GgpMatches&) = delete;

  /// Answers any text, within the clocks that it names.
  [[nodiscard]] std::string answer(std::string_view text,
                                   std::chrono::steady_clock::time_point arrived);
  /// Ends matches that have been silent for long; call it from time to time.
  void end_silent();
  /// Ends all matches and starts no more: waiting requests are answered at once. Returns when all
  /// have been recorded, or after some seconds.
  void end_all();
  /// Whether the destructor has nothing to wait for, such as compilers.
  [[nodiscard]] bool is_idle();

 private:
  [[nodiscard]] std::string info();
  [[nodiscard]] std::string start(GgpMessage message,
                                  std::chrono::steady_clock::time_point arrived);
  [[nodiscard]] std::shared_ptr<GgpMatch> find(const std::string& match);
  /// Removes a match; the rest of its work is done in the background.
  void retire(const std::string& key, const std::shared_ptr<GgpMatch>& match);
  void record_ended();
  void let_go_of_recorded();

  const GgpOptions options_;
  const GgpMatch::Log log_;

  std::mutex mutex_;  ///< guards the members that follow
  std::condition_variable changed_;
  std::map<std::string, std::shared_ptr<GgpMatch>> matches_;
  std::deque<std::string> ended_;                   ///< keys of the last ones
  std::deque<std::shared_ptr<GgpMatch>> retired_;   ///< to be recorded
  std::deque<std::shared_ptr<GgpMatch>> recorded_;  ///< to be freed
  unsigned recording_ = 0;                          ///< taken from there
  unsigned releasing_ = 0;
  std::uint64_t started_ = 0;
  bool closed_ = false;  ///< no match begins any more
  bool done_ = false;    ///< the threads end
  std::thread recorder_;
  std::thread releaser_;
};

}  // namespace tesuji::tools
