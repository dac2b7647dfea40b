// The part of the graph of a two-player, turn-taking game that a thread has visited: states
// interned once, successors computed on demand edge by edge, with room for memoised properties in
// each node. The thing itself is in C (runtime/core/tesuji/state_space.h), as in plugins.
//
// A node is a state together with the role that has moved into it, so that
// `won` is a property of the node in every game, turns strictly alternating or
// not. Laziness is what a learned strategy lives on: it mostly stops at the
// first successor that satisfies a clause.
#pragma once

#include "runtime/core/tesuji/state_space.h"
#include "runtime/host/game/c_game.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/game/turns.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tesuji::runtime {

// The questions about states of any game, as functions in C: its own ones where it is made of them
// (c_game.h), or such as ask the object.

/// With scratch memory: for one thread.
class GameQuestions {
 public:
  /// `game` and `stop` must outlive it; `stop` may be null: the flag of whatever StopScope (stop.h)
  /// a question is asked in counts.
  GameQuestions(const Game& game, const std::atomic<bool>* stop);
  ~GameQuestions();
  GameQuestions(const GameQuestions&) = delete;
  GameQuestions& operator=(const GameQuestions&) = delete;

  /// Follows what changes with time: engines that are exchanged, and flags of scopes. To be called
  /// before questions; then the next three may be others.
  void refresh() {
    if (source_ == nullptr) return;
    if (tables_ != source_->load(std::memory_order_acquire)) [[unlikely]]
      exchange();
    if (stop_ == nullptr) watch_scope();
  }
  /// `legal`, `next`, `terminal`, `goal_values`, `role_count` and `state_words` are there.
  [[nodiscard]] const tsj_plugin* tables() const { return tables_; }
  [[nodiscard]] tsj_work* work() const { return work_; }
  /// Null where there is none.
  [[nodiscard]] tsj_position_function position() const { return position_; }

  /// Throws what a question of an object threw, if one did: it had a negative status then.
  void rethrow();

 private:
  struct Object;

  void exchange();
  void watch_scope();

  const std::atomic<bool>* stop_;
  const std::atomic<const tsj_plugin*>* source_;  ///< null: an object is asked
  bool watches_ = false;                          ///< every question, not only the first scope's
  std::unique_ptr<Object> object_;
  std::optional<ScratchMemory> memory_;
  const volatile int* watched_ = nullptr;
  const tsj_plugin* tables_ = nullptr;
  tsj_work* work_ = nullptr;
  tsj_position_function position_ = nullptr;
};

using Node = tsj_node;

/// The space may not grow any further within its budget.
class BudgetExceeded : public LimitReached {
 public:
  using LimitReached::LimitReached;
};

struct StateSpaceOptions {
  std::size_t budget = std::size_t{512} << 20;     ///< bytes of nodes, edges and table
  std::uint32_t memo_slots = 0;                    ///< two bits each, in every node
  const std::atomic<bool>* stop = nullptr;         ///< set: searches end with Stopped
  std::atomic<std::uint32_t>* progress = nullptr;  ///< receives node_count() as it grows
};

/// Not thread-safe; one per thread. Nodes are valid until clear(). An exception
/// leaves everything found so far intact and correct.
class StateSpace {
 public:
  /// `turns` and `game` must be of the same game and outlive the space.
  StateSpace(const Game& game, const Turns& turns, StateSpaceOptions options = {});
  ~StateSpace();
  StateSpace(const StateSpace&) = delete;
  StateSpace& operator=(const StateSpace&) = delete;

  /// The node of a state given from outside. The role that moved into it is the
  /// one that does not move now: where no control fluent tells, legal moves do,
  /// and in a terminal state it then is unknown (neither won nor drawn holds).
  /// Throws BudgetExceeded, LimitReached, TurnError.
  [[nodiscard]] Node* root(StateView state);

  /// Returns the node of a state that another space already knows, and records everything but its
  /// edges. mover() and edge_count are valid at once; edges are valid after expand(). Throws
  /// BudgetExceeded.
  [[nodiscard]] Node* remembered(StateView state, Role moved, Role mover, bool terminal,
                                 std::uint32_t edge_count);

  /// Makes the node's edges valid: one for each legal move of its mover, none if
  /// it is terminal or a role has no legal move. Throws LimitReached, TurnError,
  /// BudgetExceeded.
  void expand(Node& node) {
    if (!(node.flags & TSJ_NODE_EXPANDED)) compute_edges(node);
  }

  /// The state that edge number `edge` of an expanded node leads to. Throws
  /// LimitReached, BudgetExceeded, Stopped.
  [[nodiscard]] Node* successor(Node& node, std::uint32_t edge) {
    Node* next = node.edges[edge].node;
    return next ? next : visit(node, edge);
  }

  /// Throws Stopped where the caller asked for it: searches may go on for ever among
  /// states that are all known.
  void poll() const {
    if (options_.stop && options_.stop->load(std::memory_order_relaxed)) throw Stopped();
  }

  [[nodiscard]] bool terminal(Node& node);
  /// Terminal, and the role that moved here has goal 100 (and no other).
  [[nodiscard]] bool won(Node& node) { return (judged(node) & TSJ_NODE_WON) != 0; }
  /// Terminal, not won, and both roles have goal 50.
  [[nodiscard]] bool drawn(Node& node) { return (judged(node) & TSJ_NODE_DRAWN) != 0; }

  /// Who moves in an expanded node; no_role where nobody can.
  [[nodiscard]] static Role mover(const Node& node) {
    return (node.flags >> TSJ_NODE_MOVER_SHIFT) & 3;
  }
  /// Who moved here; no_role if unknown.
  [[nodiscard]] static Role moved(const Node& node) {
    return (node.flags >> TSJ_NODE_MOVED_SHIFT) & 3;
  }
  [[nodiscard]] StateView state(const Node& node) const {
    return {reinterpret_cast<const std::uint64_t*>(&node + 1) + space_.memo_words,
            space_.state_words};
  }
  /// TSJ_MEMO_*; slots are below StateSpaceOptions::memo_slots.
  [[nodiscard]] static std::uint32_t memo(const Node& node, std::uint32_t slot) {
    return (memo_words(node)[slot / 32] >> (2 * (slot % 32))) & 3;
  }
  static void set_memo(Node& node, std::uint32_t slot, bool some) {
    const std::uint64_t value = some ? TSJ_MEMO_SOME : TSJ_MEMO_NONE;
    const_cast<std::uint64_t*>(memo_words(node))[slot / 32] |= value << (2 * (slot % 32));
  }

  /// body(node of the state), in a space that has room: one that is more than
  /// half full is cleared first, and where the budget still runs out among what
  /// earlier queries left behind, it is cleared and the body run once more.
  template <typename Body>
  auto query(StateView state, Body body) {
    if (used() > options_.budget / 2) clear();
    if (node_count() > 0) {
      try {
        return body(*root(state));
      } catch (const BudgetExceeded&) {
        clear();
      }
    }
    return body(*root(state));
  }

  /// Throws BudgetExceeded: for those who keep more of each node beside the space.
  [[noreturn]] void fail_budget() const;

  /// Forgets every node; keeps the memory for the next ones.
  void clear();
  /// How often it was cleared; nodes are valid while this stays the same.
  [[nodiscard]] std::uint64_t clearings() const { return clearings_; }
  [[nodiscard]] std::uint32_t node_count() const { return space_.node_count; }
  /// Successors computed since the space was made.
  [[nodiscard]] std::uint64_t visits() const { return space_.visits; }
  /// Bytes in use since the last clear().
  [[nodiscard]] std::size_t used() const { return tsj_space_used(&space_); }
  [[nodiscard]] const StateSpaceOptions& options() const { return options_; }
  [[nodiscard]] const Game& game() const { return game_; }
  /// As Game::goal_values, in this node.
  void goal_values(const Node& node, std::span<int> values);

  /// This space as compiled code sees it.
  [[nodiscard]] tsj_space* abi() { return &space_.abi; }
  [[nodiscard]] tsj_state_space* tables() { return &space_; }
  /// Throws what made a call in C fail: an exception that it came from, Stopped if the search saw
  /// that request itself; std::logic_error if there was nothing.
  [[noreturn]] void rethrow();
  /// body(), for a search that is called from C: exceptions wait for rethrow().
  template <typename Body>
  std::int32_t guarded(Body body) {
    try {
      return body();
    } catch (...) {
      failure_ = std::current_exception();
      return TSJ_LIMIT;
    }
  }

 private:
  static const std::uint64_t* memo_words(const Node& node) {
    return reinterpret_cast<const std::uint64_t*>(&node + 1);
  }
  [[nodiscard]] std::uint32_t judged(Node& node) {
    if (!(node.flags & TSJ_NODE_JUDGED)) judge(node);
    return node.flags;
  }
  void compute_edges(Node& node);
  [[nodiscard]] Node* visit(Node& node, std::uint32_t edge);
  void judge(Node& node);
  /// To be called before C may ask a question.
  void refresh();
  void checked(std::int32_t status) {
    if (status < 0) [[unlikely]]
      rethrow();
  }
  [[nodiscard]] Node* checked(Node* node) {
    if (node == nullptr) [[unlikely]]
      rethrow();
    return node;
  }
  static void* resize(void* self, void* memory, std::size_t bytes) noexcept;

  const Game& game_;
  const Turns& turns_;
  StateSpaceOptions options_;
  GameQuestions questions_;
  tsj_state_space space_{};
  std::uint64_t clearings_ = 0;
  std::exception_ptr failure_;
};

}  // namespace tesuji::runtime
