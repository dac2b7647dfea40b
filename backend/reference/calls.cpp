// Implements the machine's calls: finds the table that answers a literal, and computes it if
// necessary.
#include "backend/reference/machine.h"

#include <fmt/format.h>

#include <algorithm>

namespace tesuji::reference {

TermId Machine::variable_term(Variable number) {
  while (variable_terms_.size() <= number) {
    variable_terms_.push_back(terms().variable(static_cast<Variable>(variable_terms_.size())));
  }
  return variable_terms_[number];
}

TermId Machine::canonical_variable(Variable variable, std::vector<Variable>& variables,
                                   bool& plain) {
  const auto found = std::find(variables.begin(), variables.end(), variable);
  if (found != variables.end()) {
    plain = false;
  } else {
    variables.push_back(variable);
    return variable_term(static_cast<Variable>(variables.size() - 1));
  }
  return variable_term(static_cast<Variable>(found - variables.begin()));
}

/// Returns the term with bindings applied and its variables numbered as they appear in the call.
/// Recursive; the limit on depth bounds it.
TermId Machine::canonical(TermId term, const Substitution& frame, std::vector<Variable>& variables,
                          bool& plain) {
  term = frame.walk(term, terms());
  if (terms().ground(term)) return term;
  if (terms().kind(term) == TermStore::Kind::variable) {
    return canonical_variable(terms().number(term), variables, plain);
  }
  const auto args = terms().args(term);
  std::vector<TermId> renamed;
  renamed.reserve(args.size());
  for (const TermId arg : args) renamed.push_back(canonical(arg, frame, variables, plain));
  return terms().compound(terms().name(term), renamed);
}

Table& Machine::table_of(Activation& activation, const Literal& literal) {
  std::vector<Variable>& variables = activation.call_variables;
  variables.clear();
  arguments_.clear();
  bool plain = true;
  for (const TermId arg : literal.args) {
    const TermId argument = canonical(arg, activation.frame, variables, plain);
    if (!terms().ground(argument) && terms().kind(argument) != TermStore::Kind::variable) {
      plain = false;
    }
    check_size(argument, literal.span);
    arguments_.push_back(argument);
  }
  return table_of(*literal.relation, arguments_, plain, variables.size());
}

Table& Machine::table_of(Relation& relation, std::span<const TermId> args, bool plain,
                         std::size_t variables) {
  const TupleSet::Inserted call = relation.calls.insert(args);
  if (!call.is_new) return *relation.tables[call.row];
  const auto level = static_cast<std::size_t>(relation.level);
  if (call.row == 0) called_[level].push_back(&relation);
  Table& table = tables_[level].emplace_back();
  table.relation = &relation;
  table.call = call.row;
  table.plain = plain;
  table.answers = TupleSet(variables);
  relation.tables.push_back(&table);
  count_answer(relation.level, relation.rules.empty() ? ir::Span{} : relation.rules.front()->span);
  return table;
}

void Machine::call(Activation& activation, const Literal& literal) {
  count_step(literal.span);
  Table& table = table_of(activation, literal);
  activation.callee = &table;
  activation.phase = Phase::called;
  if (table.state == Table::State::fresh) start(table);
}

void Machine::after_call(Activation& activation) {
  Table& table = *activation.callee;
  const Literal& literal = *activation.plan->steps[activation.step].literal;
  if (table.state != Table::State::complete) {
    if (literal.kind == Literal::Kind::refuted) {
      throw ReasoningError("unstratified",
                           fmt::format("`{}` depends on its own negation", table.relation->name),
                           literal.span);
    }
    wait(activation, table);
    return;
  }
  activation.phase = Phase::forward;
  const bool holds = table.answers.size() > 0;
  if (holds == (literal.kind == Literal::Kind::refuted)) {
    activation.phase = Phase::backward;
  } else if (table.answers.width() == 0) {
    ++activation.step;
  } else {
    choose_answer(activation, table);
  }
}

/// Stores the rule instance as a consumer of a table that is still growing.
void Machine::wait(Activation& activation, Table& table) {
  Table& owner = *activation.table;
  owner.low = std::min(owner.low, table.index);
  Consumer& consumer = table.consumers.emplace_back();
  consumer.owner = &owner;
  consumer.rule = activation.rule;
  consumer.plan = activation.plan;
  consumer.step = activation.step;
  consumer.variables = activation.call_variables;
  consumer.bindings = activation.frame.bindings();
  if (table.answers.size() > 0 && !table.queued) {
    table.queued = true;
    work_.push_back(&table);
  }
  activation.phase = Phase::backward;
}

}  // namespace tesuji::reference
