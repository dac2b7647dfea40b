// Learns rules for wins from positions of random games, and tests them on others. It finds moves
// that win at once, or at the role's following move whatever the other role replies, and makes
// rules from the explanations of these wins.
#pragma once

#include "backend/rules/production.h"
#include "learner/explanation/learned_rule.h"
#include "learner/explanation/win_explainer.h"
#include "runtime/host/game/game.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tesuji::learner {

// --- Winning moves

/// A role wins in a terminal state in which its goal is 100.
class WinningMoves {
 public:
  /// The game must outlive it.
  explicit WinningMoves(const runtime::Game& game);

  /// Returns the role's moves that win whatever the others do in the same turn; `state` must not be
  /// terminal.
  [[nodiscard]] std::vector<runtime::Move> at_once(runtime::StateView state, runtime::Role role);
  /// Whether this move does.
  [[nodiscard]] bool wins_at_once(runtime::StateView state, runtime::Role role, runtime::Move move);

  /// How a role wins: the joint move, and an answer for each kind of reply.
  struct Answer {
    std::vector<runtime::Move> reply;
    std::vector<runtime::Move> move;
  };
  /// Returns answers to all replies to the move, as few different ones as a greedy choice finds;
  /// empty if some reply has no answer. For two-player games in which one role moves at a time: the
  /// other role must have one move in `state`, and this role one after the move.
  [[nodiscard]] std::vector<Answer> after_reply(runtime::StateView state, runtime::Role role,
                                                runtime::Move move);

  /// Makes an example from the role's win by this move; `answers` as returned by after_reply(), or
  /// empty for a win at once.
  [[nodiscard]] WinExample example(runtime::StateView state, runtime::Role role, runtime::Move move,
                                   const std::vector<Answer>& answers);

 private:
  using Joint = std::vector<runtime::Move>;

  [[nodiscard]] std::vector<std::vector<runtime::Move>> legal(runtime::StateView state);
  /// Returns the first joint move in which the role makes this move.
  [[nodiscard]] Joint joint_with(runtime::StateView state, runtime::Role role, runtime::Move move);
  [[nodiscard]] runtime::State after(runtime::StateView state, const Joint& joint);

  const runtime::Game& game_;
  std::unique_ptr<runtime::Scratch> scratch_;
};

// --- Learning

struct WinLearningOptions {
  std::uint64_t games = 100;  ///< random games that supply positions
  std::uint64_t seed = 1;
  std::uint64_t step_limit = 1'000;  ///< joint moves of a game
  std::size_t moves = 1;             ///< 1: wins at the next move; 2: also at the one after that
  const std::atomic<bool>* stop = nullptr;  ///< checked between positions
};

/// A learned rule, and the position that it comes from.
struct LearnedWin {
  LearnedRule rule;
  WinExample example;
};

struct WinLearning {
  std::vector<LearnedWin> wins;                ///< no rule applies wherever another one does
  std::size_t positions = 0;                   ///< positions considered
  std::size_t winning = 0;                     ///< moves that win in them
  std::size_t known = 0;                       ///< of these, moves that a rule found already
  std::map<std::string, std::size_t> refused;  ///< what could not be explained, and how often
  bool stopped = false;
};

/// Learns rules for a game, position by position: it does not explain wins that rules find already,
/// and drops rules that a new one subsumes.
class WinLearner {
 public:
  /// All must outlive it. The explainer must be for this game's rulesheet.
  WinLearner(WinExplainer& explainer, const runtime::Game& game, WinLearningOptions options);

  /// Learns from all wins of the position. Throws what the game throws.
  void learn(runtime::StateView state);
  /// Learns from wins in random games.
  void learn_from_games();
  [[nodiscard]] const WinLearning& result() const { return result_; }

 private:
  void learn(const WinExample& example, const FactSet& facts);
  void add(LearnedRule rule, const WinExample& example);
  [[nodiscard]] FactSet facts_of(runtime::StateView state) const;

  WinExplainer& explainer_;
  const runtime::Game& game_;
  WinLearningOptions options_;
  WinningMoves winning_;
  WinLearning result_;
};

/// Prints the rules, named `win_1`, `win_2`, .. by their conclusions. Helper rules come first
/// (extract_helpers).
[[nodiscard]] std::string rules_text(std::vector<LearnedRule> rules, ir::SymbolTable& symbols);

/// The rules' conclusions in positions, compared with a search.
struct WinCheck {
  std::size_t positions = 0;
  std::size_t concluded = 0;        ///< wins that rules conclude
  std::size_t wrong = 0;            ///< wins that the search refutes
  std::size_t winning = 0;          ///< winning moves, within the rules' horizon
  std::vector<std::string> faults;  ///< descriptions of the first few
  bool stopped = false;
};

/// Plays random games and runs the rules on each of their positions with this engine, as
/// `tesuji run` does. The rules must be those of this file, as written by rules_text().
[[nodiscard]] WinCheck check_wins(WinExplainer& explainer, const runtime::Game& game,
                                  const std::vector<LearnedRule>& rules,
                                  const WinLearningOptions& options,
                                  driver::ProductionEngine engine);

}  // namespace tesuji::learner
