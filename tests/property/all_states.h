// A small game in every state that there can be: each set of fluents that domains allow, reachable
// or not, and what follows of it by the rules (naive_semantics.h).
#pragma once

#include "ir/module/module.h"
#include "tests/property/naive_semantics.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace tesuji::tests {

/// The game has more states, or more sequences of states, than can be gone through.
class TooLarge : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A set of fluents; bit i: the i-th of AllStates::names holds.
using StateNumber = std::uint32_t;

/// Consecutive states.
using Sequence = std::span<const StateNumber>;

class AllStates {
 public:
  static constexpr std::size_t most_fluents = 8;
  static constexpr std::size_t most_sequences = 2'000'000;  ///< visited in all

  struct State {
    NaiveState holds;
    bool terminal = false;
    bool stuck = false;  ///< a role has no legal move
    /// Legal moves by role, as (input relation, its columns without the role).
    std::vector<std::vector<std::pair<ir::RelationId, Tuple>>> legal;
    /// After each legal joint move, ascending, without duplicates; none of terminal states.
    std::vector<StateNumber> successors;
  };

  /// A lowered module with domains, which must outlive it. Throws TooLarge, and
  /// std::invalid_argument as NaiveReasoner does.
  explicit AllStates(const ir::Module& lowered);

  [[nodiscard]] const ir::Module& module() const { return module_; }
  [[nodiscard]] StateNumber count() const { return StateNumber{1} << fluents_.size(); }
  [[nodiscard]] StateNumber initial() const { return initial_; }
  /// Computed when first asked for. Throws std::logic_error where rules derive a fluent that is
  /// outside the domains of its relation.
  [[nodiscard]] const State& at(StateNumber number);

  /// The fluents that hold, as KIF, sorted bytewise.
  [[nodiscard]] std::vector<std::string> names(StateNumber number) const;
  /// Nothing where one is no fluent.
  [[nodiscard]] std::optional<StateNumber> find(const std::vector<std::string>& names) const;

  /// Visits the sequences from a state in which `moves` joint moves are made, or fewer where a
  /// terminal state comes before. A sequence in which a role has no move before is left out; or
  /// with `nonplayable` visited, as one that ends there. Goes on while `visit` says so; false where
  /// it did not. Throws TooLarge.
  bool for_each_sequence(StateNumber from, std::uint32_t moves, bool nonplayable,
                         const std::function<bool(Sequence)>& visit);

 private:
  struct Fluent {
    ir::RelationId relation = ir::no_id;
    Tuple tuple;
    std::string name;
  };

  [[nodiscard]] StateNumber number_of(const NaiveState& state,
                                      ir::RelationId ir::Relation::* shape) const;
  [[nodiscard]] State make(StateNumber number) const;
  void find_legal(State& state) const;
  void find_successors(State& state) const;
  bool extend(std::vector<StateNumber>& sequence, std::uint32_t moves, bool nonplayable,
              const std::function<bool(Sequence)>& visit);

  const ir::Module& module_;
  NaiveReasoner reasoner_;
  std::vector<Fluent> fluents_;
  std::vector<std::optional<State>> states_;
  StateNumber initial_ = 0;
  std::size_t visited_ = 0;
};

}  // namespace tesuji::tests
