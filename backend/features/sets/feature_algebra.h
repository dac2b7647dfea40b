// Evaluates one feature in one position and records each step as in the paper. Source: Kaneko,
// Yamaguchi, Kawai, An Efficient Evaluation Method for Logical Features by the Relational Algebra,
// sections 3.2 and 3.3.
#pragma once

#include "backend/features/sets/features.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::driver {

/// A literal that was joined or tested.
struct AlgebraStep {
  std::string literal;     ///< in Prolog syntax
  bool test = false;       ///< a negation or a comparison, which only removes tuples
  std::size_t rows = 0;    ///< of the relation, with the literal's constants; not for tests
  std::size_t tuples = 0;  ///< number of tuples after it
};

/// Literals connected by variables.
struct AlgebraPart {
  std::string expression;                           ///< projection, selections and natural joins
  std::vector<AlgebraStep> steps;                   ///< the smallest relation first
  std::vector<std::string> variables;               ///< the counted variables
  std::vector<std::vector<std::string>> solutions;  ///< sorted, each once
};

struct FeatureAlgebra {
  std::vector<AlgebraPart> parts;  ///< of a feature with several clauses: one per clause
  bool is_union = false;           ///< whether the parts are such clauses
  std::uint64_t value = 0;
};

/// Joins a feature's literals one after the other by the interpreter.
class FeatureExplainer {
 public:
  /// Reports errors and returns nothing then, as compile_features does.
  [[nodiscard]] static std::optional<FeatureExplainer> make(const FeatureTexts& texts,
                                                            std::optional<ir::Module> game,
                                                            Session& session);

  /// Reads positions only; does not count.
  [[nodiscard]] const FeatureSet& set() const { return set_; }

  /// Returns nothing if there is no such feature. Throws runtime::LimitReached for more than five
  /// million tuples.
  [[nodiscard]] std::optional<FeatureAlgebra> explain(const std::string& feature,
                                                      const runtime::State& position) const;

 private:
  FeatureExplainer() = default;

  FeatureSet set_;
  std::vector<std::vector<std::string>> parts_;  ///< by feature: the relations of its parts
};

}  // namespace tesuji::driver
