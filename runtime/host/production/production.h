// Production systems: the functions of every engine for a set of agendas (ir/module/agenda.h).
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

/// Facts of every relation in order of arrival. Rows hold positions in the columns'
/// domains, `arity` numbers each, one row after the other.
struct FactRows {
  std::vector<std::uint32_t> cells;
  std::size_t rows = 0;  ///< also meaningful for relations without columns
  [[nodiscard]] bool operator==(const FactRows&) const = default;
};
using Facts = std::vector<FactRows>;  ///< by relation

struct ProductionLimits {
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();  ///< trials in all
  std::uint64_t rounds = 1'000'000;
  /// Facts removed in one run of one rule. A loop that removes and adds again what it
  /// goes through would not end; without removals every run does.
  std::uint64_t removals = 1'000'000;
  /// Bytes for facts and computed numbers, roughly.
  std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max();
};

/// Why a run ended.
enum class ProductionEnd : std::uint8_t {
  fixpoint,
  nodes,     ///< ProductionLimits::nodes
  rounds,    ///< ProductionLimits::rounds
  removals,  ///< ProductionLimits::removals
  cycle,     ///< a memory came back at the start of a round: it would never end
  stopped,   ///< the flag of the StopScope around the run (runtime/host/game/stop.h)
  memory,    ///< ProductionLimits::bytes, or there is no more
  seconds,   ///< it was a limit of time that set the flag: whoever set it says so
};

struct AgendaCounts {
  /// Trials of each operation, in the order of the text, the body of `exists` behind
  /// the `exists` itself; conclusions included.
  std::vector<std::uint64_t> trials;
  std::uint64_t firings = 0;
  std::uint64_t productive = 0;
  std::uint64_t added = 0;
  std::uint64_t removed = 0;
  std::uint64_t runs = 0;  ///< how often the agenda loop ran the rule
};

/// A computation that had no value, and so a premise that failed.
struct ComputationFailure {
  std::size_t rule = 0;
  std::size_t place = 0;     ///< among its operations, as in AgendaCounts::trials
  std::uint64_t count = 0;   ///< how often
  std::uint32_t reason = 0;  ///< of the first: TSJ_NO_NUMBER, ..
  /// The argument at fault, a position in the open domain, where one is to blame.
  std::optional<std::uint32_t> operand;
};

/// Numbers that rules have computed, in the order of their positions in the open domain
/// (ir::Domain), behind its constants. Ranks and links mean nothing.
using ComputedNumbers = std::vector<tsj_number>;

struct ProductionResult {
  ProductionEnd end = ProductionEnd::fixpoint;
  std::uint64_t rounds = 0;
  std::vector<AgendaCounts> counts;  ///< by agenda
  /// What was added and is still there, in order of arrival, by relation.
  Facts deduced;
  /// The whole memory afterwards.
  Facts memory;
  /// What the facts' cells may refer to; with what the run began with.
  ComputedNumbers computed;
  std::vector<ComputationFailure> failures;  ///< in the order of the text
};

/// A rule set made executable. Immutable; may be used by several threads.
class ProductionSystem {
 public:
  virtual ~ProductionSystem() = default;
  /// Chains forward from `initial` (rows of fixed relations are the module's own
  /// and left out here: their elements must be empty) until nothing changes. A StopScope's flag is
  /// looked at between two runs of rules and wherever a fact comes or goes; engines that walk
  /// rules step by step look at it between steps, too.
  [[nodiscard]] ProductionResult run(const Facts& initial, const ProductionLimits& limits) const {
    return run_with(initial, {}, limits);
  }
  /// The same where the facts refer to numbers that were computed before.
  [[nodiscard]] virtual ProductionResult run_with(const Facts& initial,
                                                  const ComputedNumbers& computed,
                                                  const ProductionLimits& limits) const = 0;
};

}  // namespace tesuji::runtime
