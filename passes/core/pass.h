// Passes over the IR and the manager that runs them.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/module/module.h"
#include "passes/core/ordering.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::passes {

/// Computes the facts of every relation in the module's `static` entry and
/// stores them in Relation::facts. Given by the driver (the interpreter does
/// it), since passes know no engine. False when a limit was reached: that of `max_rows`
/// rows, or another one of the evaluator (reported). Where it was the first,
/// Relation::expected_rows is what each relation had by then, or 0 where that is not known.
using StaticEvaluator = std::function<bool(ir::Module&, ir::Diagnostics&, std::uint64_t max_rows)>;

struct PassContext {
  ir::Diagnostics& diagnostics;
  StaticEvaluator evaluate_static;
  Ordering ordering{};  ///< run_pipeline puts that of its options here
};

/// What a pass relies on having been done before it.
enum class Requirement : std::uint8_t {
  nothing,
  domains,  ///< every column has a domain (infer-domains)
  strata,   ///< domains, and every derived relation has its stratum (stratify)
  layout,   ///< domains, strata, and storage (choose-storage)
  plans,    ///< plans, where there are rules (order-joins); they are changed in place
};

/// A named transform. `run` returns whether it changed the module; it reports
/// faults of the *program* through the context's diagnostics and never exits.
struct Pass {
  std::string_view name;     ///< as in --passes=, e.g. "infer-domains"
  std::string_view summary;  ///< one line for --help
  bool (*run)(ir::Module&, PassContext&);
  Requirement requirement = Requirement::nothing;
};

/// Every pass, in the order of the default pipeline.
[[nodiscard]] std::span<const Pass> all_passes();
[[nodiscard]] const Pass* find_pass(std::string_view name);

/// Names of the default pipeline from lowered clauses to plans, in order; a
/// pass may occur more than once.
[[nodiscard]] std::span<const std::string_view> default_pipeline();

/// Names of the passes from lowered clauses to those that are grounded (docs/engines/nets.md).
[[nodiscard]] std::vector<std::string_view> net_pipeline();

/// Names of the default pipeline of production rules. All of them leave alone whose order is
/// meaning.
[[nodiscard]] std::span<const std::string_view> rules_pipeline();

/// Names of steps between a net and its code that can be left out as passes can.
[[nodiscard]] std::span<const std::string_view> net_steps();

struct PassTime {
  std::string_view pass;
  std::chrono::nanoseconds time{0};
  bool changed = false;
};

struct PipelineOptions {
  std::vector<std::string> disabled;  ///< passes to leave out
  std::string stop_after;             ///< empty: run all
  Ordering ordering;
#ifdef NDEBUG
  bool verify_each = false;
#else
  bool verify_each = true;
#endif
  /// Called with an empty PassTime before the first pass, then after each (print-changed, ..).
  std::function<void(const ir::Module&, const PassTime&)> after;
};

/// Drops the plans, which a pass over clauses would leave out of date: order-joins makes them
/// anew of the rules. False (code "usage") where a plan's rule is not there, as in
/// text that was written as plans.
[[nodiscard]] bool back_to_clauses(ir::Module& module, ir::Diagnostics& diagnostics);

/// Runs the passes, from level clauses on, until one reports an error; false then, or when the
/// verifier refused the module (a bug of ours: the diagnostic has code "ir"), or when a pass would
/// run without what it requires (code "usage").
[[nodiscard]] bool run_pipeline(ir::Module& module, std::span<const std::string_view> pipeline,
                                const PipelineOptions& options, PassContext& context);

}  // namespace tesuji::passes
