#include "tools/reports/induce_report.h"

#include "ir/core/prolog_name.h"
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
  note_single_examples(scene, error);
  if (!scene.hint.empty()) error.notes.push_back({{}, scene.hint});
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
    diagnostics.error(
        scene.task.positive_places.front(), "not-found",
        fmt::format("nothing was found: no program makes the description of the examples shorter "
                    "than the list of the positive ones, {:.1f} bits: all of at most {} were "
                    "tried, in {}",
                    result.empty_bits,
                    counted(largest_size(scene.options), learner::size_unit(scene.options)),
                    counted(result.steps, "step")));
    return;
  }
  if (result.end != End::found) {
    const char* const why = result.end == End::steps ? "the steps were used up (--max-proof-steps)"
                            : scene.time_is_over     ? "the time was over (--seconds)"
                                                     : "it was interrupted";
    diagnostics.error(
        scene.task.positive_places.front(), "limit",
        fmt::format("{} before the search had ended, among programs of {}, after {}; {}", why,
                    counted(result.size, learner::size_unit(scene.options)),
                    counted(result.steps - (result.end == End::steps ? 1 : 0), "step"),
                    result.hypothesis.empty()
                        ? "nothing was found"
                        : "there may be a program with a shorter description"));
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
  json["complete"] = complete_size(result);
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
