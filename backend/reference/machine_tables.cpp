// Implements the machine's tables: a call finds the table that answers a literal and computes it if
// necessary, and tables are completed, from fresh to complete.

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

// Completion of tables, from fresh to complete.

Activation& Machine::push(Table& table) {
  if (depth_ >= limits_.calls) {
    const std::vector<Rule*>& rules = table.relation->rules;
    throw ReasoningError("limit",
                         fmt::format("more than {} calls wait for one another", limits_.calls),
                         rules.empty() ? ir::Span{} : rules.front()->span);
  }
  if (depth_ == activations_.size()) activations_.emplace_back();
  Activation& activation = activations_[depth_++];
  activation.table = &table;
  activation.source = nullptr;
  activation.choices.clear();
  activation.slots.clear();
  return activation;
}

void Machine::start(Table& table) {
  table.state = Table::State::growing;
  table.index = table.low = static_cast<std::uint32_t>(growing_.size());
  table.work_base = work_.size();
  growing_.push_back(&table);
  Activation& activation = push(table);
  activation.phase = Phase::next_rule;
  activation.next_rule = 0;
  if (table.relation->facts != nullptr && table.relation->facts->size() > 0) add_facts(table);
}

/// Adds answers from the facts of a relation that also has rules.
void Machine::add_facts(Table& table) {
  FactTable& facts = *table.relation->facts;
  const auto call = table.relation->calls.row(table.call);
  std::vector<std::uint32_t> columns;
  std::vector<TermId> values;
  for (std::uint32_t column = 0; column < call.size(); ++column) {
    if (!terms().ground(call[column])) continue;
    columns.push_back(column);
    values.push_back(call[column]);
  }
  const FactTable::IndexId index = facts.index_on(columns);
  const auto variables = static_cast<Variable>(table.answers.width());
  Substitution frame;
  std::vector<TermId> answer(variables);
  for (FactTable::Row number = facts.first(index, values); number != FactTable::no_row;
       number = facts.next(index, number, values)) {
    const auto row = facts.row(number);
    frame.reset(variables);
    bool matches = true;
    for (std::size_t i = 0; matches && i < call.size(); ++i) {
      matches = terms().ground(call[i]) || match(call[i], row[i], frame);
    }
    if (!matches) continue;
    for (Variable variable = 0; variable < variables; ++variable) {
      answer[variable] = frame.binding(variable);
    }
    add_answer(table, answer, {});
    if (table.state == Table::State::complete) return;
  }
}

void Machine::add_answer(Table& table, std::span<const TermId> answer, ir::Span span) {
  for (const TermId term : answer) check_size(term, span);
  if (!table.answers.insert(answer).is_new) return;
  count_answer(table.relation->level, span);
  if (!table.consumers.empty() && !table.queued) {
    table.queued = true;
    work_.push_back(&table);
  }
  // A call without variables has no further answer.
  if (answer.empty()) table.state = Table::State::complete;
}

void Machine::finish(Activation& activation) {
  if (activation.source != nullptr) {
    finish_consumer(activation);
    return;
  }
  Table& table = *activation.table;
  const bool leader = table.low == table.index;
  if (leader) {
    if (table.state == Table::State::complete) {
      abandon_above(table);
    } else if (feed_consumer(table)) {
      return;
    }
    complete_from(table);
  }
  --depth_;
  if (!leader && depth_ > 0) {
    Table& caller = *top().table;
    caller.low = std::min(caller.low, table.low);
  }
}

void Machine::finish_consumer(Activation& activation) {
  Table& source = *activation.source;
  Consumer& consumer = source.consumers[activation.consumer];
  // The consumer has read all answers, or needs no further answer.
  consumer.cursor = source.answers.size();
  consumer.retired = consumer.plan->steps[consumer.step].once;
  const Table& owner = *activation.table;
  --depth_;
  Table& leader = *top().table;
  leader.low = std::min(leader.low, owner.low);
}

/// Runs a consumer of the leader's component that has unread answers; returns false if none
/// has any.
bool Machine::feed_consumer(Table& leader) {
  while (work_.size() > leader.work_base) {
    Table& source = *work_.back();
    for (std::size_t tries = source.consumers.size(); tries > 0; --tries) {
      const std::size_t number = source.next_consumer++ % source.consumers.size();
      const Consumer& consumer = source.consumers[number];
      const bool hungry = !consumer.retired && consumer.cursor < source.answers.size() &&
                          consumer.owner->state != Table::State::complete;
      if (hungry && start_consumer(source, number)) return true;
    }
    source.queued = false;
    work_.pop_back();
  }
  return false;
}

/// Returns false if the consumer can only prove known answers.
bool Machine::start_consumer(Table& source, std::size_t number) {
  Consumer& consumer = source.consumers[number];
  Activation& activation = push(*consumer.owner);
  activation.source = &source;
  activation.consumer = number;
  activation.rule = consumer.rule;
  activation.plan = consumer.plan;
  activation.step = consumer.step;
  activation.frame.restore(consumer.bindings);
  activation.ready_height = 0;
  const bool ready = consumer.plan->head_ready <= consumer.step;
  if (ready && consumer.plan->stuck == nullptr && !find_outputs(activation)) {
    consumer.retired = true;
    --depth_;
    return false;
  }
  activation.call_variables = consumer.variables;
  choose_answer(activation, source);
  activation.choices.back().cursor = consumer.cursor;
  return true;
}

/// Marks the component's tables complete: they have all their answers.
void Machine::complete_from(Table& leader) {
  for (std::size_t i = leader.index; i < growing_.size(); ++i) {
    Table& table = *growing_[i];
    table.state = Table::State::complete;
    table.queued = false;
    table.consumers = {};
  }
  growing_.resize(leader.index);
  work_.resize(leader.work_base);
}

/// Abandons tables above a leader that has its only possible answer: their computation may be
/// incomplete, and starts again if they are called again.
void Machine::abandon_above(Table& leader) {
  for (std::size_t i = leader.index + 1; i < growing_.size(); ++i) {
    Table& table = *growing_[i];
    table.queued = false;
    table.consumers = {};
    if (table.state == Table::State::complete) continue;
    answers_[static_cast<std::size_t>(table.relation->level)] -= table.answers.size();
    table.state = Table::State::fresh;
    table.answers.clear();
  }
  growing_.resize(leader.index + 1);
  work_.resize(leader.work_base);
}

}  // namespace tesuji::reference
