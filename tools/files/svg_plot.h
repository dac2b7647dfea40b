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
  std::string name;               ///< in the legend; empty: not there
  std::vector<PlotPoint> points;  ///< ascending x
  std::vector<double> spread{};   ///< of a line, for each point: a band so far up and down; or none
  double bar_width = 1;           ///< in units of x
};

/// One pair of axes; y begins at 0. Series of the same kind have different colours, faint ones the
/// same.
struct PlotPanel {
  std::string title;
  std::string x_label;  ///< with the unit
  std::string y_label;
  std::vector<PlotSeries> series;
  /// Not empty: x is a position in these, which are written below the axis in the place of numbers.
  std::vector<std::string> categories;
};

/// The panels below each other, as an SVG file with a white ground. Lines of more points than can
/// be told apart are thinned.
[[nodiscard]] std::string svg_plot(const std::vector<PlotPanel>& panels);

}  // namespace tesuji::tools
