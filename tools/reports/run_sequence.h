// Runs and reports a sequence of working memories, for `tesuji run --sequence`.
#pragma once

#include "backend/rules/sequence.h"

#include <cstddef>
#include <memory>

namespace tesuji::tools {

struct SequenceOptions {
  driver::ProductionEngine engine = driver::ProductionEngine::interpreter;
  driver::Incremental mode = driver::Incremental::automatic;
  std::shared_ptr<object_cache::ObjectCache> cache;
  runtime::ProductionLimits limits;
  std::size_t repeat = 1;  ///< runs of the whole sequence; the last one is reported
  bool time = false;
  bool counts = false;
  bool json = false;
  double seconds = 0;  ///< for all steps; 0: no limit
};

/// Prints what each memory deduces, the first one's as step 0; returns the exit code. Stops at the
/// first memory that reaches a limit.
[[nodiscard]] int run_sequence(const driver::RuleSequence& sequence,
                               const SequenceOptions& options);

}  // namespace tesuji::tools
