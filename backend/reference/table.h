// Tables of calls, and the proofs that wait for their answers.
#pragma once

#include "backend/reference/plan.h"
#include "backend/reference/rulebase.h"
#include "backend/reference/tuple_set.h"
#include "backend/reference/unify.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::reference {

struct Table;

/// A rule instance that stopped at a call whose table was still growing: it goes on
/// from there with every answer that the table gets.
struct Consumer {
  Table* owner = nullptr;  ///< whose answers the rule computes
  Rule* rule = nullptr;
  const Plan* plan = nullptr;
  std::uint32_t step = 0;  ///< of the call
  std::vector<TermId> bindings;
  std::vector<Variable> variables;  ///< of the call; an answer's terms are for them
  std::uint32_t cursor = 0;         ///< answers that it has seen
  bool retired = false;
};

/// The answers to one call, up to the names of its variables.
struct Table {
  enum class State : std::uint8_t { fresh, growing, complete };

  Relation* relation = nullptr;
  std::uint32_t call = 0;  ///< row of relation->calls; its variables are 0, 1, ..
  State state = State::fresh;
  bool plain = true;        ///< the arguments are ground or variables, none of them twice
  bool queued = false;      ///< has answers that a consumer has not seen
  std::uint32_t index = 0;  ///< growing: its place on the stack of growing tables
  std::uint32_t low = 0;    ///< growing: the lowest place it is known to depend on
  std::size_t work_base = 0;
  TupleSet answers;  ///< terms for the call's variables
  std::vector<Consumer> consumers;
  std::size_t next_consumer = 0;  ///< the one to look at next; they take turns
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

/// The computation of a table's answers from its rules, or of what one consumer
/// makes of new answers.
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
  std::size_t ready_height = 0;  ///< number of choices when it became ground
  Table* callee = nullptr;
  std::vector<Variable> call_variables;  ///< of the callee's call, in this rule
  Table* source = nullptr;               ///< consumers: the table whose answers are consumed
  std::size_t consumer = 0;              ///< its number there
};

}  // namespace tesuji::reference
