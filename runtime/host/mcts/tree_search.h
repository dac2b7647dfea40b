// Searches games by Monte-Carlo tree search: any number of roles, simultaneous moves, puzzles and
// chance.
//
// Sources: Kocsis and Szepesvari, Bandit Based Monte-Carlo Planning (2006), for UCT; Finnsson and
// Björnsson, CadiaPlayer (2009), for a statistic per role (decoupled UCT) and histories of moves;
// Winands, Björnsson and Saito, Monte-Carlo Tree Search Solver (2008), and Cazenave and Saffidine,
// Score Bounded Monte-Carlo Tree Search (2010), for proven values; Chaslot, Winands and van den
// Herik, Parallel Monte-Carlo Tree Search (2008), for virtual loss.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/mcts/all_moves_as_first.h"
#include "runtime/host/mcts/lane_expansion.h"
#include "runtime/host/mcts/move_sequences.h"
#include "runtime/host/mcts/rollouts.h"
#include "runtime/host/mcts/state_symmetries.h"
#include "runtime/host/mcts/tree.h"
#include "runtime/host/mcts/tree_bounds.h"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace tesuji::runtime {

// Estimates moves before they are searched: by learned strategies, by weights of features. For one
// thread.

/// For one thread.
class MovePriors {
 public:
  virtual ~MovePriors() = default;

  /// Sets `values[i]` to the estimated value of `legal[i]` to the role, 0..1; leaves it unchanged
  /// if nothing is known of the move. The role must have a choice, and the state not be terminal.
  /// May throw LimitReached and Stopped.
  virtual void guess(StateView state, Role role, std::span<const Move> legal,
                     std::span<float> values) = 0;
};

/// Creates a thread's priors, by the thread's number; empty: no priors.
using MovePriorFactory = std::function<std::unique_ptr<MovePriors>(unsigned number)>;

struct TreeSearchOptions {
  double exploration = 0.4;                      ///< factor of UCT's second term, for values 0..1
  std::size_t memory = std::size_t{512} << 20U;  ///< bytes that the tree may take
  unsigned threads = 1;
  std::uint64_t seed = 1;
  bool bounds = true;      ///< keep proven values, and do not search what they decide
  bool history = true;     ///< try moves first that were good elsewhere in the tree
  bool sequences = false;  ///< and moves that were good after the same joint move; needs history
  /// No tree: tries each move of the root equally often (flat Monte Carlo), for comparison.
  bool flat = false;
  /// The estimate of a move when its node is added counts as this many visits: the estimate by
  /// results elsewhere in the tree, and the one by MovePriors.
  double history_weight = 1;
  double prior_weight = 10;
  /// The estimate of a move by last states (all_moves_as_first.h) counts as up to this many visits;
  /// 0: no estimates. Has no effect unless fluents are bits and playouts run one by one. Takes a
  /// sixteenth of `memory` more.
  double amaf = 0;
  std::uint64_t amaf_visits = 50;  ///< as AllMovesAsFirst has it
};

struct TreeSearchLimits {
  double seconds = 0;             ///< wall clock; 0: no limit
  std::uint64_t simulations = 0;  ///< playouts since the root was set; 0: no limit
  const std::atomic<bool>* stop = nullptr;
};

/// Search results for one move of a role in the root.
struct MoveEstimate {
  Move move = 0;
  std::uint64_t visits = 0;
  double value = 0;    ///< mean of the role's goals, 0..100
  ValueBounds bounds;  ///< 0..100 if the next state also depends on the choices of other roles
};

struct TreeSearchReport {
  std::vector<MoveEstimate> moves;  ///< of the role, best first; empty if it has no moves
  std::uint64_t simulations = 0;    ///< playouts since the root was set
  std::size_t nodes = 0;            ///< in the tree
  std::size_t depth = 0;            ///< joint moves to the deepest leaf since the root was set
  std::vector<std::vector<Move>> variation;  ///< the most visited joint moves
  /// The root's value to the role is proven, and the first of `moves` attains it. For two players
  /// this assumes that their goals always have the sum that they had in all ends so far.
  bool proven = false;
  /// For puzzles: the goal of the best known game from the root on; -1: none is known.
  int known_goal = -1;
};

/// Keeps its tree from root to root. All functions are for one thread; run() starts others, which
/// end with it.
class TreeSearch {
 public:
  /// `game`: without percepts. `rollouts` must play states of it; `priors` must use its moves.
  TreeSearch(std::shared_ptr<const Game> game, RolloutFactory rollouts, TreeSearchOptions options,
             const MovePriorFactory& priors = {});
  ~TreeSearch();
  TreeSearch(const TreeSearch&) = delete;
  TreeSearch& operator=(const TreeSearch&) = delete;

  /// Keeps the results about states that can be reached from this one; forgets the rest when memory
  /// is needed, or at once if nothing is known of the state. Throws LimitReached as the game does;
  /// then the root is as before.
  void set_root(StateView state);

  /// Plays leaves by these rollouts from now on.
  void set_rollouts(const RolloutFactory& rollouts);

  /// Computes new nodes by this code from now on: the same nodes, except that moves that tactics do
  /// not leave begin with the value 0, as a prior. Nodes in the tree stay as they are. Null: the
  /// game computes one node after the other. `expansion` must have the game's states and moves.
  void set_expansion(const std::shared_ptr<const LaneExpansion>& expansion);

  /// From now on, tries one of the moves that symmetries of a state map on each other: in the root
  /// if it is symmetric, and in next states as long as they are. Restarts a symmetric root. Not for
  /// puzzles, games with chance, or several roles choosing at once. Throws LimitReached as the game
  /// does.
  void set_symmetries(std::shared_ptr<const StateSymmetries> symmetries);

  /// Returns the playouts since the root was set.
  [[nodiscard]] std::uint64_t simulations() const { return simulations_; }

  /// Mean result of a move in the whole tree, since the search was created.
  struct MoveMean {
    Move move = 0;
    double value = 0;  ///< mean of the role's values, 0..1
    double visits = 0;
  };
  /// Returns the means of all moves that the role has tried when it had a choice, in ascending
  /// order of moves. Empty without TreeSearchOptions::history.
  [[nodiscard]] std::vector<MoveMean> move_means(Role role) const;

  /// Searches until a limit, or until the root is decided. When memory is full, forgets the least
  /// visited nodes. A state that cannot be computed is worth unknown_value.
  void run(const TreeSearchLimits& limits);

  /// Returns the results of the root, for a role.
  [[nodiscard]] TreeSearchReport report(Role role) const;

  /// Whether search cannot change the role's move: the root is terminal, its value is proven, or
  /// the role has one move.
  [[nodiscard]] bool is_decided(Role role) const;

  /// Whether run() would end at once: the root is terminal, or its value is proven to the role that
  /// chooses there, or to all.
  [[nodiscard]] bool is_solved() const { return is_over({}); }

 private:
  /// The leaf of a simulation.
  struct Leaf {
    std::vector<TreeNodeId> steps;      ///< the nodes that it leaves
    std::vector<std::uint32_t> places;  ///< of the actions, by step and role
    /// The node it ends in; no_tree_node: the state after the last step is not in the tree yet.
    TreeNodeId node = no_tree_node;
    enum class Value : std::uint8_t { playouts, known, unknown } value = Value::playouts;
    std::vector<Move> moves;  ///< of the last step, if its state is not in the tree yet
    /// Some step's node has weaker bounds than its next states imply.
    bool outdated = false;
    /// The state before the last step, and later its own, is symmetric.
    bool symmetric = false;
    std::size_t place = 0;     ///< of its state among the states that are played
    std::uint32_t weight = 0;  ///< how much is pending for it in the nodes and actions of its steps
  };
  struct Worker;
  struct MoveHistory {
    double total = 0;
    double visits = 0;
  };

  void work(Worker& worker, const TreeSearchLimits& limits, const std::atomic<bool>* stop);
  [[nodiscard]] bool is_over(const TreeSearchLimits& limits) const;
  void gather(Worker& worker, const TreeSearchLimits& limits);
  void expand(Worker& worker);
  void play(Worker& worker, const std::atomic<bool>* stop);
  void back_up(Worker& worker);

  Leaf descend(Worker& worker);
  /// `ends`: of playouts through this node or the nearest one above that keeps them; may be null.
  [[nodiscard]] std::uint32_t choose(Worker& worker, TreeNodeId id, Role role, Leaf& leaf,
                                     const LastStates* ends) const;
  void open(Worker& worker, TreeNodeId id, const LastStates* ends);
  void count(const Leaf& leaf, std::uint32_t playouts, std::vector<float> values);
  /// `guesses`: of each role's moves; an empty list if no priors were computed. `last`: the joint
  /// move that led there; empty if unknown.
  TreeNodeId add(StateView state, const std::vector<std::vector<Move>>& legal, TreeNode::Kind kind,
                 const std::vector<std::vector<float>>& guesses, std::span<const Move> last);
  [[nodiscard]] float prior_of(Role role, Move move, std::span<const Move> last) const;
  /// `place`: of the state among those that the expander evaluated last.
  void guess(Worker& worker, std::size_t place, StateView state,
             const std::vector<std::vector<Move>>& legal,
             std::vector<std::vector<float>>& guesses) const;
  bool leave_one_of_each(StateView state, std::vector<std::vector<Move>>& legal) const;
  void tighten(const Leaf& leaf);
  /// The places that a leaf's step takes.
  [[nodiscard]] std::span<const std::uint32_t> places_of(const Leaf& leaf, std::size_t step) const {
    return std::span(leaf.places).subspan(step * roles_, roles_);
  }
  [[nodiscard]] std::vector<Move> moves_of(TreeNodeId node,
                                           std::span<const std::uint32_t> places) const;
  [[nodiscard]] std::vector<Move> last_moves(const Leaf& leaf) const;
  [[nodiscard]] std::uint64_t key_of(TreeNodeId node, std::span<const std::uint32_t> places) const;
  void note_line(const Leaf& leaf, Line line);
  void follow_line(const State& root);
  void collect();

  std::shared_ptr<const Game> game_;
  TreeSearchOptions options_;
  std::size_t roles_;
  std::optional<Role> chance_;                         ///< the role `random`
  std::shared_ptr<const StateSymmetries> symmetries_;  ///< null: all moves are tried
  std::vector<std::unique_ptr<Worker>> workers_;

  mutable std::mutex mutex_;  ///< guards all that follows, while run() is active
  std::condition_variable idle_;
  Tree tree_;
  TreeBounds bounds_;
  TreeNodeId root_ = no_tree_node;
  std::vector<std::unordered_map<Move, MoveHistory>> history_;  ///< by role
  MoveSequences sequences_;
  std::optional<AllMovesAsFirst> amaf_;
  Line line_;                      ///< of a puzzle, from the root on
  std::uint64_t simulations_ = 0;  ///< since the root was set
  std::uint64_t begun_ = 0;        ///< these, and the ones being played
  std::size_t depth_ = 0;
  unsigned in_flight_ = 0;  ///< workers whose leaves are being played
  std::exception_ptr failure_;
};

}  // namespace tesuji::runtime
