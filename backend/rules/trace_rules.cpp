#include "backend/rules/trace_rules.h"

#include "backend/interpreter/agenda_interpreter.h"
#include "backend/rules/computed_numbers.h"
#include "frontend/rules/rules_words.h"
#include "passes/clauses/rule_strata.h"

#include <cstddef>
#include <utility>

namespace tesuji::driver {

TracedRun trace_rules(const std::shared_ptr<const ir::Module>& module,
                      const std::vector<RuleStratum>& strata,
                      const runtime::ProductionLimits& limits) {
  const runtime::Facts initial = initial_facts(*module);
  FactOrigins origins(module, initial);
  const auto observed = [&origins](std::shared_ptr<const ir::Module> rules,
                                   std::vector<std::size_t> numbers) {
    return interpreter::make_agenda_interpreter(
        std::move(rules), [&origins, numbers = std::move(numbers)](const auto& addition) {
          origins.record(numbers.empty() ? addition.rule : numbers[addition.rule], addition);
        });
  };
  const auto system =
      strata.empty() ? observed(module, {}) : chain_strata(strata, [&](const RuleStratum& stratum) {
        return observed(stratum.module, stratum.rules);
      });
  runtime::ProductionResult result = system->run(initial, limits);
  auto numbered = std::make_shared<const ir::Module>(with_numbers(*module, result.computed));
  origins.set_module(numbered);
  return {std::move(numbered), std::move(origins), std::move(result)};
}

bool is_comparison_word(std::string_view name) {
  return frontend::comparison_word(name).has_value() ||
         frontend::rule_word(name) == frontend::RuleWord::is;
}

std::optional<std::vector<RuleStratum>> strata_of(const ir::Module& module,
                                                  ir::Diagnostics& diagnostics) {
  const auto numbers = passes::stratify_rules(module, diagnostics);
  if (!numbers) return std::nullopt;
  return split_rules(module, *numbers);
}

}  // namespace tesuji::driver
