// One match of the general game playing protocol: its game, and a thread that plays it.
//
// Requests come in threads of their own, and wait for what the match's thread finds no longer than
// their clock allows. That thread decides on some legal move before it searches, and on a better
// one when it has searched for a part of the time, so that there is an answer whatever happens to
// the search; while a planner works, all of the time is one search. While nothing is asked, it
// searches ahead.
#pragma once

#include "backend/driver/load.h"
#include "backend/players/percept_player.h"
#include "backend/players/tree_player.h"
#include "ir/core/diagnostics.h"
#include "tools/servers/ggp_message.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace tesuji::tools {

// Records of matches as JSON, in the shape that the public game server writes.

/// What a player knows of a match that it took part in.
struct MatchRecord {
  std::string match;   ///< as the server names it
  std::string player;  ///< its own name
  std::string rules;
  std::vector<std::string> roles;
  std::size_t role = 0;  ///< its own
  double start_clock = 0;
  double play_clock = 0;
  std::uint64_t start_time = 0;                  ///< milliseconds since 1970
  std::vector<std::uint64_t> times;              ///< the same, of each state
  std::vector<std::vector<std::string>> states;  ///< fluents; one more than `moves`
  std::vector<std::vector<std::string>> moves;   ///< as it was told them, in role order
  /// Its own answers beside them; empty: it was not asked, or late.
  std::vector<std::string> answers;
  std::vector<int> goals;  ///< of a match that ended; -1: the game gives none
  bool completed = false;
  bool aborted = false;
};

/// `tesuji replay` reads it. A step's error of the own role is `IL MOVE` where the server went on
/// with another move than MOVE, which the player had sent, and `TO` where it had sent none.
[[nodiscard]] std::string match_record_text(const MatchRecord& record);

/// Writes it to `MATCH-ROLE.json` in `folder`, whole or not at all, with a number where such a file
/// is there already. Returns the file's path; reports and returns an empty one where it cannot.
std::string save_match_record(const MatchRecord& record, const std::string& folder,
                              ir::Diagnostics& diagnostics);

struct GgpMatchOptions {
  driver::Options driver;
  driver::TreePlayerOptions player;
  std::string name = "tesuji";  ///< of the player
  double margin = 0.4;          ///< seconds before the end of a clock at which search ends
  bool lanes = true;            ///< playouts many at a time, where the game can do it
  bool solve = true;            ///< a small game is solved within the start clock
  bool ponder = true;           ///< search ahead while others think
  /// For the rules in a file, which were loaded with these options; empty: no plans are looked for.
  std::function<driver::PlanMaker(const std::string& path, const driver::Options& options)> plans{};
};

/// An answer to what cannot be answered: one list of one line, which is no move of any game.
[[nodiscard]] std::string error_answer(std::string_view why);

class GgpMatch {
 public:
  using Clock = std::chrono::steady_clock;
  /// Prints a line; called by several threads.
  using Log = std::function<void(const std::string& line)>;

  /// Loads the game from then on. `path` has the rules. Throws std::system_error where no thread is
  /// to be had.
  GgpMatch(GgpMessage start, std::string path, GgpMatchOptions options, Clock::time_point arrived,
           Log log);
  ~GgpMatch();
  GgpMatch(const GgpMatch&) = delete;
  GgpMatch& operator=(const GgpMatch&) = delete;

  // Answers to messages, which may come while others are being answered.
  [[nodiscard]] std::string start(Clock::time_point arrived);
  [[nodiscard]] std::string play(GgpMessage message, Clock::time_point arrived);
  /// The last moves are noted, for the record. Does not wait.
  void stop(GgpMessage message);
  void abort();

  [[nodiscard]] const GgpMessage& opening() const { return start_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  /// Whether no PLAY has come yet.
  [[nodiscard]] bool is_new() const;
  /// Whether the rules were wrong.
  [[nodiscard]] bool is_failed() const;
  /// Whether nothing has come for longer than a server waits for all of its players.
  [[nodiscard]] bool is_silent() const;

  /// Ends the match and waits for its thread; requests that wait are answered at once. Returns what
  /// is known of it; nothing where the game never was there.
  std::optional<MatchRecord> finish();
  /// After finish(): lets go of the game, which may take as long as compiling it does.
  void let_go();

 private:
  enum class Stage : std::uint8_t { loading, ready, failed };
  struct Task {
    std::uint64_t number = 0;
    GgpMessage message;
    Clock::time_point arrived;
    Clock::time_point think_until;
    bool answered = false;  ///< the last answer had been given when it came
  };
  class Request;

  void work();
  void load();
  void fail(const std::string& why);
  void search_once();
  void search_ahead(Clock::time_point until);
  std::optional<Task> next_task();
  void process(const Task& task);

  [[nodiscard]] bool is_repeated(const Task& task);
  /// The joint move of these names, if it is legal in the state.
  std::optional<std::vector<runtime::Move>> legal_joint(const std::vector<std::string>& moves,
                                                        std::string& why);
  void take_moves(const GgpMessage& message);
  void take_percepts(const GgpMessage& message, Clock::time_point until);
  void note_turn(const std::vector<std::string>& moves);
  void note_state();
  void note_end();
  void decide(const Task& task);
  std::string search(const Task& task, std::span<const runtime::Move> legal, std::string& how);
  [[nodiscard]] std::optional<driver::Thought> think(double seconds);
  void publish(std::uint64_t number, const std::string& move, bool final);
  void log_move(const Task& task, const std::string& move, const std::string& how);
  void say(const std::string& text) const;
  [[nodiscard]] Clock::time_point search_end(double clock, Clock::time_point arrived) const;
  [[nodiscard]] Clock::time_point answer_end(double clock, Clock::time_point arrived) const;

  const GgpMessage start_;
  const std::string path_;
  const GgpMatchOptions options_;
  const Log log_;
  const Clock::time_point arrived_;       ///< START
  const Clock::time_point search_until_;  ///< before the first move

  std::atomic<bool> interrupt_{false};  ///< search: something has come
  std::atomic<bool> cancelled_{false};  ///< everything

  mutable std::mutex mutex_;  ///< of what follows
  std::condition_variable changed_;
  Stage stage_ = Stage::loading;
  std::string failure_;
  bool prepared_ = false;  ///< the search before the first move has ended
  std::deque<Task> tasks_;
  std::uint64_t posted_ = 0;       ///< the number of the last task
  std::uint64_t processed_ = 0;    ///< the same of those that are done
  std::uint64_t fallback_of_ = 0;  ///< the task that `fallback_` may answer
  std::string fallback_;
  std::uint64_t answer_of_ = 0;
  std::string answer_;
  std::uint64_t sent_of_ = 0;  ///< the task that was answered last, and how
  std::string sent_;
  unsigned requests_ = 0;  ///< that are being answered
  Clock::time_point heard_;

  // Of the match's thread, and of finish() and let_go() when that has ended.
  driver::LoadedGame game_;
  runtime::Role role_ = 0;
  std::unique_ptr<runtime::Scratch> scratch_;
  runtime::Rng random_;
  runtime::State state_;
  std::unique_ptr<driver::TreePlayer> player_;       ///< null: moves at random
  std::unique_ptr<driver::PerceptPlayer> possible_;  ///< where percepts are told; else null
  std::uint64_t turn_ = 0;                           ///< joint moves that were made
  std::vector<std::string> told_;                    ///< the last ones
  std::optional<GgpPercepts> seen_;
  bool asked_ = false;  ///< a PLAY has been answered
  bool ended_ = false;  ///< the match, as far as is known
  bool ahead_ = false;  ///< there is something to search ahead for
  MatchRecord record_;

  std::thread worker_;  ///< last, so that all is there when it begins
};

}  // namespace tesuji::tools
