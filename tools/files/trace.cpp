#include "tools/files/trace.h"

#include "tools/base/report.h"
#include "tools/files/state_list.h"

#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace tesuji::tools {

namespace {

// Reads played matches as traces: output of `tesuji play --json`, and match files of public hosts.
// They have states, moves and goals, but no legal moves.

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

/// Reads terms in KIF, lower case, one blank between arguments.
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
    if (!text.is_string()) throw Fault("`" + text.dump() + "` is not a term");
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

/// Reads lists of terms, each a text or a list of texts. If every text is one list, its elements
/// are the terms.
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

/// Reads fluents as a set; some files write `(true FLUENT)`.
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
    if (!one.is_array())
      throw Fault(std::string("the member `") + name + "` is not a list of lists");
    lists.push_back(terms_of(one));
  }
  return lists;
}

std::vector<TraceStep> steps_of_played(const json& match) {
  if (!match.is_object()) throw Fault("a match is not an object");
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

/// Reads one value for each role.
std::vector<Terms> goal_values(const json& values) {
  std::vector<Terms> goals;
  for (const json& value : values) {
    if (value.is_number_integer()) {
      goals.push_back({value.dump()});
    } else if (value.is_string()) {
      goals.push_back(terms_of(value.get<std::string>()));
    } else {
      throw Fault("`" + value.dump() + "` is not a goal value");
    }
  }
  return goals;
}

std::string text_or(const json& value, const char* name, const std::string& otherwise) {
  return value.contains(name) && value[name].is_string() ? value[name].get<std::string>()
                                                         : otherwise;
}

/// Whether it is output of `play --json`: `matches`, each with `moves`, `state` and `goals`.
bool is_played(const json& value) {
  return value.is_object() && value.contains("matches");
}

/// Throws std::invalid_argument, which completes "this is no trace: ".
Trace played_matches(const json& value) {
  Trace trace;
  trace.game = text_or(value, "game", "match");
  if (value.contains("roles")) {
    for (const json& role : list(value, "roles")) {
      if (!role.is_object()) throw Fault("a role is not an object");
      trace.roles.push_back(text_or(role, "role", ""));
    }
  }
  for (const json& match : list(value, "matches")) {
    trace.playouts.push_back(steps_of_played(match));
  }
  return trace;
}

/// Whether it is a match file: `states` and `moves`, and perhaps `goalValues` (or `goals`) and
/// `isCompleted`. A state is one text, a list of fluents in KIF, or a list of texts; so are the
/// joint moves.
bool is_match_file(const json& value) {
  return value.is_object() && value.contains("states") && value.contains("moves");
}

/// Throws std::invalid_argument, which completes "this is no trace: ".
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
    // A match that was broken off has no goals.
    if (value.contains(goals) && !list(value, goals).empty()) {
      steps.back().goals = goal_values(list(value, goals));
    }
  }
  trace.playouts.push_back(std::move(steps));
  return trace;
}

/// Reads a member; throws a fault whose text completes "this is no trace: ".

const json& member(const json& object, const char* name) {
  if (!object.is_object()) {
    throw Fault(std::string("expected an object with the member `") + name + "`");
  }
  const auto found = object.find(name);
  if (found == object.end()) throw Fault(std::string("the member `") + name + "` is missing");
  return *found;
}

/// For json::parse: records the first number that is not a natural number. A trace has only counts;
/// the library's conversion of other numbers to integers may be undefined.
struct OnlyNaturals {
  std::optional<std::string>& other;

  bool operator()(int /*depth*/, json::parse_event_t event, const json& value) const {
    if (event == json::parse_event_t::value && value.is_number() && !value.is_number_unsigned() &&
        !other) {
      other = value.dump();
    }
    return true;
  }
};

/// The member as a value of type Value.
template <typename Value>
Value read(const json& object, const char* name) {
  try {
    return member(object, name).get<Value>();
  } catch (const json::exception&) {
    throw Fault(std::string("the member `") + name + "` is not of the kind that is expected");
  }
}

template <typename Value>
std::optional<Value> read_optional(const json& object, const char* name) {
  if (!object.contains(name)) return std::nullopt;
  return read<Value>(object, name);
}

const json& list_in(const json& object, const char* name) {
  const json& found = member(object, name);
  if (!found.is_array()) throw Fault(std::string("the member `") + name + "` is not a list");
  return found;
}

std::uint64_t parse_hash(const std::string& text) {
  std::uint64_t hash = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), hash, 16);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw Fault("`" + text + "` is not a hash");
  }
  return hash;
}

using TermsPerRole = std::vector<Terms>;

TraceStep parse_step(const json& value) {
  TraceStep step;
  step.fluents =
      TermSet{read<std::uint64_t>(value, "n"), parse_hash(read<std::string>(value, "h"))};
  using Counted = std::pair<std::uint64_t, std::string>;
  step.legal.emplace();
  for (const Counted& legal : read<std::vector<Counted>>(value, "l")) {
    step.legal->push_back({legal.first, parse_hash(legal.second)});
  }
  step.terminal = read<int>(value, "t") != 0;
  step.goals = read<TermsPerRole>(value, "g");
  step.all_fluents = read_optional<Terms>(value, "F");
  step.all_legal = read_optional<TermsPerRole>(value, "L");
  step.joint_move = read_optional<Terms>(value, "m").value_or(Terms{});
  step.percepts = read_optional<TermsPerRole>(value, "s");
  return step;
}

TraceLevel parse_level(const json& value) {
  TraceLevel level;
  level.depth = read<std::uint32_t>(value, "d");
  level.sequences = read_optional<std::string>(value, "seq");
  level.distinct = read_optional<std::uint64_t>(value, "distinct");
  level.terminal = read_optional<std::string>(value, "term");
  if (const auto sum = read_optional<std::string>(value, "sum")) level.sum = parse_hash(*sum);
  return level;
}

/// Every list per role must have one entry per role, so that replaying need not check.
void check_shape(const TraceStep& step, std::size_t roles, bool last) {
  const bool fits = step.legal->size() == roles && step.goals->size() == roles &&
                    (!step.all_legal || step.all_legal->size() == roles) &&
                    (!step.percepts || step.percepts->size() == roles) &&
                    (last || step.joint_move.size() == roles);
  if (!fits) throw Fault("a step does not have one entry per role");
}

/// Reads the steps of a playout; faults name the playout and the step, both from 0.
std::vector<TraceStep> parse_steps(const json& values, std::size_t roles, std::size_t playout) {
  std::vector<TraceStep> steps;
  for (std::size_t i = 0; i < values.size(); ++i) {
    try {
      steps.push_back(parse_step(values[i]));
      check_shape(steps.back(), roles, i + 1 == values.size());
    } catch (const Fault& fault) {
      throw Fault("playout " + std::to_string(playout) + " step " + std::to_string(i) + ": " +
                  fault.what());
    }
  }
  return steps;
}

Trace parse_trace(const json& value) {
  Trace trace;
  if (read<std::string>(value, "format") != "gdl-trace/1") {
    throw Fault("its format is `" + read<std::string>(value, "format") + "`, not gdl-trace/1");
  }
  trace.game = read<std::string>(value, "game");
  if (const auto hash = read_optional<std::string>(value, "kif_fnv")) {
    trace.rulesheet_hash = parse_hash(*hash);
    // Earlier versions wrote 0 for an unknown hash.
    if (trace.rulesheet_hash == 0) trace.rulesheet_hash.reset();
  }
  trace.roles = read<Terms>(value, "roles");
  if (value.contains("perft")) {
    for (const json& level : list_in(value, "perft")) trace.perft.push_back(parse_level(level));
  }
  for (const json& playout : list_in(value, "playouts")) {
    trace.playouts.push_back(
        parse_steps(list_in(playout, "steps"), trace.roles.size(), trace.playouts.size()));
  }
  return trace;
}

/// Reads the file in the format that its members show.
Trace parse_any(const std::string& text) {
  std::optional<std::string> other;
  const json value = json::parse(text, OnlyNaturals{other});
  if (value.is_object() && value.contains("format")) {
    if (other) throw Fault("`" + *other + "` is not a natural number");
    return parse_trace(value);
  }
  if (is_played(value)) return played_matches(value);
  if (is_match_file(value)) return match_file(value);
  throw Fault(
      "expected an object with `format` (gdl-trace/1, as `tesuji record` writes), `matches` (as "
      "`play --json` prints), or `moves` and `states` (a match file)");
}

}  // namespace

std::optional<Trace> read_trace(ir::FileId file, ir::Diagnostics& diagnostics) {
  const ir::SourceFile& source = diagnostics.sources()[file];
  try {
    return parse_any(source.text);
  } catch (const json::parse_error& error) {
    diagnostics.error(json_place(source, file, error.byte), "trace", "not valid JSON");
  } catch (const std::exception& error) {
    diagnostics.error({file, {1, 1}, {1, 2}}, "trace", std::string("not a trace: ") + error.what());
  }
  return std::nullopt;
}

}  // namespace tesuji::tools
