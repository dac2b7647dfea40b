// Checks production rules after reading: variables are bound, arities agree, and no rule adds to a
// function's table.
#pragma once

#include "frontend/rules/rules_ast.h"
#include "ir/core/diagnostics.h"

#include <cstddef>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace tesuji::frontend {

/// Returns the variables that premises bind: those of `present` premises, and computed ones.
[[nodiscard]] std::set<ir::Symbol> bound_variables(const std::vector<RulePremise>& premises);

/// Checks the rules of one set, one by one. Its arguments must outlive it.
class RuleChecks {
 public:
  RuleChecks(const ir::SymbolTable& symbols, ir::Diagnostics& diagnostics)
      : symbols_(symbols), diagnostics_(diagnostics) {}

  /// Declares a relation whose last column is a function of the others.
  void declare(ir::Symbol relation, std::size_t columns, ir::Span span);
  /// Returns false after an error (codes "unsafe", "arity", "function").
  [[nodiscard]] bool check(const ProductionRule& rule);

  /// Returns the number of premises, including those of `absent` conjunctions; a variable's
  /// repeated occurrences in one premise count as comparisons.
  [[nodiscard]] static std::size_t size_of(const ProductionRule& rule);

 private:
  using Variables = std::set<ir::Symbol>;
  using Places = std::map<ir::Symbol, std::size_t>;

  void check_bound(const RulePattern& pattern, std::string_view what, const Variables& bound);
  void check_premises(const std::vector<RulePremise>& premises, const Variables& bound,
                      const Places& places);
  void check_conclusion(const RuleConclusion& conclusion, const Variables& bound);
  void check_arities(const std::vector<RulePremise>& premises);
  void check_arity(const RulePattern& pattern);
  ir::Diagnostic& fail(ir::Span span, std::string message, std::string code);

  const ir::SymbolTable& symbols_;
  ir::Diagnostics& diagnostics_;
  std::map<ir::Symbol, std::pair<std::size_t, ir::Span>> arities_;
  std::map<ir::Symbol, ir::Span> functions_;  ///< declarations
  bool good_ = true;
};

}  // namespace tesuji::frontend
