// Implements tabled resolution on an explicit stack.
//
// Every call of a derived relation is computed once, up to the names of variables: its table's
// activation tries the rules whose heads unify with the call and the choices of their bodies, depth
// first. A call inside a body whose table is complete is a choice among answers. If its table is
// fresh, the table is computed first. If its table is still growing, the call depends on itself: it
// is not entered again; instead the rule instance becomes a consumer of the table, and backtracking
// continues.
//
// Growing tables stand on a stack. Each knows the lowest table that it depends on, as in Tarjan's
// algorithm. A table that depends on no lower one is the leader of the component above it: after
// its rules, consumers of the component are run until each has read all answers of all tables; then
// all tables are complete. A negated call needs a complete table; if that table is growing, the
// call depends on its own negation.
//
// Source: Chen and Warren, Tabled evaluation with delaying for general logic programs
// (1996), without the delaying.
#pragma once

#include "backend/reference/fact_table.h"
#include "backend/reference/plan.h"
#include "backend/reference/prover.h"
#include "backend/reference/rulebase.h"
#include "backend/reference/unify.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

namespace tesuji::reference {

// Tables of calls, and the consumers that wait for their answers.

struct Table;

/// A rule instance that stopped at a call whose table was still growing; it continues there with
/// every answer of the table.
struct Consumer {
  Table* owner = nullptr;  ///< the table that the rule computes
  Rule* rule = nullptr;
  const Plan* plan = nullptr;
  std::uint32_t step = 0;  ///< of the call
  std::vector<TermId> bindings;
  std::vector<Variable> variables;  ///< of the call, to which an answer's terms belong
  std::uint32_t cursor = 0;         ///< number of answers read
  bool retired = false;
};

/// The answers to one call, up to the names of its variables.
struct Table {
  enum class State : std::uint8_t { fresh, growing, complete };

  Relation* relation = nullptr;
  std::uint32_t call = 0;  ///< row of relation->calls; its variables are 0, 1, ..
  State state = State::fresh;
  bool plain = true;        ///< the arguments are ground or distinct variables
  bool queued = false;      ///< has answers that a consumer has not read
  std::uint32_t index = 0;  ///< growing: its position on the stack of growing tables
  std::uint32_t low = 0;    ///< growing: the lowest position that it is known to depend on
  std::size_t work_base = 0;
  TupleSet answers;  ///< terms for the call's variables
  std::vector<Consumer> consumers;
  std::size_t next_consumer = 0;  ///< the next one to check; they take turns
};

/// A choice among the answers of the literal at `step`.
struct Choice {
  std::uint32_t step = 0;
  std::uint32_t cursor = 0;  ///< row of the store, or number of the answer
  bool begun = false;
  Table* table = nullptr;  ///< answers of a call; null for rows of a store
  std::size_t mark = 0;    ///< of the substitution, before the choice
  std::size_t slots = 0;   ///< Activation::slots: the row's key or the call's variables
  std::size_t slot_count = 0;
};

/// The computation of a table's answers from its rules, or of a consumer's continuation with new
/// answers.
struct Activation {
  enum class Phase : std::uint8_t { next_rule, forward, backward, called, done };

  Table* table = nullptr;
  Phase phase = Phase::next_rule;
  std::size_t next_rule = 0;
  Rule* rule = nullptr;
  const Plan* plan = nullptr;
  Substitution frame;
  std::uint32_t step = 0;
  std::vector<Choice> choices;
  std::vector<std::uint32_t> slots;
  std::vector<TermId> outputs;   ///< the answer, once the head is ground
  std::size_t ready_height = 0;  ///< number of choices when the head became ground
  Table* callee = nullptr;
  std::vector<Variable> call_variables;  ///< of the callee's call, in this rule
  Table* source = nullptr;               ///< consumers: the table whose answers are consumed
  std::size_t consumer = 0;              ///< its number there
};

class Machine {
 public:
  Machine(Rulebase& rulebase, const Limits& limits) : rulebase_(rulebase), limits_(limits) {}

  /// Returns the complete table of the relation's most general call. Valid until tables are
  /// forgotten. Throws ReasoningError, after forgetting all tables.
  const Table& solve(Relation& relation);

  /// Forgets the tables of this level and of later ones.
  void forget(Level level);

 private:
  using Phase = Activation::Phase;

  // machine.cpp: runs one activation through its rules.
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

  // machine_tables.cpp: finds or computes the tables of literals.
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

  // machine_tables.cpp: completes fresh tables.
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
  std::uint64_t steps_ = 0;                  ///< of the current query
  const std::atomic<bool>* stop_ = nullptr;  ///< of the current query: polled at intervals

  std::array<std::deque<Table>, level_count> tables_;
  std::array<std::vector<Relation*>, level_count> called_;  ///< relations with tables
  std::array<std::uint64_t, level_count> answers_{};  ///< in tables, plus the number of tables

  std::deque<Activation> activations_;  ///< the first depth_ are in use; others are spare
  std::size_t depth_ = 0;
  std::vector<Table*> growing_;
  std::vector<Table*> work_;  ///< tables with answers that consumers have not read

  std::vector<TermId> variable_terms_;
  std::vector<TermId> arguments_;  ///< buffer for the arguments of a call
  std::vector<TermId> key_;        ///< buffer for the key of a row
};

}  // namespace tesuji::reference
