#include "tools/reports/induce_report.h"

#include "ir/core/prolog_term.h"
#include "tools/base/json.h"

#include <fmt/format.h>

#include <algorithm>

namespace tesuji::tools {

namespace {

using End = learner::SearchResult::End;

/// Returns ` with the metarules `bias``, if others were searched, too.
std::string metarules_text(const InduceScene& scene) {
  return scene.others.empty() ? std::string()
                              : fmt::format(" with the metarules `{}`", scene.searched.metarules);
}

/// Whether a limit left programs out of any search.
bool is_cut(const InduceScene& scene) {
  const auto cut = [](const SearchedShapes& one) { return !one.cuts.empty(); };
  return cut(scene.searched) || std::any_of(scene.others.begin(), scene.others.end(), cut);
}

/// Whether the message names --max-clauses: not if something else may be the cause, which notes
/// say.
bool names_max_clauses(const InduceScene& scene) {
  return scene.searched.result.more_clauses && scene.hints.empty() && scene.fault.empty() &&
         scene.searched.space.body_cut == learner::BiasForms::Cut::none;
}

std::string reason(const InduceScene& scene) {
  const SearchedShapes& searched = scene.searched;
  const learner::SearchResult& result = searched.result;
  const char* const unit = learner::size_unit(searched.options);
  switch (result.end) {
    case End::found:
      break;
    case End::exhausted:
      return fmt::format("nothing was found{}: all programs {} were tried, in {}{}",
                         metarules_text(scene),
                         learner::programs_text(searched.space, searched.options, result.size),
                         counted(result.steps, "step"),
                         names_max_clauses(scene) ? " (--max-clauses)"
                         : is_cut(scene)          ? ""
                                                  : "; no limit left others out");
    case End::steps:
      return fmt::format(
          "nothing was found{} before the last of {} (--max-proof-steps), among programs of {}",
          metarules_text(scene), counted(result.steps - 1, "step"), counted(result.size, unit));
    case End::stopped:
      return fmt::format(
          "nothing was found{} before {}, among programs of {}, after {}", metarules_text(scene),
          scene.time_is_over ? "the time limit was reached (--seconds)" : "the interrupt",
          counted(result.size, unit), counted(result.steps, "step"));
  }
  return {};
}

/// Describes how far another search was.
std::string other_text(const SearchedShapes& other) {
  const learner::SearchResult& result = other.result;
  if (result.end == End::exhausted) {
    return fmt::format(
        "with the metarules `{}`, all programs {} were tried, in {}{}", other.metarules,
        learner::programs_text(other.space, other.options, result.size),
        counted(result.steps, "step"), result.more_clauses ? " (--max-clauses)" : "");
  }
  return fmt::format("with the metarules `{}`, programs of {} were reached, after {}{}",
                     other.metarules, learner::size_text(other.space, other.options, result.size),
                     counted(result.steps, "step"),
                     result.end == End::steps && !other.left ? " (--max-proof-steps)" : "");
}

/// Notes the limits that left programs out, except those that the message names; and the other
/// searches with theirs.
void note_cuts(const InduceScene& scene, ir::Diagnostic& error) {
  const auto add = [&](const SearchedShapes& searched) {
    for (const learner::SearchCut& cut : searched.cuts) {
      const bool named = cut.limit == "max_clauses" && searched.result.end == End::exhausted &&
                         (&searched != &scene.searched || names_max_clauses(scene));
      if (!cut.text.empty() && !named) error.notes.push_back({{}, cut.text});
    }
  };
  add(scene.searched);
  for (const SearchedShapes& other : scene.others) {
    error.notes.push_back({{}, other_text(other)});
    add(other);
  }
}

/// Notes examples that no program within the limits covers without a negative one.
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
  const learner::SearchResult& result = scene.searched.result;
  const learner::InductionTask& task = scene.task;
  const bool all = result.covered >= task.positive.size();
  const ir::Span place = all && result.refusing ? task.negative_places[*result.refusing]
                         : all                  ? task.positive_places.back()
                                                : task.positive_places[result.covered];
  ir::Diagnostic& error =
      diagnostics.error(place, result.end == End::exhausted ? "not-found" : "limit", reason(scene));
  if (!all) {
    error.notes.push_back(
        {{},
         fmt::format("{} of {} covered; no program that was tried covers this one together with "
                     "those before it",
                     result.covered, counted(task.positive.size(), "positive example"))});
  }
  if (!scene.fault.empty()) error.notes.push_back({place, scene.fault});
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
  for (const std::size_t i : scene.searched.result.missed) {
    scene.missed.push_back(text_of(scene.task.positive[i]));
  }
  for (const std::size_t i : scene.searched.result.wrongly_covered) {
    scene.wrongly_covered.push_back(text_of(scene.task.negative[i]));
  }
}

void report_noise(const InduceScene& scene, ir::Diagnostics& diagnostics) {
  const learner::SearchResult& result = scene.searched.result;
  if (result.end == End::exhausted) {
    ir::Diagnostic& error = diagnostics.error(
        scene.task.positive_places.front(), "not-found",
        fmt::format(
            "nothing was found: no program makes the description of the examples shorter "
            "than the list of the positive ones, {:.1f} bits: all {} were tried, in {}{}",
            result.empty_bits,
            learner::programs_text(scene.searched.space, scene.searched.options, result.size),
            counted(result.steps, "step"), result.more_clauses ? " (--max-clauses)" : ""));
    note_cuts(scene, error);
    return;
  }
  if (result.end != End::found) {
    const char* const why = result.end == End::steps ? "the steps were used up (--max-proof-steps)"
                            : scene.time_is_over     ? "the time limit was reached (--seconds)"
                                                     : "it was interrupted";
    ir::Diagnostic& error = diagnostics.error(
        scene.task.positive_places.front(), "limit",
        fmt::format("{} before the search had ended, among programs of {}, after {}; {}", why,
                    counted(result.size, learner::size_unit(scene.searched.options)),
                    counted(std::min(result.steps, scene.searched.options.max_steps), "step"),
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
  if (scene.searched.result.end != End::found || !scene.searched.result.doubtful) return;
  ir::Diagnostic& warning =
      diagnostics.warning(scene.task.negative_places.front(), "limit",
                          "the program may cover a negative example: a proof of one was given up");
  note_cuts(scene, warning);
}

std::string induce_summary(const InduceScene& scene) {
  const learner::SearchResult& result = scene.searched.result;
  const std::string positive = counted(scene.task.positive.size(), "positive example");
  const std::string negative = counted(scene.task.negative.size(), "negative one");
  if (scene.searched.options.noise) {
    return fmt::format(
        "{}{}, best after {} in {:.2f} s; {:.1f} bits with exceptions, {:.1f} without a program; "
        "covers {} of {} and {} of {}",
        counted(result.hypothesis.size(), "clause"), metarules_text(scene),
        counted(result.steps, "step"), scene.seconds, result.bits, result.empty_bits,
        scene.task.positive.size() - result.missed.size(), positive, result.wrongly_covered.size(),
        negative);
  }
  return fmt::format("{}{}, found after {} in {:.2f} s; covers {} and none of {}",
                     counted(result.hypothesis.size(), "clause"), metarules_text(scene),
                     counted(result.steps, "step"), scene.seconds, positive, negative);
}

namespace {

/// Adds the members of one search: its space, its progress and its cuts.
void add_search(const SearchedShapes& searched, Json& json) {
  json["metarules"] = searched.metarules;
  json["complete"] = searched.result.complete;
  json["space"] = {{"clauses", searched.options.max_clauses},
                   {"literals", searched.space.body},
                   {"variables", searched.space.variables}};
  json["cut"] = Json::array();
  for (const learner::SearchCut& cut : searched.cuts) {
    Json one;
    one["limit"] = cut.limit;
    if (cut.value) one["value"] = *cut.value;
    json["cut"].push_back(std::move(one));
  }
  json["steps"] = searched.result.steps;
}

const char* end_name(const InduceScene& scene, End end) {
  static constexpr const char* ends[] = {"found", "exhausted", "steps", "stopped"};
  if (end == End::stopped) return scene.time_is_over ? "seconds" : "interrupted";
  return ends[static_cast<std::size_t>(end)];
}

}  // namespace

Json induce_json(const InduceScene& scene, const ir::Diagnostics& diagnostics) {
  const learner::SearchResult& result = scene.searched.result;
  Json json;
  json["target"] = fmt::format("{}/{}", scene.task.target, scene.task.arity);
  json["end"] = end_name(scene, result.end);
  json["program"] = scene.program;
  json["clauses"] = result.hypothesis.size();
  add_search(scene.searched, json);
  json["also_searched"] = Json::array();
  for (const SearchedShapes& other : scene.others) {
    Json one;
    one["end"] = other.left ? "left" : end_name(scene, other.result.end);
    add_search(other, one);
    json["also_searched"].push_back(std::move(one));
  }
  json["seconds"] = scene.seconds;
  json["positive"] = scene.task.positive.size();
  json["covered"] = std::min(result.covered, scene.task.positive.size());
  json["negative"] = scene.task.negative.size();
  json["refused"] = result.refused;
  if (scene.searched.options.noise) {
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
