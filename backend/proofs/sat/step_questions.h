// Queries a solver about one step of a play: whether it can change two variables at once, or lead
// from one value of a variable to another.
//
// A variable is a set of fluents; it changes if one of them does. States are all non-terminal ones
// that satisfy the facts; moves are legal ones.
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
  /// `net` must answer legal, next and terminal; `facts` must hold in every state of every play.
  /// Both must outlive it. Throws LimitReached.
  StepQuestions(const ir::Net& net, std::size_t roles, const ir::FluentFacts& facts, Limits limits);
  ~StepQuestions();
  StepQuestions(const StepQuestions&) = delete;
  StepQuestions& operator=(const StepQuestions&) = delete;

  // Fluents are positions in Net::fluents.

  /// Whether it is proved that no step changes both variables; false if a limit is reached.
  [[nodiscard]] bool never_together(std::span<const std::uint32_t> some,
                                    std::span<const std::uint32_t> other);
  /// Returns the fluents of `to` that may hold after a step from a state in which `from` holds: all
  /// except those proved never to.
  [[nodiscard]] std::vector<std::uint32_t> may_follow(std::uint32_t from,
                                                      std::vector<std::uint32_t> to);

 private:
  class Step;
  std::unique_ptr<Step> step_;
};

}  // namespace tesuji::sat
