#include "tools/reports/induce_report.h"

#include "learner/induction/induction_checks.h"
#include "tools/base/json.h"

#include <fmt/format.h>

#include <algorithm>

namespace tesuji::tools {

namespace {

using End = learner::SearchResult::End;

/// All programs of at most so many clauses were tried.
std::uint32_t complete_size(const learner::SearchResult& result) {
  if (result.end == End::exhausted || result.size == 0) return result.size;
  return result.size - 1;
}

std::string reason(const InduceScene& scene) {
  const learner::SearchResult& result = scene.result;
  const char* const unit = learner::size_unit(scene.options);
  const std::string tried =
      fmt::format("all programs of at most {} were tried, in {}",
                  counted(complete_size(result), unit), counted(result.steps, "step"));
  switch (result.end) {
    case End::found:
      break;
    case End::exhausted:
      return result.size < largest_size(scene.options)
                 ? fmt::format("nothing was found: {}; more {}s would make no others", tried, unit)
                 : fmt::format("nothing was found: {} (--max-clauses)", tried);
    case End::steps:
      return fmt::format(
          "nothing was found before the last of {} (--max-proof-steps), among programs of {}",
          counted(result.steps - 1, "step"), counted(result.size, unit));
    case End::stopped:
      return fmt::format("nothing was found before {}, among programs of {}, after {}",
                         scene.time_is_over ? "the time was over (--seconds)" : "the interrupt",
                         counted(result.size, unit), counted(result.steps, "step"));
  }
  return {};
}

}  // namespace

void report_failure(const InduceScene& scene, ir::Diagnostics& diagnostics) {
  const learner::SearchResult& result = scene.result;
  const learner::InductionTask& task = scene.task;
  const bool all = result.covered >= task.positive.size();
  const ir::Span place = all && result.refusing ? task.negative_places[*result.refusing]
                         : all                  ? task.positive_places.back()
                                                : task.positive_places[result.covered];
  std::string why = reason(scene);
  if (result.too_deep) why += "; some proofs were given up because they were too deep";
  ir::Diagnostic& error =
      diagnostics.error(place, result.end == End::exhausted ? "not-found" : "limit", why);
  if (!all) {
    error.notes.push_back(
        {{},
         fmt::format("{} of {} covered; no program that was tried covers this one together with "
                     "those before it",
                     result.covered, counted(task.positive.size(), "positive example"))});
  }
  if (!scene.hint.empty()) error.notes.push_back({{}, scene.hint});
  if (result.refused > 0) {
    error.notes.push_back(
        {all ? ir::Span{} : task.negative_places[*result.refusing],
         fmt::format("{} covered all positive examples, but also a negative one; the last of "
                     "them covered this one",
                     counted(result.refused, "program"))});
  }
}

std::string induce_summary(const InduceScene& scene) {
  return fmt::format("{}, found after {} in {:.2f} s; covers {} and none of {}",
                     counted(scene.result.hypothesis.size(), "clause"),
                     counted(scene.result.steps, "step"), scene.seconds,
                     counted(scene.task.positive.size(), "positive example"),
                     counted(scene.task.negative.size(), "negative one"));
}

Json induce_json(const InduceScene& scene, const ir::Diagnostics& diagnostics) {
  static constexpr const char* ends[] = {"found", "exhausted", "steps", "stopped"};
  const learner::SearchResult& result = scene.result;
  Json json;
  json["target"] = fmt::format("{}/{}", scene.task.target, scene.task.arity);
  json["end"] = ends[static_cast<std::size_t>(result.end)];
  if (result.end == End::stopped) json["end"] = scene.time_is_over ? "seconds" : "interrupted";
  json["program"] = scene.program;
  json["clauses"] = result.hypothesis.size();
  json["complete"] = complete_size(result);
  json["steps"] = result.steps;
  json["seconds"] = scene.seconds;
  json["positive"] = scene.task.positive.size();
  json["covered"] = std::min(result.covered, scene.task.positive.size());
  json["negative"] = scene.task.negative.size();
  json["refused"] = result.refused;
  json["diagnostics"] = to_json(diagnostics);
  return json;
}

}  // namespace tesuji::tools
