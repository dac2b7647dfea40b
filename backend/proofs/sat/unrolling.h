// Unrolls a game's net as clauses: over several points of time, for one play or for several that
// look alike to roles, and for a single state.
//
// SEMANTICS. At each time t there is a state, and for each role exactly one of the moves that are
// ever legal for it. The state at t + 1 is the net's next state for the state and the moves at t.
// The state at 0 is the initial one, or any set of fluents, depending on `start`. The sequence of
// states *ends* at t if that state is terminal (or, with `nonplayable`, if a role has no legal move
// in it); later states and moves are then arbitrary. If the literal moves_made(t) is assumed, moves
// at t are legal unless the sequence has ended at t or before.
#pragma once

#include "backend/proofs/sat/gates.h"
#include "backend/proofs/sat/simulation.h"
#include "backend/proofs/sat/solver.h"
#include "ir/nets/net.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

namespace tesuji::sat {

class Unrolling {
 public:
  enum class Start : std::uint8_t { initial, any };

  /// `net` must answer all questions except percepts. It and the workspace, which may contain other
  /// unrollings, must outlive this one. `roles`: number of roles. With `nonplayable`, a state in
  /// which a role has no legal move ends a sequence.
  Unrolling(Workspace& workspace, const ir::Net& net, std::size_t roles, Start start,
            bool nonplayable = false);

  [[nodiscard]] Solver& solver() const { return solver_; }
  [[nodiscard]] Gates& gates() const { return gates_; }
  [[nodiscard]] const ir::Net& net() const { return net_; }

  /// Returns the signal's literal at that time; adds the clauses that define it.
  [[nodiscard]] Literal literal(ir::Signal signal, std::uint32_t time);
  /// Returns the literal of a fluent, by position in Net::fluents.
  [[nodiscard]] Literal fluent(std::uint32_t position, std::uint32_t time);
  /// Returns the literal of making a move, by position in Net::moves.
  [[nodiscard]] Literal move(std::uint32_t position, std::uint32_t time);
  [[nodiscard]] Literal moves_made(std::uint32_t time);
  [[nodiscard]] Literal ended(std::uint32_t time);
  /// Returns a literal that holds if no state before that time ends the sequence.
  [[nodiscard]] Literal alive(std::uint32_t time);
  /// Returns a literal that holds if the states at two times differ in some fluent.
  [[nodiscard]] Literal states_differ(std::uint32_t a, std::uint32_t b);

  /// Whether the state evaluated last ends a sequence.
  [[nodiscard]] bool ends(const Simulation& simulation) const;
  /// Return the state at time 0, and the moves at a time, in the model of the last call, which must
  /// have been satisfiable. Fluents without clauses are false. Add no clauses, so that the model
  /// stays valid.
  [[nodiscard]] NetState first_state() const;
  [[nodiscard]] NetMoves moves_at(std::uint32_t time) const;

 private:
  struct Moment {
    std::vector<Literal> nodes;  ///< by net node; 0: not made yet
    std::vector<Literal> moves;  ///< by position in Net::moves; empty: not made yet
    Literal made = 0;
    Literal ended = 0;
    Literal alive = 0;
  };

  Moment& moment(std::uint32_t time);
  void make_moves(std::uint32_t time);
  [[nodiscard]] Literal input(ir::NodeId node, std::uint32_t time);

  const ir::Net& net_;
  std::size_t roles_;
  Start start_;
  bool nonplayable_;
  Solver& solver_;
  Gates& gates_;
  std::vector<Literal> first_;   ///< of fluents at time 0; 0: not made yet
  std::vector<Moment> moments_;  ///< by time
};

/// Play 0 and further plays, the *witnesses*. Each witness looks to its role like play 0: at each
/// time at which moves are made, the role makes the same move and sees the same percepts.
class AlikeUnrolling {
 public:
  /// `witnesses`: the role of each further play. The net must answer all questions, percepts too,
  /// and outlive this. `roles`: number of roles.
  AlikeUnrolling(const ir::Net& net, std::size_t roles, std::vector<std::uint32_t> witnesses,
                 Unrolling::Start start);

  void watch(const Limits* limits) { space_.gates.watch(limits); }
  [[nodiscard]] Solver& solver() { return space_.solver; }
  [[nodiscard]] Gates& gates() { return space_.gates; }
  [[nodiscard]] std::size_t plays() const { return plays_.size(); }
  [[nodiscard]] Unrolling& play(std::size_t i) { return plays_[i]; }
  /// Returns the role to which a witness looks like play 0; `play` must not be 0.
  [[nodiscard]] std::uint32_t role_of(std::size_t play) const { return witnesses_[play - 1]; }

  /// If assumed, all plays continue at that time by legal moves, and look alike.
  [[nodiscard]] Literal goes_on(std::uint32_t time);
  /// Returns a literal that holds if a signal has the same value at that time in two plays.
  [[nodiscard]] Literal same(ir::Signal signal, std::uint32_t time, std::size_t a = 0,
                             std::size_t b = 1);

 private:
  void make_alike(Literal on, std::size_t play, std::uint32_t time);
  void make_same(Literal on, Literal a, Literal b);

  const ir::Net& net_;
  std::vector<std::uint32_t> witnesses_;
  Workspace space_;
  std::deque<Unrolling> plays_;   // their addresses must not change
  std::vector<Literal> goes_on_;  ///< by time
};

/// A play from the initial state that violates a candidate in its state `violated`.
struct Trace {
  std::vector<NetState> states;  ///< by time
  std::vector<NetMoves> moves;   ///< by time; one fewer than states
  std::uint32_t violated = 0;
};

/// Returns the states of the solver's last model, which must have been satisfiable: up to a time,
/// or to the end of the game.
[[nodiscard]] Trace trace_of(const Unrolling& unrolling, std::uint32_t last);

// Literals of a net's signals in one state: for nets whose gates read only fluents.

class NetLiterals {
 public:
  /// `fluents`: literals of the state, by position in Net::fluents; moves are false. `net` must
  /// outlive it.
  NetLiterals(const ir::Net& net, std::vector<Literal> fluents)
      : net_(&net), fluents_(std::move(fluents)) {}

  [[nodiscard]] const std::vector<Literal>& fluents() const { return fluents_; }
  /// Returns the signal's literal; adds the clauses that define it.
  [[nodiscard]] Literal of(ir::Signal signal, Gates& gates);

 private:
  const ir::Net* net_;
  std::vector<Literal> fluents_;
  std::vector<Literal> nodes_{};  ///< 0: not made yet
};

}  // namespace tesuji::sat
