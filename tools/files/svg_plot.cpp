#include "tools/files/svg_plot.h"

#include "tools/base/html.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string_view>

namespace tesuji::tools {

namespace {

// In pixels.
constexpr double panel_width = 640;
constexpr double panel_height = 360;
constexpr double left = 72;
constexpr double right = 24;
constexpr double top = 40;
constexpr double bottom = 56;
constexpr double line_height = 16;
constexpr double letter_width = 7;
constexpr std::size_t most_points = 800;  ///< of a line
constexpr double room_for_legend = 1.25;  ///< above bars, relative to the highest
constexpr int x_ticks = 8;
constexpr int y_ticks = 6;

// Source of the colours: Okabe and Ito, Color Universal Design (2008).
constexpr std::array<std::string_view, 6> colours = {"#0072b2", "#d55e00", "#009e73",
                                                     "#cc79a7", "#e69f00", "#56b4e9"};
constexpr std::string_view faint = "#b8c4cc";

struct Range {
  double from = 0;
  double to = 1;
  [[nodiscard]] double length() const { return to - from; }
};

/// Returns a step of 1, 2 or 5 times a power of ten that cuts the length into at most `most` parts.
double tick_step(double length, int most) {
  const double raw = length / most;
  const double power = std::pow(10, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (raw <= factor * power * (1 + 1e-9)) return factor * power;
  }
  return 10 * power;
}

class Panel {
 public:
  Panel(const PlotPanel& panel, double offset) : panel_(panel), offset_(offset) { find_ranges(); }

  std::string draw() {
    text_ += fmt::format(
        "<text x=\"{:.0f}\" y=\"{:.0f}\" font-size=\"14\" text-anchor=\"middle\">{}</text>\n",
        (left + panel_width - right) / 2, offset_ + 20, html_text(panel_.title));
    draw_y_axis();
    draw_x_axis();
    // Faint lines are drawn first, so that they do not cover the others.
    for (const PlotSeries& series : panel_.series) {
      if (series.kind == PlotSeries::Kind::faint_line) draw_line(series, faint, 1);
    }
    std::size_t band = 0;
    for (const PlotSeries& series : panel_.series) {
      if (series.kind == PlotSeries::Kind::faint_line) continue;
      draw_band(series, colours.at(band++ % colours.size()));
    }
    std::size_t number = 0;
    for (const PlotSeries& series : panel_.series) {
      if (series.kind == PlotSeries::Kind::faint_line) continue;
      const std::string_view colour = colours.at(number++ % colours.size());
      if (series.kind == PlotSeries::Kind::bars) {
        draw_bars(series, colour);
      } else {
        draw_line(series, colour, 2);
      }
    }
    draw_legend();
    return std::move(text_);
  }

 private:
  [[nodiscard]] bool has_legend() const {
    return std::count_if(panel_.series.begin(), panel_.series.end(),
                         [](const PlotSeries& series) { return !series.name.empty(); }) > 1;
  }

  void find_ranges() {
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    double highest = 0;
    for (const PlotSeries& series : panel_.series) {
      const double half = series.kind == PlotSeries::Kind::bars ? series.bar_width / 2 : 0;
      for (const PlotPoint& point : series.points) {
        least = std::min(least, point.x - half);
        most = std::max(most, point.x + half);
        highest = std::max(highest, point.y);
      }
      for (std::size_t i = 0; i < series.spread.size(); ++i) {
        highest = std::max(highest, series.points[i].y + series.spread[i]);
      }
    }
    if (least > most) least = most = 0;
    if (!panel_.categories.empty()) {
      least = -0.5;
      most = static_cast<double>(panel_.categories.size()) - 0.5;
    }
    x_ = least < most ? Range{least, most} : Range{least - 1, most + 1};
    if (!panel_.categories.empty() && has_legend()) highest *= room_for_legend;
    const double step = tick_step(highest > 0 ? highest : 1, y_ticks);
    y_ = {0, step * std::ceil(std::max(highest, step) / step - 1e-9)};
  }

  [[nodiscard]] double x_at(double x) const {
    return left + (x - x_.from) / x_.length() * (panel_width - left - right);
  }
  [[nodiscard]] double y_at(double y) const {
    return offset_ + panel_height - bottom -
           (y - y_.from) / y_.length() * (panel_height - top - bottom);
  }

  void rule(double x1, double y1, double x2, double y2, std::string_view colour) {
    text_ += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", x1, y1,
        x2, y2, colour);
  }

  void label(double x, double y, std::string_view anchor, const std::string& label) {
    text_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y,
                         anchor, html_text(label));
  }

  void draw_y_axis() {
    const double step = tick_step(y_.length(), y_ticks);
    for (int i = 0; step * i <= y_.to * (1 + 1e-9); ++i) {
      const double y = y_at(step * i);
      rule(left, y, panel_width - right, y, "#e4e4e4");
      label(left - 8, y + 4, "end", fmt::format("{:g}", step * i));
    }
    rule(left, y_at(y_.from), left, y_at(y_.to), "#333333");
    const double middle = (y_at(y_.from) + y_at(y_.to)) / 2;
    text_ += fmt::format(
        "<text x=\"16\" y=\"{0:.1f}\" text-anchor=\"middle\" "
        "transform=\"rotate(-90 16 {0:.1f})\">{1}</text>\n",
        middle, html_text(panel_.y_label));
  }

  void tick(double x, const std::string& name) {
    const double axis = y_at(y_.from);
    rule(x_at(x), axis, x_at(x), axis + 5, "#333333");
    label(x_at(x), axis + 18, "middle", name);
  }

  void draw_x_axis() {
    const double axis = y_at(y_.from);
    rule(left, axis, panel_width - right, axis, "#333333");
    if (panel_.categories.empty()) {
      // Counts, of games and moves, are whole numbers.
      const double step = std::max(1.0, tick_step(x_.length(), x_ticks));
      for (double x = step * std::ceil(x_.from / step - 1e-9) + 0.0; x <= x_.to + step * 1e-9;
           x += step) {
        tick(x, fmt::format("{:.0f}", x));
      }
    } else {
      std::size_t longest = 1;
      for (const std::string& name : panel_.categories) longest = std::max(longest, name.size());
      const double room =
          (panel_width - left - right) / (letter_width * static_cast<double>(longest + 1));
      const auto count = static_cast<double>(panel_.categories.size());
      const auto each = static_cast<std::size_t>(std::ceil(std::max(1.0, count / room)));
      for (std::size_t i = 0; i < panel_.categories.size(); i += each) {
        tick(static_cast<double>(i), panel_.categories[i]);
      }
    }
    label((left + panel_width - right) / 2, axis + 40, "middle", panel_.x_label);
  }

  void draw_line(const PlotSeries& series, std::string_view colour, double width) {
    const std::size_t count = series.points.size();
    if (count == 0) return;
    const std::size_t each = (count + most_points - 1) / most_points;
    text_ += fmt::format("<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"{:g}\" points=\"",
                         colour, width);
    const auto add = [&](const PlotPoint& point) {
      text_ += fmt::format("{:.1f},{:.1f} ", x_at(point.x), y_at(point.y));
    };
    for (std::size_t i = 0; i < count; i += each) add(series.points[i]);
    if ((count - 1) % each != 0) add(series.points.back());
    text_.back() = '"';
    text_ += "/>\n";
  }

  /// Draws the band of a line's spread, in a pale colour.
  void draw_band(const PlotSeries& series, std::string_view colour) {
    const std::size_t count = std::min(series.points.size(), series.spread.size());
    if (count == 0) return;
    const std::size_t each = (count + most_points - 1) / most_points;
    text_ += fmt::format("<polygon fill=\"{}\" fill-opacity=\"0.18\" points=\"", colour);
    const auto add = [&](std::size_t i, double side) {
      const PlotPoint& point = series.points[i];
      text_ += fmt::format("{:.1f},{:.1f} ", x_at(point.x),
                           y_at(std::max(0.0, point.y + side * series.spread[i])));
    };
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < count; i += each) shown.push_back(i);
    if (shown.back() != count - 1) shown.push_back(count - 1);
    for (const std::size_t i : shown) add(i, 1);
    for (std::size_t i = shown.size(); i-- > 0;) add(shown[i], -1);
    text_.back() = '"';
    text_ += "/>\n";
  }

  void draw_bars(const PlotSeries& series, std::string_view colour) {
    for (const PlotPoint& point : series.points) {
      const double begin = x_at(point.x - series.bar_width / 2);
      const double width = std::max(0.5, x_at(point.x + series.bar_width / 2) - begin - 1);
      text_ += fmt::format(
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n",
          begin, y_at(point.y), width, y_at(0) - y_at(point.y), colour);
    }
  }

  /// Draws the legend at the upper left, where cumulative curves are not; none for one series.
  void draw_legend() {
    if (!has_legend()) return;
    double y = offset_ + top + 12;
    std::size_t number = 0;
    for (const PlotSeries& series : panel_.series) {
      const bool is_faint = series.kind == PlotSeries::Kind::faint_line;
      const std::string_view colour = is_faint ? faint : colours.at(number % colours.size());
      if (!is_faint) ++number;
      if (series.name.empty()) continue;
      text_ +=
          fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"14\" height=\"8\" fill=\"{}\"/>\n",
                      left + 12, y - 8, colour);
      label(left + 32, y, "start", series.name);
      y += line_height;
    }
  }

  const PlotPanel& panel_;
  double offset_;
  Range x_;
  Range y_;
  std::string text_;
};

}  // namespace

std::string svg_plot(const std::vector<PlotPanel>& panels) {
  const double height = panel_height * static_cast<double>(panels.size());
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\" font-size=\"12\" "
      "fill=\"#222222\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
      panel_width, height);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    text += Panel(panels[i], panel_height * static_cast<double>(i)).draw();
  }
  return html_page(text + "</svg>\n");
}

}  // namespace tesuji::tools
