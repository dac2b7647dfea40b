// Runs production rules and finds the rule and the premises by which each fact was deduced.
#pragma once

#include "backend/interpreter/agenda_interpreter.h"
#include "backend/rules/rule_strata.h"
#include "ir/core/diagnostics.h"
#include "ir/module/module.h"
#include "runtime/host/production/production.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::driver {

/// A fact with its constants; ir::no_symbol matches any constant.
struct OriginFact {
  ir::RelationId relation = ir::no_id;
  std::vector<ir::Symbol> args;
};

/// A premise of a rule at the time it added a fact.
struct OriginPremise {
  enum class Kind : std::uint8_t { present, absent, compare, compute, absent_all };
  Kind kind = Kind::present;
  ir::Comparison comparison = ir::Comparison::different;
  OriginFact fact;  ///< present: the matching fact; absent: as in the premise; compare: two sides;
                    ///< compute: result and arguments
  std::vector<ir::ComputationStep> computation;  ///< compute
  std::vector<OriginPremise> body;               ///< absent_all: its conditions as written
};

/// A fact, the rule that added it, and the facts that satisfied the rule's premises.
struct OriginStep {
  OriginFact fact;
  std::size_t rule = 0;
  std::vector<OriginPremise> premises;  ///< in the rule's order
};

/// Records the facts that rules add, in order of arrival, and traces them back.
class FactOrigins {
 public:
  /// For a run of these rules, or of some of them, from these facts. The premises must be as read:
  /// without existence tests.
  FactOrigins(std::shared_ptr<const ir::Module> module, const runtime::Facts& initial);

  /// Sets the module that contains the numbers of the recorded run (computed_numbers.h).
  void set_module(std::shared_ptr<const ir::Module> module) { module_ = std::move(module); }

  /// `rule` is its number in the module; overrides the addition's number.
  void record(std::size_t rule, const interpreter::Addition& addition);

  /// Returns every step from the given facts to this one, in order of arrival, each fact once; none
  /// if it was given itself. Returns nothing if it was never in the memory.
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
  /// `before`: searches facts that existed before this record; empty: there are no such facts.
  [[nodiscard]] OriginPremise premise_of(const ir::Operation& op, const Record& record,
                                         std::optional<std::size_t> before) const;
  /// Returns the number of the record that added the fact before record `before`; nothing if none
  /// exists.
  [[nodiscard]] std::optional<std::size_t> record_of(ir::RelationId relation, const Row& row,
                                                     std::size_t before) const;
  /// Returns a fact that existed before record `before` and matches the pattern.
  [[nodiscard]] OriginFact witness(const OriginFact& pattern, std::size_t before) const;

  std::shared_ptr<const ir::Module> module_;
  std::vector<std::vector<ir::DomainId>> domains_;    ///< by rule, of each variable
  std::vector<std::vector<bool>> is_local_;           ///< .. whether an absent conjunction binds it
  std::vector<std::vector<ir::Operation>> premises_;  ///< by rule
  std::vector<std::vector<Row>> given_;               ///< by relation
  std::vector<Record> records_;
  /// By relation and row: the numbers of their records, ascending.
  std::map<std::pair<ir::RelationId, Row>, std::vector<std::size_t>> numbers_;
  std::vector<std::vector<std::size_t>> by_relation_;  ///< records of each relation
};

/// A finished run. The module contains the numbers that it computed.
struct TracedRun {
  std::shared_ptr<const ir::Module> module;
  FactOrigins origins;
  runtime::ProductionResult result;
};

/// Runs the rules on the module's initial facts, in the interpreter; stratum by stratum if `strata`
/// is not empty (they must be of this module), else in the order of the text. The premises must be
/// as read. Polls the flag of the enclosing StopScope.
[[nodiscard]] TracedRun trace_rules(const std::shared_ptr<const ir::Module>& module,
                                    const std::vector<RuleStratum>& strata,
                                    const runtime::ProductionLimits& limits);

/// Whether a relation of this name, such as `less`, is read as a comparison inside `absent`.
[[nodiscard]] bool is_comparison_word(std::string_view name);

/// Returns the strata of a rule set (passes/clauses/rule_strata.h); nothing if it has none
/// (reported).
[[nodiscard]] std::optional<std::vector<RuleStratum>> strata_of(const ir::Module& module,
                                                                ir::Diagnostics& diagnostics);

}  // namespace tesuji::driver
