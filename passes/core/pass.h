// Defines passes, the units that they transform, and the inputs of a pipeline.
//
// There is one mechanism for all levels: a pass is an entry of a table, a pipeline is a list of
// names (pipeline.h), and a unit is a module (module_unit.h), a net (passes/nets/net_unit.h),
// programs over lanes (passes/lanes/lane_unit.h) or an answer set program
// (backend/proofs/clingo/simplify.h).
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/module/module.h"
#include "ir/text/text.h"
#include "passes/core/metarules.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::passes {

/// Describes the order of body literals that the user requested.
struct Ordering {
  enum class By : std::uint8_t {
    metarules,  ///< smallest priority first
    cheapest,   ///< fewest expected steps, with matches from metarules if given
    source,     ///< as written, as far as it can be evaluated; for comparison
  };
  By by = By::metarules;
  /// Additional to those synthesised from domains and facts; may be null.
  std::shared_ptr<const Metarules> metarules;
};

/// Computes the facts of every relation in the module's `static` entry and stores them in
/// Relation::facts. The driver supplies it (using the interpreter), since passes depend on no
/// engine. Returns false if a limit was reached: `max_rows` rows, or another limit of the evaluator
/// (reported). In the first case Relation::expected_rows is the number of rows computed so far, or
/// 0 if unknown.
using StaticEvaluator = std::function<bool(ir::Module&, ir::Diagnostics&, std::uint64_t max_rows)>;

/// Returns the number of rows of a static relation if this row is the only one of another relation,
/// or the number reached when a relation exceeded its limit; nullopt if the evaluator gave up.
using SampleCount = std::function<std::optional<std::uint64_t>(std::span<const ir::Symbol> row)>;

/// Prepares the `static` entry of a module with plans for evaluation with one row after another of
/// the relation `given`, counting the rows of `counted`. One sampler serves modules whose static
/// relations, except `given`, have the same facts and domains: it encodes them once. Returns null
/// if the entry cannot be evaluated.
using StaticSampler = std::function<SampleCount(ir::Module&, ir::RelationId given,
                                                ir::RelationId counted, std::uint64_t max_rows)>;

struct PassContext {
  ir::Diagnostics& diagnostics;
  StaticEvaluator evaluate_static;
  std::function<StaticSampler()> make_sampler{};  ///< null: take no samples
  Ordering ordering{};                            ///< set by run_pipeline from its options
};

/// What must be done before a pass runs. A pipeline computes missing analyses (domains, strata)
/// when a pass requires them; missing work of any other pass is an error.
enum class Requirement : std::uint8_t {
  nothing,
  domains,  ///< every column has a domain (infer-domains)
  strata,   ///< domains, and every derived relation has its stratum (stratify)
  layout,   ///< domains, strata, and storage (choose-storage)
  plans,    ///< plans, if there are rules (order-joins); changed in place
  graphs,   ///< in lanes: graphs (build-lanes)
};

/// Results that are stored with a unit. A pipeline skips the pass that provides one while no pass
/// has changed its inputs.
enum class Analysis : std::uint8_t {
  none = 0,
  domains = 1,  ///< sound after any pass that preserves the answers, but possibly not exact
  strata = 2,   ///< invalid after rules have changed
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

/// A unit that passes transform, with the queries that a pipeline and its observers need.
class PassUnit {
 public:
  virtual ~PassUnit() = default;

  [[nodiscard]] UnitKind kind() const { return kind_; }
  [[nodiscard]] virtual std::string text(ir::PrintedPlaces places) const = 0;
  /// For headings: `12 relations, 30 rules`.
  [[nodiscard]] virtual std::string size() const = 0;
  /// Whether the unit is valid; reports faults (code "ir").
  [[nodiscard]] virtual bool verify(ir::Diagnostics& diagnostics) const = 0;
  /// Returns the module for units of kind `module`, otherwise null.
  [[nodiscard]] virtual const ir::Module* module() const { return nullptr; }

  /// Whether the unit lacks this analysis.
  [[nodiscard]] virtual bool lacks(Analysis /*analysis*/) const { return false; }
  /// Returns the pass that must run first; empty if no pass must.
  [[nodiscard]] virtual std::string_view missing(Requirement /*requirement*/) const { return {}; }
  /// Called before a pass runs; returns false (reported) if it cannot run.
  [[nodiscard]] virtual bool enter(const Pass& /*pass*/, ir::Diagnostics& /*diagnostics*/) {
    return true;
  }
  /// Called after a pass that changed the unit.
  virtual void changed() {}
  /// Called after each round of a fixpoint, from round 1 on; returns whether another is worthwhile.
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

/// A named transform. `run` returns whether it changed the unit; it reports faults of the *program*
/// through the context's diagnostics and never exits.
struct Pass {
  std::string_view name;     ///< as in --passes=, e.g. "infer-domains"
  std::string_view summary;  ///< one line for --help
  UnitKind kind = UnitKind::module;
  bool (*run)(PassUnit&, PassContext&) = nullptr;
  Requirement requirement = Requirement::nothing;
  Analysis preserves = Analysis::none;  ///< analyses that stay exact when it changes something
  Analysis provides = Analysis::none;
};

/// Every pass over modules, in the order of the default pipeline, then those over nets and lanes.
[[nodiscard]] std::span<const Pass> all_passes();
[[nodiscard]] const Pass* find_pass(std::string_view name);

/// Names of the default pipeline from lowered clauses to plans, in order; a
/// pass may occur more than once.
[[nodiscard]] std::span<const std::string_view> default_pipeline();

/// Returns the names of the passes from lowered clauses to those that are grounded
/// (docs/engines/nets.md).
[[nodiscard]] std::vector<std::string_view> net_pipeline();

/// Returns the names of the default pipeline of production rules. Its passes do not change rules
/// whose order is significant.
[[nodiscard]] std::span<const std::string_view> rules_pipeline();

struct PassTime {
  std::string_view pass;
  std::chrono::nanoseconds time{0};
  bool changed = false;
};

struct PipelineOptions {
  std::vector<std::string> disabled;  ///< passes to skip
  std::string stop_after;             ///< empty: run all
  Ordering ordering;
#ifdef NDEBUG
  bool verify_each = false;
#else
  bool verify_each = true;
#endif
  /// Called with an empty PassTime before the first pass, then after each (print-changed, ..).
  std::function<void(const PassUnit&, const PassTime&)> after;
  /// Called with the time of native code after the passes: for generating it and LLVM, or for
  /// reading it from the object cache.
  std::function<void(std::chrono::nanoseconds)> after_code;
};

/// Drops the plans, which a pass over clauses would make obsolete: order-joins rebuilds them from
/// the rules. Returns false (code "usage") if a plan's rule is missing, as in text written as
/// plans.
[[nodiscard]] bool back_to_clauses(ir::Module& module, ir::Diagnostics& diagnostics);

/// Runs passes over a module: those over modules from level clauses on, those over nets at level
/// nets. Stops, and returns false, if a pass reports an error, if the verifier refuses the module
/// (a bug of ours: code "ir"), or if a pass lacks its requirements (code "usage"). `pipeline`:
/// names and fixpoints as in pipeline.h.
[[nodiscard]] bool run_pipeline(ir::Module& module, std::span<const std::string_view> pipeline,
                                const PipelineOptions& options, PassContext& context);

}  // namespace tesuji::passes
