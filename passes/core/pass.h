// Passes, the units that they work on, and what a run of several depends on.
//
// There is one mechanism for all levels: a pass is an entry of a table, a pipeline is a list of
// names (pipeline.h), and a unit is a module (module_unit.h), a net (passes/nets/net_unit.h),
// programs over lanes (passes/lanes/lane_unit.h) or an answer set program
// (backend/proofs/clingo/simplify.h).
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/module/module.h"
#include "ir/text/text.h"
#include "passes/core/ordering.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
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

/// Returns how many rows a static relation has if this row is the only one of another relation, or
/// had by the time a relation came to more rows than it may; nothing where the evaluator gave up.
using SampleCount = std::function<std::optional<std::uint64_t>(std::span<const ir::Symbol> row)>;

/// Makes the `static` entry of a module with plans ready to be run for one row after another of the
/// relation `given`, and counts those of `counted`. One sampler is for modules of which static
/// relations, but for `given`, have the same facts and domains: it encodes them once. Null where
/// the entry cannot be run.
using StaticSampler = std::function<SampleCount(ir::Module&, ir::RelationId given,
                                                ir::RelationId counted, std::uint64_t max_rows)>;

struct PassContext {
  ir::Diagnostics& diagnostics;
  StaticEvaluator evaluate_static;
  std::function<StaticSampler()> make_sampler{};  ///< null: no samples are taken
  Ordering ordering{};                            ///< run_pipeline puts that of its options here
};

/// What a pass relies on having been done before it. A pipeline computes missing analyses (domains,
/// strata) when a pass requires them; what another pass has to do before is an error.
enum class Requirement : std::uint8_t {
  nothing,
  domains,  ///< every column has a domain (infer-domains)
  strata,   ///< domains, and every derived relation has its stratum (stratify)
  layout,   ///< domains, strata, and storage (choose-storage)
  plans,    ///< plans, where there are rules (order-joins); they are changed in place
  graphs,   ///< in lanes: graphs (build-lanes)
};

/// Results that are kept with a unit. The pass that provides one is skipped while no pass has
/// changed what the result rests on.
enum class Analysis : std::uint8_t {
  none = 0,
  domains = 1,  ///< sound after any pass that keeps the answers, but perhaps no longer exact
  strata = 2,   ///< wrong when rules have changed
  all = 3,
};
[[nodiscard]] constexpr Analysis operator|(Analysis a, Analysis b) {
  return static_cast<Analysis>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
[[nodiscard]] constexpr Analysis operator&(Analysis a, Analysis b) {
  return static_cast<Analysis>(static_cast<unsigned>(a) & static_cast<unsigned>(b));
}
[[nodiscard]] constexpr Analysis operator~(Analysis a) {
  return static_cast<Analysis>(~static_cast<unsigned>(a) & static_cast<unsigned>(Analysis::all));
}

enum class UnitKind : std::uint8_t { module, net, lanes, answer_sets };

struct Pass;

/// What passes transform, with what a pipeline and those who look into it need to know of it.
class PassUnit {
 public:
  virtual ~PassUnit() = default;

  [[nodiscard]] UnitKind kind() const { return kind_; }
  [[nodiscard]] virtual std::string text(ir::PrintedPlaces places) const = 0;
  /// For headings: `12 relations, 30 rules`.
  [[nodiscard]] virtual std::string size() const = 0;
  /// Whether the unit is in order; reports what is not (code "ir").
  [[nodiscard]] virtual bool verify(ir::Diagnostics& diagnostics) const = 0;
  /// Of units of kind `module`, else null.
  [[nodiscard]] virtual const ir::Module* module() const { return nullptr; }

  /// Whether the unit is without this analysis.
  [[nodiscard]] virtual bool lacks(Analysis /*analysis*/) const { return false; }
  /// The pass that has to run first; empty if none has.
  [[nodiscard]] virtual std::string_view missing(Requirement /*requirement*/) const { return {}; }
  /// Called before a pass runs; false (reported) where it cannot.
  [[nodiscard]] virtual bool enter(const Pass& /*pass*/, ir::Diagnostics& /*diagnostics*/) {
    return true;
  }
  /// Called after a pass that changed the unit.
  virtual void changed() {}
  /// Called after each round of a fixpoint, from round 1 on: whether another one is worth while.
  [[nodiscard]] virtual bool goes_on(std::size_t /*round*/) { return true; }
  /// Called after the last round of a fixpoint.
  virtual void end_rounds() {}

 protected:
  explicit PassUnit(UnitKind kind) : kind_(kind) {}
  PassUnit(const PassUnit&) = default;
  PassUnit& operator=(const PassUnit&) = default;

 private:
  UnitKind kind_;
};

/// A named transform. `run` returns whether it changed the unit; it reports
/// faults of the *program* through the context's diagnostics and never exits.
struct Pass {
  std::string_view name;     ///< as in --passes=, e.g. "infer-domains"
  std::string_view summary;  ///< one line for --help
  UnitKind kind = UnitKind::module;
  bool (*run)(PassUnit&, PassContext&) = nullptr;
  Requirement requirement = Requirement::nothing;
  Analysis preserves = Analysis::none;  ///< which stay exact when it changes something
  Analysis provides = Analysis::none;
};

/// Every pass over modules, in the order of the default pipeline, then those over nets and lanes.
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
  std::function<void(const PassUnit&, const PassTime&)> after;
  /// Called with what native code took, once the passes have run: generating it and LLVM, or
  /// reading it from the object cache.
  std::function<void(std::chrono::nanoseconds)> after_code;
};

/// Drops the plans, which a pass over clauses would leave out of date: order-joins makes them
/// anew of the rules. False (code "usage") where a plan's rule is not there, as in
/// text that was written as plans.
[[nodiscard]] bool back_to_clauses(ir::Module& module, ir::Diagnostics& diagnostics);

/// Runs passes over a module: those over modules from level clauses on, those over nets at level
/// nets. Ends where one reports an error; false then, or when the verifier refused the module (a
/// bug of ours: the diagnostic has code "ir"), or when a pass would run without what it requires
/// (code "usage"). `pipeline`: names and fixpoints, as pipeline.h has them.
[[nodiscard]] bool run_pipeline(ir::Module& module, std::span<const std::string_view> pipeline,
                                const PipelineOptions& options, PassContext& context);

}  // namespace tesuji::passes
