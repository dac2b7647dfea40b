// Converts bodies as written to rules over literals.
#pragma once

#include "backend/reference/rulebase.h"

#include <vector>

namespace tesuji::reference {

/// Adds rules to a rulebase. Goals keep the variables of their clause, also in the
/// rules of auxiliary relations.
class RuleBuilder {
 public:
  /// Auxiliary relations start with this level.
  RuleBuilder(Rulebase& rulebase, Level level) : rulebase_(rulebase), level_(level) {}

  /// Adds a rule, or several if alternatives must be written out.
  void add(Relation& relation, const std::vector<TermId>& head, std::vector<Goal> goals,
           Variable variable_count, ir::Span span);

 private:
  /// The clause that contains the goals.
  struct Context {
    Relation& relation;
    const std::vector<TermId>& head;
    Variable variable_count;
    ir::Span span;
  };

  bool write_out(const Context& context, const std::vector<Goal>& goals);
  void set_apart_unconnected(const Context& context, std::vector<Goal>& goals, Rule& rule);
  Literal literal(const Context& context, const std::vector<Goal>& goals, std::size_t which);
  Literal atom(TermId atom, bool positive);
  Literal disjunction(const Context& context, const std::vector<Goal>& goals, std::size_t which);
  Literal negation(const Context& context, const Goal& goal);
  /// Returns a call of a new relation, with these arguments, that holds if a branch does.
  Literal auxiliary(const Context& context, const std::vector<Variable>& arguments,
                    const std::vector<std::vector<Goal>>& branches);

  Rulebase& rulebase_;
  Level level_;
  std::size_t written_out_ = 0;  ///< copies of bodies made by write_out
};

}  // namespace tesuji::reference
