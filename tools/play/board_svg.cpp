#include "tools/play/board_svg.h"

#include "tools/base/html.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <string_view>
#include <utility>

namespace tesuji::tools {
namespace {

// In pixels.
constexpr std::size_t picture_margin = 8;
constexpr std::size_t square_side = 36;
constexpr std::size_t line_height = 18;
constexpr std::size_t letter = 9;        ///< width of a letter on a square
constexpr std::size_t small_letter = 7;  ///< of a label, and of a fluent in the list
constexpr std::size_t list_width = 360;  ///< minimum, of the list of fluents
constexpr std::size_t most_listed = 200;
constexpr std::size_t least_width = 176;  ///< of a state next to others, for its captions
constexpr std::size_t most_width = 960;   ///< of states side by side
constexpr std::size_t state_gap = 16;     ///< between states

/// For the pieces of roles, in their order: those of the page of `tesuji explore`, and more.
constexpr std::array<std::string_view, 6> owner_colours = {"#b3261e", "#0b57a4", "#1b6b2f",
                                                           "#7a4b00", "#6a1b9a", "#00695c"};

/// Colours by class, for dark mode: those in attributes are for light backgrounds.
constexpr std::string_view dark_style = R"(<style>
@media (prefers-color-scheme: dark) {
.paper { fill: #1d1f21; } .label { fill: #b8bcc2; } .piece { fill: #f1f1f1; }
.square { fill: #4b4336; stroke: #8f8a80; }
.owner0 { fill: #ff9d94; } .owner1 { fill: #8fbcff; } .owner2 { fill: #8fd9a0; }
.owner3 { fill: #e8c078; } .owner4 { fill: #d7a6f0; } .owner5 { fill: #7fd6c8; }
.move { stroke: #ffb454; } .move-head { fill: #ffb454; }
.threat { stroke: #69d58c; } .threat-square { fill: #69d58c; } .threat-head { fill: #69d58c; }
}
</style>
)";

/// Heads of arrows.
constexpr std::string_view arrow_heads = R"(<defs>
<marker id="move-head" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="4" markerHeight="4" orient="auto"><path class="move-head" d="M0 0L10 5L0 10z" fill="#b45309"/></marker>
<marker id="threat-head" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="4" markerHeight="4" orient="auto"><path class="threat-head" d="M0 0L10 5L0 10z" fill="#15803d"/></marker>
</defs>
)";

/// A square's place in the picture.
struct SquareBox {
  std::size_t x = 0;
  std::size_t y = 0;
  std::size_t width = 0;
};

/// Returns the number of characters of a text in UTF-8.
std::size_t text_length(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
  }));
}

std::size_t longest_text(const std::vector<std::string>& texts) {
  std::size_t most = 0;
  for (const std::string& text : texts) most = std::max(most, text_length(text));
  return most;
}

/// Collects the elements of a picture from the top down, starting at a corner.
class BoardPicture {
 public:
  BoardPicture() = default;
  BoardPicture(std::size_t left, std::size_t top) : left_(left), width_(left), bottom_(top) {}

  void add_state(const DrawnState& state) {
    for (const DrawnBoard& board : state.boards) add_board(board, state.boards.size() > 1);
  }

  void add_board(const DrawnBoard& board, bool with_name) {
    boxes_.emplace_back();
    if (with_name) add_line(board.functor);
    std::size_t widest = longest_text(board.columns);
    for (const DrawnSquare& square : board.squares)
      widest = std::max(widest, text_length(square.shown));
    const std::size_t side = std::max(square_side, letter * widest + 10);
    const std::size_t left = left_ + small_letter * longest_text(board.rows) + 8;
    for (std::size_t row = 0; row < board.rows.size(); ++row) {
      add_text(left - 6, bottom_ + square_side / 2, "end", board.rows[row]);
      for (std::size_t column = 0; column < board.columns.size(); ++column) {
        add_square(board.squares[row * board.columns.size() + column], left + side * column, side);
      }
      bottom_ += square_side;
    }
    for (std::size_t column = 0; column < board.columns.size(); ++column) {
      add_text(left + side * column + side / 2, bottom_ + line_height / 2, "middle",
               board.columns[column]);
    }
    bottom_ += line_height + picture_margin;
    width_ = std::max(width_, left + side * board.columns.size());
  }

  void add_list(std::vector<std::string> fluents) {
    if (fluents.size() > most_listed) {
      const std::string rest = fmt::format("and {} more", fluents.size() - most_listed);
      fluents.resize(most_listed);
      fluents.push_back(rest);
    }
    const std::size_t room = std::max(width_ - std::min(width_, left_), list_width) / small_letter;
    std::string line;
    for (const std::string& fluent : fluents) {
      if (!line.empty() && text_length(line) + 1 + text_length(fluent) > room) {
        add_line(line);
        line.clear();
      }
      line += (line.empty() ? "" : " ") + fluent;
    }
    if (!line.empty()) add_line(line);
  }

  void add_line(std::string_view text) {
    add_text(left_, bottom_ + line_height / 2, "start", text);
    bottom_ += line_height;
    width_ = std::max(width_, left_ + small_letter * text_length(text));
  }

  void skip_lines(std::size_t count) { bottom_ += count * line_height; }

  /// Draws over the boards added before.
  void add_mark(const BoardMark& mark) {
    if (mark.squares.empty()) return;
    const bool threat = mark.kind == BoardMark::Kind::threat;
    const SquareBox& from = box(mark.squares.front());
    const SquareBox& to = box(mark.squares.back());
    elements_ += fmt::format("<g><title>{}</title>", html_text(mark.title));
    if (threat && mark.squares.size() == 1) {
      elements_ += fmt::format(
          R"(<rect class="threat-square" x="{}" y="{}" width="{}" height="{}" fill="#15803d" fill-opacity="0.3"/>)",
          from.x + 2, from.y + 2, from.width - 4, square_side - 4);
    }
    if (mark.squares.size() == 1) {
      elements_ += fmt::format(
          R"(<rect class="{}" x="{}" y="{}" width="{}" height="{}" rx="4" fill="none" stroke="{}" stroke-width="3"/>)",
          threat ? "threat" : "move", from.x + 3, from.y + 3, from.width - 6, square_side - 6,
          threat ? "#15803d" : "#b45309");
    } else {
      add_arrow(from, to, threat);
    }
    elements_ += "</g>\n";
  }

  [[nodiscard]] std::size_t right() const { return width_; }
  [[nodiscard]] std::size_t bottom() const { return bottom_; }
  [[nodiscard]] const std::string& elements() const { return elements_; }

 private:
  void add_text(std::size_t x, std::size_t y, std::string_view anchor, std::string_view text) {
    elements_ += fmt::format(
        R"(<text class="label" x="{}" y="{}" font-size="12" fill="#595959" text-anchor="{}" dominant-baseline="central">{}</text>)"
        "\n",
        x, y, anchor, html_text(text));
  }

  [[nodiscard]] const SquareBox& box(const NamedSquare& square) const {
    return boxes_.at(square.board).at(square.square);
  }

  /// Draws from the middle of one square to the middle of another, without the arrow's head.
  void add_arrow(const SquareBox& from, const SquareBox& to, bool threat) {
    const auto middle = [](const SquareBox& box) {
      return std::pair(static_cast<double>(box.x) + static_cast<double>(box.width) / 2,
                       static_cast<double>(box.y) + static_cast<double>(square_side) / 2);
    };
    const auto [x1, y1] = middle(from);
    const auto [x2, y2] = middle(to);
    const double length = std::max(1.0, std::hypot(x2 - x1, y2 - y1));
    const double inset = 8 / length;
    elements_ += fmt::format(
        R"svg(<line class="{0}" x1="{1:.1f}" y1="{2:.1f}" x2="{3:.1f}" y2="{4:.1f}" stroke="{5}" stroke-width="4" stroke-opacity="0.8" marker-end="url(#{0}-head)"/>)svg",
        threat ? "threat" : "move", x1 + inset * (x2 - x1), y1 + inset * (y2 - y1),
        x2 - inset * (x2 - x1), y2 - inset * (y2 - y1), threat ? "#15803d" : "#b45309");
  }

  void add_square(const DrawnSquare& square, std::size_t x, std::size_t side) {
    boxes_.back().push_back({x, bottom_, side});
    if (square.place.empty()) return;
    elements_ += fmt::format(
        R"(<g><title>{}: {}</title><rect class="square" x="{}" y="{}" width="{}" height="{}" fill="#f3e3c3" )"
        R"(stroke="#8a8a8a" stroke-width="{}"/>)",
        html_text(square.place), square.content.empty() ? "empty" : html_text(square.content), x,
        bottom_, side, square_side, square.changed ? 3 : 1);
    if (!square.shown.empty()) {
      const std::size_t owner = square.owner.value_or(0) % owner_colours.size();
      const std::string_view colour = square.owner ? owner_colours.at(owner) : "#1a1a1a";
      elements_ += fmt::format(
          R"(<text class="{}" x="{}" y="{}" font-size="16" fill="{}"{} text-anchor="middle" dominant-baseline="central">{}</text>)",
          square.owner ? fmt::format("owner{}", owner) : "piece", x + side / 2,
          bottom_ + square_side / 2, colour, square.owner ? R"( font-weight="bold")" : "",
          html_text(square.shown));
    }
    elements_ += "</g>\n";
  }

  std::size_t left_ = picture_margin;
  std::size_t width_ = 0;  ///< right end of the widest element
  std::size_t bottom_ = picture_margin;
  std::string elements_;
  std::vector<std::vector<SquareBox>> boxes_;  ///< by board, by square
};

/// `begin`: elements before all others.
std::string svg_document(std::size_t right, std::size_t bottom, std::string_view begin,
                         std::string_view elements) {
  return html_page(fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}" )"
      R"(font-family="sans-serif" role="img">)"
      "\n{2}"
      R"(<rect class="paper" width="{0}" height="{1}" fill="#ffffff"/>)"
      "\n{3}</svg>\n",
      right + picture_margin, bottom + picture_margin, begin, elements));
}

/// Breaks a text into lines of at most this many letters, between words.
std::vector<std::string> wrapped(const std::string& text, std::size_t most) {
  std::vector<std::string> lines;
  std::string line;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    if (!line.empty() && text_length(line) + 1 + text_length(word) > most) {
      lines.push_back(std::exchange(line, {}));
    }
    line += (line.empty() ? "" : " ") + word;
    at = end + 1;
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

}  // namespace

std::string board_svg(const DrawnState& state) {
  BoardPicture picture;
  picture.add_state(state);
  picture.add_list(state.others);
  return svg_document(picture.right(), picture.bottom(), "", picture.elements());
}

std::string boards_svg(std::span<const PictureBoard> boards, std::span<const std::string> lines) {
  std::size_t captions = 0;  ///< of each state, so that boards stand side by side
  for (const PictureBoard& board : boards) captions = std::max(captions, board.captions.size());
  std::string elements;
  std::size_t left = picture_margin;
  std::size_t top = picture_margin;
  std::size_t bottom = top;
  std::size_t right = left;
  for (const PictureBoard& board : boards) {
    const auto draw = [&] {
      BoardPicture picture(left, top);
      for (const std::string& caption : board.captions) picture.add_line(caption);
      picture.skip_lines(captions - board.captions.size());
      picture.add_state(board.state);
      if (board.state.boards.empty()) picture.add_list(board.state.others);
      for (const BoardMark& mark : board.marks) picture.add_mark(mark);
      return picture;
    };
    BoardPicture picture = draw();
    if (picture.right() > most_width && left > picture_margin) {
      left = picture_margin;
      top = bottom;
      picture = draw();
    }
    elements += picture.elements();
    bottom = std::max(bottom, picture.bottom());
    right = std::max(right, picture.right());
    left = std::max(picture.right(), left + least_width) + state_gap;
  }
  const std::size_t letters = std::max(right, 4 * least_width) / small_letter;
  BoardPicture text(picture_margin, bottom);
  for (const std::string& line : lines) {
    for (const std::string& part : wrapped(line, letters)) text.add_line(part);
  }
  elements += text.elements();
  return svg_document(std::max(right, text.right()), text.bottom(),
                      std::string(dark_style) + std::string(arrow_heads), elements);
}

}  // namespace tesuji::tools
