// Represents state sequence invariants: formulas about all reachable states of a game.
//
// Source: Haufe, Schiffel, Thielscher, Automated Verification of State Sequence Invariants in
// General Game Playing (2012), definition 3. A formula's atoms are tuples of relations of a module
// at level clauses whose columns have domains; since the IR has no terms, a variable of the text
// that represents whole terms (a fluent, a move) becomes one *range* for each shape of term, with
// variables for the shape's open places.
//
// SEMANTICS (definition 8). A formula is evaluated on a sequence of states (S_i, ..., S_m) that is
// as long as its degree, or ends earlier in a terminal state:
//   atom          holds if the tuple is in the relation in S_i
//   same          holds if the two tuples of constants are equal
//   negation, conjunction (empty: true), disjunction (empty: false)
//   count         holds if lower..upper of the choices of a range, and of constants for its
//                 variables from their domains, satisfy that range's body
//   next          holds if S_i is the last state, or the body holds for (S_i+1, ..., S_m)
//   knows         holds if the body holds in the last state of every play that looks the same to
//                 a role: of the same length, with the same own moves and percepts
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
  /// atom: its columns; same: the left tuple; knows: the role. Without binders and `_`.
  std::vector<Argument> args;
  std::vector<Argument> right;      ///< same
  std::uint64_t lower = 1;          ///< count
  std::uint64_t upper = unbounded;  ///< count
  /// count: the variables of each range; `parts` has its body at the same index.
  std::vector<std::vector<VariableId>> ranges;
  std::vector<Formula> parts;  ///< negation, next, knows: one
  Span span;                   ///< may be unknown

  friend bool operator==(const Formula&, const Formula&) = default;
};

/// A variable of a quantifier, or a parameter of an invariant.
struct FormulaVariable {
  std::string name;            ///< for printing; not unique if a range was split by shapes
  std::vector<Symbol> domain;  ///< sorted by SymbolTable::domain_less, without duplicates
  friend bool operator==(const FormulaVariable&, const FormulaVariable&) = default;
};

/// A named formula; with parameters, one formula for each choice of their constants.
struct Invariant {
  std::string name;                        ///< unique among the invariants proved together
  std::vector<FormulaVariable> variables;  ///< by VariableId; each is bound in one place
  std::vector<VariableId> parameters;
  Formula formula;
  Span span;  ///< of its text; unknown for generated ones
};

/// Returns the maximum number of `next` on a path to a leaf.
[[nodiscard]] std::uint32_t degree(const Formula& formula);

/// Whether it describes what roles know. Such formulas have degree 0, and no nested `knows`; bodies
/// of quantifiers that count are free of it (frontend/invariants/invariants_reader.h).
[[nodiscard]] bool is_epistemic(const Formula& formula);

/// Returns the number of formulas that the invariant denotes: the product of its parameters'
/// domains.
[[nodiscard]] std::uint64_t instances(const Invariant& invariant);

/// A choice of constants for an invariant's parameters, by number: mixed radix over the
/// parameters' domains, the first one most significant.
using InstanceNumber = std::uint64_t;

/// Returns the constants of the choice.
[[nodiscard]] std::vector<Symbol> instance_symbols(const Invariant& invariant,
                                                   InstanceNumber instance);

/// Returns nullopt unless there is one constant of its domain for each parameter.
[[nodiscard]] std::optional<InstanceNumber> instance_of(const Invariant& invariant,
                                                        std::span<const Symbol> symbols);

/// Returns the formula for one choice of constants for the parameters, in their order.
[[nodiscard]] Formula instantiate(const Invariant& invariant, std::span<const Symbol> constants);

/// Returns its name: `stays[1,2,p0000]`; the invariant's own without parameters.
[[nodiscard]] std::string instance_name(const Invariant& invariant,
                                        std::span<const Symbol> constants,
                                        const SymbolTable& symbols);

/// Returns the relations of its atoms, ascending, without duplicates.
[[nodiscard]] std::vector<std::uint32_t> relations_of(const Formula& formula);

// Constructors.
[[nodiscard]] Formula atom_of(std::uint32_t relation, std::vector<Argument> args);
[[nodiscard]] Formula negation_of(Formula part);
[[nodiscard]] Formula conjunction_of(std::vector<Formula> parts);
[[nodiscard]] Formula disjunction_of(std::vector<Formula> parts);
[[nodiscard]] Formula implication_of(Formula premise, Formula conclusion);
[[nodiscard]] Formula next_of(Formula part);
/// Builds `exists[lower..upper] variables. body`; with the default bounds `exists`.
[[nodiscard]] Formula count_of(std::vector<VariableId> variables, Formula body,
                               std::uint64_t lower = 1, std::uint64_t upper = Formula::unbounded);
/// Builds `forall variables. body`.
[[nodiscard]] Formula forall_of(std::vector<VariableId> variables, Formula body);

}  // namespace tesuji::ir
