// Prints tables, JSON and messages about rules learned from play (iggp_report.h).
#include "tools/reports/iggp_report.h"

#include "tools/base/json.h"

#include <fmt/core.h>

namespace tesuji::tools {

namespace {

bool perfect(const learner::TargetResult& result) {
  return result.test_states > 0 && result.test.wrong() == 0;
}

double clauses_per_second(const learner::TargetResult& result) {
  return result.search_seconds > 0
             ? static_cast<double>(result.statistics.clauses) / result.search_seconds
             : 0;
}

std::string reason_of(const learner::TargetResult& result) {
  if (result.stopped) return "time was up (--seconds), or it was interrupted";
  if (result.limited) return "searches ended at their limits of clauses or memory (--memory)";
  return "no clause within the limits of the search covers them and no negative example";
}

}  // namespace

void report_unlearned(const IggpScene& scene, ir::Diagnostics& diagnostics) {
  for (const learner::TargetResult& result : scene.rules.targets) {
    if (result.train.wrong() == 0) continue;
    // The remaining errors are noise, unless the search was cut.
    if (scene.options.noise && !result.stopped && !result.limited) continue;
    ir::Diagnostic& error = diagnostics.error(
        {}, result.stopped || result.limited ? "limit" : "not-found",
        fmt::format("{}_{}: the rules are wrong in {} about training states: {}", scene.folder.game,
                    result.target, counted(result.train.wrong(), "answer"), reason_of(result)));
    for (const auto& uncovered : result.uncovered) {
      error.notes.push_back(
          {{},
           fmt::format("no clause covers {} in training state {}",
                       to_text(uncovered.atom, scene.folder.vocabulary), uncovered.example + 1)});
    }
  }
}

std::string iggp_table(const IggpScene& scene) {
  std::string text =
      fmt::format("{:<10} {:>7} {:>7} {:>9} {:>9} {:>8} {:>11} {:>10} {:>8}\n", "target", "states",
                  "tested", "accuracy", "balanced", "perfect", "clauses", "clauses/s", "seconds");
  for (const learner::TargetResult& result : scene.rules.targets) {
    text += fmt::format("{:<10} {:>7} {:>7} {:>9.4f} {:>9.4f} {:>8} {:>11} {:>10.0f} {:>8.2f}\n",
                        result.target, result.train_states, result.test_states,
                        result.test.accuracy(), result.test.balanced_accuracy(),
                        result.test_states == 0 ? "-"
                        : perfect(result)       ? "yes"
                                                : "no",
                        result.statistics.clauses, clauses_per_second(result), result.seconds);
  }
  for (const learner::TargetResult& result : scene.rules.targets) {
    if (result.shared_states == 0) continue;
    text += fmt::format("{}: {} of {} test states are also training states\n", result.target,
                        result.shared_states, result.test_states);
  }
  return text;
}

Json iggp_json(const IggpScene& scene) {
  Json json;
  json["game"] = scene.folder.game;
  json["targets"] = Json::array();
  for (const learner::TargetResult& result : scene.rules.targets) {
    Json target;
    target["target"] = result.target;
    target["train_states"] = result.train_states;
    target["test_states"] = result.test_states;
    target["test_states_in_train"] = result.shared_states;
    target["train_wrong"] = result.train.wrong();
    target["test_wrong"] = result.test.wrong();
    target["accuracy"] = result.test.accuracy();
    target["balanced_accuracy"] = result.test.balanced_accuracy();
    target["perfect"] = perfect(result);
    target["clauses_tested"] = result.statistics.clauses;
    target["clauses_sampled"] = result.statistics.sampled;
    target["clauses_skipped"] = result.statistics.skipped;
    target["search_seconds"] = result.search_seconds;
    target["seconds"] = result.seconds;
    target["end"] = result.train.wrong() == 0 ? "learned"
                    : result.stopped          ? "seconds"
                    : result.limited          ? "limits"
                                              : "exhausted";
    json["targets"].push_back(std::move(target));
  }
  json["rules"] = Json::array();
  for (const learner::RuleDefinition& definition : scene.rules.definitions) {
    for (const learner::PlayClause& clause : definition.clauses) {
      json["rules"].push_back(to_text(clause, scene.folder.vocabulary));
    }
  }
  return json;
}

}  // namespace tesuji::tools
