// Draws small plots as SVG files: lines and bars over axes with ticks, readable on white.
#pragma once

#include <string>
#include <vector>

namespace tesuji::tools {

struct PlotPoint {
  double x = 0;
  double y = 0;
};

struct PlotSeries {
  enum class Kind {
    line,
    faint_line,  ///< one of many, behind the others
    bars         ///< from 0 to y
  };
  Kind kind = Kind::line;
  std::string name;               ///< in the legend; empty: not listed
  std::vector<PlotPoint> points;  ///< ascending x
  std::vector<double> spread{};   ///< for a line, at each point: the height of a band up and down;
                                  ///< may be empty
  double bar_width = 1;           ///< in units of x
};

/// One pair of axes; y begins at 0. Series of the same kind have different colours, except faint
/// ones.
struct PlotPanel {
  std::string title;
  std::string x_label;  ///< including the unit
  std::string y_label;
  std::vector<PlotSeries> series;
  /// If not empty: x is an index into these, which label the axis instead of numbers.
  std::vector<std::string> categories;
};

/// Returns the panels, one below the other, as an SVG file with a white background. Thins lines
/// with more points than can be distinguished.
[[nodiscard]] std::string svg_plot(const std::vector<PlotPanel>& panels);

}  // namespace tesuji::tools
