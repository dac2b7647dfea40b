// Runs production rules over a sequence of working memories: the result of each step is that of a
// run from scratch on its base facts.
//
// Rule sets that only add (ir/module/agenda.h) can be kept up to date instead of being run
// anew (backend/agenda/maintainer.h). Which is cheaper is decided step by step, from
// trials of premises, so that the same input is decided the same way everywhere: from
// scratch the last such run's trials are expected again; of an update, per changed fact,
// a moving average of what updates took (docs/languages/production-rules.md). An update that comes
// to cost as much as a run is broken off for one.
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

/// Rules with the facts they start with, and the steps from there.
struct RuleSequence {
  ir::Module module;
  std::vector<frontend::ChangeStep> steps;
};

/// As load_rules; relations that steps change are memory. Not for IR text (code "usage").
[[nodiscard]] std::optional<RuleSequence> load_sequence(const std::string& path,
                                                        const std::vector<std::string>& facts,
                                                        const std::string& changes,
                                                        Session& session, bool csv_header = false);

/// One memory of a sequence.
struct SequenceStep {
  bool incremental = false;
  runtime::ProductionEnd end = runtime::ProductionEnd::fixpoint;
  std::uint64_t rounds = 0;  ///< of a run from scratch
  std::uint64_t nodes = 0;   ///< trials of premises, those of an update broken off included
  std::size_t come = 0;      ///< base facts
  std::size_t gone = 0;
  /// By relation. In order of arrival if the step was run from scratch; of a rule set that
  /// only adds the same set either way, in no order to rely on.
  runtime::Facts deduced;
  runtime::ComputedNumbers computed;  ///< what its cells may refer to
  std::vector<runtime::ComputationFailure> failures;
};

/// The rules made executable, and the memory between steps. One thread at a time.
class Sequence {
 public:
  /// The module must pass the verifier. Only add-only rule sets are ever kept up to date,
  /// and none in the reference engine. `cache`: as Options::cache.
  Sequence(std::shared_ptr<const ir::Module> module, ProductionEngine engine, Incremental mode,
           const std::shared_ptr<object_cache::ObjectCache>& cache = nullptr);
  ~Sequence();

  /// Goes to the memory that the module starts with; may be called again.
  [[nodiscard]] SequenceStep start(const runtime::ProductionLimits& limits);
  /// Goes to the next memory, after start. Of changes to one fact the last one counts.
  /// Limits are those of a run; an update that reaches one is broken off for a run.
  [[nodiscard]] SequenceStep next(const std::vector<frontend::FactChange>& changes,
                                  const runtime::ProductionLimits& limits);

  /// The rules that keep the memory up to date; null if it is always run from scratch.
  [[nodiscard]] const ir::Module* maintenance() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace tesuji::driver
