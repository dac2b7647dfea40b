// Looks for constants for the variables of some literals, by facts and comparisons alone.
#pragma once

#include "ir/module/module.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::passes {

class FactsSearch {
 public:
  /// Of the literals, those over static relations and the comparisons count. Keeps references.
  FactsSearch(const ir::Module& module, const std::vector<ir::Literal>& literals,
              std::size_t variables);

  /// Whether some constants fit; true also where that is not known within some hundred thousand
  /// rows. Variables without a positive literal over facts may have any value.
  [[nodiscard]] bool finds_any();

 private:
  [[nodiscard]] bool fits_alone(const ir::Literal& literal);
  [[nodiscard]] bool bind(const ir::Literal& literal, const ir::Symbol* row,
                          std::vector<ir::VariableId>& bound);
  [[nodiscard]] bool extend(std::size_t done);
  [[nodiscard]] bool try_row(const ir::Literal& literal, const ir::Symbol* row, std::size_t done);
  [[nodiscard]] std::size_t best_literal(std::size_t done) const;
  [[nodiscard]] std::size_t bound_args(const ir::Literal& literal) const;
  [[nodiscard]] bool contradicts(const ir::Literal& literal) const;
  [[nodiscard]] bool is_fact(const ir::Literal& literal) const;
  /// The constant, or no_symbol.
  [[nodiscard]] ir::Symbol value(const ir::Argument& argument) const;

  const ir::Module& module_;
  std::vector<const ir::Literal*> facts_;   ///< positive; those that have been gone through first
  std::vector<const ir::Literal*> checks_;  ///< negated ones and comparisons
  std::vector<ir::Symbol> values_;          ///< by variable
  std::uint64_t steps_left_;
};

}  // namespace tesuji::passes
