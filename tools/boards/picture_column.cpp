#include "tools/boards/picture_column.h"

#include "tools/base/html.h"
#include "tools/boards/piece_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace tesuji::tools {
namespace {

// In pixels, and numbers of elements.
constexpr double list_width = 360;  ///< minimum, of a list of fluents
constexpr double panel_width = 220;
constexpr std::size_t most_listed = 200;
constexpr std::size_t most_beside = 40;  ///< fluents listed beside a board
constexpr std::size_t most_values = 24;  ///< of a line of the panel
constexpr double disc_side = 30;         ///< of a heap
constexpr double disc_step = 27;
constexpr double heap_width = 270;
constexpr double heap_height = 32;
constexpr double stack_width = 92;  ///< at least
constexpr double stack_gap = 14;
constexpr double slice_height = 20;  ///< of a thing on a stack
constexpr double least_slice = 20;   ///< width

double card_width(const std::string& name) {
  const std::string corner = card_corner(name).value_or(name);
  return std::max(24.0, 9 * static_cast<double>(text_length(corner)) + 8);
}

}  // namespace

void PictureColumn::add_panel(const SidePanel& panel, double top) {
  const double bottom = bottom_;
  const double left = left_;
  const bool beside = right_ > left_;
  if (beside) left_ = right_ + board_gap;
  bottom_ = top;
  const double begin = left_;
  for (const PanelRole& role : panel.roles) add_role(role);
  for (const PanelLine& line : panel.lines) add_panel_line(line, left_);
  for (const PanelPiles& piles : panel.piles) {
    if (piles.stacks) {
      add_stacks(piles);
    } else {
      add_heaps(piles);
    }
  }
  right_ = std::max(right_, begin + panel_width);
  add_list(panel.rest, beside ? most_beside : most_listed);
  bottom_ = std::max(bottom_, bottom);
  left_ = left;
}

void PictureColumn::add_list(std::vector<std::string> fluents, std::size_t most) {
  if (fluents.size() > most) {
    const std::string rest = fmt::format("and {} more", fluents.size() - most);
    fluents.resize(most);
    fluents.push_back(rest);
  }
  const double room = std::max(right_ - left_, list_width) / small_letter;
  std::string line;
  for (const std::string& fluent : fluents) {
    if (!line.empty() && static_cast<double>(text_length(line) + 1 + text_length(fluent)) > room) {
      add_line(line);
      line.clear();
    }
    line += (line.empty() ? "" : " ") + fluent;
  }
  if (!line.empty()) add_line(line);
}

void PictureColumn::add_line(std::string_view text) {
  add_text(left_, bottom_ + line_height / 2, "start", "tsj-label", text);
  bottom_ += line_height;
  right_ = std::max(right_, left_ + small_letter * static_cast<double>(text_length(text)));
}

void PictureColumn::skip_lines(std::size_t count) {
  bottom_ += static_cast<double>(count) * line_height;
}

void PictureColumn::add_text(double x, double y, std::string_view anchor, std::string_view style,
                             std::string_view text) {
  elements_ += fmt::format(
      R"(<text class="{}" x="{}" y="{}" text-anchor="{}" dominant-baseline="central">{}</text>)"
      "\n",
      style, svg_number(x), svg_number(y), anchor, html_text(text));
}

void PictureColumn::add_role(const PanelRole& role) {
  if (role.marks.empty() && role.lines.empty()) return;
  const bool marked = !role.marks.empty();
  elements_ +=
      piece_svg({PieceShape::disc, role.colour, {}}, left_ + 8, bottom_ + line_height / 2, 20);
  add_text(left_ + 22, bottom_ + line_height / 2, "start",
           marked ? "tsj-words tsj-strong" : "tsj-words", role.name);
  std::string marks;
  for (const std::string& mark : role.marks) marks += (marks.empty() ? "" : ", ") + mark;
  if (marked) {
    add_text(left_ + 34 + 8 * static_cast<double>(text_length(role.name)),
             bottom_ + line_height / 2, "start", "tsj-label", marks);
  }
  bottom_ += line_height + 2;
  for (const PanelLine& line : role.lines) add_panel_line(line, left_ + 22);
  bottom_ += 3;
}

void PictureColumn::add_panel_line(const PanelLine& line, double left) {
  add_text(left, bottom_ + line_height / 2, "start", "tsj-label", line.label);
  const double begin = left + 8 + small_letter * static_cast<double>(text_length(line.label));
  double x = begin;
  const double end = std::max(left_ + panel_width, begin + 80);
  if (line.cards) bottom_ += 4;
  for (std::size_t i = 0; i < line.values.size() && i < most_values; ++i) {
    const std::string text = i + 1 == most_values && line.values.size() > most_values
                                 ? fmt::format("and {} more", line.values.size() - most_values + 1)
                                 : line.values[i];
    const double width =
        line.cards ? card_width(text) + 4 : 8 * static_cast<double>(text_length(text)) + 8;
    if (x > begin && x + width > end) {
      x = begin;
      bottom_ += line.cards ? 38 : line_height;
    }
    if (line.cards) {
      add_card(text, x);
    } else {
      add_text(x, bottom_ + line_height / 2, "start", "tsj-words", text);
    }
    x += width;
    right_ = std::max(right_, x);
  }
  bottom_ += line.cards ? 38 : line_height;
}

/// A line for each heap: its name, its discs, and their number.
void PictureColumn::add_heaps(const PanelPiles& piles) {
  std::size_t letters = 0;
  for (const Pile& pile : piles.piles) letters = std::max(letters, text_length(pile.place));
  const double begin = left_ + 12 + small_letter * static_cast<double>(letters);
  const double step =
      std::min(disc_step, heap_width / static_cast<double>(std::max<std::size_t>(piles.most, 1)));
  bottom_ += 6;
  for (const Pile& pile : piles.piles) {
    const double y = bottom_ + heap_height / 2;
    elements_ += fmt::format("<g class=\"tsj-pile\"><title>{} {}: {}</title>\n",
                             html_text(piles.label), html_text(pile.place), pile.count);
    add_text(left_, y, "start", "tsj-words tsj-strong", pile.place);
    for (std::size_t i = 0; i < pile.count; ++i) {
      elements_ += piece_svg({PieceShape::disc, "blue", {}},
                             begin + disc_side / 2 + step * static_cast<double>(i), y, disc_side);
    }
    add_text(begin + step * static_cast<double>(piles.most) + disc_side - step + 10, y, "start",
             "tsj-label", std::to_string(pile.count));
    elements_ += "</g>\n";
    bottom_ += heap_height;
  }
  right_ = std::max(right_, begin + step * static_cast<double>(piles.most) + disc_side + 24);
  bottom_ += 6;
}

/// Stacks side by side: wider things have larger numbers.
void PictureColumn::add_stacks(const PanelPiles& piles) {
  std::size_t letters = 0;
  for (const Pile& pile : piles.piles) letters = std::max(letters, text_length(pile.place));
  const double widest = std::max(stack_width, small_letter * static_cast<double>(letters));
  const double height = slice_height * static_cast<double>(piles.most + 1);
  const double floor = bottom_ + 8 + height;
  double x = left_ + widest / 2;
  for (const Pile& pile : piles.piles) {
    elements_ += fmt::format("<g class=\"tsj-pile\"><title>{} {}</title>\n", html_text(piles.label),
                             html_text(pile.place));
    elements_ +=
        fmt::format(R"(<path class="tsj-stroke tsj-stroke-neutral" d="M{0} {1}V{2}M{3} {2}H{4}"/>)"
                    "\n",
                    svg_number(x), svg_number(floor - height), svg_number(floor),
                    svg_number(x - widest / 2), svg_number(x + widest / 2));
    double y = floor - 3 - slice_height * static_cast<double>(pile.items.size());
    for (const std::size_t item : pile.items) {
      const double part = static_cast<double>(item) / static_cast<double>(piles.most);
      const double width = least_slice + (widest - 10 - least_slice) * part;
      elements_ += fmt::format(
          R"(<rect class="tsj-piece tsj-blue" x="{}" y="{}" width="{}" height="{}" rx="5"/>)"
          R"(<text class="tsj-on-blue" font-size="12" x="{}" y="{}" text-anchor="middle" dominant-baseline="central">{}</text>)"
          "\n",
          svg_number(x - width / 2), svg_number(y), svg_number(width), svg_number(slice_height - 1),
          svg_number(x), svg_number(y + slice_height / 2 - 0.5), item);
      y += slice_height;
    }
    add_text(x, floor + line_height / 2 + 4, "middle", "tsj-label", pile.place);
    elements_ += "</g>\n";
    x += widest + stack_gap;
  }
  right_ = std::max(right_, x - widest / 2 - stack_gap);
  bottom_ = floor + line_height + 8;
}

void PictureColumn::add_card(const std::string& name, double x) {
  const std::string corner = card_corner(name).value_or(name);
  elements_ += fmt::format(
      R"(<g><title>{}</title><rect class="tsj-card" x="{}" y="{}" width="{}" height="34" rx="3"/>)"
      R"(<text class="tsj-card-text" x="{}" y="{}" text-anchor="middle" dominant-baseline="central">{}</text></g>)"
      "\n",
      html_text(name), svg_number(x), svg_number(bottom_ - 4), svg_number(card_width(name)),
      svg_number(x + card_width(name) / 2), svg_number(bottom_ + 13), html_text(corner));
}

}  // namespace tesuji::tools
