// Asks a solver what one step of a play can do: change two variables at once, or lead from one
// value of a variable to another.
//
// A variable is a set of fluents; it changes where one of them does. States are any that satisfy
// the facts and are not terminal, moves those that are legal.
#pragma once

#include "backend/sat/solver.h"
#include "ir/nets/fluent_facts.h"
#include "ir/nets/net.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace tesuji::sat {

class StepQuestions {
 public:
  /// `net` answers legal, next and terminal; `facts` hold in every state of every play. Both
  /// outlive it.
  StepQuestions(const ir::Net& net, std::size_t roles, const ir::FluentFacts& facts, Limits limits);
  ~StepQuestions();
  StepQuestions(const StepQuestions&) = delete;
  StepQuestions& operator=(const StepQuestions&) = delete;

  // Proven; false where a limit is reached. Fluents are positions in Net::fluents.

  /// No step changes both variables.
  [[nodiscard]] bool never_together(std::span<const std::uint32_t> some,
                                    std::span<const std::uint32_t> other);
  /// No step leads from a state in which `from` holds to one in which `to` does.
  [[nodiscard]] bool never_leads(std::uint32_t from, std::uint32_t to);

 private:
  class Step;
  std::unique_ptr<Step> step_;
};

}  // namespace tesuji::sat
