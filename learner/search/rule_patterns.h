// Compiles rules of the background for evaluation: terms with numbered variables.
#pragma once

#include "ir/formulas/logic_text.h"
#include "learner/search/built_in_tests.h"
#include "learner/search/fact_background.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace tesuji::learner {

/// A term of a rule. A list with variables is made of cells with two arguments, as in a TermTable.
struct RulePattern {
  static constexpr std::uint32_t no_variable = std::numeric_limits<std::uint32_t>::max();

  Value ground = unbound;                            ///< set if the term has no variables
  std::uint32_t variable = no_variable;              ///< set if it is a variable
  bool anonymous = false;                            ///< `_`
  TermTable::Kind kind = TermTable::Kind::compound;  ///< otherwise
  std::uint32_t name = 0;
  std::vector<RulePattern> args;
};

struct RuleLiteral {
  FactRelation* relation = nullptr;  ///< null: a test
  BuiltIn test = BuiltIn::none;
  bool negated = false;
  std::vector<RulePattern> args;
};

struct CompiledRule {
  FactRelation* head = nullptr;
  std::vector<RulePattern> args;
  std::vector<RuleLiteral> body;  ///< as written
  std::uint32_t variables = 0;    ///< numbered from 0; each `_` has its own
  ir::Span span;
};

/// Compiles the rule over the background's terms and relations; adds those that it lacks.
[[nodiscard]] CompiledRule compile_rule(const ir::LogicClause& clause, FactBackground& background);

}  // namespace tesuji::learner
