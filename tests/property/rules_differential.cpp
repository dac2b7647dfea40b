#include "tests/property/rules_differential.h"

#include "backend/rules/computed_numbers.h"
#include "backend/rules/production.h"
#include "frontend/rules/facts_reader.h"
#include "frontend/rules/rules_lowering.h"
#include "frontend/rules/rules_parser.h"
#include "ir/module/agenda_premises.h"
#include "ir/text/text.h"
#include "passes/ordering/order_premises.h"
#include "passes/plans/insert_absent.h"
#include "passes/plans/introduce_exists.h"
#include "tests/property/rules_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace tesuji::tests {
namespace {

using driver::ProductionEngine;
using runtime::ProductionEnd;
using runtime::ProductionResult;

bool same_rows(const runtime::Facts& a, const runtime::Facts& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto& left, const auto& right) {
                      return left.rows == right.rows && left.cells == right.cells;
                    });
}

bool same_failures(const ProductionResult& a, const ProductionResult& b) {
  const auto same = [](const auto& left, const auto& right) {
    return left.rule == right.rule && left.place == right.place && left.count == right.count &&
           left.reason == right.reason && left.operand == right.operand;
  };
  return std::equal(a.failures.begin(), a.failures.end(), b.failures.begin(), b.failures.end(),
                    same);
}

/// A relation's facts whatever their order.
std::multiset<std::vector<std::uint32_t>> fact_set(const ir::Relation& relation,
                                                   const runtime::FactRows& rows) {
  const std::size_t width = relation.columns.size();
  std::multiset<std::vector<std::uint32_t>> set;
  for (std::size_t r = 0; r < rows.rows; ++r) {
    const auto begin = rows.cells.begin() + static_cast<std::ptrdiff_t>(r * width);
    set.insert({begin, begin + static_cast<std::ptrdiff_t>(width)});
  }
  return set;
}

class Comparison {
 public:
  Comparison(std::uint64_t seed, bool native) : random_(seed), native_(native) {}

  RulesOutcome run(const std::string& rules, const std::string& facts) {
    RulesOutcome outcome;
    const std::optional<ir::Module> module = read(rules, facts);
    if (!module) {
      outcome.kind = RulesOutcome::Kind::refused;
      outcome.message = diagnostics_.render();
      return outcome;
    }
    outcome.add_only = ir::add_only(*module);
    try {
      const ProductionResult oracle = compare_engines(*module, native_, "as it stands", limits_);
      for (const runtime::FactRows& rows : oracle.deduced) outcome.deduced += rows.rows;
      outcome.cycles = oracle.end == ProductionEnd::cycle ? 1 : 0;
      if (oracle.end != ProductionEnd::fixpoint && oracle.end != ProductionEnd::cycle) {
        outcome.kind = RulesOutcome::Kind::limit;
        return outcome;
      }
      outcome.variants = compare_variants(*module, oracle);
    } catch (const Difference& difference) {
      outcome.kind = RulesOutcome::Kind::disagreed;
      outcome.message = difference.what();
    }
    return outcome;
  }

 private:
  std::optional<ir::Module> read(const std::string& rules, const std::string& facts) {
    const auto set =
        frontend::parse_rules(sources_->add("random.rules", rules), *symbols_, diagnostics_);
    const auto memory =
        frontend::read_facts(sources_->add("random.pl", facts), *symbols_, diagnostics_);
    if (!set || !memory) return std::nullopt;
    return frontend::lower_rules(*set, *memory, {}, sources_, symbols_, diagnostics_);
  }

  // Engines --------------------------------------------------------------------

  static ProductionResult chain(const ir::Module& module, ProductionEngine engine,
                                const runtime::ProductionLimits& limits) {
    const auto system = driver::compile_rules(std::make_shared<const ir::Module>(module), engine);
    return system->run(driver::initial_facts(module), limits);
  }

  /// The oracle's result; every engine has given the same.
  ProductionResult compare_engines(const ir::Module& module, bool native, const std::string& what,
                                   const runtime::ProductionLimits& limits) {
    check_module(module, sources_, what);
    const ProductionResult expected = chain(module, ProductionEngine::reference, limits);
    std::vector<std::pair<ProductionEngine, std::string>> engines{
        {ProductionEngine::interpreter, "interpreter"}};
    if (native) engines.emplace_back(ProductionEngine::native, "native code");
    for (const auto& [engine, name] : engines) {
      const ProductionResult found = chain(module, engine, limits);
      const auto differ = [&](std::string_view in) {
        throw Difference(fmt::format("{}, {}: another {} than the forward chainer\n{}", what, name,
                                     in, ir::print(module)));
      };
      if (found.end != expected.end) differ("end");
      if (found.rounds != expected.rounds) differ("number of rounds");
      if (!same_failures(found, expected)) differ("function without a value");
      if (!same_rows(found.memory, expected.memory)) differ("memory");
      if (!same_rows(found.deduced, expected.deduced)) differ("set of deduced facts");
      if (!same_counts(found, expected)) differ("count");
    }
    return expected;
  }

  // Passes ---------------------------------------------------------------------

  std::size_t compare_variants(const ir::Module& module, const ProductionResult& oracle) {
    passes::PassContext context{diagnostics_, {}};
    const bool free = ir::add_only(module);
    std::size_t variants = 0;
    constexpr int random_orders = 2;
    for (int order = 0; order < 2 + random_orders; ++order) {
      ir::Module ordered = module;
      std::string name = "in source order";
      if (order == 1) {
        const bool changed = passes::order_premises(ordered, context);
        if (changed && !free) throw Difference("order-premises: touched rules whose order counts");
        name = "ordered";
      } else if (order > 1) {
        if (!free) break;
        reorder(ordered);
        name = "in another order";
      }
      for (int checks = 0; checks < 4; ++checks) {
        ir::Module variant = ordered;
        if ((checks & 1) != 0) passes::introduce_exists(variant, context);
        if ((checks & 2) != 0) passes::insert_absent(variant, context);
        const std::string what = fmt::format("{}{}{}", name, (checks & 1) != 0 ? ", exists" : "",
                                             (checks & 2) != 0 ? ", absent-checks" : "");
        compare_memory(variant, oracle, free, native_ && order == 1 && checks == 3, what);
        ++variants;
      }
    }
    return variants;
  }

  void compare_memory(const ir::Module& variant, const ProductionResult& oracle, bool free,
                      bool native, const std::string& what) {
    const ProductionResult found = compare_engines(variant, native, what, generous_);
    if (found.end == ProductionEnd::nodes) return;  // orders may be bad
    bool same = found.end == oracle.end;
    if (!found.computed.empty() || !oracle.computed.empty()) {
      // Numbers have positions in the order in which they are computed.
      const auto texts = [&](const ProductionResult& result) {
        return fact_texts(driver::with_numbers(variant, result.computed), result.memory, free);
      };
      same &= texts(found) == texts(oracle);
    } else if (!free) {
      same &= same_rows(found.memory, oracle.memory) && found.rounds == oracle.rounds;
    } else {
      for (std::size_t r = 0; r < variant.relations.size(); ++r) {
        same &= fact_set(variant.relations[r], found.memory[r]) ==
                fact_set(variant.relations[r], oracle.memory[r]);
      }
    }
    if (!same)
      throw Difference(what + ": another memory than the rules as they stand\n" +
                       ir::print(variant));
  }

  /// Any order of the premises in which tests come behind what binds their variables.
  void reorder(ir::Module& module) {
    for (ir::Agenda& agenda : module.agendas) {
      std::vector<ir::Operation> rest = ir::premises_of(agenda);
      std::shuffle(rest.begin(), rest.end(), random_);
      std::vector<ir::Operation> order;
      std::vector<bool> bound(agenda.variables.size());
      while (!rest.empty()) {
        const auto next = std::find_if(rest.begin(), rest.end(), [&](const auto& premise) {
          return ir::may_stand(premise, bound);
        });
        for (const ir::Argument& argument : next->args) {
          if (argument.kind == ir::Argument::Kind::variable) bound[argument.id] = true;
        }
        order.push_back(std::move(*next));
        rest.erase(next);
      }
      ir::set_premises(module, agenda, order);
    }
  }

  std::mt19937_64 random_;
  const bool native_;
  const runtime::ProductionLimits limits_{.nodes = 20'000, .rounds = 300, .removals = 200};
  const runtime::ProductionLimits generous_{.nodes = 400'000, .rounds = 300, .removals = 200};
  std::shared_ptr<ir::SourceMap> sources_ = std::make_shared<ir::SourceMap>();
  std::shared_ptr<ir::SymbolTable> symbols_ = std::make_shared<ir::SymbolTable>();
  ir::Diagnostics diagnostics_{*sources_};
};

}  // namespace

RulesOutcome compare_rules(const std::string& rules, const std::string& facts, std::uint64_t seed,
                           bool native) {
  return Comparison(seed, native).run(rules, facts);
}

}  // namespace tesuji::tests
