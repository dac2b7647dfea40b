// Plays one match of the general game playing protocol: owns its game, and a thread that plays it.
//
// Requests arrive in threads of their own, and wait for results of the match's thread no longer
// than their clock allows. That thread chooses some legal move before it searches, and a better one
// after each part of the search, so that there is always an answer; if a planner works, it searches
// for the whole time at once. Between requests it searches ahead.
#pragma once

#include "backend/driver/load.h"
#include "backend/players/percept_player.h"
#include "backend/players/tree_player.h"
#include "backend/temporary/temporary.h"
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

// Times of matches in seconds, and parts of searches.
namespace tesuji::tools::match_times {

using Clock = std::chrono::steady_clock;

/// A search is divided into parts, so that lanes are used once they are ready.
inline constexpr double longest_part = 1.0;
/// Fraction of the time for a move after which there is a move from search.
inline constexpr double first_part = 0.4;
/// Less time than this is not worth another part.
inline constexpr double shortest_part = 0.05;

inline Clock::duration seconds(double count) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(count));
}

inline double seconds_between(Clock::time_point begin, Clock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

inline double seconds_until(Clock::time_point end) {
  return seconds_between(Clock::now(), end);
}

inline std::uint64_t milliseconds_since_1970() {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(
                                        std::chrono::system_clock::now().time_since_epoch())
                                        .count());
}

}  // namespace tesuji::tools::match_times

namespace tesuji::tools {

// Writes records of matches as JSON, in the format of the public game server.

/// What a player knows of a match that it took part in.
struct MatchRecord {
  std::string match;   ///< by the server's name
  std::string player;  ///< the player's own name
  std::string rules;
  std::vector<std::string> roles;
  std::size_t role = 0;  ///< the player's own
  double start_clock = 0;
  double play_clock = 0;
  std::uint64_t start_time = 0;                  ///< milliseconds since 1970
  std::vector<std::uint64_t> times;              ///< milliseconds since 1970, of each state
  std::vector<std::vector<std::string>> states;  ///< fluents; one more than `moves`
  std::vector<std::vector<std::string>> moves;   ///< as received, in role order
  /// The player's own answers; empty: it was not asked, or late.
  std::vector<std::string> answers;
  std::vector<int> goals;  ///< if the match ended; -1: the game gives none
  bool completed = false;
  bool aborted = false;
};

/// Returns the record, which `tesuji replay` reads. A step's error of the own role is `IL MOVE` if
/// the server went on with a move other than MOVE, which the player had sent, and `TO` if the
/// player had sent none.
[[nodiscard]] std::string match_record_text(const MatchRecord& record);

/// Writes it to `MATCH-ROLE.json` in `folder`, atomically, with a number if such a file exists
/// already. Returns the file's path; reports and returns an empty one if it cannot.
std::string save_match_record(const MatchRecord& record, const std::string& folder,
                              ir::Diagnostics& diagnostics);

struct GgpMatchOptions {
  driver::Options driver;
  driver::TreePlayerOptions player;
  std::string name = "tesuji";  ///< of the player
  double margin = 0.4;          ///< seconds before the end of a clock at which search ends
  bool lanes = true;            ///< play many playouts at a time, if the game allows it
  bool solve = true;            ///< solve a small game within the start clock
  bool ponder = true;           ///< search ahead while others think
  bool contest = true;  ///< decide by matches how the game is searched, if there are learners
  /// Makes learners of evaluations for the rules in a file, loaded with these options; may be
  /// empty.
  std::function<driver::EvaluationLearners(const std::string& path, const driver::Options& options)>
      learners{};
  /// Makes a planner for the rules in a file, loaded with these options; empty: no planner.
  std::function<driver::PlanMaker(const std::string& path, const driver::Options& options)> plans{};
};

/// Returns an answer to a message that cannot be answered: one list on one line, which is not a
/// move of any game.
[[nodiscard]] std::string error_answer(std::string_view why);

/// A file of rules in a folder of its own. All have the same name, which is that of the game:
/// native code is found again in the object cache only under the same name.
class RulesFile {
 public:
  /// Throws std::system_error if the file cannot be written.
  explicit RulesFile(const std::string& rules);
  [[nodiscard]] std::string path() const { return folder_.path_of("rules.kif"); }

 private:
  temporary::Folder folder_;
};

class GgpMatch {
 public:
  using Clock = std::chrono::steady_clock;
  /// Prints a line; called from several threads.
  using Log = std::function<void(const std::string& line)>;

  /// Starts to load the game, with the rules of this file. Throws std::system_error if no thread
  /// can be started.
  GgpMatch(GgpMessage start, std::unique_ptr<const RulesFile> rules, GgpMatchOptions options,
           Clock::time_point arrived, Log log);
  ~GgpMatch();
  GgpMatch(const GgpMatch&) = delete;
  GgpMatch& operator=(const GgpMatch&) = delete;

  // Answer messages, which may arrive while others are being answered.
  [[nodiscard]] std::string start(Clock::time_point arrived);
  [[nodiscard]] std::string play(GgpMessage message, Clock::time_point arrived);
  /// Records the last moves. Does not wait.
  void stop(GgpMessage message);
  void abort();

  [[nodiscard]] const GgpMessage& opening() const { return start_; }
  /// Whether no PLAY has arrived yet.
  [[nodiscard]] bool is_new() const;
  /// Whether the rules were wrong.
  [[nodiscard]] bool is_failed() const;
  /// Whether nothing has arrived for longer than a server waits for all of its players.
  [[nodiscard]] bool is_silent() const;

  /// Ends the match and waits for its thread; waiting requests are answered at once. Returns the
  /// record; nothing if the game was never loaded.
  std::optional<MatchRecord> finish();
  /// Call it after finish(): frees the game, which may take as long as compiling it, and removes
  /// the file of rules.
  void let_go();

 private:
  enum class Stage : std::uint8_t { loading, ready, failed };
  struct Task {
    std::uint64_t number = 0;
    GgpMessage message;
    Clock::time_point arrived;
    Clock::time_point think_until;
    bool answered = false;  ///< the last answer had been given when the message arrived
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
  /// Returns the joint move with these names, if it is legal in the state.
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
  std::unique_ptr<const RulesFile> rules_;
  const std::string path_;  ///< of the rules
  const GgpMatchOptions options_;
  const Log log_;
  const Clock::time_point arrived_;       ///< of START
  const Clock::time_point search_until_;  ///< before the first move

  std::atomic<bool> interrupt_{false};  ///< search: a message has arrived
  std::atomic<bool> cancelled_{false};  ///< everything

  mutable std::mutex mutex_;  ///< guards the members that follow
  std::condition_variable changed_;
  Stage stage_ = Stage::loading;
  std::string failure_;
  bool prepared_ = false;  ///< the search before the first move has ended
  std::deque<Task> tasks_;
  std::uint64_t posted_ = 0;       ///< the number of the last task
  std::uint64_t processed_ = 0;    ///< the number of the last task that is done
  std::uint64_t fallback_of_ = 0;  ///< the task that `fallback_` may answer
  std::string fallback_;
  std::uint64_t answer_of_ = 0;
  std::string answer_;
  std::uint64_t sent_of_ = 0;  ///< the number of the task that was answered last, and the answer
  std::string sent_;
  unsigned requests_ = 0;  ///< that are being answered
  Clock::time_point heard_;

  // Of the match's thread, and of finish() and let_go() after it has ended.
  driver::LoadedGame game_;
  runtime::Role role_ = 0;
  std::unique_ptr<runtime::Scratch> scratch_;
  runtime::Rng random_;
  runtime::State state_;
  std::unique_ptr<driver::TreePlayer> player_;       ///< null: random moves
  std::unique_ptr<driver::PerceptPlayer> possible_;  ///< if the match has percepts; else null
  std::uint64_t turn_ = 0;                           ///< joint moves made
  std::vector<std::string> told_;                    ///< the last ones received
  std::optional<GgpPercepts> seen_;
  bool asked_ = false;  ///< a PLAY has been answered
  bool ended_ = false;  ///< the match has ended, as far as is known
  bool ahead_ = false;  ///< whether searching ahead is useful
  MatchRecord record_;

  std::thread worker_;  ///< last, so that everything exists when it begins
};

}  // namespace tesuji::tools
