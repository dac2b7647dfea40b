#include "tools/options/rules_options.h"

#include "backend/rules/production.h"
#include "ir/module/agenda_premises.h"
#include "passes/core/pass.h"
#include "passes/ordering/idle_metarules.h"
#include "passes/ordering/observed_metarules.h"
#include "passes/ordering/order_premises.h"
#include "passes/ordering/synthesise.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace tesuji::tools {

void FactsOptions::add_to(Command& command, const std::string& facts, const std::string& tables) {
  command
      .add_option("--facts", files, facts + ": Prolog, s-expressions, edge.csv or NAME=FILE.csv")
      ->allow_extra_args(false)
      ->type_name("FILE");
  command.add_flag("--csv-header", csv_header, tables + " holds column names");
}

std::string check_rules_pass(const std::string& name) {
  // Only passes over agendas; all others would change nothing.
  const auto known = passes::rules_pipeline();
  if (std::find(known.begin(), known.end(), name) != known.end()) return {};
  return fmt::format("{} (production rules have {})",
                     passes::find_pass(name) == nullptr
                         ? fmt::format("unknown pass `{}`", name)
                         : fmt::format("the pass `{}` is for games", name),
                     fmt::join(known, ", "));
}

std::optional<std::vector<ir::OrderingMetarule>> load_metarules_for(const ir::Module& module,
                                                                    const std::string& path,
                                                                    driver::Session& session) {
  auto metarules = driver::load_metarules(path, session);
  if (metarules) passes::warn_of_idle(*metarules, module, session.diagnostics);
  return metarules;
}

void RulesOrdering::add_to(Command& command) {
  Option* order =
      command
          .add_option("--order", order_,
                      "Order of premises: metarules or source (default: docs/cli/run.md)")
          ->check(one_of({"metarules", "source"}))
          ->type_name("ORDER");
  command.add_option("--passes", passes_, "Passes to run, in order, instead of those of --order")
      ->check(check_rules_pass)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("PASS,...")
      ->excludes(order);
  command
      .add_option("--metarules", metarules_,
                  "Order premises by these ordering metarules, before --passes")
      ->type_name("FILE")
      ->excludes(order);
  command
      .add_flag("--synthesise", synthesise_,
                "Order premises by metarules of domains and facts, before --passes")
      ->excludes(order);
  command.group("Order of premises", {"--order", "--passes", "--metarules", "--synthesise"});
}

bool RulesOrdering::is_given() const {
  return !metarules_.empty() || synthesise_ || !passes_.empty();
}

bool RulesOrdering::orders() const {
  return order_ == "metarules" || !metarules_.empty() || synthesise_ ||
         std::find(passes_.begin(), passes_.end(), "order-premises") != passes_.end();
}

bool RulesOrdering::order_by_metarules(ir::Module& module, driver::Session& session) const {
  if (metarules_.empty() && !synthesise_) return true;
  std::vector<ir::OrderingMetarule> metarules;
  if (!metarules_.empty()) {
    auto given = load_metarules_for(module, metarules_, session);
    if (!given) return false;
    metarules = std::move(*given);
  }
  if (synthesise_) {
    metarules = passes::with_others(std::move(metarules), passes::synthesise_metarules(module));
  }
  passes::order_premises(module, passes::Metarules(std::move(metarules)));
  return true;
}

bool RulesOrdering::apply(ir::Module& module, bool as_written, PipelineFlags& pipeline,
                          driver::Session& session) const {
  if (orders() && !ir::add_only(module)) {
    session.diagnostics.warning({}, "order",
                                "no premise is ordered: the rules remove facts or test the absence "
                                "of facts that they add, so their order has a meaning");
  }
  if (!order_by_metarules(module, session)) return false;
  std::vector<std::string_view> names(passes_.begin(), passes_.end());
  const bool by_default = order_.empty() && !is_given() && !as_written;
  if (order_ == "metarules" || by_default) {
    const auto pipeline_of_rules = passes::rules_pipeline();
    names.assign(pipeline_of_rules.begin(), pipeline_of_rules.end());
  }
  return driver::run_passes(module, names, pipeline.make(), session);
}

}  // namespace tesuji::tools
