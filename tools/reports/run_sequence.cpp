#include "tools/reports/run_sequence.h"

#include "backend/rules/computed_numbers.h"
#include "backend/rules/fact_order.h"
#include "ir/module/agenda_premises.h"
#include "runtime/host/game/stop.h"
#include "tools/base/command.h"
#include "tools/base/interrupt.h"
#include "tools/base/json.h"
#include "tools/base/messages.h"
#include "tools/base/report.h"
#include "tools/options/time_limits.h"
#include "tools/reports/agenda_report.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace tesuji::tools {
namespace {

using driver::SequenceStep;

std::string_view how(const SequenceStep& step) {
  return step.incremental ? "incremental" : "from scratch";
}

class Report {
 public:
  Report(std::shared_ptr<const ir::Module> module, const SequenceOptions& options)
      : module_(std::move(module)), options_(options) {
    if (ir::add_only(*module_)) order_.emplace(*module_);
  }

  /// `seconds` holds the CPU time of this step in every run of the sequence.
  void print(std::size_t number, SequenceStep& step, std::vector<double>& seconds) const {
    std::sort(seconds.begin(), seconds.end());
    const double median = seconds[seconds.size() / 2];
    std::optional<ir::Module> grown;
    if (!step.computed.empty()) grown = driver::with_numbers(*module_, step.computed);
    const ir::Module& known = grown ? *grown : *module_;
    if (order_) (grown ? driver::FactOrder(known) : *order_).sort(step.deduced);
    const std::vector<std::string> facts = fact_texts(known, step.deduced);
    if (options_.json) {
      Json json{{"step", number},   {"come", step.come},        {"gone", step.gone},
                {"how", how(step)}, {"end", name_of(step.end)}, {"nodes", step.nodes},
                {"deduced", facts}};
      if (!step.failures.empty()) json["failures"] = failures_to_json(known, step.failures);
      if (options_.time) json["seconds"] = {{"median", median}, {"fastest", seconds[0]}};
      fmt::print("{}", json_text(json, -1));
      return;
    }
    ir::Diagnostics warnings(*known.sources);
    driver::warn_of_failures(known, step.failures, warnings);
    print_diagnostics(warnings);
    fmt::print("% step {}", number);
    if (options_.counts) {
      fmt::print(": {} {}, {} {}; {} deduced, {}, {}", counted(step.come, "base fact"),
                 step.come == 1 ? "comes" : "come", step.gone, step.gone == 1 ? "goes" : "go",
                 facts.size(), how(step), counted(step.nodes, "node"));
    }
    if (options_.time) fmt::print(" in {:.6f} s (fastest {:.6f} s)", median, seconds[0]);
    fmt::print("\n");
    for (const std::string& fact : facts) fmt::print("{}.\n", fact);
  }

 private:
  std::shared_ptr<const ir::Module> module_;
  const SequenceOptions& options_;
  std::optional<driver::FactOrder> order_;  ///< for add-only rules
};

}  // namespace

int run_sequence(const driver::RuleSequence& sequence, const SequenceOptions& options) {
  const auto module = std::make_shared<const ir::Module>(sequence.module);
  driver::Sequence memories(module, options.engine, options.mode, options.cache);
  std::vector<SequenceStep> steps(sequence.steps.size() + 1);
  std::vector<std::vector<double>> seconds(steps.size());
  const TimeLimit time(options.seconds);
  const runtime::StopScope scope(&time.flag());
  bool stopped = false;
  std::size_t reached = 0;
  for (std::size_t round = 0; round < options.repeat && !stopped; ++round) {
    for (reached = 0; reached < steps.size(); ++reached) {
      stopped = reached > 0 && time.flag();
      if (stopped) break;
      const std::clock_t start = std::clock();
      SequenceStep& step = steps[reached];
      step = reached == 0 ? memories.start(options.limits)
                          : memories.next(sequence.steps[reached - 1].changes, options.limits);
      seconds[reached].push_back(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
      if (step.end != runtime::ProductionEnd::fixpoint) break;
    }
  }
  const Report report(module, options);
  if (!stopped) reached = std::min(reached + 1, steps.size());
  for (std::size_t number = 0; number < reached; ++number) {
    report.print(number, steps[number], seconds[number]);
  }
  const SequenceStep& last = steps[reached - 1];
  auto end = stopped ? runtime::ProductionEnd::stopped : last.end;
  if (end == runtime::ProductionEnd::stopped && time.is_over()) {
    end = runtime::ProductionEnd::seconds;
  }
  if (end == runtime::ProductionEnd::fixpoint) return exit_ok;
  std::fflush(stdout);
  print_error(
      fmt::format("step {}: {}", reached - 1, why_stopped(end, last.rounds, options.limits)));
  return stop_code(end);
}

}  // namespace tesuji::tools
