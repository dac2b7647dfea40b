// Clauses of learned rules: literals over variables, constants and `_`, positive or negated.
#pragma once

#include "learner/game_rules/fact_world.h"
#include "learner/game_rules/play_file.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tesuji::learner {

struct PlayArg {
  enum class Kind : std::uint8_t {
    variable,  ///< `value` is its number in the clause
    constant,  ///< `value` is the constant
    any        ///< `_`: some value, which nothing else in the clause speaks of
  };
  Kind kind = Kind::any;
  std::uint32_t value = 0;
  friend auto operator<=>(const PlayArg&, const PlayArg&) = default;
};

/// The built-in predicate of two arguments that holds of equal values.
inline constexpr PlayPredicate equality = ~PlayPredicate{0};

struct PlayLiteral {
  PlayPredicate predicate = 0;
  bool negated = false;
  std::uint8_t arity = 0;
  std::array<PlayArg, max_play_arity> args{};

  [[nodiscard]] std::span<const PlayArg> arguments() const { return {args.data(), arity}; }
  friend auto operator<=>(const PlayLiteral&, const PlayLiteral&) = default;
};

/// A rule. Variables are numbered in the order in which they appear, head first; each occurs in the
/// head or in a positive literal before any negated literal has it.
struct PlayClause {
  PlayLiteral head;
  std::vector<PlayLiteral> body;
  friend auto operator<=>(const PlayClause&, const PlayClause&) = default;
};

[[nodiscard]] std::uint32_t variable_count(const PlayClause& clause);

/// Rules, each after the rules of the predicates that its body needs.
using PlayProgram = std::vector<PlayClause>;

/// `next_cell(A,B,x) :- does_mark(x,A,B), true_cell(A,B,b), not p(A,_).`
[[nodiscard]] std::string to_text(const PlayClause& clause, const PlayVocabulary& vocabulary);

/// Bits that it takes to write clauses down: for each literal its predicate, one of all, and for
/// each argument what it is, and which of the column's constants.
class ClauseCost {
 public:
  explicit ClauseCost(const FactWorld& world);

  [[nodiscard]] double of(const PlayLiteral& literal) const;
  [[nodiscard]] double of(const PlayClause& clause) const;

 private:
  const FactWorld& world_;
  double predicate_;
};

}  // namespace tesuji::learner
