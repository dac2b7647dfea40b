// Evaluates one feature in one position and records each step as the paper describes it. Source:
// Kaneko, Yamaguchi, Kawai, An Efficient Evaluation Method for Logical Features by the Relational
// Algebra, sections 3.2 and 3.3.
#pragma once

#include "backend/features/sets/features.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::driver {

/// A literal that was joined, or tested.
struct AlgebraStep {
  std::string literal;     ///< as Prolog writes it
  bool test = false;       ///< a negation or a comparison, which only leaves tuples out
  std::size_t rows = 0;    ///< of the relation, with the literal's constants; not of tests
  std::size_t tuples = 0;  ///< that are left behind it
};

/// Literals that hang together by variables.
struct AlgebraPart {
  std::string expression;                           ///< projection, selections and natural joins
  std::vector<AlgebraStep> steps;                   ///< the smallest relation first
  std::vector<std::string> variables;               ///< that are counted
  std::vector<std::vector<std::string>> solutions;  ///< sorted, each once
};

struct FeatureAlgebra {
  std::vector<AlgebraPart> parts;  ///< of several clauses of a feature: one for each clause
  bool is_union = false;           ///< the parts are such clauses
  std::uint64_t value = 0;
};

/// Lets the interpreter join a feature's literals one after the other.
class FeatureExplainer {
 public:
  /// Reports what is wrong and returns nothing then; as compile_features.
  [[nodiscard]] static std::optional<FeatureExplainer> make(const FeatureTexts& texts,
                                                            std::optional<ir::Module> game,
                                                            Session& session);

  /// Reads positions; it counts nothing.
  [[nodiscard]] const FeatureSet& set() const { return set_; }

  /// Nothing where there is no such feature. Throws runtime::LimitReached where more than five
  /// million tuples come up.
  [[nodiscard]] std::optional<FeatureAlgebra> explain(const std::string& feature,
                                                      const runtime::State& position) const;

 private:
  FeatureExplainer() = default;

  FeatureSet set_;
  std::vector<std::vector<std::string>> parts_;  ///< by feature: relations
};

}  // namespace tesuji::driver
