// Resolves agendas for engines: constants become domain positions, relations get the indexes that
// their probes use, comparisons become comparisons of numbers.
#pragma once

#include "ir/module/module.h"
#include "runtime/host/production/agenda_loop.h"
#include "runtime/host/production/working_memory.h"

#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::agenda {

// Ranks numbers in the order of all numbers that the rules of a module may compare.
//
// Comparisons are exact, whatever the numbers' length, and engines compare a double a side: not
// the number's value, but its place among those of all constants. Equal numbers (`2.5`, `2.50`)
// have the same place.

class NumberRanks {
 public:
  /// Of the constants of all domains and comparisons. Empty where no rule compares by size.
  explicit NumberRanks(const ir::Module& module);

  /// The constant's place; not a number (NaN) where it is no number.
  [[nodiscard]] double of(ir::Symbol symbol) const;

 private:
  std::unordered_map<ir::Symbol, double> ranks_;
};

/// Positions of one domain's constants in another; -1 where it has not got them.
using Translation = std::vector<std::int32_t>;

/// A column that is given.
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
  double number = 0;                                 ///< constant: as NumberRanks has it
  const std::vector<ir::Symbol>* symbols = nullptr;  ///< by position in the variable's domain
  const std::vector<double>* numbers = nullptr;
};

struct AgendaStep {
  ir::Operation::Kind kind = ir::Operation::Kind::scan;
  std::uint32_t place = 0;  ///< number in the text, for counts
  std::uint32_t relation = 0;
  std::uint32_t index = 0;  ///< probe
  bool impossible = false;  ///< asks for a constant that the column cannot have
  bool whole = false;       ///< test, absent: every column is given
  std::vector<GivenColumn> given;
  std::vector<BoundColumn> bound;
  ir::Comparison comparison = ir::Comparison::different;
  ComparedValue left, right;
  /// compare: both sides are positions in the open domain, the two `given`.
  bool of_computed = false;
  /// compute: of `given`, which are positions in the open domain; its result is `bound`, or is
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
  std::size_t places = 0;  ///< operations in the text
};

/// Where a computation stands.
struct ComputationPlace {
  std::size_t rule = 0;
  std::uint32_t place = 0;
};

/// Everything that does not change from run to run. Immutable.
class AgendaProgram {
 public:
  explicit AgendaProgram(std::shared_ptr<const ir::Module> module);

  [[nodiscard]] const std::vector<AgendaCode>& agendas() const { return agendas_; }
  [[nodiscard]] const std::vector<runtime::AgendaReads>& reads() const { return reads_; }
  [[nodiscard]] const std::vector<runtime::FactsShape>& shapes() const { return shapes_; }
  /// The facts of fixed relations, by relation.
  [[nodiscard]] const runtime::Facts& fixed() const { return fixed_; }
  /// Leaves a fixed relation empty in the memory of runs: for an engine that has made
  /// its facts part of its code.
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

}  // namespace tesuji::agenda
