// Asks a solver what one step of a play can do: change two variables at once, or lead from one
// value of a variable to another.
//
// A variable is a set of fluents; it changes where one of them does. States are any that satisfy
// the facts and are not terminal, moves those that are legal.
#pragma once

#include "backend/proofs/sat/solver.h"
#include "ir/nets/fluent_facts.h"
#include "ir/nets/net.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tesuji::sat {

class StepQuestions {
 public:
  /// `net` answers legal, next and terminal; `facts` hold in every state of every play. Both
  /// outlive it. Throws LimitReached.
  StepQuestions(const ir::Net& net, std::size_t roles, const ir::FluentFacts& facts, Limits limits);
  ~StepQuestions();
  StepQuestions(const StepQuestions&) = delete;
  StepQuestions& operator=(const StepQuestions&) = delete;

  // Fluents are positions in Net::fluents.

  /// Proven: no step changes both variables; false where a limit is reached.
  [[nodiscard]] bool never_together(std::span<const std::uint32_t> some,
                                    std::span<const std::uint32_t> other);
  /// Of `to` the fluents that are not proven never to hold after a step from a state in which
  /// `from` does.
  [[nodiscard]] std::vector<std::uint32_t> may_follow(std::uint32_t from,
                                                      std::vector<std::uint32_t> to);

 private:
  class Step;
  std::unique_ptr<Step> step_;
};

}  // namespace tesuji::sat
