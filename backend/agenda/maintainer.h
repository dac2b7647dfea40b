// Keeps what rules deduce up to date while their base facts change: delete and rederive
// (Gupta, Mumick, Subrahmanian 1993), with the rules of ir/module/maintenance.h.
//
// One update:
//   1. What may be lost: the base facts that go, and round by round what the losing rules
//      conclude from what was lost in the round before, all over the memory as it was.
//      Base facts that stay are never lost.
//   2. That is dropped, the base facts that come are added.
//   3. What of it can be deduced from the rest is added again.
//   4. Round by round, what the gaining rules conclude from what came in 2, 3 and the
//      round before.
// 1 and 4 are semi-naive: every binding they look at uses a fact of the last round.
#pragma once

#include "backend/agenda/agenda_run.h"
#include "ir/module/maintenance.h"
#include "runtime/host/production/production.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace tesuji::agenda {

/// A working memory that follows its base facts. One thread at a time.
class Maintainer {
 public:
  /// `runner` runs rules.module, which is not needed beside it. Facts are by relation of
  /// the rule set, empty for fixed relations.
  Maintainer(std::unique_ptr<RuleRunner> runner, ir::MaintenanceRules rules);
  ~Maintainer();

  /// Starts from base facts and from everything that they lead to (which holds them, too).
  void load(const runtime::Facts& base, const runtime::Facts& memory);

  /// Goes to other base facts: `gone` are base facts, `come` are none; no fact is in
  /// either twice. False where more than `trials` of premises would be needed: the
  /// memory is of no use then before it is loaded again. Throws LimitReached where it
  /// takes no more facts.
  [[nodiscard]] bool update(const runtime::Facts& gone, const runtime::Facts& come,
                            std::uint64_t trials = std::numeric_limits<std::uint64_t>::max());

  /// Trials of premises in the last update.
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  /// What is in the memory and is no base fact, in order of arrival.
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
  std::vector<runtime::AgendaCounts> counts_;  ///< of the engine; not looked at
  std::vector<std::uint32_t> seen_;            ///< by relation: rows that rules have looked at
  std::uint64_t nodes_ = 0;
};

}  // namespace tesuji::agenda
