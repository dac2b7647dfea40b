// Runs production systems: the interface of every engine for a set of agendas (ir/module/agenda.h).
#pragma once

#include "runtime/core/tesuji/numbers_abi.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tesuji::runtime {

/// Facts of a relation in order of arrival. Rows hold positions in the columns' domains, `arity`
/// numbers each, one row after the other.
struct FactRows {
  std::vector<std::uint32_t> cells;
  std::size_t rows = 0;  ///< also meaningful for relations without columns
  [[nodiscard]] bool operator==(const FactRows&) const = default;
};
using Facts = std::vector<FactRows>;  ///< by relation

struct ProductionLimits {
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();  ///< trials in total
  std::uint64_t rounds = 1'000'000;
  /// Facts removed in one run of one rule. A loop that removes facts and adds them again while it
  /// iterates over them would not end; without removals every run ends.
  std::uint64_t removals = 1'000'000;
  /// Approximate bytes for facts and computed numbers.
  std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max();
};

/// Why a run ended.
enum class ProductionEnd : std::uint8_t {
  fixpoint,
  nodes,     ///< ProductionLimits::nodes
  rounds,    ///< ProductionLimits::rounds
  removals,  ///< ProductionLimits::removals
  cycle,     ///< a memory repeated at the start of a round: the run would never end
  stopped,   ///< the flag of the StopScope around the run (runtime/host/game/stop.h)
  memory,    ///< ProductionLimits::bytes was reached, or the system has no more memory
  seconds,   ///< a time limit set the flag; set by the caller that has the limit
};

struct AgendaCounts {
  /// Trials of each operation, in the order of the text, with the body of `exists` after the
  /// `exists` itself; includes conclusions.
  std::vector<std::uint64_t> trials;
  std::uint64_t firings = 0;
  std::uint64_t productive = 0;
  std::uint64_t added = 0;
  std::uint64_t removed = 0;
  std::uint64_t runs = 0;  ///< how often the agenda loop ran the rule
};

/// A computation without a value, which made a premise fail.
struct ComputationFailure {
  std::size_t rule = 0;
  std::size_t place = 0;     ///< its index among the operations, as in AgendaCounts::trials
  std::uint64_t count = 0;   ///< how often it failed
  std::uint32_t reason = 0;  ///< of the first failure: TSJ_NO_NUMBER, ..
  /// The argument that caused it, a position in the open domain, if there is one.
  std::optional<std::uint32_t> operand;
};

/// Numbers that rules have computed, in the order of their positions in the open domain
/// (ir::Domain), after its constants. Ranks and links are undefined.
using ComputedNumbers = std::vector<tsj_number>;

struct ProductionResult {
  ProductionEnd end = ProductionEnd::fixpoint;
  std::uint64_t rounds = 0;
  std::vector<AgendaCounts> counts;  ///< by agenda
  /// Facts added and not removed, in order of arrival, by relation.
  Facts deduced;
  /// The whole memory at the end.
  Facts memory;
  /// Numbers that the facts' cells may refer to, including those the run began with.
  ComputedNumbers computed;
  std::vector<ComputationFailure> failures;  ///< in the order of the text
};

/// An executable rule set. Immutable; thread-safe.
class ProductionSystem {
 public:
  virtual ~ProductionSystem() = default;
  /// Chains forward from `initial` until nothing changes. The rows of fixed relations belong to the
  /// module: their elements in `initial` must be empty. Checks a StopScope's flag between two runs
  /// of rules and whenever a fact is added or removed; engines that walk rules step by step check
  /// it between steps, too.
  [[nodiscard]] ProductionResult run(const Facts& initial, const ProductionLimits& limits) const {
    return run_with(initial, {}, limits);
  }
  /// As run(), with facts that refer to numbers computed before.
  [[nodiscard]] virtual ProductionResult run_with(const Facts& initial,
                                                  const ComputedNumbers& computed,
                                                  const ProductionLimits& limits) const = 0;
};

}  // namespace tesuji::runtime
