#include "backend/reference/machine.h"

#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/standby/work_scope.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace tesuji::reference {
namespace {

constexpr std::uint64_t steps_between_looks = 1024;
/// Work charged for a step (runtime/host/standby/work_scope.h).
constexpr std::uint64_t work_of_step = 300;

}  // namespace

const Table& Machine::solve(Relation& relation) {
  steps_ = 0;
  stop_ = runtime::requested_stop();
  try {
    std::vector<TermId> args;
    for (Variable number = 0; number < relation.arity; ++number) {
      args.push_back(variable_term(number));
    }
    Table& table = table_of(relation, args, true, args.size());
    if (table.state != Table::State::complete) {
      start(table);
      run();
    }
    // Charges the work even if that exceeds the limit: it is done already.
    static_cast<void>(runtime::charge_work(steps_ % steps_between_looks * work_of_step));
    return table;
  } catch (...) {
    depth_ = 0;
    growing_.clear();
    work_.clear();
    forget(Level::program);
    throw;
  }
}

void Machine::forget(Level level) {
  for (auto i = static_cast<std::size_t>(level); i < level_count; ++i) {
    for (Relation* relation : called_[i]) {
      relation->calls.clear();
      relation->tables.clear();
    }
    called_[i].clear();
    tables_[i].clear();
    answers_[i] = 0;
  }
}

void Machine::run() {
  while (depth_ > 0) {
    Activation& activation = top();
    switch (activation.phase) {
      case Phase::next_rule:
        begin_rule(activation);
        break;
      case Phase::forward:
        forward(activation);
        break;
      case Phase::backward:
        backward(activation);
        break;
      case Phase::called:
        after_call(activation);
        break;
      case Phase::done:
        finish(activation);
        break;
    }
  }
}

void Machine::begin_rule(Activation& activation) {
  const Relation& relation = *activation.table->relation;
  while (activation.next_rule < relation.rules.size() &&
         activation.table->state != Table::State::complete) {
    Rule& rule = *relation.rules[activation.next_rule++];
    count_step(rule.span);
    if (enter(activation, rule)) {
      activation.phase = Phase::forward;
      return;
    }
  }
  activation.phase = Phase::done;
}

/// Unifies the call with a fresh copy of the rule's head: the rule's variables come first in its
/// frame, then those of the call.
bool Machine::enter(Activation& activation, Rule& rule) {
  const Table& table = *activation.table;
  const auto args = table.relation->calls.row(table.call);
  Substitution& frame = activation.frame;
  const auto variables = static_cast<Variable>(table.answers.width());
  frame.reset(rule.variable_count + (table.plain ? 0 : variables));
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (terms().ground(args[i])) {
      if (!match(rule.head[i], args[i], frame)) return false;
    } else if (!table.plain) {
      const TermId renamed = rename(args[i], rule.variable_count, terms());
      if (!unify(rule.head[i], renamed, frame, terms())) return false;
    }
  }
  std::vector<bool> ground(rule.variable_count);
  for (Variable variable = 0; variable < rule.variable_count; ++variable) {
    const TermId bound = frame.binding(variable);
    ground[variable] =
        bound != no_term && (terms().ground(bound) || terms().ground(frame.apply(bound, terms())));
  }
  activation.rule = &rule;
  activation.plan = &plan_for(rule, ground, rulebase_.epoch(), terms());
  activation.step = 0;
  activation.choices.clear();
  activation.slots.clear();
  activation.ready_height = 0;
  return true;
}

void Machine::forward(Activation& activation) {
  const Plan& plan = *activation.plan;
  while (activation.phase == Phase::forward) {
    if (activation.step == plan.head_ready && plan.stuck == nullptr) {
      // The rest decides only yes or no: it matters only for a new answer.
      activation.ready_height = activation.choices.size();
      if (!find_outputs(activation)) {
        activation.phase = Phase::backward;
        return;
      }
    }
    if (activation.step == plan.steps.size()) {
      succeed(activation);
      return;
    }
    take_step(activation, plan.steps[activation.step]);
  }
}

/// Computes the answer for the head; returns false if the table has it already.
bool Machine::find_outputs(Activation& activation) {
  const Table& table = *activation.table;
  const Rule& rule = *activation.rule;
  activation.outputs.resize(table.answers.width());
  if (table.plain) {
    const auto args = table.relation->calls.row(table.call);
    for (std::size_t i = 0; i < args.size(); ++i) {
      if (terms().ground(args[i])) continue;
      activation.outputs[terms().number(args[i])] = activation.frame.apply(rule.head[i], terms());
    }
  } else {
    for (Variable number = 0; number < activation.outputs.size(); ++number) {
      activation.outputs[number] =
          activation.frame.apply(variable_term(rule.variable_count + number), terms());
    }
  }
  return !table.answers.contains(activation.outputs);
}

void Machine::succeed(Activation& activation) {
  if (const Literal* stuck = activation.plan->stuck) {
    throw ReasoningError("unsafe", "a variable of this condition is never bound", stuck->span);
  }
  for (const TermId term : activation.outputs) {
    if (terms().ground(term)) continue;
    throw ReasoningError("unsafe",
                         fmt::format("an answer of `{}` has a variable that nothing binds",
                                     activation.table->relation->name),
                         activation.rule->span);
  }
  add_answer(*activation.table, activation.outputs, activation.rule->span);
  activation.choices.resize(activation.ready_height);
  activation.phase = Phase::backward;
}

void Machine::backward(Activation& activation) {
  while (!activation.choices.empty()) {
    if (activation.table->state == Table::State::complete) break;
    Choice& choice = activation.choices.back();
    activation.frame.undo(choice.mark);
    activation.slots.resize(choice.slots + choice.slot_count);
    if (next_choice(activation, choice)) {
      activation.step = choice.step + 1;
      if (activation.plan->steps[choice.step].once) activation.choices.pop_back();
      activation.phase = Phase::forward;
      return;
    }
    activation.slots.resize(choice.slots);
    activation.choices.pop_back();
  }
  activation.phase = activation.source != nullptr ? Phase::done : Phase::next_rule;
}

void Machine::take_step(Activation& activation, const Step& step) {
  const Literal& literal = *step.literal;
  bool holds = false;
  switch (literal.kind) {
    case Literal::Kind::call:
    case Literal::Kind::refuted:
      call(activation, literal);
      return;
    case Literal::Kind::stored:
      if (!step.open.empty()) {
        choose_row(activation, step);
        return;
      }
      holds = literal.store->first(step.index, key(activation, step)) != FactTable::no_row;
      break;
    case Literal::Kind::unstored:
      holds = literal.store->first(step.index, key(activation, step)) == FactTable::no_row;
      break;
    case Literal::Kind::distinct:
    case Literal::Kind::same:
      holds = (activation.frame.apply(literal.args[0], terms()) ==
               activation.frame.apply(literal.args[1], terms())) ==
              (literal.kind == Literal::Kind::same);
      break;
  }
  if (holds) {
    ++activation.step;
  } else {
    activation.phase = Phase::backward;
  }
}

std::span<const TermId> Machine::key(Activation& activation, const Step& step) {
  count_step(step.literal->span);
  key_.clear();
  for (const std::uint32_t column : step.ground) {
    key_.push_back(activation.frame.apply(step.literal->args[column], terms()));
  }
  return key_;
}

void Machine::choose_row(Activation& activation, const Step& step) {
  const auto values = key(activation, step);
  Choice choice;
  choice.step = activation.step;
  choice.mark = activation.frame.mark();
  choice.slots = activation.slots.size();
  choice.slot_count = values.size();
  activation.slots.insert(activation.slots.end(), values.begin(), values.end());
  activation.choices.push_back(choice);
  activation.phase = Phase::backward;
}

void Machine::choose_answer(Activation& activation, Table& table) {
  Choice choice;
  choice.step = activation.step;
  choice.table = &table;
  choice.mark = activation.frame.mark();
  choice.slots = activation.slots.size();
  choice.slot_count = activation.call_variables.size();
  activation.slots.insert(activation.slots.end(), activation.call_variables.begin(),
                          activation.call_variables.end());
  activation.choices.push_back(choice);
  activation.phase = Phase::backward;
}

bool Machine::next_choice(Activation& activation, Choice& choice) {
  const Step& step = activation.plan->steps[choice.step];
  if (choice.table == nullptr) return next_row(activation, choice, step);
  if (choice.cursor == choice.table->answers.size()) return false;
  count_step(step.literal->span);
  const auto answer = choice.table->answers.row(choice.cursor++);
  for (std::size_t i = 0; i < answer.size(); ++i) {
    activation.frame.bind(activation.slots[choice.slots + i], answer[i]);
  }
  return true;
}

bool Machine::next_row(Activation& activation, Choice& choice, const Step& step) {
  const Literal& literal = *step.literal;
  FactTable& store = *literal.store;
  const std::span<const TermId> values(activation.slots.data() + choice.slots, choice.slot_count);
  for (;;) {
    choice.cursor = choice.begun ? store.next(step.index, choice.cursor, values)
                                 : store.first(step.index, values);
    choice.begun = true;
    if (choice.cursor == FactTable::no_row) return false;
    count_step(literal.span);
    const auto row = store.row(choice.cursor);
    if (std::all_of(step.open.begin(), step.open.end(), [&](std::uint32_t column) {
          return match(literal.args[column], row[column], activation.frame);
        })) {
      return true;
    }
    activation.frame.undo(choice.mark);
  }
}

/// unify() with a ground term; keeps the bindings made if it fails.
bool Machine::match(TermId pattern, TermId value, Substitution& frame) const {
  if (terms().kind(pattern) == TermStore::Kind::variable &&
      frame.binding(terms().number(pattern)) == no_term) {
    frame.bind(terms().number(pattern), value);
    return true;
  }
  return pattern == value || unify(pattern, value, frame, terms());
}

void Machine::count_step(ir::Span span) {
  if (++steps_ > limits_.steps) {
    throw ReasoningError("limit", fmt::format("more than {} steps of resolution", limits_.steps),
                         span);
  }
  if (steps_ % steps_between_looks != 0) return;
  if (!runtime::charge_work(steps_between_looks * work_of_step)) throw runtime::Stopped();
  if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) throw runtime::Stopped();
}

void Machine::count_answer(Level level, ir::Span span) {
  ++answers_[static_cast<std::size_t>(level)];
  if (std::accumulate(answers_.begin(), answers_.end(), std::uint64_t{0}) > limits_.answers) {
    throw ReasoningError("limit", fmt::format("more than {} answers", limits_.answers), span);
  }
}

void Machine::check_size(TermId term, ir::Span span) const {
  if (terms().depth(term) > limits_.term_depth) {
    throw ReasoningError(
        "recursion",
        fmt::format("terms grow without bound: one is nested deeper than {}", limits_.term_depth),
        span);
  }
  if (terms().symbols(term) > limits_.term_symbols) {
    throw ReasoningError(
        "limit", fmt::format("a term has more than {} symbols", limits_.term_symbols), span);
  }
}

}  // namespace tesuji::reference
