#include "tools/files/trace.h"

#include "tools/files/json_place.h"
#include "tools/files/match_files.h"

#include <nlohmann/json.hpp>

#include <charconv>
#include <stdexcept>

namespace tesuji::tools {

namespace {

using nlohmann::json;

/// A fault of a trace; the text completes "this is no trace: ".
using Fault = std::invalid_argument;

const json& member(const json& object, const char* name) {
  if (!object.is_object()) {
    throw Fault(std::string("there is no object that could have the member `") + name + "`");
  }
  const auto found = object.find(name);
  if (found == object.end()) throw Fault(std::string("the member `") + name + "` is missing");
  return *found;
}

/// For json::parse: keeps the first number that is no natural one. A trace counts; the library's
/// conversion of other numbers to integers may be undefined.
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
  if (!found.is_array()) throw Fault(std::string("the member `") + name + "` is no list");
  return found;
}

std::uint64_t parse_hash(const std::string& text) {
  std::uint64_t hash = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), hash, 16);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw Fault("`" + text + "` is no hash");
  }
  return hash;
}

using Terms = std::vector<std::string>;
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

/// Every list per role must have one entry per role, so that replaying need not ask.
void check_shape(const TraceStep& step, std::size_t roles, bool last) {
  const bool fits = step.legal->size() == roles && step.goals->size() == roles &&
                    (!step.all_legal || step.all_legal->size() == roles) &&
                    (!step.percepts || step.percepts->size() == roles) &&
                    (last || step.joint_move.size() == roles);
  if (!fits) throw Fault("a step does not have one entry per role");
}

/// The steps of a playout; faults name the playout and the step, both from 0.
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
    // So earlier versions wrote that it was not known.
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

/// What the file holds, by its members.
Trace parse_any(const std::string& text) {
  std::optional<std::string> other;
  const json value = json::parse(text, OnlyNaturals{other});
  if (value.is_object() && value.contains("format")) {
    if (other) throw Fault("`" + *other + "` is no natural number");
    return parse_trace(value);
  }
  if (is_played(value)) return played_matches(value);
  if (is_match_file(value)) return match_file(value);
  throw Fault(
      "expected is an object with `format` (gdl-trace/1, as `tesuji record` writes), `matches` (as "
      "`play --json` prints), or `moves` and `states` (a match file)");
}

}  // namespace

std::optional<Trace> read_trace(ir::FileId file, ir::Diagnostics& diagnostics) {
  const ir::SourceFile& source = diagnostics.sources()[file];
  try {
    return parse_any(source.text);
  } catch (const json::parse_error& error) {
    diagnostics.error(json_place(source, file, error.byte), "trace", "this is no JSON");
  } catch (const std::exception& error) {
    diagnostics.error({file, {1, 1}, {1, 2}}, "trace",
                      std::string("this is no trace: ") + error.what());
  }
  return std::nullopt;
}

}  // namespace tesuji::tools
