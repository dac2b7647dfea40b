#include "tests/property/rules_orders.h"

#include "backend/rules/order_rules.h"
#include "backend/rules/production.h"
#include "frontend/rules/facts_reader.h"
#include "frontend/rules/metarules_parser.h"
#include "frontend/rules/rules_lowering.h"
#include "frontend/rules/rules_parser.h"
#include "frontend/rules/rules_printer.h"
#include "ir/module/agenda_premises.h"
#include "ir/text/text.h"
#include "passes/core/pass.h"
#include "passes/ordering/observed_metarules.h"
#include "passes/ordering/synthesise.h"
#include "tests/property/rules_results.h"

#include <fmt/format.h>

#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace tesuji::tests {
namespace {

using driver::OrderSource;
using driver::ProductionEngine;
using runtime::ProductionEnd;
using runtime::ProductionResult;
using Metarules = std::vector<ir::OrderingMetarule>;

constexpr std::pair<OrderSource, std::string_view> order_sources[] = {
    {OrderSource::greedy, "greedy"},
    {OrderSource::estimated, "estimated"},
    {OrderSource::observed, "observed"}};

class OrdersComparison {
 public:
  explicit OrdersComparison(std::uint64_t seed) : seed_(seed) {}

  OrdersOutcome run(const RandomRules& text) {
    const auto rules =
        frontend::parse_rules(sources_->add("random.rules", text.rules), *symbols_, diagnostics_);
    auto facts =
        frontend::read_facts(sources_->add("random.pl", text.facts), *symbols_, diagnostics_);
    if (rules && facts) {
      facts_ = std::move(*facts);
      module_ = frontend::lower_rules(*rules, facts_, {}, sources_, symbols_, diagnostics_);
    }
    if (!module_) {
      outcome_.kind = OrdersOutcome::Kind::refused;
      outcome_.message = diagnostics_.render();
      return outcome_;
    }
    outcome_.add_only = ir::add_only(*module_);
    try {
      const ProductionResult oracle = chain(*module_, ProductionEngine::reference, limits_);
      check_rules_text(*module_, false, "as they stand");
      if (oracle.end != ProductionEnd::fixpoint && oracle.end != ProductionEnd::cycle) {
        outcome_.kind = OrdersOutcome::Kind::limit;
      } else if (outcome_.add_only) {
        compare(oracle);
      } else {
        check_untouched();
      }
    } catch (const Difference& difference) {
      outcome_.kind = OrdersOutcome::Kind::disagreed;
      outcome_.message = difference.what();
    }
    return outcome_;
  }

 private:
  static ProductionResult chain(const ir::Module& module, ProductionEngine engine,
                                const runtime::ProductionLimits& limits) {
    const auto system = driver::compile_rules(std::make_shared<const ir::Module>(module), engine);
    return system->run(driver::initial_facts(module), limits);
  }

  // Text -----------------------------------------------------------------------

  /// Rules that are printed are read back as rules that print the same and deduce the same
  /// facts in the same order; `counts`: in as many trials. (Where `same` equates two places of
  /// one premise, what is printed is a variable that stands there twice, and is tested sooner.)
  void check_rules_text(const ir::Module& module, bool counts, const std::string& what) {
    const std::string text = frontend::print_rules(module);
    ir::Diagnostics found(*sources_);
    const auto rules =
        frontend::parse_rules(sources_->add("printed.rules", text), *symbols_, found);
    std::optional<ir::Module> again;
    if (rules) again = frontend::lower_rules(*rules, facts_, {}, sources_, symbols_, found);
    if (!again) throw Difference(what + ": printed rules are refused\n" + found.render() + text);
    if (frontend::print_rules(*again) != text) {
      throw Difference(what + ": printed rules print otherwise\n" + text);
    }
    const ProductionResult a = chain(module, ProductionEngine::reference, limits_);
    const ProductionResult b = chain(*again, ProductionEngine::reference, limits_);
    if (a.end != b.end || a.rounds != b.rounds || (counts && !same_counts(a, b)) ||
        fact_texts(module, a.memory, false) != fact_texts(*again, b.memory, false)) {
      throw Difference(what + ": printed rules run otherwise\n" + text);
    }
  }

  /// The metarules as they are read back.
  Metarules through_text(const Metarules& metarules, const std::string& what) {
    const std::string text = frontend::print_metarules(metarules);
    ir::Diagnostics found(*sources_);
    auto again = frontend::parse_metarules(sources_->add("printed.meta", text), found);
    if (!again) throw Difference(what + ": metarules are refused\n" + found.render() + text);
    // What is read has no notes, which were printed as comments.
    Metarules plain = metarules;
    for (ir::OrderingMetarule& metarule : plain) metarule.note.clear();
    if (frontend::print_metarules(*again) != frontend::print_metarules(plain)) {
      throw Difference(what + ": metarules print otherwise\n" + text);
    }
    outcome_.metarules += metarules.size();
    return std::move(*again);
  }

  // Orders ---------------------------------------------------------------------

  /// What is observed in a run of the rules as they stand, which may be broken off.
  Metarules observed(std::uint64_t most_nodes) {
    const ProductionResult run =
        chain(*module_, ProductionEngine::interpreter, {.nodes = most_nodes, .rounds = 300});
    std::vector<std::vector<std::uint64_t>> trials;
    for (const runtime::AgendaCounts& counts : run.counts) trials.push_back(counts.trials);
    return passes::observed_metarules(
        passes::make_profile(*module_, trials, run.end == ProductionEnd::fixpoint));
  }

  driver::OrderOptions options_for(OrderSource source) const {
    driver::OrderOptions options;
    options.source = source;
    options.seed = seed_;
    options.evaluations = 60;
    options.max_nodes = most_nodes_;
    return options;
  }

  void compare(const ProductionResult& oracle) {
    const Metarules of_facts =
        through_text(passes::synthesise_metarules(*module_), "metarules of facts");
    const Metarules of_profile = through_text(observed(limits_.nodes), "metarules of a profile");
    const Metarules of_beginning = through_text(observed(100), "metarules of a run broken off");
    const Metarules of_both =
        through_text(passes::with_others(of_beginning, of_facts), "metarules of both");
    const std::pair<const Metarules*, std::string_view> sets[] = {
        {&of_facts, "facts"}, {&of_profile, "profile"}, {&of_both, "both"}, {&none_, "none"}};
    for (const auto& [metarules, origin] : sets) {
      for (const auto& [source, name] : order_sources) {
        for (const bool checked : {false, true}) {
          // Passes only matter to what is observed.
          if (checked && source != OrderSource::observed) continue;
          const std::string what =
              fmt::format("metarules of {}, {}{}", origin, name, checked ? ", with passes" : "");
          compare(oracle, *metarules, source, checked, what);
        }
      }
    }
  }

  void compare(const ProductionResult& oracle, const Metarules& metarules, OrderSource source,
               bool checked, const std::string& what) {
    driver::OrderOptions options = options_for(source);
    if (checked) options.passes = {"introduce-exists", "insert-absent"};
    ir::Module ordered = *module_;
    if (!driver::order_rules(ordered, metarules, options)) throw Difference(what + ": no order");
    check_module(ordered, sources_, what);
    check_rules_text(ordered, true, what);
    ++outcome_.orders;
    outcome_.changed += frontend::print_rules(ordered) != frontend::print_rules(*module_) ? 1 : 0;
    check_facts(ordered, oracle, what);
    if (source == OrderSource::observed) check_cost(ordered, metarules, options, what);
    if (checked) {
      passes::PassContext context{diagnostics_, {}};
      if (!passes::run_pipeline(ordered, options.passes, {}, context)) {
        throw Difference(what + ": a pass failed");
      }
      check_facts(ordered, oracle, what + ", compiled");
    }
  }

  void check_facts(const ir::Module& ordered, const ProductionResult& oracle,
                   const std::string& what) {
    const ProductionResult found =
        chain(ordered, ProductionEngine::interpreter, {.nodes = most_nodes_, .rounds = 300});
    if (found.end == oracle.end &&
        fact_texts(ordered, found.memory, true) == fact_texts(*module_, oracle.memory, true)) {
      return;
    }
    throw Difference(what + ": other facts than as they stand\n" + ir::print(ordered));
  }

  /// Each rule costs no more than in the greedy order, on what the set ends with: with passes
  /// by what it takes, without as a plain nest of loops.
  void check_cost(const ir::Module& ordered, const Metarules& metarules,
                  const driver::OrderOptions& options, const std::string& what) {
    ir::Module greedy = *module_;
    driver::order_rules(greedy, metarules, {});
    const runtime::Facts memory =
        chain(greedy, ProductionEngine::interpreter, {.nodes = most_nodes_, .rounds = 300}).memory;
    for (std::size_t i = 0; i < ordered.agendas.size(); ++i) {
      driver::RuleObservation rule(*module_, i, memory);
      const auto cost = [&](const ir::Module& module) {
        const auto premises = ir::premises_of(module.agendas[i]);
        constexpr double most = 1e9;
        if (!options.passes.empty()) return rule.nodes(premises, options.passes, most).value();
        const auto trials = rule.prefix_trials(premises, most).value();
        return std::accumulate(trials.begin(), trials.end() - 1, 0.0);
      };
      const double known = cost(greedy);
      const double searched = cost(ordered);
      if (searched <= known) continue;
      throw Difference(fmt::format("{}: rule {} takes {} trials, greedy {}\n{}", what, i + 1,
                                   searched, known, frontend::print_rules(ordered)));
    }
  }

  /// Where order is meaning.
  void check_untouched() {
    const Metarules metarules = passes::synthesise_metarules(*module_);
    for (const auto& [source, name] : order_sources) {
      ir::Module same = *module_;
      if (driver::order_rules(same, metarules, options_for(source)) ||
          ir::print(same) != ir::print(*module_)) {
        throw Difference(fmt::format("{}: touched rules whose order is meaning", name));
      }
    }
  }

  const std::uint64_t seed_;
  const Metarules none_;
  const runtime::ProductionLimits limits_{.nodes = 20'000, .rounds = 300, .removals = 200};
  /// Orders may be bad: without metarules the first premise of the text comes next.
  const std::uint64_t most_nodes_ = 100'000'000;
  std::shared_ptr<ir::SourceMap> sources_ = std::make_shared<ir::SourceMap>();
  std::shared_ptr<ir::SymbolTable> symbols_ = std::make_shared<ir::SymbolTable>();
  ir::Diagnostics diagnostics_{*sources_};
  std::vector<frontend::GroundFact> facts_;
  std::optional<ir::Module> module_;
  OrdersOutcome outcome_;
};

}  // namespace

OrdersOutcome compare_orders(const RandomRules& text, std::uint64_t seed) {
  return OrdersComparison(seed).run(text);
}

}  // namespace tesuji::tests
