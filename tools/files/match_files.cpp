#include "tools/files/match_files.h"

#include "tools/files/state_list.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace tesuji::tools {
namespace {

using nlohmann::json;
using Fault = std::invalid_argument;
using Terms = std::vector<std::string>;

const json& list(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_array()) {
    throw Fault(std::string("the member `") + name + "` is missing or no list");
  }
  return *found;
}

/// Terms in KIF, lower case, one blank between arguments.
Terms terms_of(const std::string& text) {
  std::string line = text;
  std::replace(line.begin(), line.end(), '\n', ' ');
  std::vector<ListedFluent> found;
  if (!split_fluents(line, found)) throw Fault("parentheses do not match in `" + text + "`");
  Terms terms;
  for (ListedFluent& one : found) terms.push_back(std::move(one.text));
  return terms;
}

Terms terms_of(const json& texts) {
  Terms terms;
  for (const json& text : texts) {
    if (!text.is_string()) throw Fault("`" + text.dump() + "` is no term");
    const Terms one = terms_of(text.get<std::string>());
    if (one.size() != 1) throw Fault("`" + text.get<std::string>() + "` is not one term");
    terms.push_back(one.front());
  }
  return terms;
}

bool is_one_list(const json& value) {
  if (!value.is_string()) return false;
  const Terms terms = terms_of(value.get<std::string>());
  return terms.size() == 1 && terms.front().starts_with('(');
}

/// Lists of terms: each a text or a list of texts. Where every text is one list, that is what holds
/// the terms.
std::vector<Terms> lists_of(const json& values) {
  const bool wrapped = std::all_of(values.begin(), values.end(), is_one_list);
  std::vector<Terms> lists;
  for (const json& value : values) {
    if (value.is_array()) {
      lists.push_back(terms_of(value));
      continue;
    }
    if (!value.is_string()) throw Fault("`" + value.dump() + "` is neither a text nor a list");
    Terms terms = terms_of(value.get<std::string>());
    if (wrapped) terms = terms_of(terms.front().substr(1, terms.front().size() - 2));
    lists.push_back(std::move(terms));
  }
  return lists;
}

/// Fluents as a set; some write `(true FLUENT)`.
Terms fluents_of(Terms terms) {
  constexpr std::string_view head = "(true ";
  for (std::string& term : terms) {
    if (term.starts_with(head)) term = term.substr(head.size(), term.size() - head.size() - 1);
  }
  std::sort(terms.begin(), terms.end());
  terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
  return terms;
}

std::vector<Terms> lists_of_member(const json& object, const char* name) {
  std::vector<Terms> lists;
  for (const json& one : list(object, name)) {
    if (!one.is_array()) throw Fault(std::string("the member `") + name + "` is no list of lists");
    lists.push_back(terms_of(one));
  }
  return lists;
}

std::vector<TraceStep> steps_of_played(const json& match) {
  if (!match.is_object()) throw Fault("a match is no object");
  std::vector<TraceStep> steps;
  for (const json& move : list(match, "moves")) {
    TraceStep step;
    step.all_fluents = fluents_of(terms_of(list(move, "state")));
    step.joint_move = terms_of(list(move, "joint"));
    step.terminal = false;
    if (move.contains("percepts")) step.percepts = lists_of_member(move, "percepts");
    steps.push_back(std::move(step));
  }
  TraceStep last;
  last.all_fluents = fluents_of(terms_of(list(match, "state")));
  last.terminal = match.contains("end") && match["end"] == "terminal";
  if (*last.terminal) last.goals = lists_of_member(match, "goals");
  steps.push_back(std::move(last));
  return steps;
}

/// One value for each role.
std::vector<Terms> goal_values(const json& values) {
  std::vector<Terms> goals;
  for (const json& value : values) {
    if (value.is_number_integer()) {
      goals.push_back({value.dump()});
    } else if (value.is_string()) {
      goals.push_back(terms_of(value.get<std::string>()));
    } else {
      throw Fault("`" + value.dump() + "` is no goal value");
    }
  }
  return goals;
}

std::string text_or(const json& value, const char* name, const std::string& otherwise) {
  return value.contains(name) && value[name].is_string() ? value[name].get<std::string>()
                                                         : otherwise;
}

}  // namespace

bool is_played(const json& value) {
  return value.is_object() && value.contains("matches");
}

Trace played_matches(const json& value) {
  Trace trace;
  trace.game = text_or(value, "game", "match");
  if (value.contains("roles")) {
    for (const json& role : list(value, "roles")) {
      if (!role.is_object()) throw Fault("a role is no object");
      trace.roles.push_back(text_or(role, "role", ""));
    }
  }
  for (const json& match : list(value, "matches")) {
    trace.playouts.push_back(steps_of_played(match));
  }
  return trace;
}

bool is_match_file(const json& value) {
  return value.is_object() && value.contains("states") && value.contains("moves");
}

Trace match_file(const json& value) {
  Trace trace;
  trace.game = text_or(value, "matchId", "match");
  std::vector<Terms> states = lists_of(list(value, "states"));
  std::vector<Terms> moves = lists_of(list(value, "moves"));
  if (states.size() < moves.size() || states.size() > moves.size() + 1) {
    throw Fault("it has " + std::to_string(states.size()) + " states and " +
                std::to_string(moves.size()) + " joint moves");
  }
  std::vector<TraceStep> steps(states.size());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    steps[i].all_fluents = fluents_of(std::move(states[i]));
    if (i < moves.size()) steps[i].joint_move = std::move(moves[i]);
    if (i + 1 < steps.size()) steps[i].terminal = false;
  }
  const char* const goals = value.contains("goalValues") ? "goalValues" : "goals";
  const bool completed =
      value.contains("isCompleted") ? value["isCompleted"] == true : value.contains(goals);
  if (completed && !steps.empty()) {
    steps.back().terminal = true;
    // A match that was broken off has none.
    if (value.contains(goals) && !list(value, goals).empty()) {
      steps.back().goals = goal_values(list(value, goals));
    }
  }
  trace.playouts.push_back(std::move(steps));
  return trace;
}

}  // namespace tesuji::tools
