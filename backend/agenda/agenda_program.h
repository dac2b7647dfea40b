// Resolves agendas for engines, and runs their rules one by one or as a production system.
//
// Resolving maps constants to domain positions, gives relations the indexes that their probes use,
// and turns comparisons into comparisons of numbers. An engine then implements RuleRunner, which
// executes single rules; the agenda loop and the results are the same for all engines.
#pragma once

#include "ir/module/module.h"
#include "runtime/host/production/agenda_loop.h"
#include "runtime/host/production/production.h"
#include "runtime/host/production/working_memory.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::agenda {

// Ranks all numbers that the rules of a module may compare.
//
// Comparisons are exact for numbers of any length, yet engines compare one double per side: not the
// number's value, but its rank among all constants. Equal numbers (`2.5`, `2.50`) have the same
// rank.

class NumberRanks {
 public:
  /// Ranks the constants of all domains and comparisons. Empty if no rule compares by size.
  explicit NumberRanks(const ir::Module& module);

  /// Returns the constant's rank, or NaN if it is not a number.
  [[nodiscard]] double of(ir::Symbol symbol) const;

 private:
  std::unordered_map<ir::Symbol, double> ranks_;
};

/// Positions of one domain's constants in another; -1 for a constant that the other domain lacks.
using Translation = std::vector<std::int32_t>;

/// A column whose value is given.
struct GivenColumn {
  std::uint32_t column = 0;
  bool constant = false;
  std::uint32_t value = 0;                   ///< position, or number of the variable
  const Translation* translation = nullptr;  ///< from the variable's domain; null: the same
};

struct BoundColumn {
  std::uint32_t column = 0;
  std::uint32_t variable = 0;
};

/// A side of a comparison.
struct ComparedValue {
  bool constant = false;
  std::uint32_t variable = 0;
  ir::Symbol symbol = ir::no_symbol;                 ///< constant
  double number = 0;                                 ///< constant: its rank by NumberRanks
  const std::vector<ir::Symbol>* symbols = nullptr;  ///< by position in the variable's domain
  const std::vector<double>* numbers = nullptr;
};

struct AgendaStep {
  ir::Operation::Kind kind = ir::Operation::Kind::scan;
  std::uint32_t place = 0;  ///< number in the text, for counts
  std::uint32_t relation = 0;
  std::uint32_t index = 0;  ///< probe
  bool impossible = false;  ///< a given constant is not in the column's domain: never matches
  bool whole = false;       ///< test, absent: every column is given
  std::vector<GivenColumn> given;
  std::vector<BoundColumn> bound;
  ir::Comparison comparison = ir::Comparison::different;
  ComparedValue left, right;
  /// compare: both sides, the two `given`, are positions in the open domain.
  bool of_computed = false;
  /// compute: arguments are `given`, positions in the open domain; the result is `bound`, or
  /// compared with `result`.
  std::vector<tsj_step> computation;
  std::uint32_t computation_number = 0;
  GivenColumn result;
  std::vector<AgendaStep> body;  ///< exists, unless
};

struct AgendaCode {
  std::vector<AgendaStep> steps;  ///< premises, then conclusions
  std::size_t premises = 0;
  std::size_t variables = 0;
  std::size_t places = 0;  ///< number of operations in the text
};

/// The rule and operation of a computation.
struct ComputationPlace {
  std::size_t rule = 0;
  std::uint32_t place = 0;
};

/// Everything that stays the same from run to run. Immutable.
class AgendaProgram {
 public:
  explicit AgendaProgram(std::shared_ptr<const ir::Module> module);

  [[nodiscard]] const std::vector<AgendaCode>& agendas() const { return agendas_; }
  [[nodiscard]] const std::vector<runtime::AgendaReads>& reads() const { return reads_; }
  [[nodiscard]] const std::vector<runtime::FactsShape>& shapes() const { return shapes_; }
  /// The facts of fixed relations, by relation.
  [[nodiscard]] const runtime::Facts& fixed() const { return fixed_; }
  /// Leaves a fixed relation empty in the memory of runs: for an engine that compiles its facts
  /// into its code.
  void forget_fixed(ir::RelationId relation);
  [[nodiscard]] const ir::Module& module() const { return *module_; }
  /// The open domain.
  [[nodiscard]] const runtime::GivenNumbers& numbers() const { return given_numbers_; }
  [[nodiscard]] const std::vector<ComputationPlace>& computations() const { return computations_; }

 private:
  friend class AgendaCompiler;
  void find_numbers(const NumberRanks& ranks);

  std::shared_ptr<const ir::Module> module_;
  std::vector<AgendaCode> agendas_;
  std::vector<runtime::AgendaReads> reads_;
  std::vector<runtime::FactsShape> shapes_;
  runtime::Facts fixed_;
  std::map<std::pair<ir::DomainId, ir::DomainId>, Translation> translations_;
  std::map<ir::DomainId, std::vector<double>> numbers_;
  runtime::GivenNumbers given_numbers_;
  std::vector<ComputationPlace> computations_;
};

/// Executes single rules over a memory that the caller owns. Immutable; may be used by several
/// threads.
class RuleRunner {
 public:
  virtual ~RuleRunner() = default;
  [[nodiscard]] virtual const AgendaProgram& program() const = 0;
  /// Runs a rule once, as RunAgenda does, over a memory with the program's shapes and fixed facts.
  virtual void run(std::size_t rule, runtime::WorkingMemory& memory,
                   runtime::AgendaCounts& counts) const = 0;
};

/// Runs the rules in the agenda loop. Its run() throws LimitReached if the memory is full.
[[nodiscard]] std::unique_ptr<runtime::ProductionSystem> make_production_system(
    std::unique_ptr<RuleRunner> runner);

}  // namespace tesuji::agenda
