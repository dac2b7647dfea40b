#include "tests/property/rules_sequence.h"

#include "backend/rules/sequence.h"
#include "frontend/rules/facts_reader.h"
#include "frontend/rules/rules_lowering.h"
#include "frontend/rules/rules_parser.h"
#include "ir/module/agenda_premises.h"
#include "ir/text/text.h"
#include "tests/property/rules_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace tesuji::tests {
namespace {

using driver::Incremental;
using driver::ProductionEngine;
using driver::SequenceStep;
using runtime::ProductionEnd;

class Comparison {
 public:
  SequenceOutcome run(const RandomRules& text, bool native) {
    const auto rules =
        frontend::parse_rules(sources_->add("random.rules", text.rules), *symbols_, diagnostics_);
    auto facts =
        frontend::read_facts(sources_->add("random.pl", text.facts), *symbols_, diagnostics_);
    const auto steps = frontend::read_changes(sources_->add("random.changes", text.changes),
                                              *symbols_, diagnostics_);
    std::optional<ir::Module> module;
    if (rules && facts && steps) module = lower(*rules, *facts, later(*steps));
    if (!module) {
      outcome_.kind = SequenceOutcome::Kind::refused;
      outcome_.message = diagnostics_.render();
      return outcome_;
    }
    outcome_.add_only = ir::add_only(*module);
    try {
      const std::vector<FactTexts> expected = oracle(*rules, std::move(*facts), *steps);
      const auto shared = std::make_shared<const ir::Module>(std::move(*module));
      for (const Incremental mode : {Incremental::always, Incremental::automatic}) {
        compare(shared, ProductionEngine::interpreter, mode, *steps, expected);
        if (native) compare(shared, ProductionEngine::native, mode, *steps, expected);
      }
    } catch (const Difference& difference) {
      outcome_.kind = SequenceOutcome::Kind::disagreed;
      outcome_.message = difference.what();
    }
    return outcome_;
  }

 private:
  std::optional<ir::Module> lower(const frontend::RuleSet& rules,
                                  const std::vector<frontend::GroundFact>& facts,
                                  const std::vector<frontend::GroundFact>& later) {
    return frontend::lower_rules(rules, facts, later, sources_, symbols_, diagnostics_);
  }

  static std::vector<frontend::GroundFact> later(const std::vector<frontend::ChangeStep>& steps) {
    std::vector<frontend::GroundFact> facts;
    for (const frontend::ChangeStep& step : steps) {
      for (const frontend::FactChange& change : step.changes) facts.push_back(change.fact);
    }
    return facts;
  }

  static void apply(const frontend::FactChange& change, std::vector<frontend::GroundFact>& facts) {
    const auto is_it = [&](const frontend::GroundFact& fact) {
      return fact.relation == change.fact.relation && fact.args == change.fact.args;
    };
    const bool there = std::any_of(facts.begin(), facts.end(), is_it);
    if (change.adds && !there) facts.push_back(change.fact);
    if (!change.adds) std::erase_if(facts, is_it);
  }

  /// What each step's facts lead to, each from a module of its own; as far as it ends.
  std::vector<FactTexts> oracle(const frontend::RuleSet& rules,
                                std::vector<frontend::GroundFact> facts,
                                const std::vector<frontend::ChangeStep>& steps) {
    std::vector<FactTexts> expected;
    for (std::size_t step = 0; step <= steps.size(); ++step) {
      if (step > 0) {
        for (const auto& change : steps[step - 1].changes) apply(change, facts);
      }
      const auto module = lower(rules, facts, {});
      if (!module) throw Difference(diagnostics_.render());
      const auto system = driver::compile_rules(std::make_shared<const ir::Module>(*module),
                                                ProductionEngine::reference);
      const auto result = system->run(driver::initial_facts(*module), limits_);
      if (result.end != ProductionEnd::fixpoint) {
        outcome_.kind = SequenceOutcome::Kind::limit;
        break;
      }
      expected.push_back(fact_texts(*module, result.deduced, outcome_.add_only));
      if (step > 0) outcome_.vanished += vanished(expected[step - 1], expected[step]);
    }
    return expected;
  }

  static std::size_t vanished(FactTexts before, FactTexts after) {
    std::size_t number = 0;
    for (auto& [relation, rows] : before) {
      std::vector<std::string>& left = after[relation];
      for (const std::string& row : rows) {
        number += std::find(left.begin(), left.end(), row) == left.end() ? 1 : 0;
      }
    }
    return number;
  }

  void compare(const std::shared_ptr<const ir::Module>& module, ProductionEngine engine,
               Incremental mode, const std::vector<frontend::ChangeStep>& steps,
               const std::vector<FactTexts>& expected) {
    driver::Sequence sequence(module, engine, mode);
    if (sequence.maintenance() != nullptr) {
      check_module(*sequence.maintenance(), sources_, "maintenance rules");
    }
    for (std::size_t number = 0; number < expected.size(); ++number) {
      const SequenceStep step =
          number == 0 ? sequence.start(limits_) : sequence.next(steps[number - 1].changes, limits_);
      ++outcome_.steps;
      outcome_.incremental += step.incremental ? 1 : 0;
      if (fact_texts(*module, step.deduced, outcome_.add_only) == expected[number]) continue;
      throw Difference(
          fmt::format("step {}, {}, {}: other facts than from scratch\n{}", number,
                      engine == ProductionEngine::native ? "native code" : "interpreter",
                      step.incremental ? "incremental" : "from scratch",
                      sequence.maintenance() != nullptr ? ir::print(*sequence.maintenance()) : ""));
    }
  }

  const runtime::ProductionLimits limits_{.nodes = 100'000, .rounds = 300, .removals = 200};
  std::shared_ptr<ir::SourceMap> sources_ = std::make_shared<ir::SourceMap>();
  std::shared_ptr<ir::SymbolTable> symbols_ = std::make_shared<ir::SymbolTable>();
  ir::Diagnostics diagnostics_{*sources_};
  SequenceOutcome outcome_;
};

}  // namespace

SequenceOutcome compare_sequence(const RandomRules& text, bool native) {
  return Comparison().run(text, native);
}

}  // namespace tesuji::tests
