#include "tools/reports/induce_report.h"

#include "ir/core/prolog_name.h"
#include "tools/base/json.h"

#include <fmt/format.h>

#include <algorithm>

namespace tesuji::tools {

namespace {

using End = learner::SearchResult::End;

std::string reason(const InduceScene& scene) {
  const learner::SearchResult& result = scene.result;
  const char* const unit = learner::size_unit(scene.options);
  switch (result.end) {
    case End::found:
      break;
    case End::exhausted:
      return fmt::format("nothing was found: all programs {} were tried, in {}{}",
                         learner::programs_text(scene.space, scene.options, result.size),
                         counted(result.steps, "step"),
                         result.more_clauses  ? " (--max-clauses)"
                         : scene.cuts.empty() ? "; no limit left others out"
                                              : "");
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

/// The limits that left programs out, but for those that the message names.
void note_cuts(const InduceScene& scene, ir::Diagnostic& error) {
  for (const learner::SearchCut& cut : scene.cuts) {
    const bool named = cut.limit == "max_clauses" && scene.result.end == End::exhausted;
    if (!cut.text.empty() && !named) error.notes.push_back({{}, cut.text});
  }
}

/// Examples that no program within the limits covers without a negative one.
void note_single_examples(const InduceScene& scene, ir::Diagnostic& error) {
  if (scene.alone.empty()) return;
  constexpr std::size_t most_shown = 10;
  std::size_t none = 0;
  bool all_known = scene.alone.size() == scene.task.positive.size();
  for (const learner::SingleSearch& one : scene.alone) {
    all_known &= one.end == End::exhausted || one.end == End::found;
    if (one.end != End::exhausted || ++none > most_shown) continue;
    error.notes.push_back({scene.task.positive_places[one.example],
                           "no program within the limits covers this example and no negative one"});
  }
  if (none > most_shown) {
    error.notes.push_back({{}, fmt::format("nor {}", counted(none - most_shown, "more example"))});
  }
  if (none == 0 && all_known) {
    error.notes.push_back({{}, "each positive example by itself is covered by some program"});
  }
}

}  // namespace

void report_failure(const InduceScene& scene, ir::Diagnostics& diagnostics) {
  const learner::SearchResult& result = scene.result;
  const learner::InductionTask& task = scene.task;
  const bool all = result.covered >= task.positive.size();
  const ir::Span place = all && result.refusing ? task.negative_places[*result.refusing]
                         : all                  ? task.positive_places.back()
                                                : task.positive_places[result.covered];
  ir::Diagnostic& error = diagnostics.error(
      place, result.end == End::exhausted ? "not-found" : "limit", reason(scene));
  if (!all) {
    error.notes.push_back(
        {{},
         fmt::format("{} of {} covered; no program that was tried covers this one together with "
                     "those before it",
                     result.covered, counted(task.positive.size(), "positive example"))});
  }
  note_single_examples(scene, error);
  note_cuts(scene, error);
  for (const std::string& hint : scene.hints) error.notes.push_back({{}, hint});
  if (result.refused > 0) {
    error.notes.push_back(
        {all ? ir::Span{} : task.negative_places[*result.refusing],
         fmt::format("{} covered all positive examples, but also a negative one; the last of "
                     "them covered this one",
                     counted(result.refused, "program"))});
  }
}

void note_noise(InduceScene& scene, const learner::Background& background) {
  const auto text_of = [&](const learner::Example& example) {
    std::string text = ir::prolog_atom(scene.task.target);
    for (std::size_t i = 0; i < example.size(); ++i) {
      text += (i == 0 ? "(" : ",") + background.text(example[i]);
    }
    return example.empty() ? text : text + ")";
  };
  for (const std::size_t i : scene.result.missed) {
    scene.missed.push_back(text_of(scene.task.positive[i]));
  }
  for (const std::size_t i : scene.result.wrongly_covered) {
    scene.wrongly_covered.push_back(text_of(scene.task.negative[i]));
  }
}

void report_noise(const InduceScene& scene, ir::Diagnostics& diagnostics) {
  const learner::SearchResult& result = scene.result;
  if (result.end == End::exhausted) {
    ir::Diagnostic& error = diagnostics.error(
        scene.task.positive_places.front(), "not-found",
        fmt::format("nothing was found: no program makes the description of the examples shorter "
                    "than the list of the positive ones, {:.1f} bits: all {} were tried, in {}{}",
                    result.empty_bits,
                    learner::programs_text(scene.space, scene.options, result.size),
                    counted(result.steps, "step"), result.more_clauses ? " (--max-clauses)" : ""));
    note_cuts(scene, error);
    return;
  }
  if (result.end != End::found) {
    const char* const why = result.end == End::steps ? "the steps were used up (--max-proof-steps)"
                            : scene.time_is_over     ? "the time was over (--seconds)"
                                                     : "it was interrupted";
    ir::Diagnostic& error = diagnostics.error(
        scene.task.positive_places.front(), "limit",
        fmt::format("{} before the search had ended, among programs of {}, after {}; {}", why,
                    counted(result.size, learner::size_unit(scene.options)),
                    counted(result.steps - (result.end == End::steps ? 1 : 0), "step"),
                    result.hypothesis.empty()
                        ? "nothing was found"
                        : "there may be a program with a shorter description"));
    note_cuts(scene, error);
  }
  constexpr std::size_t most_shown = 20;
  std::size_t shown = 0;
  const auto warn = [&](const std::vector<std::size_t>& examples,
                        const std::vector<ir::Span>& places, const char* what) {
    for (const std::size_t i : examples) {
      if (shown++ < most_shown) diagnostics.warning(places[i], "noise", what);
    }
  };
  warn(result.missed, scene.task.positive_places,
       "this positive example is treated as noise: the program does not cover it");
  warn(result.wrongly_covered, scene.task.negative_places,
       "this negative example is treated as noise: the program covers it");
  if (shown > most_shown) {
    diagnostics.warning({}, "noise",
                        fmt::format("{} are treated as noise (--json lists all)",
                                    counted(shown - most_shown, "more example")));
  }
}

void report_doubt(const InduceScene& scene, ir::Diagnostics& diagnostics) {
  if (scene.result.end != End::found || !scene.result.doubtful) return;
  ir::Diagnostic& warning = diagnostics.warning(
      scene.task.negative_places.front(), "limit",
      "the program may cover a negative example: a proof of one was given up");
  note_cuts(scene, warning);
}

std::string induce_summary(const InduceScene& scene) {
  const learner::SearchResult& result = scene.result;
  if (scene.options.noise) {
    return fmt::format(
        "{}, best after {} in {:.2f} s; {:.1f} bits with exceptions, {:.1f} without a program; "
        "covers {} of {} and {} of {}",
        counted(result.hypothesis.size(), "clause"), counted(result.steps, "step"), scene.seconds,
        result.bits, result.empty_bits, scene.task.positive.size() - result.missed.size(),
        counted(scene.task.positive.size(), "positive example"), result.wrongly_covered.size(),
        counted(scene.task.negative.size(), "negative one"));
  }
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
  json["complete"] = result.complete;
  json["space"] = {{"clauses", scene.options.max_clauses},
                   {"literals", scene.space.body},
                   {"variables", scene.space.variables}};
  json["cut"] = Json::array();
  for (const learner::SearchCut& cut : scene.cuts) {
    Json one;
    one["limit"] = cut.limit;
    if (cut.value) one["value"] = *cut.value;
    json["cut"].push_back(std::move(one));
  }
  json["steps"] = result.steps;
  json["seconds"] = scene.seconds;
  json["positive"] = scene.task.positive.size();
  json["covered"] = std::min(result.covered, scene.task.positive.size());
  json["negative"] = scene.task.negative.size();
  json["refused"] = result.refused;
  if (scene.options.noise) {
    json["covered"] = scene.task.positive.size() - result.missed.size();
    if (result.hypothesis.empty()) json["covered"] = 0;
    json["bits"] = result.bits;
    json["bits_without_program"] = result.empty_bits;
    json["missed"] = scene.missed;
    json["wrongly_covered"] = scene.wrongly_covered;
  }
  json["diagnostics"] = to_json(diagnostics);
  return json;
}

}  // namespace tesuji::tools
