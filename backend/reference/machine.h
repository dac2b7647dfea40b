// Tabled resolution on an explicit stack.
//
// Every call of a derived relation is computed once, up to the names of variables:
// its table's activation runs through the rules whose heads unify with the call and
// through the choices of their bodies, depth first. A call inside a body whose table
// is complete is a choice among answers. One whose table has not been begun is
// computed first. One whose table is still growing, which means that the call comes
// back to itself, is not looped into: the rule instance is kept as a consumer of the
// table, and backtracking goes on.
//
// Growing tables stand on a stack. Each knows the lowest table that it depends on, as
// in Tarjan's algorithm. A table that depends on nothing lower is the leader of the
// component above it: when its rules are through, consumers of the component are fed
// until no table has an answer that one has not seen; then all are complete. A
// negated call needs a complete table; if it is growing, the call depends on its own
// negation.
//
// Source: Chen and Warren, Tabled evaluation with delaying for general logic programs
// (1996), without the delaying.
#pragma once

#include "backend/reference/prover.h"
#include "backend/reference/rulebase.h"
#include "backend/reference/table.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

namespace tesuji::reference {

class Machine {
 public:
  Machine(Rulebase& rulebase, const Limits& limits) : rulebase_(rulebase), limits_(limits) {}

  /// The complete table of the relation's most general call. Valid until tables are
  /// forgotten. Throws ReasoningError; then all tables are forgotten.
  const Table& solve(Relation& relation);

  /// Forgets the tables of this level and of those after it.
  void forget(Level level);

 private:
  using Phase = Activation::Phase;

  // machine.cpp: one activation's way through its rules.
  void run();
  void begin_rule(Activation& activation);
  [[nodiscard]] bool enter(Activation& activation, Rule& rule);
  void forward(Activation& activation);
  void backward(Activation& activation);
  void succeed(Activation& activation);
  void take_step(Activation& activation, const Step& step);
  [[nodiscard]] bool next_choice(Activation& activation, Choice& choice);
  [[nodiscard]] bool next_row(Activation& activation, Choice& choice, const Step& step);
  [[nodiscard]] bool match(TermId pattern, TermId value, Substitution& frame) const;
  void choose_row(Activation& activation, const Step& step);
  void choose_answer(Activation& activation, Table& table);
  std::span<const TermId> key(Activation& activation, const Step& step);
  bool find_outputs(Activation& activation);

  // calls.cpp: from literals to tables.
  Table& table_of(Activation& activation, const Literal& literal);
  Table& table_of(Relation& relation, std::span<const TermId> args, bool plain,
                  std::size_t variables);
  TermId canonical(TermId term, const Substitution& frame, std::vector<Variable>& variables,
                   bool& plain);
  TermId canonical_variable(Variable variable, std::vector<Variable>& variables, bool& plain);
  TermId variable_term(Variable number);
  void call(Activation& activation, const Literal& literal);
  void after_call(Activation& activation);
  void wait(Activation& activation, Table& table);

  // completion.cpp: tables from fresh to complete.
  void start(Table& table);
  void add_facts(Table& table);
  void add_answer(Table& table, std::span<const TermId> answer, ir::Span span);
  void finish(Activation& activation);
  void finish_consumer(Activation& activation);
  [[nodiscard]] bool feed_consumer(Table& leader);
  [[nodiscard]] bool start_consumer(Table& source, std::size_t number);
  void complete_from(Table& leader);
  void abandon_above(Table& leader);
  Activation& push(Table& table);
  Activation& top() { return activations_[depth_ - 1]; }

  void count_step(ir::Span span);
  void count_answer(Level level, ir::Span span);
  void check_size(TermId term, ir::Span span) const;
  [[nodiscard]] TermStore& terms() const { return rulebase_.terms(); }

  Rulebase& rulebase_;
  Limits limits_;
  std::uint64_t steps_ = 0;                  ///< of the present query
  const std::atomic<bool>* stop_ = nullptr;  ///< of the present query: looked at now and then

  std::array<std::deque<Table>, level_count> tables_;
  std::array<std::vector<Relation*>, level_count> called_;  ///< relations with tables
  std::array<std::uint64_t, level_count> answers_{};  ///< in tables, and the tables themselves

  std::deque<Activation> activations_;  ///< the first depth_ are in use; others are spare
  std::size_t depth_ = 0;
  std::vector<Table*> growing_;
  std::vector<Table*> work_;  ///< tables with answers that consumers have not seen

  std::vector<TermId> variable_terms_;
  std::vector<TermId> arguments_;  ///< room for the arguments of a call
  std::vector<TermId> key_;        ///< room for the key of a row
};

}  // namespace tesuji::reference
