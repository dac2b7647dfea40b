#include "tools/reports/simulate/simulation_plot.h"

#include "tools/base/report.h"
#include "tools/files/svg_plot.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

namespace tesuji::tools {

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

}  // namespace tesuji::tools
