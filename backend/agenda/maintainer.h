// Keeps deduced facts up to date while their base facts change: delete and rederive (Gupta, Mumick,
// Subrahmanian 1993), with the rules of ir/module/maintenance.h.
//
// One update:
//   1. Collects facts that may be lost: the removed base facts, and round by round the conclusions
//      of the losing rules from the facts lost in the round before, all over the memory as it was.
//      Base facts that stay are never lost.
//   2. Drops those facts and adds the new base facts.
//   3. Adds those of the dropped facts again that can be deduced from the rest.
//   4. Adds, round by round, the conclusions of the gaining rules from the facts of 2, 3 and the
//      round before.
// Steps 1 and 4 are semi-naive: every binding that they try uses a fact of the last round.
#pragma once

#include "backend/agenda/agenda_program.h"
#include "ir/module/maintenance.h"
#include "runtime/host/production/production.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace tesuji::agenda {

/// A working memory that is kept consistent with its base facts. For one thread at a time.
class Maintainer {
 public:
  /// `runner` runs rules.module and keeps it alive. Facts are indexed by relation of the rule set,
  /// and empty for fixed relations.
  Maintainer(std::unique_ptr<RuleRunner> runner, ir::MaintenanceRules rules);
  ~Maintainer();

  /// Loads base facts and `memory`: the base facts with everything that follows from them.
  void load(const runtime::Facts& base, const runtime::Facts& memory);

  /// Updates the base facts: `gone` are base facts, `come` are not; each fact occurs once. Returns
  /// false if it would need more than `trials` of premises: then load() must be called before the
  /// memory is used again. Throws LimitReached if the memory is full.
  [[nodiscard]] bool update(const runtime::Facts& gone, const runtime::Facts& come,
                            std::uint64_t trials = std::numeric_limits<std::uint64_t>::max());

  /// Trials of premises in the last update.
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  /// Returns the facts of the memory that are not base facts, in order of arrival.
  [[nodiscard]] runtime::Facts deduced() const;

 private:
  struct Stopped {};

  [[nodiscard]] tsj_facts& facts(ir::RelationId relation) const;
  void add(ir::RelationId relation, const std::uint32_t* row);
  void add(ir::RelationId relation, const runtime::FactRows& rows);
  void remove(ir::RelationId relation, const runtime::FactRows& rows);
  void run(std::uint32_t agenda);
  void lose(const runtime::Facts& gone, const runtime::Facts& come);
  void drop(const runtime::Facts& come);
  void gain(const runtime::Facts& gone);
  bool next_losses();
  bool next_gains();

  std::unique_ptr<RuleRunner> runner_;
  std::vector<ir::MaintainedRelation> relations_;  ///< by relation of the rule set
  std::vector<ir::MaintenanceRule> losing_, dropping_, regaining_, gaining_;
  std::unique_ptr<runtime::WorkingMemory> memory_;
  std::vector<runtime::AgendaCounts> counts_;  ///< for the engine; not read
  std::vector<std::uint32_t> seen_;            ///< by relation: number of rows that rules have read
  std::uint64_t nodes_ = 0;
};

}  // namespace tesuji::agenda
