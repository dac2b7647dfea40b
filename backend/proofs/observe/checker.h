// Checks invariants on consecutive states, by definition 8 of Haufe, Schiffel and Thielscher (2012)
// (ir/formulas/formula.h). compiled_formula.h describes the evaluation.
#pragma once

#include "backend/proofs/observe/compiled_formula.h"
#include "backend/proofs/observe/observer.h"
#include "ir/formulas/formula.h"
#include "runtime/host/memory/deadline.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tesuji::proofs {

/// Consecutive states: the invariant's degree plus one, or fewer if the last one has no successors:
/// then `next` holds in it.
using Window = std::span<const Observation* const>;

using ir::InstanceNumber;

/// Immutable; serves many threads. Observer and invariants must outlive it.
class Checker {
 public:
  /// One thread's working memory, for any checker.
  class Memory {
   public:
    /// Evaluation may be abandoned when either is set; null: never.
    const std::atomic<bool>* stop = nullptr;
    runtime::Deadline* deadline = nullptr;
    /// Whether evaluation was abandoned: then the result is invalid.
    [[nodiscard]] bool gave_up() const { return gave_up_; }

   private:
    friend class Evaluation;
    std::vector<Words> buffers_;
    std::size_t used_ = 0;
    std::vector<std::uint32_t> looped_;
    std::vector<std::uint32_t> row_;
    std::vector<std::uint64_t> tuples_;
    bool gave_up_ = false;
  };

  /// `most_choices`: for tests; larger bodies are evaluated choice by choice.
  Checker(const Observer& observer, std::span<const ir::Invariant> invariants,
          std::uint64_t most_choices = largest_space);

  [[nodiscard]] std::size_t size() const { return formulas_.size(); }
  [[nodiscard]] const ir::Invariant& invariant(std::size_t i) const { return invariants_[i]; }
  [[nodiscard]] std::uint32_t degree(std::size_t i) const { return formulas_[i].degree; }
  /// Returns the number of formulas for which the invariant stands; 0 for families of more than
  /// most_instances, which are left out.
  [[nodiscard]] InstanceNumber instances(std::size_t i) const { return instances_[i]; }
  [[nodiscard]] bool left_out(std::size_t i) const { return left_out_[i]; }

  /// Returns the instances of invariant i that fail in the window: one bit each, in words that
  /// `memory` keeps until the next call.
  [[nodiscard]] std::span<const std::uint64_t> failing(std::size_t i, Window window,
                                                       Memory& memory) const;

 private:
  const Observer* observer_;
  std::span<const ir::Invariant> invariants_;
  std::vector<CompiledFormula> formulas_;
  std::vector<InstanceNumber> instances_;
  std::vector<bool> left_out_;
};

}  // namespace tesuji::proofs
