// Evaluates clauses over all states at once, literal by literal.
//
// A partial clause has *matches*: substitutions of its variables, each with the vector of states in
// which all its literals hold. Adding a literal without new variables looks up one vector for each
// match and ANDs it (fact_world.h); a literal with new variables makes a match for each tuple that
// agrees. The clause covers, for each atom of the target, the OR of its matches. So all clauses
// with a common beginning share its evaluation.
#pragma once

#include "learner/game_rules/fact_world.h"
#include "learner/game_rules/play_file.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::learner {

// Clauses of learned rules: literals over variables, constants and `_`, positive or negated.

struct PlayArg {
  enum class Kind : std::uint8_t {
    variable,  ///< `value` is its number in the clause
    constant,  ///< `value` is the constant
    any        ///< `_`: any value, not used elsewhere in the clause
  };
  Kind kind = Kind::any;
  std::uint32_t value = 0;
  friend auto operator<=>(const PlayArg&, const PlayArg&) = default;
};

/// The built-in predicate of two arguments that holds for equal values.
inline constexpr PlayPredicate equality = ~PlayPredicate{0};

struct PlayLiteral {
  PlayPredicate predicate = 0;
  bool negated = false;
  std::uint8_t arity = 0;
  std::array<PlayArg, max_play_arity> args{};

  [[nodiscard]] std::span<const PlayArg> arguments() const { return {args.data(), arity}; }
  friend auto operator<=>(const PlayLiteral&, const PlayLiteral&) = default;
};

/// A rule. Variables are numbered in the order of appearance, head first; each occurs in the head
/// or in a positive literal before it occurs in a negated one.
struct PlayClause {
  PlayLiteral head;
  std::vector<PlayLiteral> body;
  friend auto operator<=>(const PlayClause&, const PlayClause&) = default;
};

[[nodiscard]] std::uint32_t variable_count(const PlayClause& clause);

/// Rules, each after the rules of the predicates that its body uses.
using PlayProgram = std::vector<PlayClause>;

/// `next_cell(A,B,x) :- does_mark(x,A,B), true_cell(A,B,b), not p(A,_).`
[[nodiscard]] std::string to_text(const PlayClause& clause, const PlayVocabulary& vocabulary);

/// Computes the bits needed to write clauses down: for each literal its predicate, one of all, and
/// for each argument its kind, and which of the column's constants.
class ClauseCost {
 public:
  explicit ClauseCost(const FactWorld& world);

  [[nodiscard]] double of(const PlayLiteral& literal) const;
  [[nodiscard]] double of(const PlayClause& clause) const;

 private:
  const FactWorld& world_;
  double predicate_;
};

/// Examples: pairs of an atom of the target and a state, as bits; a pair in neither vector is
/// ignored.
struct RuleProblem {
  const FactWorld* world = nullptr;
  std::vector<PlayAtom> atoms;  ///< of one predicate
  std::vector<Word> positive;   ///< words of the world for each atom
  std::vector<Word> negative;
};

struct ClauseMatches {
  std::uint32_t variables = 0;
  std::vector<Constant> values;      ///< `variables` for each match
  std::vector<std::uint32_t> atoms;  ///< for each match the atom, ascending
  std::vector<Word> bits;            ///< words for each match, none of them 0
  bool single = true;                ///< at most one match for each atom

  [[nodiscard]] std::size_t size() const { return atoms.size(); }
  [[nodiscard]] const Constant* match(std::size_t index) const {
    return values.data() + index * variables;
  }
};

struct RuleCounts {
  std::uint64_t positive = 0;
  std::uint64_t negative = 0;
  friend bool operator==(const RuleCounts&, const RuleCounts&) = default;
};

/// A literal, prepared for look-ups in a world.
class LiteralProbe {
 public:
  /// Variables from `bound` on are new.
  LiteralProbe(const FactWorld& world, const PlayLiteral& literal, std::uint32_t bound);

  /// The result of a look-up for the values of a match.
  struct Answer {
    bool none = false;             ///< holds in no state
    const Word* row = nullptr;     ///< the states, or all others if the literal is negated; null:
                                   ///< all
    std::uint32_t index = no_row;  ///< the projection's row; for probes with new variables
  };
  [[nodiscard]] Answer operator()(const Constant* values) const {
    std::uint64_t key = base_;
    bool known = projection_ != nullptr && !impossible_;
    if (literal_.predicate == equality) {
      const bool equal = value(literal_.args[0], values) == value(literal_.args[1], values);
      return {equal == literal_.negated, nullptr, no_row};
    }
    for (std::size_t i = 0; known && i < parts_; ++i) {
      const std::uint64_t offset = (*offsets_[i])[values[variables_[i]]];
      known = offset != no_key;
      key += offset;
    }
    const std::uint32_t row = known ? projection_->row(key) : no_row;
    if (row == no_row) return {!literal_.negated, nullptr, no_row};
    if (projection_->bits.empty()) return {literal_.negated, nullptr, row};
    return {false, projection_->bits.data() + std::size_t{row} * words_, row};
  }
  [[nodiscard]] bool negated() const { return literal_.negated; }
  [[nodiscard]] const Projection* projection() const { return projection_; }

 private:
  static Constant value(const PlayArg& arg, const Constant* values) {
    return arg.kind == PlayArg::Kind::variable ? values[arg.value] : arg.value;
  }

  const PlayLiteral literal_;
  std::uint32_t words_;
  const Projection* projection_ = nullptr;
  bool impossible_ = false;  ///< a constant that its column does not have
  std::uint64_t base_ = 0;
  std::size_t parts_ = 0;
  std::array<const std::vector<std::uint64_t>*, max_play_arity> offsets_{};
  std::array<std::uint32_t, max_play_arity> variables_{};
};

/// Returns the matches of a head alone: one for each atom that it can be.
[[nodiscard]] ClauseMatches match_head(const RuleProblem& problem, const PlayLiteral& head);

/// Returns the matches with one more literal; nothing if that would take more than `most_words`
/// words of bits.
[[nodiscard]] std::optional<ClauseMatches> extend(const RuleProblem& problem,
                                                  const ClauseMatches& matches,
                                                  const PlayLiteral& literal,
                                                  std::size_t most_words);

/// Matches of a sample of atoms, for estimates: of atoms with positive examples, and of atoms
/// without. A total count is estimated as `positive_share` times the first sample's count plus
/// `other_share` times the second's.
struct MatchSample {
  ClauseMatches positive;
  ClauseMatches other;
  double positive_share = 1;
  double other_share = 1;
};

/// Returns nothing if there are too few matches for a sample to be worth it. `has_positive`: for
/// each atom. The same matches give the same sample.
[[nodiscard]] std::optional<MatchSample> sample(const RuleProblem& problem,
                                                const ClauseMatches& matches,
                                                const std::vector<bool>& has_positive);

/// Counts the examples that remain with one more literal without new variables.
[[nodiscard]] RuleCounts count_with(const RuleProblem& problem, const ClauseMatches& matches,
                                    const LiteralProbe& probe);
[[nodiscard]] RuleCounts count(const RuleProblem& problem, const ClauseMatches& matches);

/// Returns the examples that the matches cover: words for each atom of the problem.
[[nodiscard]] std::vector<Word> coverage(const RuleProblem& problem, const ClauseMatches& matches);
/// Returns the examples that the clause covers; nothing if that takes too much memory.
[[nodiscard]] std::optional<std::vector<Word>> coverage(const RuleProblem& problem,
                                                        const PlayClause& clause,
                                                        std::size_t most_words);

}  // namespace tesuji::learner
