#include "tools/reports/learning/comprehension_report.h"

#include "tools/base/json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tesuji::tools {

namespace {

using learner::Comprehension;
using learner::TextMeasures;
using learner::WorkSummary;

Json text_json(const TextMeasures& text) {
  return {{"predicates", text.predicates}, {"invented", text.invented},
          {"clauses", text.clauses},       {"literals", text.literals},
          {"symbols", text.symbols},       {"call_depth", text.call_depth}};
}

Json summary_json(const WorkSummary& summary) {
  return {{"states", summary.states},
          {"mean",
           {{"checks", summary.checks},
            {"boards", summary.boards},
            {"tests", summary.tests},
            {"literals", summary.literals},
            {"plies", summary.plies}}},
          {"worst", summary.states == 0 ? Json() : tools::to_json(summary.worst)},
          {"deepest", summary.deepest}};
}

std::string row(std::string_view name, const TextMeasures* text, const WorkSummary& summary) {
  std::string line = fmt::format("  {:<14}", name);
  if (text) {
    line += fmt::format("{:>8}{:>9}{:>9}{:>8}{:>7}", text->clauses, text->invented, text->literals,
                        text->symbols, text->call_depth);
  } else {
    line += fmt::format("{:>41}", "");
  }
  line += fmt::format("{:>9}", summary.states);
  if (summary.states > 0) {
    line += fmt::format("{:>13.1f}{:>12}{:>7}", summary.checks, summary.worst.checks(),
                        summary.deepest);
  }
  return line + "\n";
}

}  // namespace

Json to_json(const learner::HandWork& work) {
  return {{"checks", work.checks()},
          {"boards", work.boards},
          {"tests", work.tests},
          {"literals", work.literals},
          {"plies", work.plies}};
}

std::string comprehension_text(const ComprehensionScene& scene) {
  const Comprehension& all = scene.comprehension;
  std::string text = fmt::format("  {:<14}{:>8}{:>9}{:>9}{:>8}{:>7}{:>9}{:>13}{:>12}{:>7}\n",
                                 "to understand", "clauses", "invented", "literals", "symbols",
                                 "calls", "states", "checks, mean", "worst", "plies");
  for (std::size_t i = 0; i < all.predicates.size(); ++i) {
    text += row(all.predicates[i].name, &all.predicates[i].text, summary_of(all, i));
  }
  const WorkSummary none = summary_of(all, all.predicates.size());
  if (none.states > 0) text += row("no move found", nullptr, none);
  const WorkSummary whole = summary_of(all);
  text += row("all", &all.text, whole);
  if (whole.states == 0) return text;
  text += fmt::format(
      "by hand, in the mean: {:.1f} boards imagined and {:.1f} tests, {:.1f} literals tried, "
      "{:.1f} "
      "plies deep\n",
      whole.boards, whole.tests, whole.literals, whole.plies);
  text += fmt::format("most checks, {}:\n    {}\n", whole.worst.checks(),
                      fmt::join(scene.game.fluents(scene.states[whole.worst_state]), " "));
  return text;
}

Json comprehension_json(const ComprehensionScene& scene) {
  const Comprehension& all = scene.comprehension;
  Json predicates = Json::array();
  for (std::size_t i = 0; i < all.predicates.size(); ++i) {
    predicates.push_back({{"predicate", all.predicates[i].name},
                          {"text", text_json(all.predicates[i].text)},
                          {"work", summary_json(summary_of(all, i))}});
  }
  const WorkSummary whole = summary_of(all);
  Json json{{"text", text_json(all.text)},
            {"work", summary_json(whole)},
            {"predicates", std::move(predicates)},
            {"undecided", summary_json(summary_of(all, all.predicates.size()))}};
  if (whole.states > 0) {
    json["worst_state"] = scene.game.fluents(scene.states[whole.worst_state]);
  }
  return json;
}

}  // namespace tesuji::tools
