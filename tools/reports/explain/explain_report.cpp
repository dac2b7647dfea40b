#include "tools/reports/explain/explain_report.h"

#include "backend/features/sets/explain.h"
#include "ir/core/counted.h"
#include "ir/module/relation.h"
#include "ir/nets/bitboards.h"
#include "ir/nets/net.h"
#include "ir/text/net_text.h"
#include "passes/nets/specialise_net.h"
#include "tools/base/json.h"
#include "tools/base/report.h"
#include "tools/reports/explain/explain_subgames.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::tools {
namespace {

/// Mean operations of a question by bitboards, over the cases that have boards.
struct BoardOperations {
  std::string_view question;
  double gates = 0;
  double operations = 0;
};

/// Returns the questions that bitboards answer.
std::vector<BoardOperations> board_operations(const driver::Explanation& explanation) {
  using Answer = std::vector<ir::BoardBit> ir::Bitboards::*;
  const ir::NetCases& cases = explanation.cases;
  std::vector<BoardOperations> found;
  const auto measure = [&](std::string_view name, ir::NetQuestion question, Answer answer,
                           bool by_cases) {
    BoardOperations sum{name};
    std::size_t count = 0;
    const auto add = [&](const ir::Net& net, const ir::Bitboards* boards) {
      if (boards == nullptr || (boards->*answer).empty()) return;
      sum.gates += static_cast<double>(ir::count_gates(net, ir::net_answers(net, question)));
      sum.operations += static_cast<double>(ir::count_operations(*boards, boards->*answer));
      ++count;
    };
    if (!by_cases) add(*explanation.ground->net, cases.boards.get());
    for (const ir::NetCase& one : cases.cases) {
      if (by_cases) add(one.net, one.boards.get());
    }
    if (count == 0) return;
    found.push_back({name, sum.gates / static_cast<double>(count),
                     sum.operations / static_cast<double>(count)});
  };
  measure("legal", ir::NetQuestion::legal, &ir::Bitboards::legal, cases.position);
  measure("terminal", ir::NetQuestion::terminal, &ir::Bitboards::terminal, cases.position);
  measure("next", ir::NetQuestion::next, &ir::Bitboards::next, cases.next);
  return found;
}

/// Returns lines of the net's part of the report.
std::string goals_text(const driver::Explanation& explanation) {
  if (!explanation.goals) return {};
  const ir::GoalCosts& costs = *explanation.goals;
  std::string text = fmt::format("  evaluation by the goal: {}\n",
                                 ir::counted(ir::goal_features(costs).size(), "feature"));
  for (const ir::GoalPart& part : costs.parts) {
    text += fmt::format("    {}, up to {} missing\n", part.text, part.most);
  }
  for (const ir::ContentCount& content : costs.contents) {
    text +=
        fmt::format("    {} like {}\n", ir::counted(content.fluents.size(), "place"), content.text);
  }
  for (const std::string& goal : costs.left_out) text += fmt::format("    too large: {}\n", goal);
  return text;
}

/// Null if there are no costs.
Json goals_json(const driver::Explanation& explanation) {
  if (!explanation.goals) return {};
  const ir::GoalCosts& costs = *explanation.goals;
  Json parts = Json::array();
  for (const ir::GoalPart& part : costs.parts) {
    const bool is_end = part.role == ir::no_id;
    parts.push_back({{"role", is_end ? Json() : Json(explanation.roles[part.role])},
                     {"goal", is_end ? Json() : Json(part.goal)},
                     {"part", part.text},
                     {"ways", part.ways.size()},
                     {"most_missing", part.most}});
  }
  Json contents = Json::array();
  for (const ir::ContentCount& content : costs.contents) {
    contents.push_back({{"content", content.text}, {"places", content.fluents.size()}});
  }
  return {{"features", ir::goal_features(costs).size()},
          {"parts", std::move(parts)},
          {"contents", std::move(contents)},
          {"left_out", costs.left_out}};
}

using driver::ExplainedQuestion;
using driver::ExplainedRelation;
using driver::Explanation;

/// Names the parts of a net that the statistics list.
class Names {
 public:
  explicit Names(const driver::GroundGame& ground)
      : module_(*ground.module), net_(*ground.net), names_(module_, net_) {}

  [[nodiscard]] std::vector<std::string> fluents(const passes::FluentList& positions) const {
    std::vector<std::string> names;
    for (const std::uint32_t i : positions) names.push_back(names_.atom(net_.fluents[i].atom));
    return names;
  }
  [[nodiscard]] std::vector<std::string> moves(const std::vector<std::uint32_t>& positions) const {
    std::vector<std::string> names;
    for (const std::uint32_t i : positions) names.push_back(names_.atom(net_.moves[i].atom));
    return names;
  }
  [[nodiscard]] const std::string& relation(ir::RelationId id) const {
    return module_.relations[id].name;
  }

  /// Returns `true.cell 18 of 27, true.control 2 of 2`.
  [[nodiscard]] std::string by_relation(const passes::FluentList& positions) const {
    std::map<ir::RelationId, std::pair<std::size_t, std::size_t>> counts;
    for (const ir::NetFluent& fluent : net_.fluents) ++counts[fluent.atom.relation].second;
    for (const std::uint32_t i : positions) ++counts[net_.fluents[i].atom.relation].first;
    std::string text;
    for (const auto& [id, count] : counts) {
      if (count.first == 0) continue;
      text += fmt::format("{}{} {} of {}", text.empty() ? "" : ", ", relation(id), count.first,
                          count.second);
    }
    return text.empty() ? "none" : text;
  }

 private:
  const ir::Module& module_;
  const ir::Net& net_;
  ir::NetNames names_;
};

const passes::QuestionStatistics* net_question(const Explanation& explanation,
                                               std::string_view name) {
  if (!explanation.net) return nullptr;
  for (const passes::QuestionStatistics& question : explanation.net->questions) {
    if (ir::name_of(question.question) == name) return &question;
  }
  return nullptr;
}

Json to_json(const passes::QuestionStatistics& question) {
  return {{"answers", question.answers}, {"constants", question.constants},
          {"fluents", question.fluents}, {"moves", question.moves},
          {"nodes", question.nodes},     {"gates", question.gates},
          {"depth", question.depth},     {"widest", question.widest}};
}

Json questions_to_json(const Explanation& explanation) {
  Json questions = Json::array();
  for (const std::string_view name : ir::entry_names) {
    const auto matchers =
        std::find_if(explanation.questions.begin(), explanation.questions.end(),
                     [&](const ExplainedQuestion& question) { return question.name == name; });
    const passes::QuestionStatistics* net = net_question(explanation, name);
    if (matchers == explanation.questions.end() && net == nullptr) continue;
    Json& question = questions.emplace_back(Json{{"question", name}});
    if (matchers != explanation.questions.end()) {
      question["matchers"] = {{"strata", matchers->strata},
                              {"plans", matchers->plans},
                              {"expected_bindings", matchers->expected_bindings}};
    }
    if (net != nullptr) question["net"] = to_json(*net);
  }
  return questions;
}

/// Mean gates of a question over the cases, next to those of the whole net.
struct CaseGates {
  std::string_view questions;
  std::uint64_t whole = 0;
  double mean = 0;
};

/// Returns the questions that are answered by cases.
std::vector<CaseGates> case_gates(const Explanation& explanation) {
  const ir::NetCases& cases = explanation.cases;
  const auto measure = [&](std::string_view questions, std::uint64_t (*gates)(const ir::Net&)) {
    std::uint64_t sum = 0;
    for (const ir::NetCase& one : cases.cases) sum += gates(one.net);
    return CaseGates{questions, gates(*explanation.ground->net),
                     static_cast<double>(sum) / static_cast<double>(cases.cases.size())};
  };
  std::vector<CaseGates> found;
  if (cases.position) found.push_back(measure("legal, terminal", passes::position_gates));
  if (cases.next) found.push_back(measure("next, where it reads the state", passes::next_gates));
  return found;
}

Json cases_to_json(const Explanation& explanation) {
  Json questions = Json::array();
  for (const CaseGates& gates : case_gates(explanation)) {
    questions.push_back(
        {{"questions", gates.questions}, {"gates", gates.whole}, {"mean_gates", gates.mean}});
  }
  return {{"group", Names(*explanation.ground).fluents(explanation.ground->control)},
          {"questions", std::move(questions)}};
}

Json boards_to_json(const Explanation& explanation) {
  Json questions = Json::array();
  for (const BoardOperations& one : board_operations(explanation)) {
    questions.push_back({{"question", one.question},
                         {"mean_gates", one.gates},
                         {"mean_operations", one.operations}});
  }
  return questions;
}

Json net_to_json(const Explanation& explanation) {
  const passes::NetStatistics& net = *explanation.net;
  const Names names(*explanation.ground);
  Json exactly_one = Json::array();
  Json at_most_one = Json::array();
  for (const passes::FluentGroup& group : net.groups) {
    (group.exactly_one ? exactly_one : at_most_one).push_back(names.fluents(group.fluents));
  }
  return {{"ground_rules", explanation.ground->grounding.rules},
          {"fluents", explanation.ground->net->fluents.size()},
          {"moves", explanation.ground->net->moves.size()},
          {"nodes", explanation.ground->net->nodes.size()},
          {"gates", net.gates},
          {"step_gates", net.step_gates},
          {"unanswered", ir::names_of(explanation.ground->net->unanswered)},
          {"fixed", names.fluents(net.fixed)},
          {"frame_axioms", names.fluents(net.frame_axioms)},
          {"stay_true", names.fluents(net.stay_true)},
          {"stay_false", names.fluents(net.stay_false)},
          {"idle", names.fluents(net.idle)},
          {"skipped", net.skipped},
          {"always_legal", names.moves(net.always_legal)},
          {"never_legal", names.moves(net.never_legal)},
          {"exactly_one", std::move(exactly_one)},
          {"at_most_one", std::move(at_most_one)},
          {"subgames", subgames_json(explanation)},
          {"evaluation", goals_json(explanation)},
          {"cases", cases_to_json(explanation)},
          {"bitboards", boards_to_json(explanation)}};
}

constexpr std::size_t listed = 8;

/// Returns a few names, and how many more there are.
std::string list(std::span<const std::string> names) {
  std::string text =
      fmt::format("{}", fmt::join(names.first(std::min(listed, names.size())), ", "));
  if (names.size() > listed) text += fmt::format(" and {} more", names.size() - listed);
  return text.empty() ? "none" : text;
}

std::string rows_of(const ExplainedRelation& relation) {
  if (relation.kind == "static") return fmt::format("{}", relation.facts);
  return relation.expected > 0 ? fmt::format("~{:.4g}", relation.expected) : "";
}

std::string notes_of(const ExplainedRelation& relation) {
  std::vector<std::string_view> notes;
  if (relation.kind == "static") notes.emplace_back("folded");
  if (relation.recursive) notes.emplace_back("recursive");
  if (relation.demanded) notes.emplace_back("on demand");
  return fmt::format("{}", fmt::join(notes, ", "));
}

std::string relations_text(const Explanation& explanation) {
  if (explanation.kept.empty()) return {};
  std::string text = fmt::format(
      "\nRelations ({} as lowered, {})\n"
      "  {:<28} {:<8} {:<16} {:>10} {:>9}  {:<7} {}\n",
      explanation.relations, counted(explanation.rules, "rule"), "name", "kind", "domains",
      "possible", "rows", "kept as", "notes");
  for (const ExplainedRelation& relation : explanation.kept) {
    std::string line =
        fmt::format("  {:<28} {:<8} {:<16} {:>10} {:>9}  {:<7} {}", relation.name, relation.kind,
                    fmt::format("{}", fmt::join(relation.columns, " x ")), relation.possible,
                    rows_of(relation), relation.storage, notes_of(relation));
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  if (!explanation.gone.empty()) {
    text += fmt::format("  not needed any more, or written out: {}\n", list(explanation.gone));
  }
  return text + fmt::format("  a state takes {} bytes; working memory {} bytes, without tables\n",
                            explanation.state_bytes, explanation.scratch_bytes);
}

std::string cases_text(const Explanation& explanation) {
  const passes::FluentList& group = explanation.ground->control;
  if (group.empty()) return "  cases: none\n";
  const std::string names = list(Names(*explanation.ground).fluents(group));
  const std::vector<CaseGates> questions = case_gates(explanation);
  if (questions.empty()) {
    return fmt::format("  cases: none, they would save too little ({})\n", names);
  }
  std::string text = fmt::format("  cases: {}\n", names);
  for (const CaseGates& gates : questions) {
    text += fmt::format("    {}: {:.0f} gates in the mean instead of {}\n", gates.questions,
                        gates.mean, gates.whole);
  }
  return text;
}

std::string boards_text(const Explanation& explanation) {
  const std::vector<BoardOperations> questions = board_operations(explanation);
  if (questions.empty()) return "  bitboards: none\n";
  std::string text = "  bitboards:\n";
  for (const BoardOperations& one : questions) {
    text += fmt::format("    {}: {:.0f} operations on words instead of {:.0f} gates\n",
                        one.question, one.operations, one.gates);
  }
  return text;
}

std::string net_text(const Explanation& explanation, const driver::NetLimits& limits) {
  if (!explanation.net) return fmt::format("\nNet: none, {}\n", explanation.no_net);
  const passes::NetStatistics& net = *explanation.net;
  const driver::GroundGame& ground = *explanation.ground;
  const Names names(ground);
  std::string text = fmt::format(
      "\nNet: {} (at most {}), {} (at most {}), {} of two inputs, "
      "{} of them for a step\n",
      counted(ground.grounding.rules, "ground rule"), limits.rows,
      counted(ground.net->nodes.size(), "node"), limits.nodes, counted(net.gates, "gate"),
      net.step_gates);
  if (!ground.grounding.left_out.empty()) {
    text += fmt::format("  too large, and left to matchers with what depends on it: {}\n",
                        list(ground.grounding.left_out));
  }
  text += fmt::format("  {:<9} {:>8} {:>9} {:>8} {:>6} {:>9} {:>6} {:>7}\n", "question", "answers",
                      "constant", "fluents", "moves", "gates", "depth", "widest");
  for (const passes::QuestionStatistics& question : net.questions) {
    text += fmt::format("  {:<9} {:>8} {:>9} {:>8} {:>6} {:>9} {:>6} {:>7}\n",
                        ir::name_of(question.question), question.answers, question.constants,
                        question.fluents, question.moves, question.gates, question.depth,
                        question.widest);
  }
  const ir::NetQuestion next = ir::NetQuestion::next;
  const auto known = [&](ir::NetQuestion question, std::string found) {
    return ground.net->knows(question) ? std::move(found) : std::string("not known");
  };
  text += fmt::format("  fluents: {}\n", ground.net->fluents.size());
  text += fmt::format("    never change: {}\n", known(next, names.by_relation(net.fixed)));
  text += fmt::format("    frame axioms (set, or kept): {}{}\n",
                      known(next, names.by_relation(net.frame_axioms)),
                      net.skipped > 0 ? fmt::format("; {} not looked at", net.skipped) : "");
  text +=
      fmt::format("    once true, for ever: {}\n", known(next, names.by_relation(net.stay_true)));
  text +=
      fmt::format("    once false, for ever: {}\n", known(next, names.by_relation(net.stay_false)));
  text += fmt::format("    without influence: {}\n",
                      ground.net->unanswered.empty() ? names.by_relation(net.idle) : "not known");
  for (const passes::FluentGroup& group : net.groups) {
    text += fmt::format("    {} one holds of: {}\n", group.exactly_one ? "exactly" : "at most",
                        list(names.fluents(group.fluents)));
  }
  text += fmt::format("  moves: {}\n", ground.net->moves.size());
  text += fmt::format("    always legal: {}\n",
                      known(ir::NetQuestion::legal, list(names.moves(net.always_legal))));
  text += fmt::format("    never legal: {}\n",
                      known(ir::NetQuestion::legal, list(names.moves(net.never_legal))));
  return text + subgames_text(explanation) + goals_text(explanation) + cases_text(explanation) +
         boards_text(explanation);
}

std::string questions_text(const Explanation& explanation) {
  if (explanation.questions.empty()) return {};
  std::string text =
      "\nQuestions about a state: the work to expect\n"
      "  question  matchers                                    net\n";
  for (const ExplainedQuestion& question : explanation.questions) {
    const std::string matchers = fmt::format(
        "{:.4g} bindings in {}, {}", question.expected_bindings, counted(question.plans, "plan"),
        ir::counted(question.strata, "stratum", "strata"));
    const passes::QuestionStatistics* net = net_question(explanation, question.name);
    text += fmt::format("  {:<9} {:<43} {}\n", question.name, matchers,
                        net == nullptr ? "-" : counted(net->gates, "gate"));
  }
  return text;
}

std::string choice_text(const Explanation& explanation) {
  if (!explanation.choice) return {};
  const driver::AutomaticChoice& choice = *explanation.choice;
  std::string text =
      fmt::format("\nWhat --engine=auto runs, found in {:.2f} s\n", explanation.choice_seconds);
  if (!choice.no_net.empty()) {
    return text + fmt::format("  matchers for everything: {}\n", choice.no_net);
  }
  text += fmt::format("  {:<16} {:<9} {:>11} {:>11}  {}\n", "question", "runs on", "matchers",
                      "net", "because");
  const auto time = [](double nanoseconds) {
    return nanoseconds == 0 ? std::string("-") : fmt::format("{:.1f} ns", nanoseconds);
  };
  for (const driver::QuestionChoice& question : choice.questions) {
    text += fmt::format("  {:<16} {:<9} {:>11} {:>11}  {}\n", question.question,
                        question.net ? "net" : "matchers", time(question.matcher_ns),
                        time(question.net_ns), question.reason);
  }
  return text;
}

Json choice_to_json(const Explanation& explanation) {
  if (!explanation.choice) return {};
  Json questions = Json::array();
  for (const driver::QuestionChoice& question : explanation.choice->questions) {
    questions.push_back({{"question", question.question},
                         {"engine", question.net ? "net" : "matchers"},
                         {"matcher_ns", question.matcher_ns},
                         {"net_ns", question.net_ns},
                         {"reason", question.reason}});
  }
  return {{"questions", std::move(questions)},
          {"no_net", explanation.choice->no_net},
          {"seconds", explanation.choice_seconds}};
}

/// Adds up the runs of each pass; the size is the one after the last.
std::string stages_text(const Explanation& explanation) {
  std::vector<driver::ExplainedStage> stages;
  for (const driver::ExplainedStage& stage : explanation.stages) {
    const auto found = std::find_if(stages.begin(), stages.end(),
                                    [&](const auto& known) { return known.name == stage.name; });
    if (found == stages.end()) {
      stages.push_back(stage);
    } else {
      found->seconds += stage.seconds;
      found->size = stage.size;
    }
  }
  std::string text = "\nTime, and what there is after it\n";
  for (const driver::ExplainedStage& stage : stages) {
    const std::string size = stage.unit.empty() ? "" : fmt::format("{} {}", stage.size, stage.unit);
    std::string line =
        fmt::format("{:>12.3f} ms  {:<24} {}", 1e3 * stage.seconds, stage.name, size);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace

Json to_json(const Explanation& explanation) {
  Json relations = Json::array();
  for (const ExplainedRelation& relation : explanation.kept) {
    relations.push_back({{"relation", relation.name},
                         {"kind", relation.kind},
                         {"storage", relation.storage},
                         {"domains", relation.columns},
                         {"possible", relation.possible},
                         {"facts", relation.facts},
                         {"expected", relation.expected},
                         {"rules", relation.rules},
                         {"recursive", relation.recursive},
                         {"on_demand", relation.demanded}});
  }
  Json stages = Json::array();
  for (const driver::ExplainedStage& stage : explanation.stages) {
    stages.push_back({{"stage", stage.name},
                      {"seconds", stage.seconds},
                      {"changed", stage.changed},
                      {"size", stage.size},
                      {"unit", stage.unit}});
  }
  Json json{{"game", explanation.game},
            {"roles", explanation.roles},
            {"rules", explanation.rules},
            {"relations", std::move(relations)},
            {"gone", explanation.gone},
            {"state_bytes", explanation.state_bytes},
            {"scratch_bytes", explanation.scratch_bytes},
            {"questions", questions_to_json(explanation)},
            {"choice", choice_to_json(explanation)},
            {"net", explanation.net ? net_to_json(explanation) : Json()},
            {"stages", std::move(stages)}};
  if (!explanation.net) json["no_net"] = explanation.no_net;
  return json;
}

std::string explanation_text(const Explanation& explanation, const driver::NetLimits& limits) {
  return fmt::format("{}: {}\n", explanation.game, fmt::join(explanation.roles, ", ")) +
         relations_text(explanation) + net_text(explanation, limits) + questions_text(explanation) +
         choice_text(explanation) + stages_text(explanation);
}

}  // namespace tesuji::tools
