// State sequence invariants: formulas about all reachable states of a game.
//
// Source: Haufe, Schiffel, Thielscher, Automated Verification of State Sequence Invariants in
// General Game Playing (2012), definition 3. A formula's atoms are tuples of relations of a
// module at level clauses whose columns have domains; as there are no terms in the IR, a
// variable of the text that stands for whole terms (a fluent, a move) is one *range* for each
// shape of term here, with variables for what the shape leaves open.
//
// SEMANTICS (definition 8). A formula is asked about a sequence of states (S_i, ..., S_m) that
// is as long as its degree, or ends earlier in a terminal state:
//   atom          holds when the tuple is in the relation in S_i
//   same          holds when the two tuples of constants are equal
//   negation, conjunction (of none: true), disjunction (of none: false)
//   count         lower..upper of the ways to choose one of the ranges, and constants for its
//                 variables from their domains, make that range's body hold
//   next          S_i is the last state, or the body holds of (S_i+1, ..., S_m)
//   knows         the body holds in the last state of every play that looks alike to a role: of the
//                 same length, in which it made the same moves and saw the same percepts
// `forall` is a negated count of a negation; `a implies b` a disjunction.
#pragma once

#include "ir/core/argument.h"
#include "ir/core/source.h"
#include "ir/core/symbol.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::ir {

struct Formula {
  enum class Kind : std::uint8_t {
    atom,
    same,
    negation,
    conjunction,
    disjunction,
    count,
    next,
    knows,
  };
  static constexpr std::uint64_t unbounded = std::numeric_limits<std::uint64_t>::max();

  Kind kind = Kind::conjunction;
  std::uint32_t relation = no_id;  ///< atom: RelationId
  /// atom: its columns; same: the left tuple; knows: the role. No binders, no `_`.
  std::vector<Argument> args;
  std::vector<Argument> right;      ///< same
  std::uint64_t lower = 1;          ///< count
  std::uint64_t upper = unbounded;  ///< count
  /// count: the variables of each range; `parts` has its body at the same position.
  std::vector<std::vector<VariableId>> ranges;
  std::vector<Formula> parts;  ///< negation, next, knows: one
  Span span;                   ///< may be unknown

  friend bool operator==(const Formula&, const Formula&) = default;
};

/// A variable of a quantifier, or a parameter of an invariant.
struct FormulaVariable {
  std::string name;            ///< for texts; not unique where a range was split by shapes
  std::vector<Symbol> domain;  ///< sorted by SymbolTable::domain_less, without duplicates
  friend bool operator==(const FormulaVariable&, const FormulaVariable&) = default;
};

/// A named formula; with parameters one for each choice of constants for them.
struct Invariant {
  std::string name;                        ///< unique among those proved together
  std::vector<FormulaVariable> variables;  ///< by VariableId; each is bound in one place
  std::vector<VariableId> parameters;
  Formula formula;
  Span span;  ///< of its text; unknown for generated ones
};

/// The maximal number of `next` on a path to a leaf.
[[nodiscard]] std::uint32_t degree(const Formula& formula);

/// Whether it says what roles know. Such formulas have degree 0, and no `knows` in one another;
/// what quantifiers have inside that count is without (frontend/invariants/invariants_reader.h).
[[nodiscard]] bool is_epistemic(const Formula& formula);

/// Number of formulas that the invariant stands for: the product of its parameters' domains.
[[nodiscard]] std::uint64_t instances(const Invariant& invariant);

/// A choice of constants for an invariant's parameters, by number: mixed radix over the
/// parameters' domains, the first one most significant.
using InstanceNumber = std::uint64_t;

/// The constants themselves.
[[nodiscard]] std::vector<Symbol> instance_symbols(const Invariant& invariant,
                                                   InstanceNumber instance);

/// Nothing where they are not one constant of its domain for each parameter.
[[nodiscard]] std::optional<InstanceNumber> instance_of(const Invariant& invariant,
                                                        std::span<const Symbol> symbols);

/// The formula that stands for one choice of constants for the parameters, in their order.
[[nodiscard]] Formula instantiate(const Invariant& invariant, std::span<const Symbol> constants);

/// Its name: `stays[1,2,p0000]`; the invariant's own without parameters.
[[nodiscard]] std::string instance_name(const Invariant& invariant,
                                        std::span<const Symbol> constants,
                                        const SymbolTable& symbols);

/// Relations of its atoms, ascending, without duplicates.
[[nodiscard]] std::vector<std::uint32_t> relations_of(const Formula& formula);

// Makers.
[[nodiscard]] Formula atom_of(std::uint32_t relation, std::vector<Argument> args);
[[nodiscard]] Formula negation_of(Formula part);
[[nodiscard]] Formula conjunction_of(std::vector<Formula> parts);
[[nodiscard]] Formula disjunction_of(std::vector<Formula> parts);
[[nodiscard]] Formula implication_of(Formula premise, Formula conclusion);
[[nodiscard]] Formula next_of(Formula part);
/// `exists[lower..upper] variables. body`; with the default bounds `exists`.
[[nodiscard]] Formula count_of(std::vector<VariableId> variables, Formula body,
                               std::uint64_t lower = 1, std::uint64_t upper = Formula::unbounded);
/// `forall variables. body`.
[[nodiscard]] Formula forall_of(std::vector<VariableId> variables, Formula body);

}  // namespace tesuji::ir
