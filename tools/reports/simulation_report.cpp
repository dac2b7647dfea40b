#include "tools/reports/simulation_report.h"

#include "runtime/host/memory/saturating.h"
#include "tools/base/interrupt.h"
#include "tools/base/report.h"
#include "tools/base/report_text.h"
#include "tools/files/svg_plot.h"
#include "tools/play/fault_warnings.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <optional>
#include <utility>

namespace tesuji::tools {
namespace {

using runtime::SimulationResult;

double mean(std::uint64_t sum, std::uint64_t count) {
  return count > 0 ? static_cast<double>(sum) / static_cast<double>(count) : 0.0;
}

/// Returns nothing if no playout gave the role a goal.
std::optional<double> mean_goal(const runtime::PlayoutStatistics& statistics, std::size_t role) {
  if (role >= statistics.goal_counts.size() || statistics.goal_counts[role] == 0) {
    return std::nullopt;
  }
  return mean(statistics.goal_sums[role], statistics.goal_counts[role]);
}

std::uint64_t counted_goals(const runtime::PlayoutStatistics& statistics, std::size_t role) {
  return role < statistics.goal_counts.size() ? statistics.goal_counts[role] : 0;
}

/// Averages over the playouts that gave the role one goal from 0 to 100.
std::string mean_goal_text(const runtime::PlayoutStatistics& statistics, std::size_t role) {
  const std::optional<double> goal = mean_goal(statistics, role);
  return goal ? fmt::format("{:.3f}", *goal) : "-";
}

/// Returns `1000 playouts`, or `432 of 1000 playouts` if the others give no such goal.
std::string counted_text(const runtime::PlayoutStatistics& statistics, std::size_t role) {
  return part_of(counted_goals(statistics, role), statistics.playouts, "playout");
}

/// The role `random` stands for chance, which has no goals, unless the rules give it some.
bool is_chance(const runtime::Game& game, const runtime::PlayoutStatistics& statistics,
               std::size_t role) {
  const bool has_goals = role < statistics.goal_counts.size() && statistics.goal_counts[role] > 0;
  return game.roles()[role] == runtime::chance_role && !has_goals;
}

Json goals_json(const runtime::Game& game, const runtime::PlayoutStatistics& statistics) {
  Json roles = Json::array();
  for (std::size_t role = 0; role < game.roles().size(); ++role) {
    if (is_chance(game, statistics, role)) continue;
    const std::optional<double> goal = mean_goal(statistics, role);
    roles.push_back({{"role", game.roles()[role]},
                     {"mean_goal", goal ? Json(*goal) : Json(nullptr)},
                     {"goals", counted_goals(statistics, role)}});
  }
  return roles;
}

Json state_json(const runtime::Game& game, const ListedState& state,
                const SimulationResult& result) {
  const runtime::PlayoutStatistics& statistics = result.statistics;
  return {{"line", state.line},
          {"playouts", statistics.playouts},
          {"terminal", statistics.terminal},
          {"cut", statistics.cut},
          {"stuck", statistics.stuck},
          {"shortest", result.shortest},
          {"longest", result.longest},
          {"mean_length", mean(statistics.steps, statistics.playouts)},
          {"roles", goals_json(game, statistics)}};
}

/// Reports the GPU's part, if a GPU was available.
Json gpu_json(const SimulationResult& result, const runtime::LaneDevice& device) {
  const runtime::DeviceReport report = device.report();
  return {{"playouts", result.on_device},        {"transitions", report.transitions},
          {"seconds", report.seconds},           {"ready", report.ready},
          {"load_seconds", report.load_seconds}, {"lanes", report.lanes},
          {"launches", report.launches},         {"registers", report.registers},
          {"stack_bytes", report.stack_bytes}};
}

/// Returns the device if it did not fail, or null.
const runtime::LaneDevice* working_device(const driver::BatchGame& game) {
  if (!game.lanes || game.lanes->device == nullptr) return nullptr;
  return game.lanes->device->fault().empty() ? game.lanes->device.get() : nullptr;
}

/// Names the engine, in words.
std::string engine_text(const Simulated& simulated, const driver::BatchGame& game) {
  if (!simulated.batch) return simulated.engine;
  const std::uint32_t width = game.width();
  const std::string lanes = width != 0 ? fmt::format("batch, {} lanes", width) : game.engine;
  const SimulationResult& all = simulated.all;
  if (all.on_device == 0) return lanes;
  const std::string name = game.lanes->device->name();
  return all.on_device == all.statistics.playouts ? "batch, " + name : lanes + " and " + name;
}

/// Prints `  NVIDIA H200: 990000 of 1000000 playouts, ready after 1.2 s`.
void print_device(const SimulationResult& all, const runtime::LaneDevice& device) {
  const runtime::DeviceReport report = device.report();
  const std::string share =
      fmt::format("{} of {}", all.on_device, counted(all.statistics.playouts, "playout"));
  if (report.ready) {
    fmt::print("  {}: {}, ready after {:.1f} s\n", device.name(), share, report.load_seconds);
  } else {
    fmt::print("  {}: {}, was not ready before the end\n", device.name(), share);
  }
}

/// Prints `line 3: 1000 playouts, mean length 4.5000, mean goals: x 62.000, o 38.000 in 432 of 1000
/// playouts`: with a count if it is not that of the line.
void print_state(const runtime::Game& game, const ListedState& state,
                 const SimulationResult& result) {
  const runtime::PlayoutStatistics& statistics = result.statistics;
  if (statistics.playouts == 0) {
    fmt::print("line {}: no playouts\n", state.line);
    return;
  }
  std::string goals;
  for (std::size_t role = 0; role < game.roles().size(); ++role) {
    if (is_chance(game, statistics, role)) continue;
    goals += fmt::format("{} {} {}", goals.empty() ? "" : ",", game.roles()[role],
                         mean_goal_text(statistics, role));
    if (counted_goals(statistics, role) == statistics.playouts) continue;
    goals += " in " + counted_text(statistics, role);
  }
  fmt::print("line {}: {}, mean length {:.4f}, mean goals:{}\n", state.line,
             counted(statistics.playouts, "playout"), mean(statistics.steps, statistics.playouts),
             goals);
}

}  // namespace

void print_simulation(const Simulated& simulated, const driver::BatchGame& played) {
  const runtime::Game& game = *played.loaded.game;
  const SimulationResult& result = simulated.all;
  const runtime::PlayoutStatistics& statistics = result.statistics;
  if (simulated.options.playouts == 0) {
    fmt::print("{}: no playouts (--playouts=0): the game was loaded, and nothing was played\n",
               game.name());
    return;
  }
  if (interrupted()) fmt::print("interrupted; so far:\n");
  const double seconds = result.seconds > 0 ? result.seconds : 1e-9;
  fmt::print("{}: {} in {:.3f} s ({}, {})\n", game.name(), counted(statistics.playouts, "playout"),
             result.seconds, engine_text(simulated, played),
             counted(simulated.options.threads, "thread"));
  fmt::print("  {:.0f} playouts/s, {:.0f} transitions/s\n",
             static_cast<double>(statistics.playouts) / seconds,
             static_cast<double>(statistics.steps) / seconds);
  if (const auto* device = working_device(played)) print_device(result, *device);
  fmt::print("  length: mean {:.4f}, from {} to {}\n", mean(statistics.steps, statistics.playouts),
             result.shortest, result.longest);
  for (std::size_t role = 0; role < game.roles().size(); ++role) {
    if (is_chance(game, statistics, role)) continue;
    fmt::print("  {}: mean goal {} in {}\n", game.roles()[role], mean_goal_text(statistics, role),
               counted_text(statistics, role));
  }
  if (!simulated.has_state_list) return;
  for (std::size_t i = 0; i < simulated.states.size(); ++i) {
    print_state(game, simulated.states[i], simulated.of_each[i]);
  }
}

Json simulation_json(const Simulated& simulated, const driver::BatchGame& played) {
  const runtime::Game& game = *played.loaded.game;
  const SimulationResult& result = simulated.all;
  const runtime::PlayoutStatistics& statistics = result.statistics;
  Json json = {{"game", simulated.path},
               {"engine", engine_text(simulated, played)},
               {"seed", simulated.options.seed},
               {"threads", simulated.options.threads},
               {"interrupted", interrupted()},
               {"playouts", statistics.playouts},
               {"terminal", statistics.terminal},
               {"cut", statistics.cut},
               {"stuck", statistics.stuck},
               {"goals_missing", statistics.goals_missing},
               {"goals_ambiguous", statistics.goals_ambiguous},
               {"goals_not_integer", statistics.goals_not_integer},
               {"transitions", statistics.steps},
               {"shortest", result.shortest},
               {"longest", result.longest},
               {"mean_length", mean(statistics.steps, statistics.playouts)},
               {"seconds", result.seconds},
               {"playouts_per_second", rate(statistics.playouts, result.seconds)},
               {"transitions_per_second", rate(statistics.steps, result.seconds)},
               {"roles", goals_json(game, statistics)},
               {"warnings", fault_warnings(statistics)},
               {"setup_cpu_seconds", simulated.cpu.setup},
               {"cpu_seconds", simulated.cpu.playouts}};
  if (played.lanes && (result.on_device == 0 || result.on_device < statistics.playouts)) {
    json["lane_fluents"] = played.lanes->fluents;
    json["lane_bytes"] = runtime::batch_bytes(*played.lanes) / (64 * played.lanes->code.blocks);
  }
  if (const auto* device = working_device(played)) json["gpu"] = gpu_json(result, *device);
  if (simulated.batch) json["one_by_one"] = played.reason;
  if (simulated.has_state_list) {
    Json states = Json::array();
    for (std::size_t i = 0; i < simulated.states.size(); ++i) {
      states.push_back(state_json(game, simulated.states[i], simulated.of_each[i]));
    }
    json["states"] = std::move(states);
  }
  return json;
}

namespace {

constexpr std::uint64_t most_bars = 60;

double percent(std::uint64_t count, std::uint64_t all) {
  return all == 0 ? 0 : 100 * static_cast<double>(count) / static_cast<double>(all);
}

PlotPanel length_panel(const runtime::Game& game, const runtime::SimulationResult& result) {
  const runtime::PlayoutDistributions& counted_ones = result.distributions;
  PlotPanel panel;
  panel.title = fmt::format("{}: lengths of {}", game.name(),
                            counted(result.statistics.playouts, "random playout"));
  panel.x_label = "joint moves";
  panel.y_label = "playouts (%)";
  if (counted_ones.lengths.empty()) return panel;
  const std::uint64_t first = counted_ones.lengths.begin()->first;
  const std::uint64_t last = counted_ones.lengths.rbegin()->first;
  const std::uint64_t width = (last - first) / most_bars + 1;
  std::map<std::uint64_t, std::uint64_t> bins;
  for (const auto& [length, count] : counted_ones.lengths) bins[(length - first) / width] += count;
  PlotSeries series;
  series.kind = PlotSeries::Kind::bars;
  series.bar_width = static_cast<double>(width);
  for (const auto& [bin, count] : bins) {
    const double begin = static_cast<double>(first + bin * width);
    series.points.push_back(
        {begin + (static_cast<double>(width) - 1) / 2, percent(count, result.statistics.playouts)});
  }
  if (width > 1) panel.x_label += fmt::format(", {} a bar", width);
  panel.series.push_back(std::move(series));
  return panel;
}

PlotPanel goal_panel(const runtime::Game& game, const runtime::SimulationResult& result) {
  const auto& goals = result.distributions.goals;
  PlotPanel panel;
  panel.title = fmt::format("{}: goals of {}", game.name(),
                            counted(result.statistics.terminal, "playout") + " to the end");
  panel.x_label = "goal (points)";
  panel.y_label = "playouts (%)";
  std::map<int, double> places;  ///< of each goal that occurred
  for (const auto& of_role : goals) {
    for (const auto& [goal, count] : of_role) places[goal] = 0;
  }
  for (auto& [goal, place] : places) {
    place = static_cast<double>(panel.categories.size());
    panel.categories.push_back(std::to_string(goal));
  }
  const double width = 0.8 / static_cast<double>(std::max<std::size_t>(goals.size(), 1));
  for (std::size_t role = 0; role < goals.size(); ++role) {
    if (goals[role].empty()) continue;  // chance has no goals
    PlotSeries series;
    series.kind = PlotSeries::Kind::bars;
    series.name = game.roles()[role];
    series.bar_width = width;
    for (const auto& [goal, count] : goals[role]) {
      series.points.push_back({places[goal] - 0.4 + width * (static_cast<double>(role) + 0.5),
                               percent(count, result.statistics.terminal)});
    }
    panel.series.push_back(std::move(series));
  }
  return panel;
}

}  // namespace

std::string simulation_svg(const runtime::Game& game, const runtime::SimulationResult& result) {
  return svg_plot({length_panel(game, result), goal_panel(game, result)});
}

SimulationProgress::SimulationProgress(const ProgressFlags& flags, std::size_t starts,
                                       std::uint64_t playouts, double seconds,
                                       std::shared_ptr<const runtime::LaneDevice> device)
    : line_("simulate", flags) {
  const std::uint64_t total = runtime::saturating_product(starts, playouts);
  line_.count([=, this] {
    const bool waits = device != nullptr && !device->plays_alone(starts);
    return WorkDone{played_, total == UINT64_MAX ? 0 : total, "playouts",
                    waits ? "; the GPU is not ready" : "", seconds};
  });
}

}  // namespace tesuji::tools
