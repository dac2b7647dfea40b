#include "backend/rules/rule_strata.h"

#include "ir/module/agenda_premises.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace tesuji::driver {
namespace {

class Strata final : public runtime::ProductionSystem {
 public:
  Strata(const std::vector<RuleStratum>& strata, const CompileStratum& compile) {
    for (const RuleStratum& stratum : strata) {
      One one{compile(stratum), stratum.rules, {}, {}};
      for (const ir::Agenda& agenda : stratum.module->agendas) {
        one.places.push_back(count_operations(agenda.ops));
        one.conclusions.push_back(ir::conclusions_of(agenda).size());
      }
      rules_ += stratum.rules.size();
      strata_.push_back(std::move(one));
    }
  }

  runtime::ProductionResult run_with(const runtime::Facts& initial,
                                     const runtime::ComputedNumbers& computed,
                                     const runtime::ProductionLimits& limits) const override {
    runtime::ProductionResult all;
    all.computed = computed;
    all.counts.resize(rules_);
    for (const One& one : strata_) {
      for (std::size_t i = 0; i < one.rules.size(); ++i) {
        all.counts[one.rules[i]].trials.resize(one.places[i]);
      }
    }
    all.memory = initial;
    runtime::ProductionLimits left = limits;
    for (const One& one : strata_) {
      runtime::ProductionResult result = one.system->run_with(all.memory, all.computed, left);
      all.memory = std::move(result.memory);
      all.computed = std::move(result.computed);
      for (runtime::ComputationFailure& failure : result.failures) {
        failure.rule = one.rules[failure.rule];
        all.failures.push_back(failure);
      }
      all.rounds += result.rounds;
      all.end = result.end;
      left.rounds -= std::min(left.rounds, result.rounds);
      if (left.nodes != std::numeric_limits<std::uint64_t>::max()) {
        left.nodes -= std::min(left.nodes, nodes_of(one, result));
      }
      for (std::size_t i = 0; i < one.rules.size(); ++i) {
        all.counts[one.rules[i]] = std::move(result.counts[i]);
      }
      if (all.end != runtime::ProductionEnd::fixpoint) break;
    }
    all.deduced = rows_behind(initial, all.memory);
    return all;
  }

 private:
  struct One {
    std::unique_ptr<runtime::ProductionSystem> system;
    std::vector<std::size_t> rules;
    std::vector<std::size_t> places;       ///< number of operations, by rule
    std::vector<std::size_t> conclusions;  ///< number of conclusions among them, by rule
  };

  /// Counts the trials of premises.
  static std::uint64_t nodes_of(const One& one, const runtime::ProductionResult& result) {
    std::uint64_t nodes = 0;
    for (std::size_t i = 0; i < one.rules.size(); ++i) {
      const std::vector<std::uint64_t>& trials = result.counts[i].trials;
      for (std::size_t k = 0; k + one.conclusions[i] < trials.size(); ++k) nodes += trials[k];
    }
    return nodes;
  }

  /// Returns the added facts; nothing was removed, so the initial facts come first.
  static runtime::Facts rows_behind(const runtime::Facts& initial, const runtime::Facts& memory) {
    runtime::Facts deduced;
    for (std::size_t r = 0; r < memory.size(); ++r) {
      runtime::FactRows rows;
      rows.rows = memory[r].rows - initial[r].rows;
      rows.cells.assign(
          memory[r].cells.begin() + static_cast<std::ptrdiff_t>(initial[r].cells.size()),
          memory[r].cells.end());
      deduced.push_back(std::move(rows));
    }
    return deduced;
  }

  std::vector<One> strata_;
  std::size_t rules_ = 0;
};

}  // namespace

std::vector<RuleStratum> split_rules(const ir::Module& module,
                                     const std::vector<std::uint32_t>& strata) {
  std::vector<RuleStratum> split;
  for (std::size_t rule = 0; rule < strata.size(); ++rule) {
    while (split.size() <= strata[rule]) {
      RuleStratum& stratum = split.emplace_back();
      stratum.module = std::make_shared<ir::Module>(module);
      stratum.module->agendas.clear();
    }
    split[strata[rule]].module->agendas.push_back(module.agendas[rule]);
    split[strata[rule]].rules.push_back(rule);
  }
  return split;
}

ir::Module join_rules(const ir::Module& module, const std::vector<RuleStratum>& strata) {
  ir::Module joined = module;
  for (const RuleStratum& stratum : strata) {
    for (std::size_t i = 0; i < stratum.rules.size(); ++i) {
      joined.agendas[stratum.rules[i]] = stratum.module->agendas[i];
    }
  }
  return joined;
}

std::unique_ptr<runtime::ProductionSystem> chain_strata(const std::vector<RuleStratum>& strata,
                                                        const CompileStratum& compile) {
  return std::make_unique<Strata>(strata, compile);
}

}  // namespace tesuji::driver
