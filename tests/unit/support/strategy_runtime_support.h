// What the tests of strategy execution share: two games written by hand as
// implementations of the game contract, MIGO's boards, and clauses as procs.
#pragma once

#include "ir/module/proc.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/state_space.h"
#include "runtime/host/game/turns.h"
#include "runtime/host/strategy/strategy.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::test {

/// A game over boards of cells e, o/w (learner, role 0) and x/b (opponent, role
/// 1). State: word 0 the learner's cells, word 1 the opponent's, word 2 the mover.
class BoardGame : public runtime::Game {
 public:
  BoardGame(std::string name, int width, int height, std::string marks);

  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] std::span<const std::string> roles() const override { return roles_; }
  [[nodiscard]] std::size_t state_words() const override { return 3; }
  [[nodiscard]] std::unique_ptr<runtime::Scratch> make_scratch() const override;
  [[nodiscard]] std::vector<std::string> fluents(runtime::StateView state) const override;
  [[nodiscard]] std::optional<runtime::State> state_of(std::span<const std::string> fluents,
                                                       std::string* unknown) const override;
  [[nodiscard]] std::string move_name(runtime::Move move) const override;
  [[nodiscard]] std::optional<runtime::Move> find_move(std::string_view name) const override;

  /// `b(e,o,..)`, cells row by row from the top, as in MIGO's data.
  [[nodiscard]] std::string board(runtime::StateView state) const;
  [[nodiscard]] runtime::State parse_board(std::string_view text, runtime::Role mover) const;

  /// The control test in word 2, and move 0 as waiting move.
  [[nodiscard]] static runtime::TurnRule turn_rule();

 protected:
  int width_;
  int height_;
  int cells_;

 private:
  std::string name_;
  std::string marks_;  ///< of role 0 and role 1
  std::vector<std::string> roles_{"learner", "opponent"};
};

[[nodiscard]] std::shared_ptr<const BoardGame> noughts_and_crosses();
/// MIGO's variant: a player who cannot move draws.
[[nodiscard]] std::shared_ptr<const BoardGame> hexapawn(int size);

/// Clauses `p(A,B):-q(A,B),not(r(B,_)).`, one on each line, as procs with memo.
/// Written for the tests: it trusts its input.
[[nodiscard]] std::vector<ir::Proc> parse_procs(std::string_view text, bool memo = true);
/// win_1, win_2, .., draw_1, ..: the predicates of the strategy itself.
[[nodiscard]] std::vector<std::string> execution_order(const std::vector<ir::Proc>& procs);

/// A file of the shared reference data; nothing, with a loud warning, where it
/// is missing.
[[nodiscard]] std::optional<std::string> reference_file(const std::string& name);

/// Every state reachable from the initial one, in breadth-first order.
[[nodiscard]] std::vector<runtime::State> reachable(const BoardGame& game);

/// Both engines, by name.
struct EngineUnderTest {
  const char* name;
  runtime::StrategyCode (*make)(std::span<const ir::Proc>, std::span<const std::string>);
};
[[nodiscard]] std::vector<EngineUnderTest> strategy_engines();

}  // namespace tesuji::test
