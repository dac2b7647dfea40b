// Learns rules for wins from positions of random games, and checks them on others.
#pragma once

#include "backend/rules/production.h"
#include "learner/explanation/learned_rule.h"
#include "learner/explanation/win_explainer.h"
#include "learner/explanation/winning_moves.h"
#include "runtime/host/game/game.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tesuji::learner {

struct WinLearningOptions {
  std::uint64_t games = 100;  ///< random games whose positions are looked at
  std::uint64_t seed = 1;
  std::uint64_t step_limit = 1'000;  ///< of a game
  std::size_t moves = 1;             ///< 1: wins at the next move; 2: also at the one after that
  const std::atomic<bool>* stop = nullptr;  ///< looked at between positions
};

/// Where a rule comes from.
struct LearnedWin {
  LearnedRule rule;
  WinExample example;
};

struct WinLearning {
  std::vector<LearnedWin> wins;                ///< no rule applies wherever another one does
  std::size_t positions = 0;                   ///< that were looked at
  std::size_t winning = 0;                     ///< moves that win in them
  std::size_t known = 0;                       ///< of these: a rule said so already
  std::map<std::string, std::size_t> refused;  ///< what could not be explained, and how often
  bool stopped = false;
};

/// Learns rules for a game one position after the other: what a rule says already is not explained
/// again, and rules that a new one makes superfluous are dropped.
class WinLearner {
 public:
  /// All must outlive it. The game is that of the explainer's rulesheet.
  WinLearner(WinExplainer& explainer, const runtime::Game& game, WinLearningOptions options);

  /// All wins of the position. Throws what the game throws.
  void learn(runtime::StateView state);
  /// Wins in random games.
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

/// The rules as text, `win_1`, `win_2`, .. after their conclusions. Rules for what others need come
/// first (extract_helpers).
[[nodiscard]] std::string rules_text(std::vector<LearnedRule> rules, ir::SymbolTable& symbols);

/// What rules conclude in positions, compared with a search.
struct WinCheck {
  std::size_t positions = 0;
  std::size_t concluded = 0;        ///< wins that rules conclude
  std::size_t wrong = 0;            ///< of these: that a search refutes
  std::size_t winning = 0;          ///< moves that win, as far ahead as rules look
  std::vector<std::string> faults;  ///< the first few, in words
  bool stopped = false;
};

/// Plays random games and runs the rules over each of their positions with this engine, as `tesuji
/// run` does. The rules are those of learn_wins.h, as rules_text() writes them.
[[nodiscard]] WinCheck check_wins(WinExplainer& explainer, const runtime::Game& game,
                                  const std::vector<LearnedRule>& rules,
                                  const WinLearningOptions& options,
                                  driver::ProductionEngine engine);

}  // namespace tesuji::learner
