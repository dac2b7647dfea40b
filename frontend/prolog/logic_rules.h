// Lowers clauses of logic programs to rules of the IR.
#pragma once

#include "frontend/prolog/logic_program.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::frontend {

/// Lowers one clause. Substitutes `X = Y` first; the position of negated literals does not matter,
/// and variables that occur only in one of them are existential: `\+ owns(_,S)`. Errors: those of
/// LogicProgram::resolve; "unsafe" for variables that no positive literal binds; "feature" for
/// compound terms. Warns ("order") where Prolog would evaluate a negation or a test differently,
/// because one of its variables is bound only after it.
class LogicRule {
 public:
  LogicRule(const ir::LogicClause& clause, LogicProgram& program);

  /// Returns the clause as a rule with `head` as head, still without a name. Returns nullopt if it
  /// reported an error, or if the clause can never fire.
  [[nodiscard]] std::optional<ir::Rule> lower(ir::RelationId head);
  /// Whether lower() found that the clause can never fire.
  [[nodiscard]] bool never() const { return never_; }

 private:
  /// Variables of a rule under construction.
  struct Variables {
    std::vector<std::string> names;  ///< by number
    std::vector<bool> anonymous;     ///< by number: an `_`
    std::map<std::string, ir::VariableId> numbers;
    ir::VariableId number(const std::string& name);
  };

  [[nodiscard]] bool read_equations();
  [[nodiscard]] ir::PrologTerm value_of(ir::PrologTerm term) const;
  [[nodiscard]] std::optional<ir::Argument> argument(const ir::PrologTerm& term,
                                                     Variables& variables);
  [[nodiscard]] bool arguments(const std::vector<const ir::PrologTerm*>& terms,
                               Variables& variables, std::vector<ir::Argument>& into);
  [[nodiscard]] bool lower_body();
  [[nodiscard]] bool lower_positive(const ir::PrologTerm& atom);
  [[nodiscard]] bool lower_difference(const ir::LogicClause::Literal& literal);
  [[nodiscard]] bool lower_negation(const ir::LogicClause::Literal& literal);
  [[nodiscard]] ir::Literal projected(ir::Literal literal, const Variables& variables,
                                      const std::vector<bool>& local);
  [[nodiscard]] bool occurs_outside(const std::string& name,
                                    const ir::LogicClause::Literal& literal) const;
  [[nodiscard]] bool check_safe();
  void note_early(const ir::Literal& test);
  void warn_of_comparison(const ir::PrologTerm& atom, const std::set<std::string>& bound);
  void warn_of_order();

  const ir::LogicClause& clause_;
  LogicProgram& program_;
  ir::Rule rule_;
  Variables variables_;
  std::map<std::string, ir::PrologTerm> values_;  ///< of variables in equations
  std::set<ir::VariableId> bound_;                ///< by the literals so far
  /// Tests that precede the binding of one of their variables.
  std::vector<std::pair<ir::Span, ir::VariableId>> early_;
  bool never_ = false;
};

}  // namespace tesuji::frontend
