// Represents programs that a clause search makes: instances of clause metarules.
#pragma once

#include "ir/formulas/clause_metarule.h"
#include "learner/search/background.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tesuji::learner {

/// A predicate of a hypothesis: one of the background, or one of its own.
class PredicateId {
 public:
  constexpr PredicateId() = default;
  [[nodiscard]] static constexpr PredicateId background(std::uint32_t number) {
    return PredicateId(number);
  }
  /// 0 is the target; 1, 2, .. are invented predicates.
  [[nodiscard]] static constexpr PredicateId own(std::uint32_t number) {
    return PredicateId(number | own_bit);
  }
  [[nodiscard]] constexpr bool known() const { return bits_ != nothing; }
  [[nodiscard]] constexpr bool is_own() const { return known() && (bits_ & own_bit) != 0; }
  [[nodiscard]] constexpr std::uint32_t number() const { return bits_ & ~own_bit; }
  /// Returns a number that is different for different predicates.
  [[nodiscard]] constexpr std::uint32_t bits() const { return bits_; }
  friend constexpr bool operator==(PredicateId, PredicateId) = default;
  friend constexpr auto operator<=>(PredicateId, PredicateId) = default;

 private:
  constexpr explicit PredicateId(std::uint32_t bits) : bits_(bits) {}
  static constexpr std::uint32_t own_bit = std::uint32_t{1} << 31;
  static constexpr std::uint32_t nothing = ~std::uint32_t{0};
  std::uint32_t bits_ = nothing;
};

/// A metarule with its predicates and constants ("meta-substitution", Metagol).
struct HypothesisClause {
  std::uint32_t metarule = 0;
  std::vector<PredicateId> predicates;  ///< by the metarule's numbers; the first is the head's
  std::vector<Value> constants;         ///< by the metarule's variables; unbound for those that are
                                        ///< not constants
  friend bool operator==(const HypothesisClause&, const HypothesisClause&) = default;
};

/// Clauses in the order in which the search made them.
using Hypothesis = std::vector<HypothesisClause>;

/// The names for printing a hypothesis. The invented predicates of target `p` are p_1, p_2, ..
struct HypothesisNames {
  std::string target;
  std::span<const ir::ClauseMetarule> metarules;
  const Background* background = nullptr;
};

/// Prints a clause in Prolog: `win_2(A,B) :- win_2_1(A,B), not(win_1(B,_)).`
[[nodiscard]] std::string to_text(const HypothesisClause& clause, const HypothesisNames& names);

/// Prints all clauses, a line each; those of the target first, then those of invented predicates.
/// For each predicate, clauses that do not call it come first, so that Prolog can terminate.
[[nodiscard]] std::string to_text(const Hypothesis& hypothesis, const HypothesisNames& names);

}  // namespace tesuji::learner
