#include "tools/trace.h"

#include <nlohmann/json.hpp>

#include <charconv>
#include <stdexcept>

namespace tesuji::tools {

namespace {

using nlohmann::json;

std::uint64_t parse_hash(const json& value) {
  const auto& text = value.get_ref<const std::string&>();
  std::uint64_t hash = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), hash, 16);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw std::invalid_argument("`" + text + "` is no hash");
  }
  return hash;
}

std::vector<std::string> parse_terms(const json& value) {
  return value.get<std::vector<std::string>>();
}

std::vector<std::vector<std::string>> parse_terms_per_role(const json& value) {
  return value.get<std::vector<std::vector<std::string>>>();
}

TraceStep parse_step(const json& value) {
  TraceStep step;
  step.fluents = {value.at("n").get<std::uint64_t>(), parse_hash(value.at("h"))};
  for (const json& legal : value.at("l")) {
    step.legal.push_back({legal.at(0).get<std::uint64_t>(), parse_hash(legal.at(1))});
  }
  step.terminal = value.at("t").get<int>() != 0;
  step.goals = parse_terms_per_role(value.at("g"));
  if (const auto found = value.find("F"); found != value.end()) {
    step.all_fluents = parse_terms(*found);
  }
  if (const auto found = value.find("L"); found != value.end()) {
    step.all_legal = parse_terms_per_role(*found);
  }
  if (const auto found = value.find("m"); found != value.end()) {
    step.joint_move = parse_terms(*found);
  }
  if (const auto found = value.find("s"); found != value.end()) {
    step.percepts = parse_terms_per_role(*found);
  }
  return step;
}

TraceLevel parse_level(const json& value) {
  TraceLevel level;
  level.depth = value.at("d").get<std::uint32_t>();
  if (const auto found = value.find("seq"); found != value.end()) {
    level.sequences = found->get<std::string>();
  }
  if (const auto found = value.find("distinct"); found != value.end()) {
    level.distinct = found->get<std::uint64_t>();
  }
  if (const auto found = value.find("term"); found != value.end()) {
    level.terminal = found->get<std::string>();
  }
  if (const auto found = value.find("sum"); found != value.end()) level.sum = parse_hash(*found);
  return level;
}

/// Every list per role must have one entry per role, so that replaying need not ask.
void check_shape(const TraceStep& step, std::size_t roles, bool last) {
  const bool fits = step.legal.size() == roles && step.goals.size() == roles &&
                    (!step.all_legal || step.all_legal->size() == roles) &&
                    (!step.percepts || step.percepts->size() == roles) &&
                    (last || step.joint_move.size() == roles);
  if (!fits) throw std::invalid_argument("a step does not have one entry per role");
}

Trace parse_trace(const json& value) {
  Trace trace;
  if (value.at("format").get<std::string>() != "gdl-trace/1") {
    throw std::invalid_argument("its format is not gdl-trace/1");
  }
  trace.game = value.at("game").get<std::string>();
  trace.rulesheet_hash = parse_hash(value.at("kif_fnv"));
  trace.roles = parse_terms(value.at("roles"));
  if (const auto found = value.find("perft"); found != value.end()) {
    for (const json& level : *found) trace.perft.push_back(parse_level(level));
  }
  for (const json& playout : value.at("playouts")) {
    std::vector<TraceStep>& steps = trace.playouts.emplace_back();
    const json& list = playout.at("steps");
    for (const json& step : list) {
      steps.push_back(parse_step(step));
      check_shape(steps.back(), trace.roles.size(), steps.size() == list.size());
    }
  }
  return trace;
}

/// The place of a byte in a file.
ir::Position position_of(const ir::SourceFile& file, std::size_t byte) {
  ir::Position position{1, 1};
  for (std::size_t i = 0; i < file.line_starts.size() && file.line_starts[i] <= byte; ++i) {
    position = {static_cast<std::uint32_t>(i + 1),
                static_cast<std::uint32_t>(byte - file.line_starts[i] + 1)};
  }
  return position;
}

}  // namespace

std::optional<Trace> read_trace(ir::FileId file, ir::Diagnostics& diagnostics) {
  const ir::SourceFile& source = diagnostics.sources()[file];
  try {
    return parse_trace(json::parse(source.text));
  } catch (const json::parse_error& error) {
    const std::size_t byte = error.byte > 0 ? error.byte - 1 : 0;
    const ir::Position at = position_of(source, std::min(byte, source.text.size()));
    diagnostics.error({file, at, {at.line, at.column + 1}}, "trace", "this is no JSON");
  } catch (const std::exception& error) {
    diagnostics.error({file, {1, 1}, {1, 2}}, "trace",
                      std::string("this is no trace: ") + error.what());
  }
  return std::nullopt;
}

}  // namespace tesuji::tools
