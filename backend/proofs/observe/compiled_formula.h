// Compiles formulas for evaluation in many states.
//
// A formula is evaluated for all choices of constants for its variables at once. A *space* is the
// list of variables around a part of the formula, the innermost last; the part's value is a set of
// bits, one for each choice (mixed radix, the innermost variable least significant). Atoms spread
// their true tuples over the space; connectives work word by word; a quantifier counts the bits of
// each run of its body's space. Three techniques make this fit for large domains:
//   * The body of a count that is an atom is not spread: each true tuple counts for its choice of
//     the outer variables.
//   * A body whose space would be too large is evaluated separately for each choice of the
//     quantifier's variables: these variables are *looped*, and in no space. If the body is a
//     conjunction with atoms over these variables, only constants of their tuples are tried.
//   * The value of an atom over exactly the columns of a space, in order, is the observed set
//     itself.
// Negations are moved inwards until each part has its own.
#pragma once

#include "backend/proofs/formulas/bit_words.h"
#include "backend/proofs/observe/observer.h"
#include "ir/formulas/formula.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::proofs {

struct SpaceVariable {
  ir::VariableId variable = ir::no_id;
  std::uint32_t size = 0;
  std::uint64_t stride = 0;
};

struct Space {
  std::vector<SpaceVariable> variables;
  std::uint64_t size = 1;
  [[nodiscard]] std::size_t words() const { return static_cast<std::size_t>((size + 63) / 64); }
};

/// An atom's column that is a variable: `position[c]` is the variable's position for the constant
/// at c in the column, or -1. The variable is in the space (`stride`), looped, or free: quantified
/// by the count whose body the atom is.
struct BoundColumn {
  enum class Place : std::uint8_t { space, looped, free };
  Place place = Place::space;
  std::uint32_t column = 0;
  ir::VariableId variable = ir::no_id;
  std::uint64_t stride = 0;
  /// Index in `columns` of an earlier column with the same variable.
  std::uint32_t same_as = ir::no_id;
  std::vector<std::int32_t> position;
  std::vector<std::int32_t> column_position;  ///< the inverse map
};

/// How the tuples of an atom lie in a space.
struct Spread {
  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};

  Slot slot = no_slot;
  bool never = false;   ///< a constant is not in its column's domain
  bool direct = false;  ///< the observed set is the value
  /// It has neither space nor free variables: one tuple, for the current values of looped
  /// variables.
  bool single = false;
  std::uint64_t constant = 0;  ///< added to the tuple's number for the constants
  std::vector<std::pair<std::uint32_t, std::uint32_t>> constants;  ///< column, position
  std::vector<BoundColumn> columns;
  /// Variables of the space that the atom lacks.
  std::vector<SpaceVariable> missing;
  /// By tuple: its place in the space (with `missing` at 0), or nowhere. Empty if variables are
  /// looped or there are too many tuples.
  std::vector<std::uint32_t> places;
};

struct Part {
  enum class Kind : std::uint8_t { atom, same, conjunction, disjunction, count, next };
  /// How a range of a count is evaluated.
  enum class Way : std::uint8_t { tuples, dense, looped };
  struct Range {
    Way way = Way::dense;
    std::uint64_t choices = 1;  ///< of its variables
    std::uint32_t body = ir::no_id;
    Spread spread;            ///< tuples
    bool complement = false;  ///< tuples: the body is the negated atom
    std::uint64_t times = 1;  ///< tuples: choices of variables that the atom lacks
    std::vector<ir::VariableId> looped;  ///< looped, all of the range's
    /// looped: atoms that must hold for the body, and which restrict some of `looped` to constants
    /// of their tuples. In the atom these variables are free, and those of earlier guards are
    /// looped.
    struct Guard {
      std::vector<ir::VariableId> variables;
      Spread spread;
    };
    std::vector<Guard> guards;
    std::vector<ir::VariableId> rest;  ///< variables of `looped` in no guard
  };

  Kind kind = Kind::conjunction;
  bool negated = false;  ///< not for conjunction and disjunction
  std::uint32_t space = 0;
  std::vector<std::uint32_t> parts;
  Spread spread;                   ///< atom
  std::vector<ir::Argument> left;  ///< same
  std::vector<ir::Argument> right;
  Words constant;             ///< same without looped variables: its value
  std::vector<Range> ranges;  ///< count
  std::uint64_t lower = 0;
  std::uint64_t upper = 0;
};

struct CompiledFormula {
  const ir::Invariant* invariant = nullptr;
  std::uint32_t degree = 0;
  std::vector<Space> spaces;
  std::vector<Part> parts;
  std::uint32_t root = 0;
  bool looping = false;  ///< some variable is looped
};

/// Bodies of quantifiers with larger spaces are looped; spaces of parameters may be larger.
inline constexpr std::uint64_t largest_space = std::uint64_t{1} << 20;
/// Families with more instances are not checked.
inline constexpr std::uint64_t most_instances = std::uint64_t{1} << 22;

/// Returns the place of a tuple (positions in its columns' domains) in the space, with `missing` at
/// 0, or Spread::nowhere. `looped`: positions of looped variables, by VariableId.
[[nodiscard]] std::uint64_t place_of(const Spread& spread, const std::uint32_t* row,
                                     const std::vector<std::uint32_t>& looped);

/// Computes a part of kind `same` into words that must be zero.
void fill_same(const CompiledFormula& formula, const Part& part,
               const std::vector<std::uint32_t>& looped, std::uint64_t* out);

/// The invariant must outlive the result; all its relations must be observed (otherwise throws
/// std::invalid_argument). Requires instances(invariant) <= most_instances.
[[nodiscard]] CompiledFormula compile_formula(const ir::Invariant& invariant,
                                              const Observer& observer,
                                              std::uint64_t most_choices = largest_space);

}  // namespace tesuji::proofs
