// Compiles formulas for evaluation in many states.
//
// A formula is evaluated for all choices of constants for its variables at once. A *space* is the
// list of variables around a part of the formula, the innermost last; the part's value is a set of
// bits, one for each choice (mixed radix, the innermost variable least significant). Atoms spread
// the tuples that hold over the space; connectives work word by word; a quantifier counts the bits
// of each run of its body's space. Three things make this fit for large domains:
//   * the body of a count that is an atom is not spread: each tuple that holds counts for its
//     choice of the outer variables;
//   * a body whose space would be too large is evaluated for one choice of the quantifier's
//     variables after the other: these variables are *looped*, and in no space. Where the body
//     is a conjunction with atoms over these variables, only what their tuples allow is tried;
//   * an atom over the very columns of a space, in order, is the observed set itself.
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

/// A column of an atom that is a variable: `position[c]` is that of the variable with the constant
/// at c in the column, or -1. The variable is in the space (`stride`), looped, or free:
/// quantified by the count whose body the atom is.
struct BoundColumn {
  enum class Place : std::uint8_t { space, looped, free };
  Place place = Place::space;
  std::uint32_t column = 0;
  ir::VariableId variable = ir::no_id;
  std::uint64_t stride = 0;
  /// Where the same variable stands in a column before: that one's place in `columns`.
  std::uint32_t same_as = ir::no_id;
  std::vector<std::int32_t> position;
  std::vector<std::int32_t> column_position;  ///< the other way round
};

/// How the tuples of an atom lie in a space.
struct Spread {
  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};

  Slot slot = no_slot;
  bool never = false;   ///< a constant is none of its column
  bool direct = false;  ///< the observed set is the value
  /// Neither space nor free variables: one tuple, for looped variables as they are.
  bool single = false;
  std::uint64_t constant = 0;  ///< what constants add to the tuple's number
  std::vector<std::pair<std::uint32_t, std::uint32_t>> constants;  ///< column, position
  std::vector<BoundColumn> columns;
  /// Variables of the space that the atom does not have.
  std::vector<SpaceVariable> missing;
  /// By tuple its place in the space (at 0 in `missing`), or nowhere. Empty where variables are
  /// looped or there are too many tuples.
  std::vector<std::uint32_t> places;
};

struct Part {
  enum class Kind : std::uint8_t { atom, same, conjunction, disjunction, count, next };
  /// How a range of a count is gone through.
  enum class Way : std::uint8_t { tuples, dense, looped };
  struct Range {
    Way way = Way::dense;
    std::uint64_t choices = 1;  ///< of its variables
    std::uint32_t body = ir::no_id;
    Spread spread;            ///< tuples
    bool complement = false;  ///< tuples: the body is the negated atom
    std::uint64_t times = 1;  ///< tuples: choices of variables that the atom does not have
    std::vector<ir::VariableId> looped;  ///< looped, all of the range's
    /// looped: atoms that the body needs to hold, and for which of `looped` only constants of their
    /// tuples are tried. There these are free, and those of the guards before are looped.
    struct Guard {
      std::vector<ir::VariableId> variables;
      Spread spread;
    };
    std::vector<Guard> guards;
    std::vector<ir::VariableId> rest;  ///< those of `looped` that no guard has
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

/// For bodies of quantifiers larger spaces are not made; those of parameters are.
inline constexpr std::uint64_t largest_space = std::uint64_t{1} << 20;
/// Families of more instances are not checked.
inline constexpr std::uint64_t most_instances = std::uint64_t{1} << 22;

/// The place of a tuple (positions in its columns' domains) in the space, at 0 in `missing`, or
/// Spread::nowhere. `looped`: positions of looped variables, by VariableId.
[[nodiscard]] std::uint64_t place_of(const Spread& spread, const std::uint32_t* row,
                                     const std::vector<std::uint32_t>& looped);

/// The value of a part of kind `same`, into words that are zero.
void fill_same(const CompiledFormula& formula, const Part& part,
               const std::vector<std::uint32_t>& looped, std::uint64_t* out);

/// The invariant must outlive the result; all its relations are observed (otherwise throws
/// std::invalid_argument). `instances(invariant)`
/// is at most most_instances.
[[nodiscard]] CompiledFormula compile_formula(const ir::Invariant& invariant,
                                              const Observer& observer,
                                              std::uint64_t most_choices = largest_space);

}  // namespace tesuji::proofs
