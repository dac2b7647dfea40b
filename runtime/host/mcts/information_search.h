// Searches games of incomplete information (GDL-II) over states that may be the true one.
//
// Source: Cowling, Powley and Whitehouse, Information Set Monte Carlo Tree Search (2012): the
// multi-observer variant, with one tree for each role, and decoupled choices where moves are
// simultaneous.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/mcts/tree_search.h"
#include "runtime/host/memory/rng.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace tesuji::runtime {

struct InformationSearchOptions {
  double exploration = 0.6;
  std::size_t memory = std::size_t{256} << 20U;  ///< approximate bytes that the trees may take
  std::uint64_t seed = 1;
  std::uint64_t step_limit = 2'000;  ///< moves of a playout
};

/// Each simulation draws one of the states and plays from it. A role knows its own moves and
/// percepts, so it chooses by the results in all states where these were the same. The search
/// assumes that the other roles know the state it starts from. For one thread.
class InformationSearch {
 public:
  InformationSearch(std::shared_ptr<const Game> game, const InformationSearchOptions& options);

  /// Forgets all results, because the next search is about another state.
  void forget();

  /// Searches from these states, each with its probability from 0 to 1, and adds to the results
  /// since forget(). Returns the role's moves that are legal in any of them, most visited first.
  [[nodiscard]] std::vector<MoveEstimate> search(std::span<const State> states,
                                                 std::span<const double> weights, Role role,
                                                 const TreeSearchLimits& limits);

  /// Returns the simulations since forget().
  [[nodiscard]] std::uint64_t simulations() const { return simulations_; }

 private:
  struct Action {
    double total = 0;
    std::uint64_t visits = 0;
    std::uint64_t available = 0;  ///< simulations in which it was available
  };
  /// A state of a role's knowledge: its actions by move.
  using Node = std::unordered_map<Move, Action>;
  using Nodes = std::unordered_map<std::uint64_t, Node>;  ///< by hash of the role's knowledge

  void simulate(StateView from, Role role);
  Drawn play(StateView from, Role role);
  [[nodiscard]] Move choose(Role role, std::uint64_t known, std::span<const Move> legal);
  [[nodiscard]] std::size_t bytes() const;

  std::shared_ptr<const Game> game_;
  InformationSearchOptions options_;
  std::optional<Role> chance_;
  std::unique_ptr<Scratch> scratch_;
  Rng random_;
  std::vector<Nodes> trees_;  ///< by role
  std::size_t actions_ = 0;   ///< in all trees
  std::uint64_t simulations_ = 0;

  // A role's choice in one simulation.
  struct Step {
    Role role = 0;
    std::uint64_t known = 0;
    Move move = 0;
  };
  State state_;
  State next_;
  std::vector<std::vector<Move>> legal_;
  std::vector<std::vector<std::string>> percepts_;
  std::vector<std::uint64_t> known_;
  std::vector<Move> joint_;
  std::vector<Step> steps_;
  std::vector<int> goals_;
};

}  // namespace tesuji::runtime
