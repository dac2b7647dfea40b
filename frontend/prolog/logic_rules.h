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

/// Lowers one clause. `X = Y` is put in before anything else is read; negated literals are read
/// whatever their place, and variables that occur nowhere else in them are any: `\+ owns(_,S)`.
/// Errors: those of LogicProgram::resolve; "unsafe" for variables that no positive literal binds;
/// "feature" for terms with parts. Warns ("order") where Prolog would read a negation or a test
/// otherwise, since a variable of it is bound only behind it.
class LogicRule {
 public:
  LogicRule(const ir::LogicClause& clause, LogicProgram& program);

  /// The clause as a rule, but for its name, with `head` as head. Nothing where something was
  /// reported, or where it can never fire.
  [[nodiscard]] std::optional<ir::Rule> lower(ir::RelationId head);
  /// Whether lower() found that it can never fire.
  [[nodiscard]] bool never() const { return never_; }

 private:
  /// Variables of a rule that is being made.
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
  std::set<ir::VariableId> bound_;                ///< by literals so far
  /// Tests that come before a variable of theirs is bound.
  std::vector<std::pair<ir::Span, ir::VariableId>> early_;
  bool never_ = false;
};

}  // namespace tesuji::frontend
