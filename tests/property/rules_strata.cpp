#include "tests/property/rules_strata.h"

#include "backend/agenda/agenda_program.h"
#include "backend/rules/rule_strata.h"
#include "frontend/rules/facts_reader.h"
#include "frontend/rules/rules_lowering.h"
#include "frontend/rules/rules_parser.h"
#include "ir/core/number.h"
#include "ir/module/agenda_premises.h"
#include "passes/clauses/rule_strata.h"
#include "passes/ordering/order_premises.h"
#include "passes/plans/insert_absent.h"
#include "passes/plans/introduce_exists.h"
#include "tests/property/rules_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace tesuji::tests {
namespace {

using Fact = std::pair<ir::Symbol, std::vector<ir::Symbol>>;
using FactSet = std::set<Fact>;
using Bindings = std::map<ir::Symbol, ir::Symbol>;

/// The rules of the text, fact by fact.
class WellFounded {
 public:
  WellFounded(const frontend::RuleSet& rules, const std::vector<frontend::GroundFact>& facts,
              const ir::SymbolTable& symbols)
      : rules_(rules), symbols_(symbols) {
    for (const frontend::GroundFact& fact : facts) given_.emplace(fact.relation, fact.args);
  }

  /// What is true; nothing where something is neither true nor false.
  std::optional<FactSet> model() const {
    FactSet certain = given_;
    for (;;) {
      const FactSet possible = least_model(certain);
      FactSet more = least_model(possible);
      if (more == certain) {
        if (possible != certain) return std::nullopt;
        return certain;
      }
      certain = std::move(more);
    }
  }

 private:
  /// Of the rules, with the absence of facts looked up in `assumed`.
  FactSet least_model(const FactSet& assumed) const {
    FactSet model = given_;
    for (std::size_t before = 0; before != model.size();) {
      before = model.size();
      for (const frontend::ProductionRule& rule : rules_.rules) {
        FactSet added;
        Bindings bindings;
        match(rule, 0, model, assumed, bindings, added);
        model.insert(added.begin(), added.end());
      }
    }
    return model;
  }

  void match(const frontend::ProductionRule& rule, std::size_t next, const FactSet& model,
             const FactSet& assumed, Bindings& bindings, FactSet& added) const {
    if (next == rule.premises.size()) {
      if (!tests_hold(rule, assumed, bindings)) return;
      for (const frontend::RuleConclusion& conclusion : rule.conclusions) {
        Fact fact{conclusion.pattern.relation, {}};
        for (const auto& arg : conclusion.pattern.args) fact.second.push_back(value(arg, bindings));
        added.insert(std::move(fact));
      }
      return;
    }
    const frontend::RulePremise& premise = rule.premises[next];
    if (premise.kind != frontend::RulePremise::Kind::present) {
      return match(rule, next + 1, model, assumed, bindings, added);
    }
    for (const Fact& fact : model) {
      Bindings extended = bindings;
      if (!agrees(premise.pattern, fact, extended)) continue;
      match(rule, next + 1, model, assumed, extended, added);
    }
  }

  static ir::Symbol value(const frontend::RuleArgument& arg, const Bindings& bindings) {
    return arg.kind == frontend::RuleArgument::Kind::constant ? arg.name : bindings.at(arg.name);
  }

  /// Binds variables that have no value yet.
  static bool agrees(const frontend::RulePattern& pattern, const Fact& fact, Bindings& bindings) {
    if (pattern.relation != fact.first) return false;
    for (std::size_t i = 0; i < pattern.args.size(); ++i) {
      const frontend::RuleArgument& arg = pattern.args[i];
      if (arg.kind == frontend::RuleArgument::Kind::any) continue;
      if (arg.kind == frontend::RuleArgument::Kind::constant) {
        if (arg.name != fact.second[i]) return false;
      } else if (bindings.emplace(arg.name, fact.second[i]).first->second != fact.second[i]) {
        return false;
      }
    }
    return true;
  }

  bool tests_hold(const frontend::ProductionRule& rule, const FactSet& assumed,
                  const Bindings& bindings) const {
    return std::all_of(rule.premises.begin(), rule.premises.end(), [&](const auto& premise) {
      if (premise.kind == frontend::RulePremise::Kind::compare) {
        return compares(premise.comparison, value(premise.pattern.args[0], bindings),
                        value(premise.pattern.args[1], bindings));
      }
      if (premise.kind == frontend::RulePremise::Kind::present) return true;
      return std::none_of(assumed.begin(), assumed.end(), [&](const Fact& fact) {
        Bindings extended = bindings;
        return agrees(premise.pattern, fact, extended);
      });
    });
  }

  bool compares(ir::Comparison comparison, ir::Symbol left, ir::Symbol right) const {
    const auto a = ir::parse_decimal(symbols_.text(left));
    const auto b = ir::parse_decimal(symbols_.text(right));
    const bool numbers = a && b;
    switch (comparison) {
      case ir::Comparison::different:
        return left != right;
      case ir::Comparison::same:
        return left == right;
      case ir::Comparison::less:
        return numbers && *a < *b;
      case ir::Comparison::less_or_equal:
        return numbers && *a <= *b;
      case ir::Comparison::greater:
        return numbers && *a > *b;
      case ir::Comparison::greater_or_equal:
        return numbers && *a >= *b;
    }
    return false;
  }

  const frontend::RuleSet& rules_;
  const ir::SymbolTable& symbols_;
  FactSet given_;
};

/// Facts of what rules add to; the fixed ones are not in results.
FactSet facts_of(const ir::Module& module, const runtime::Facts& facts) {
  FactSet set;
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    const ir::Relation& relation = module.relations[id];
    const std::size_t width = relation.columns.size();
    const ir::Symbol name = module.symbols->intern(relation.name);
    for (std::size_t r = 0; r < facts[id].rows; ++r) {
      Fact fact{name, {}};
      for (std::size_t c = 0; c < width; ++c) {
        const ir::Domain& domain = module.domains[relation.columns[c]];
        fact.second.push_back(domain.values[facts[id].cells[r * width + c]]);
      }
      set.insert(std::move(fact));
    }
  }
  return set;
}

class Comparison {
 public:
  explicit Comparison(std::uint64_t seed) : random_(seed) {}

  StrataOutcome run(const std::string& rules, const std::string& facts) {
    StrataOutcome outcome;
    auto set = frontend::parse_rules(sources_->add("random.rules", rules), *symbols_, diagnostics_);
    auto memory = frontend::read_facts(sources_->add("random.pl", facts), *symbols_, diagnostics_);
    if (!set || !memory) {
      outcome.kind = StrataOutcome::Kind::refused;
      outcome.message = diagnostics_.render();
      return outcome;
    }
    const auto model = WellFounded(*set, *memory, *symbols_).model();
    constexpr int orders = 3;
    for (int order = 0; order < orders; ++order) {
      const auto module =
          frontend::lower_rules(*set, *memory, {}, sources_, symbols_, diagnostics_);
      const auto strata = passes::stratify_rules(*module, diagnostics_);
      if (!strata) {
        outcome.kind = StrataOutcome::Kind::unstratified;
        return outcome;
      }
      outcome.add_only = ir::add_only(*module);
      outcome.strata = strata->empty() ? 0 : *std::max_element(strata->begin(), strata->end()) + 1;
      try {
        if (!model) throw Difference("stratified, but not total");
        compare(*module, *strata, *model, outcome);
      } catch (const Difference& difference) {
        outcome.kind = StrataOutcome::Kind::disagreed;
        outcome.message = fmt::format("order {}: {}", order, difference.what());
        return outcome;
      }
      shuffle(*set, *memory);
    }
    return outcome;
  }

 private:
  void shuffle(frontend::RuleSet& set, std::vector<frontend::GroundFact>& memory) {
    std::shuffle(memory.begin(), memory.end(), random_);
    std::shuffle(set.rules.begin(), set.rules.end(), random_);
    for (frontend::ProductionRule& rule : set.rules) {
      std::shuffle(rule.premises.begin(), rule.premises.end(), random_);
    }
  }

  void compare(const ir::Module& module, const std::vector<std::uint32_t>& strata,
               const FactSet& model, StrataOutcome& outcome) {
    FactSet expected = model;
    std::erase_if(expected, [&](const Fact& fact) {
      const std::string& name = module.symbols->text(fact.first);
      return std::any_of(module.relations.begin(), module.relations.end(), [&](const auto& one) {
        return one.name == name && one.kind == ir::RelationKind::fixed;
      });
    });
    for (const bool passes : {false, true}) {
      std::vector<driver::RuleStratum> split = driver::split_rules(module, strata);
      passes::PassContext context{diagnostics_, {}};
      for (const driver::RuleStratum& stratum : split) {
        if (passes) {
          passes::order_premises(*stratum.module, context);
          passes::introduce_exists(*stratum.module, context);
          passes::insert_absent(*stratum.module, context);
        }
        check_module(*stratum.module, sources_, "a stratum");
      }
      for (const auto engine :
           {driver::ProductionEngine::interpreter, driver::ProductionEngine::reference}) {
        const auto system = driver::chain_strata(split, [&](const driver::RuleStratum& stratum) {
          return driver::compile_rules(stratum.module, engine);
        });
        const auto result = system->run(driver::initial_facts(module), {});
        const FactSet found = facts_of(module, result.memory);
        outcome.deduced = facts_of(module, result.deduced).size();
        if (found != expected) {
          throw Difference(fmt::format("{} facts, not {}, {} passes", found.size(), expected.size(),
                                       passes ? "with" : "without"));
        }
      }
    }
  }

  std::mt19937_64 random_;
  std::shared_ptr<ir::SourceMap> sources_ = std::make_shared<ir::SourceMap>();
  std::shared_ptr<ir::SymbolTable> symbols_ = std::make_shared<ir::SymbolTable>();
  ir::Diagnostics diagnostics_{*sources_};
};

}  // namespace

StrataOutcome compare_strata(const RandomRules& text, std::uint64_t seed) {
  std::string rules = text.rules;
  constexpr std::string_view remove = "(remove ";
  for (std::size_t at = 0; (at = rules.find(remove, at)) != std::string::npos;) {
    rules.replace(at, remove.size(), "(add ");
  }
  return Comparison(seed).run(rules, text.facts);
}

}  // namespace tesuji::tests
