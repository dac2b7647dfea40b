// Runs production rules over a sequence of working memories: the result of each step equals that of
// a run from scratch on its base facts.
//
// Rule sets that only add (ir/module/agenda.h) can be updated instead of run again
// (backend/agenda/maintainer.h). Each step chooses the cheaper way by estimated trials of premises,
// so that the same input is treated alike everywhere. The estimate for a run from scratch is the
// trials of the last such run; for an update it is, per changed fact, a moving average over past
// updates (docs/languages/production-rules.md). An update that reaches the cost of a run is aborted
// in favour of a run.
#pragma once

#include "backend/rules/production.h"
#include "frontend/rules/rules_ast.h"
#include "ir/module/module.h"
#include "runtime/host/production/production.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::driver {

enum class Incremental : std::uint8_t { automatic, always, never };

/// Rules with their initial facts, and the following steps.
struct RuleSequence {
  ir::Module module;
  std::vector<frontend::ChangeStep> steps;
};

/// As load_rules; relations that steps change become memory. Not for IR text (code "usage").
[[nodiscard]] std::optional<RuleSequence> load_sequence(const std::string& path,
                                                        const std::vector<std::string>& facts,
                                                        const std::string& changes,
                                                        Session& session, bool csv_header = false);

/// One memory of a sequence.
struct SequenceStep {
  bool incremental = false;
  runtime::ProductionEnd end = runtime::ProductionEnd::fixpoint;
  std::uint64_t rounds = 0;  ///< of a run from scratch
  std::uint64_t nodes = 0;   ///< trials of premises, including those of an aborted update
  std::size_t come = 0;      ///< base facts
  std::size_t gone = 0;
  /// By relation. In order of arrival if the step was run from scratch; for an add-only rule set
  /// the same set either way, in an undefined order.
  runtime::Facts deduced;
  runtime::ComputedNumbers computed;  ///< numbers to which its cells may refer
  std::vector<runtime::ComputationFailure> failures;
};

/// The compiled rules, and the memory between steps. For one thread at a time.
class Sequence {
 public:
  /// The module must pass the verifier. Only add-only rule sets are updated, and never by the
  /// reference engine. `cache`: as Options::cache.
  Sequence(std::shared_ptr<const ir::Module> module, ProductionEngine engine, Incremental mode,
           const std::shared_ptr<object_cache::ObjectCache>& cache = nullptr);
  ~Sequence();

  /// Computes the initial memory of the module; may be called again.
  [[nodiscard]] SequenceStep start(const runtime::ProductionLimits& limits);
  /// Computes the next memory, after start. If several changes concern the same fact, the last one
  /// counts. Limits are those of a run; an update that reaches one is aborted in favour of a run.
  [[nodiscard]] SequenceStep next(const std::vector<frontend::FactChange>& changes,
                                  const runtime::ProductionLimits& limits);

  /// Returns the rules that update the memory; null if it is always run from scratch.
  [[nodiscard]] const ir::Module* maintenance() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace tesuji::driver
