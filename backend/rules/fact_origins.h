// Finds the rule and the premises by which a fact was deduced.
#pragma once

#include "backend/interpreter/agenda_interpreter.h"
#include "ir/module/module.h"
#include "runtime/host/production/production.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace tesuji::driver {

/// A fact with its constants; ir::no_symbol stands for any.
struct OriginFact {
  ir::RelationId relation = ir::no_id;
  std::vector<ir::Symbol> args;
};

/// What a rule asked for when it added a fact.
struct OriginPremise {
  enum class Kind : std::uint8_t { present, absent, compare, compute, absent_all };
  Kind kind = Kind::present;
  ir::Comparison comparison = ir::Comparison::different;
  OriginFact fact;  ///< present: that was there; absent: as the premise has it; compare: two sides;
                    ///< compute: result and arguments
  std::vector<ir::ComputationStep> computation;  ///< compute
  std::vector<OriginPremise> body;               ///< absent_all: its conditions as it has them
};

/// A fact with the rule that added it, and what that rule found.
struct OriginStep {
  OriginFact fact;
  std::size_t rule = 0;
  std::vector<OriginPremise> premises;  ///< in the rule's order
};

/// Records what rules add, in order of arrival, and retraces it.
class FactOrigins {
 public:
  /// Of a run of these rules, or of some of them, from these facts. The premises must be as they
  /// were read: without existence tests.
  FactOrigins(std::shared_ptr<const ir::Module> module, const runtime::Facts& initial);

  /// The module with the numbers of the run that was recorded (computed_numbers.h).
  void set_module(std::shared_ptr<const ir::Module> module) { module_ = std::move(module); }

  /// `rule` is its number in the module, whatever the addition says.
  void record(std::size_t rule, const interpreter::Addition& addition);

  /// Every step from the facts that were given to this one, in order of arrival, each fact once;
  /// none where it was given itself. Nothing where it never was in the memory.
  [[nodiscard]] std::optional<std::vector<OriginStep>> steps_to(const OriginFact& fact) const;

 private:
  using Row = std::vector<std::uint32_t>;  ///< positions in the columns' domains
  struct Record {
    std::size_t rule;
    ir::RelationId relation;
    Row row;
    Row variables;
  };

  [[nodiscard]] OriginFact fact_of(ir::RelationId relation, const Row& row) const;
  [[nodiscard]] std::optional<Row> row_of(const OriginFact& fact) const;
  [[nodiscard]] OriginStep step_of(std::size_t number) const;
  /// `before`: finds facts that were there before this record; empty: there are no such facts.
  [[nodiscard]] OriginPremise premise_of(const ir::Operation& op, const Record& record,
                                         std::optional<std::size_t> before) const;
  /// The number of the record that brought the fact before the record `before`; nothing if none.
  [[nodiscard]] std::optional<std::size_t> record_of(ir::RelationId relation, const Row& row,
                                                     std::size_t before) const;
  /// A fact that was there before the record `before` and agrees with the pattern.
  [[nodiscard]] OriginFact witness(const OriginFact& pattern, std::size_t before) const;

  std::shared_ptr<const ir::Module> module_;
  std::vector<std::vector<ir::DomainId>> domains_;    ///< by rule, of each variable
  std::vector<std::vector<bool>> is_local_;           ///< .. whether a conjunction binds it
  std::vector<std::vector<ir::Operation>> premises_;  ///< by rule
  std::vector<std::vector<Row>> given_;               ///< by relation
  std::vector<Record> records_;
  /// By relation and row: the numbers of their records, ascending.
  std::map<std::pair<ir::RelationId, Row>, std::vector<std::size_t>> numbers_;
  std::vector<std::vector<std::size_t>> by_relation_;  ///< records of each relation
};

}  // namespace tesuji::driver
