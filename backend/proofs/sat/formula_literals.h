// Translates formulas of invariants to literals of an unrolled game.
#pragma once

#include "backend/proofs/sat/candidate.h"
#include "backend/proofs/sat/unrolling.h"
#include "ir/formulas/formula.h"
#include "ir/module/relation.h"
#include "ir/nets/net.h"

#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace tesuji::sat {

/// Maps the atoms of formulas to signals of a net.
class AtomSignals {
 public:
  using Tuple = std::vector<ir::Symbol>;

  AtomSignals() = default;
  AtomSignals(const AtomSignals&) = delete;
  AtomSignals& operator=(const AtomSignals&) = delete;
  virtual ~AtomSignals() = default;
  /// Returns the signal of a relation's tuple in a state; a constant for an atom that never or
  /// always holds.
  [[nodiscard]] virtual ir::Signal signal(ir::RelationId relation,
                                          std::span<const ir::Symbol> tuple) const = 0;
  /// Returns the tuples that may hold in some state; null if they are not listed.
  [[nodiscard]] virtual const std::vector<Tuple>* possible(ir::RelationId relation) const = 0;
};

/// Thrown when expanding a formula exceeds its limit.
class FormulaTooLarge : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Expands formulas: quantifiers range over all choices of constants.
class FormulaLiterals {
 public:
  /// Both must outlive it. `most_parts`: maximum number of subformulas and counter cells of one
  /// expanded formula.
  FormulaLiterals(Unrolling& unrolling, const AtomSignals& atoms,
                  std::uint64_t most_parts = 2'000'000)
      : unrolling_(unrolling), atoms_(atoms), most_parts_(most_parts) {}

  /// Returns a literal that holds exactly if the invariant's instance holds at that time, in the
  /// sequence of states from there on (definition 8). `instance`: constants of its parameters.
  /// Throws FormulaTooLarge.
  [[nodiscard]] Literal at(const ir::Invariant& invariant, std::span<const ir::Symbol> instance,
                           std::uint32_t time);
  [[nodiscard]] Literal at(const Candidate& candidate, std::uint32_t time) {
    return at(*candidate.invariant,
              ir::instance_symbols(*candidate.invariant, candidate.instance), time);
  }

 private:
  using Values = std::vector<ir::Symbol>;  ///< by variable

  [[nodiscard]] Literal encode(const ir::Formula& formula, std::uint32_t time);
  [[nodiscard]] Literal count(const ir::Formula& formula, std::uint32_t time);
  /// Adds a literal for each choice of constants for `bound`: whether the body holds.
  void add_ways(const std::vector<ir::VariableId>& bound, const ir::Formula& body,
                std::uint32_t time, std::vector<Literal>& ways);
  /// The same for an atom, only for tuples that may hold; returns false if these are not listed, or
  /// if the variables are not exactly its columns.
  [[nodiscard]] bool add_possible_ways(const std::vector<ir::VariableId>& bound,
                                       const ir::Formula& atom, std::uint32_t time,
                                       std::vector<Literal>& ways);
  /// Subtracts `parts` from the formula's limit. Throws FormulaTooLarge.
  void spend(std::uint64_t parts);
  [[nodiscard]] ir::Symbol value(const ir::Argument& argument) const;

  Unrolling& unrolling_;
  const AtomSignals& atoms_;
  std::uint64_t most_parts_;
  std::uint64_t parts_left_ = 0;
  const ir::Invariant* invariant_ = nullptr;
  Values values_;
};

}  // namespace tesuji::sat
