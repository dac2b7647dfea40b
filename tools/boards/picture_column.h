// Texts of a picture from the top down: lines, lists, and the side panel.
#pragma once

#include "tools/boards/side_panel.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {

// In pixels.
inline constexpr double line_height = 19;
inline constexpr double small_letter = 7;  ///< width of a letter of a label
inline constexpr double board_gap = 28;    ///< between boards of different fluents

/// Collects elements of SVG, starting at a corner. What is added goes below what was there.
class PictureColumn {
 public:
  PictureColumn(double left, double top) : left_(left), right_(left), bottom_(top) {}

  void add_line(std::string_view text);
  /// Lists fluents in lines; beyond `most`, their number.
  void add_list(std::vector<std::string> fluents, std::size_t most);
  void skip_lines(std::size_t count);
  /// Draws the panel to the right of what was drawn since `top`.
  void add_panel(const SidePanel& panel, double top);

  [[nodiscard]] double left() const { return left_; }
  [[nodiscard]] double right() const { return right_; }
  [[nodiscard]] double bottom() const { return bottom_; }
  [[nodiscard]] const std::string& elements() const { return elements_; }

 protected:
  /// `anchor`: as text-anchor of SVG; `style`: classes.
  void add_text(double x, double y, std::string_view anchor, std::string_view style,
                std::string_view text);

  double left_;
  double right_;  ///< right end of the widest element
  double bottom_;
  std::string elements_;

 private:
  void add_role(const PanelRole& role);
  void add_panel_line(const PanelLine& line, double left);
  void add_heaps(const PanelPiles& piles);
  void add_stacks(const PanelPiles& piles);
  void add_card(const std::string& name, double x);
};

}  // namespace tesuji::tools
