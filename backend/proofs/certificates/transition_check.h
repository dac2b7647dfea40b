// Compares the CNF of one joint move with the results of another reasoner.
//
// The fluents of a state and the moves made in it determine all other atoms of that state and of
// the next one. Unit propagation in the game's CNF finds their values, unless an atom depends on
// itself and is defined by itself (game_cnf.h).
#pragma once

#include "backend/proofs/certificates/game_cnf.h"
#include "backend/proofs/certificates/grounding.h"

#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::certificates {

/// The true atoms of a state, as text: atoms and terms in KIF, one blank between arguments.
struct SampledState {
  std::vector<std::string> fluents;
  /// Role and move of every role; empty if the state is terminal.
  std::vector<std::pair<std::string, std::string>> moves;
  std::vector<std::string> successor;  ///< fluents; only if there are moves
  std::set<std::string> derived;       ///< all true atoms of `asked` predicates
};

class TransitionCheck {
 public:
  /// The game must outlive it. Throws LimitExceeded.
  TransitionCheck(GroundGame& game, const CnfLimits& limits);

  /// Returns the predicates, by name and arity, whose true atoms must all be in `derived`: those
  /// that depend on the state or the moves.
  [[nodiscard]] const std::vector<WantedPredicate>& asked() const { return asked_; }
  /// Returns the differences, in words; empty if all agree.
  [[nodiscard]] std::vector<std::string> compare(const SampledState& state);
  [[nodiscard]] std::uint64_t compared() const { return compared_; }  ///< values, in total
  [[nodiscard]] std::uint64_t open() const { return open_; }  ///< values that propagation left open

 private:
  struct Known {
    std::string text;
    Literal literal;
  };
  void compare_values(const std::vector<Known>& atoms, const std::set<std::string>& expected,
                      bool after, std::vector<std::string>& faults);

  Cnf cnf_;
  std::vector<WantedPredicate> asked_;
  std::vector<Known> fluents_;
  std::vector<Known> moves_;
  std::vector<Known> derived_;
  std::vector<Known> successor_;
  std::vector<std::int8_t> values_;                    ///< by variable
  std::vector<std::vector<std::size_t>> occurrences_;  ///< by literal: clauses that contain it
  std::uint64_t compared_ = 0;
  std::uint64_t open_ = 0;

  [[nodiscard]] int value(Literal literal) const;
  bool propagate(const std::vector<Literal>& assumed);
};

}  // namespace tesuji::certificates
