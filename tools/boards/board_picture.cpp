#include "tools/boards/board_picture.h"

#include "tools/base/html.h"
#include "tools/boards/piece_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace tesuji::tools {
namespace {

// In pixels.
constexpr double picture_margin = 10;
constexpr double line_height = 19;
constexpr double small_letter = 7;   ///< width of a letter of a label
constexpr double label_room = 20;    ///< left of and below a board
constexpr double board_gap = 28;     ///< between boards of different fluents
constexpr double page_gap = 12;      ///< between boards of the same fluents
constexpr double state_gap = 24;     ///< between states
constexpr double most_width = 1000;  ///< of states side by side
constexpr double least_width = 190;  ///< of a state next to others, for its captions
constexpr double list_width = 360;   ///< minimum, of a list of fluents
constexpr double panel_width = 220;
constexpr std::size_t most_listed = 200;
constexpr std::size_t most_beside = 40;  ///< fluents listed beside a board
constexpr std::size_t most_values = 24;  ///< of a line of the panel

constexpr std::string_view board_style = R"(
.tsj-paper { fill: #ffffff; fill: var(--board-paper, #ffffff); }
.tsj-label { fill: #5f5b55; fill: var(--board-label, #5f5b55); font-size: 12px; stroke: none; }
.tsj-words { fill: #1f1d1b; fill: var(--board-ink, #1f1d1b); font-size: 13px; stroke: none; }
.tsj-words.tsj-strong { font-weight: bold; }
.tsj-frame { fill: none; stroke: #6f5a44; stroke-width: 2; }
.tsj-cell { stroke: none; }
.tsj-light { fill: #f0dfc0; fill: var(--board-light, #f0dfc0); }
.tsj-dark { fill: #b78d66; fill: var(--board-dark, #b78d66); }
.tsj-plain { fill: #f1e5cb; fill: var(--board-plain, #f1e5cb); stroke: #b39d7c; stroke-width: 1; }
.tsj-rack { fill: #2c5f9e; fill: var(--board-rack, #2c5f9e); }
.tsj-hole { fill: #c6d4e6; fill: var(--board-hole, #c6d4e6); stroke: #1d4272; stroke-width: 1.5; }
.tsj-hole.tsj-fallen { stroke: #f2dc3c; stroke-width: 5; }
.tsj-between { fill: #f1e5cb; fill: var(--board-plain, #f1e5cb); }
.tsj-dot { fill: #4a4038; }
.tsj-edge { stroke: #4a4038; stroke-width: 5; stroke-linecap: round; }
.tsj-edge.tsj-last { stroke: #b45309; }
.tsj-moved { fill: #d8c21d; fill-opacity: 0.5; stroke: none; }
.tsj-changed { fill: none; stroke: #c79a00; stroke-width: 2.5; }
.tsj-ink { fill: #2b2520; font-weight: 600; stroke: none; }
.tsj-arrow { stroke: #b45309; stroke-width: 5; stroke-opacity: 0.85; fill: none; }
.tsj-head { fill: #b45309; stroke: none; }
.tsj-threat .tsj-arrow { stroke: #15803d; } .tsj-threat .tsj-head { fill: #15803d; }
.tsj-threat-square { fill: #15803d; fill-opacity: 0.3; stroke: none; }
.tsj-card { fill: #fdfcf8; stroke: #6f6a62; stroke-width: 1; }
.tsj-card-text { fill: #22201e; font-size: 14px; font-weight: bold; stroke: none; }
@media (prefers-color-scheme: dark) {
.tsj-paper { fill: #1d1f21; fill: var(--board-paper, #1d1f21); }
.tsj-label { fill: #b4b0a8; fill: var(--board-label, #b4b0a8); }
.tsj-words { fill: #ecebe8; fill: var(--board-ink, #ecebe8); }
.tsj-light { fill: #d0b88f; fill: var(--board-light, #d0b88f); }
.tsj-dark { fill: #8a6546; fill: var(--board-dark, #8a6546); }
.tsj-plain { fill: #d3c09a; fill: var(--board-plain, #d3c09a); stroke: #8d7853; }
.tsj-between { fill: #d3c09a; fill: var(--board-plain, #d3c09a); }
.tsj-rack { fill: #24507f; fill: var(--board-rack, #24507f); }
.tsj-hole { fill: #aebdd0; fill: var(--board-hole, #aebdd0); }
.tsj-piece.tsj-black { stroke: #77736d; }
.tsj-arrow { stroke: #ffb454; } .tsj-head { fill: #ffb454; }
.tsj-threat .tsj-arrow { stroke: #69d58c; } .tsj-threat .tsj-head { fill: #69d58c; }
}
)";

bool has_hexagons(const DrawnBoard& board) {
  return board.tiling == Tiling::hexagons;
}

std::size_t longest_text(const std::vector<std::string>& texts) {
  std::size_t most = 0;
  for (const std::string& text : texts) most = std::max(most, text_length(text));
  return most;
}

/// A square's place in the picture.
struct SquareBox {
  double x = 0;  ///< of its middle
  double y = 0;
  double side = 0;
};

constexpr double hexagon_height = 1.1547;  ///< from corner to corner, of one that is 1 wide

/// Where the squares of a board are.
class BoardPlan {
 public:
  BoardPlan(const DrawnBoard& board, double side) {
    std::vector<bool> squares;
    for (const DrawnSquare& square : board.squares) {
      squares.push_back(!square.place.empty() || !square.looks.empty());
    }
    const std::size_t columns = board.columns.size();
    if (has_hexagons(board)) {
      const double tall = hexagon_height * side;
      const double wide = board.hexagons.by_columns ? tall : side;
      const double high = board.hexagons.by_columns ? side : tall;
      for (const auto& [right, down] : hexagon_middles(board.hexagons, columns, squares)) {
        boxes_.push_back({right * side + wide / 2, down * side + high / 2, side});
      }
      for (std::size_t i = 0; i < boxes_.size(); ++i) {
        if (!squares[i]) continue;
        width_ = std::max(width_, boxes_[i].x + wide / 2);
        height_ = std::max(height_, boxes_[i].y + high / 2);
      }
      return;
    }
    for (std::size_t i = 0; i < squares.size(); ++i) {
      boxes_.push_back({side * (static_cast<double>(i % columns) + 0.5),
                        side * (static_cast<double>(i / columns) + 0.5), side});
    }
    width_ = side * static_cast<double>(columns);
    height_ = side * static_cast<double>(board.rows.size());
  }

  [[nodiscard]] double width() const { return width_; }
  [[nodiscard]] double height() const { return height_; }
  /// From the upper left corner of the board.
  [[nodiscard]] const SquareBox& box(std::size_t i) const { return boxes_[i]; }

 private:
  std::vector<SquareBox> boxes_;
  double width_ = 0;
  double height_ = 0;
};

std::string hexagon_points(const SquareBox& box, bool by_columns) {
  const double half = box.side / 2;
  const double tall = box.side * hexagon_height / 2;
  const std::array<std::pair<double, double>, 6> corners = {{{0, -tall},
                                                             {half, -tall / 2},
                                                             {half, tall / 2},
                                                             {0, tall},
                                                             {-half, tall / 2},
                                                             {-half, -tall / 2}}};
  std::string points;
  for (const auto& [x, y] : corners) {
    points +=
        fmt::format("{}{},{}", points.empty() ? "" : " ", svg_number(box.x + (by_columns ? y : x)),
                    svg_number(box.y + (by_columns ? x : y)));
  }
  return points;
}

/// Returns the side of squares such that boards of usual sizes are about as wide as each other.
double side_for(const DrawnState& state) {
  std::size_t most = 1;
  std::size_t pages = 1;
  for (const DrawnBoard& board : state.boards) {
    most = std::max({most, board.rows.size(), board.columns.size()});
    pages = std::max({pages, board.page_row + 1, board.page_column + 1});
  }
  most *= pages;
  return most <= 10 ? 48 : most <= 13 ? 40 : most <= 20 ? 32 : 24;
}

/// Collects the elements of a picture from the top down, starting at a corner.
class StatePicture {
 public:
  StatePicture(double left, double top) : left_(left), right_(left), bottom_(top) {}

  void add_state(const DrawnState& state) {
    state_ = boxes_.size();
    const double side = side_for(state);
    std::set<std::string> functors;
    for (const DrawnBoard& board : state.boards) functors.insert(board.functor);
    double left = left_;
    double low = bottom_;
    for (std::size_t b = 0; b < state.boards.size();) {
      std::size_t end = b + 1;
      while (end < state.boards.size() && state.boards[end].paged &&
             state.boards[end].functor == state.boards[b].functor) {
        ++end;
      }
      if (left > left_) left += board_gap;
      double top = bottom_;
      if (functors.size() > 1) {
        add_text(left, top + line_height / 2, "start", "tsj-label", state.boards[b].functor);
        top += line_height;
      }
      const auto [right, bottom] = add_pages(state, b, end, left, top, side);
      left = right;
      low = std::max(low, bottom);
      b = end;
    }
    right_ = std::max(right_, left);
    bottom_ = std::max(bottom_, low);
  }

  /// Draws the panel to the right of what was drawn since `top`.
  void add_panel(const SidePanel& panel, double top) {
    const double bottom = bottom_;
    const double left = left_;
    const bool beside = right_ > left_;
    if (beside) left_ = right_ + board_gap;
    bottom_ = top;
    const double begin = left_;
    for (const PanelRole& role : panel.roles) add_role(role);
    for (const PanelLine& line : panel.lines) add_panel_line(line, left_);
    right_ = std::max(right_, begin + panel_width);
    add_list(panel.rest, beside ? most_beside : most_listed);
    bottom_ = std::max(bottom_, bottom);
    left_ = left;
  }

  void add_list(std::vector<std::string> fluents, std::size_t most) {
    if (fluents.size() > most) {
      const std::string rest = fmt::format("and {} more", fluents.size() - most);
      fluents.resize(most);
      fluents.push_back(rest);
    }
    const double room = std::max(right_ - left_, list_width) / small_letter;
    std::string line;
    for (const std::string& fluent : fluents) {
      if (!line.empty() &&
          static_cast<double>(text_length(line) + 1 + text_length(fluent)) > room) {
        add_line(line);
        line.clear();
      }
      line += (line.empty() ? "" : " ") + fluent;
    }
    if (!line.empty()) add_line(line);
  }

  void add_line(std::string_view text) {
    add_text(left_, bottom_ + line_height / 2, "start", "tsj-label", text);
    bottom_ += line_height;
    right_ = std::max(right_, left_ + small_letter * static_cast<double>(text_length(text)));
  }

  /// Names letters on pieces that say less than the names of their contents.
  void add_legend(const DrawnState& state) {
    std::map<std::string, std::string> letters;
    for (const DrawnBoard& board : state.boards) {
      for (const DrawnSquare& square : board.squares) {
        if (square.looks.size() != 1 || square.looks.front().text.size() != 1) continue;
        if (square.content != square.looks.front().text) {
          letters.emplace(square.looks.front().text, square.content);
        }
      }
    }
    std::string line;
    for (const auto& [letter, content] : letters) {
      line += fmt::format("{}{} {}", line.empty() ? "" : "   ", letter, content);
    }
    if (!line.empty()) add_line(line);
  }

  void skip_lines(std::size_t count) { bottom_ += static_cast<double>(count) * line_height; }

  /// Draws over the state added last.
  void add_mark(const BoardMark& mark) {
    if (mark.squares.empty()) return;
    const bool threat = mark.kind == BoardMark::Kind::threat;
    const SquareBox& from = box(mark.squares.front());
    const SquareBox& to = box(mark.squares.back());
    elements_ += fmt::format(R"(<g class="{}"><title>{}</title>)",
                             threat ? "tsj-mark tsj-threat" : "tsj-mark", html_text(mark.title));
    if (threat && mark.squares.size() == 1) {
      elements_ += square_rect("tsj-threat-square", from, 2);
    }
    if (mark.squares.size() == 1) {
      elements_ += square_rect("tsj-arrow", from, 4);
    } else {
      add_arrow(from, to);
    }
    elements_ += "</g>\n";
  }

  [[nodiscard]] double left() const { return left_; }
  [[nodiscard]] double right() const { return right_; }
  [[nodiscard]] double bottom() const { return bottom_; }
  [[nodiscard]] const std::string& elements() const { return elements_; }

 private:
  void add_text(double x, double y, std::string_view anchor, std::string_view style,
                std::string_view text) {
    elements_ += fmt::format(
        R"(<text class="{}" x="{}" y="{}" text-anchor="{}" dominant-baseline="central">{}</text>)"
        "\n",
        style, svg_number(x), svg_number(y), anchor, html_text(text));
  }

  static std::string square_rect(std::string_view style, const SquareBox& box, double inset) {
    return fmt::format(R"(<rect class="{}" x="{}" y="{}" width="{}" height="{}"/>)", style,
                       svg_number(box.x - box.side / 2 + inset),
                       svg_number(box.y - box.side / 2 + inset), svg_number(box.side - 2 * inset),
                       svg_number(box.side - 2 * inset));
  }

  /// Draws boards of the same fluents, from one number to before another; returns the right end and
  /// the bottom.
  std::pair<double, double> add_pages(const DrawnState& state, std::size_t from, std::size_t to,
                                      double left, double top, double side) {
    double right = left;
    double bottom = top;
    const DrawnBoard& first = state.boards[from];
    const double width = BoardPlan(first, side).width() + page_gap;
    const double height = BoardPlan(first, side).height() + page_gap;
    std::size_t last_row = 0;
    for (std::size_t b = from; b < to; ++b) last_row = std::max(last_row, state.boards[b].page_row);
    const double labels =
        std::max(label_room, small_letter * static_cast<double>(longest_text(first.rows)) + 10);
    for (std::size_t b = from; b < to; ++b) {
      const DrawnBoard& board = state.boards[b];
      const double x = left + labels + width * static_cast<double>(board.page_column);
      const double y = top + height * static_cast<double>(board.page_row);
      add_board(board, b, x, y, side, board.page_column == 0, board.page_row == last_row);
      right = std::max(right, x + width - page_gap);
      bottom = std::max(bottom, y + height - page_gap + label_room);
    }
    return {right, bottom};
  }

  void add_board(const DrawnBoard& board, std::size_t number, double x, double y, double side,
                 bool row_labels, bool column_labels) {
    const BoardPlan plan(board, side);
    boxes_.emplace_back();
    const std::size_t width = board.columns.size();
    elements_ += fmt::format("<g class=\"tsj-board\" data-board=\"{}\" data-side=\"{}\">\n", number,
                             svg_number(side));
    if (board.tiling == Tiling::holes) {
      elements_ +=
          fmt::format(R"(<rect class="tsj-rack" x="{}" y="{}" width="{}" height="{}" rx="8"/>)"
                      "\n",
                      svg_number(x - 3), svg_number(y - 3), svg_number(plan.width() + 6),
                      svg_number(plan.height() + 6));
    }
    for (std::size_t i = 0; i < board.squares.size(); ++i) {
      SquareBox box = plan.box(i);
      box.x += x;
      box.y += y;
      boxes_.back().push_back(box);
      const bool dark = (board.rows.size() - 1 - i / width + i % width) % 2 == 0;
      add_square(board, board.squares[i], number, box, dark == board.dark_corner);
    }
    for (const auto& [from, to] : board.edges) add_edge(board, boxes_.back(), from, to);
    if (board.tiling == Tiling::chequered) {
      elements_ += fmt::format(R"(<rect class="tsj-frame" x="{}" y="{}" width="{}" height="{}"/>)"
                               "\n",
                               svg_number(x - 1), svg_number(y - 1), svg_number(plan.width() + 2),
                               svg_number(plan.height() + 2));
    }
    elements_ += "</g>\n";
    // In lines that are centred, only the lines themselves have places of their own for labels.
    const bool centred =
        has_hexagons(board) && board.hexagons.shift == HexagonLayout::Shift::centred;
    if (row_labels && !(centred && board.hexagons.by_columns)) add_row_labels(board);
    if (column_labels && !(centred && !board.hexagons.by_columns)) add_column_labels(board);
  }

  void add_edge(const DrawnBoard& board, const std::vector<SquareBox>& boxes, std::size_t from,
                std::size_t to) {
    const bool last = board.squares[from].moved && board.squares[to].moved;
    elements_ +=
        fmt::format(R"(<line class="{}" x1="{}" y1="{}" x2="{}" y2="{}"/>)"
                    "\n",
                    last ? "tsj-edge tsj-last" : "tsj-edge", svg_number(boxes[from].x),
                    svg_number(boxes[from].y), svg_number(boxes[to].x), svg_number(boxes[to].y));
  }

  void add_row_labels(const DrawnBoard& board) {
    const std::size_t width = board.columns.size();
    for (std::size_t row = 0; row < board.rows.size(); ++row) {
      for (std::size_t i = row * width; i < (row + 1) * width; ++i) {
        if (board.squares[i].place.empty() && has_hexagons(board)) continue;
        const SquareBox& box = boxes_.back()[i];
        add_text(box.x - box.side / 2 - 7, box.y, "end", "tsj-label", board.rows[row]);
        break;
      }
    }
  }

  void add_column_labels(const DrawnBoard& board) {
    const std::size_t width = board.columns.size();
    for (std::size_t column = 0; column < width; ++column) {
      for (std::size_t row = board.rows.size(); row-- > 0;) {
        const std::size_t i = row * width + column;
        if (board.squares[i].place.empty() && has_hexagons(board)) continue;
        // Where a line ends higher up, the next line is below it.
        if (has_hexagons(board) && !board.hexagons.by_columns && row + 1 < board.rows.size()) break;
        const SquareBox& box = boxes_.back()[i];
        // Under a hexagon is the next one's side; its label goes to the lower left.
        const double down = has_hexagons(board) ? 0.75 * box.side + 4 : box.side / 2 + 12;
        add_text(box.x, box.y + down, "middle", "tsj-label", board.columns[column]);
        break;
      }
    }
  }

  void add_square(const DrawnBoard& board, const DrawnSquare& square, std::size_t number,
                  const SquareBox& box, bool dark) {
    if (square.place.empty() && square.looks.empty()) return;
    elements_ += fmt::format(
        R"(<g class="tsj-square" data-board="{}" data-place="{}" data-x="{}" data-y="{}"><title>{}: {}</title>)",
        number, html_text(square.place), svg_number(box.x), svg_number(box.y),
        html_text(square.place), square.content.empty() ? "empty" : html_text(square.content));
    add_cell(board, square, box, dark);
    const bool dots = board.tiling == Tiling::dots;
    const double side = board.tiling == Tiling::holes ? box.side * 1.04 : box.side;
    const double right = dots ? box.side / 2 : 0;
    const double down = !dots ? 0 : board.upwards ? -box.side / 2 : box.side / 2;
    const std::size_t count = square.looks.size();
    for (std::size_t i = 0; i < count; ++i) {
      // Several things on a square overlap a little.
      const double shift =
          count < 2
              ? 0
              : box.side * 0.3 * (static_cast<double>(i) / static_cast<double>(count - 1) - 0.5);
      const bool below = i == 0 && square.looks[i].shape == PieceShape::block;
      elements_ +=
          piece_svg(square.looks[i], box.x + right + (below ? 0 : shift),
                    box.y + down + (below ? 0 : shift), count < 2 || below ? side : 0.72 * side);
    }
    elements_ += "</g>\n";
  }

  void add_cell(const DrawnBoard& board, const DrawnSquare& square, const SquareBox& box,
                bool dark) {
    if (has_hexagons(board)) {
      const std::string points = hexagon_points(box, board.hexagons.by_columns);
      elements_ += fmt::format(R"(<polygon class="tsj-cell tsj-plain" points="{}"/>)", points);
      if (square.moved)
        elements_ += fmt::format(R"(<polygon class="tsj-moved" points="{}"/>)", points);
      if (square.changed && !square.moved) {
        elements_ += fmt::format(R"(<polygon class="tsj-changed" points="{}"/>)", points);
      }
      return;
    }
    if (board.tiling == Tiling::dots) {
      elements_ += square_rect("tsj-cell tsj-between", box, 0);
      elements_ += fmt::format(R"(<circle class="tsj-dot" cx="{}" cy="{}" r="{}"/>)",
                               svg_number(box.x), svg_number(box.y), svg_number(box.side * 0.09));
      return;
    }
    if (board.tiling == Tiling::holes) {
      elements_ += square_rect("tsj-cell tsj-rack", box, 0);
      elements_ += fmt::format(R"(<circle class="{}" cx="{}" cy="{}" r="{}"/>)",
                               square.moved ? "tsj-hole tsj-fallen" : "tsj-hole", svg_number(box.x),
                               svg_number(box.y), svg_number(box.side * 0.41));
      return;
    }
    const std::string_view fill = board.tiling != Tiling::chequered ? "tsj-cell tsj-plain"
                                  : dark                            ? "tsj-cell tsj-dark"
                                                                    : "tsj-cell tsj-light";
    elements_ += square_rect(fill, box, 0);
    if (square.moved) elements_ += square_rect("tsj-moved", box, 0);
    if (square.changed && !square.moved) elements_ += square_rect("tsj-changed", box, 1.5);
  }

  [[nodiscard]] const SquareBox& box(const NamedSquare& square) const {
    return boxes_.at(state_ + square.board).at(square.square);
  }

  /// Draws from the middle of one square to the middle of another.
  void add_arrow(const SquareBox& from, const SquareBox& to) {
    const double length = std::max(1.0, std::hypot(to.x - from.x, to.y - from.y));
    const double dx = (to.x - from.x) / length;
    const double dy = (to.y - from.y) / length;
    constexpr double head = 14;
    const double x = to.x - 4 * dx;
    const double y = to.y - 4 * dy;
    elements_ += fmt::format(R"(<line class="tsj-arrow" x1="{}" y1="{}" x2="{}" y2="{}"/>)",
                             svg_number(from.x + 8 * dx), svg_number(from.y + 8 * dy),
                             svg_number(x - head * dx), svg_number(y - head * dy));
    elements_ += fmt::format(
        R"(<path class="tsj-head" d="M{} {}L{} {}L{} {}z"/>)", svg_number(x), svg_number(y),
        svg_number(x - head * dx - head / 2 * dy), svg_number(y - head * dy + head / 2 * dx),
        svg_number(x - head * dx + head / 2 * dy), svg_number(y - head * dy - head / 2 * dx));
  }

  // --- The panel

  void add_role(const PanelRole& role) {
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

  void add_panel_line(const PanelLine& line, double left) {
    add_text(left, bottom_ + line_height / 2, "start", "tsj-label", line.label);
    const double begin = left + 8 + small_letter * static_cast<double>(text_length(line.label));
    double x = begin;
    const double end = std::max(left_ + panel_width, begin + 80);
    if (line.cards) bottom_ += 4;
    for (std::size_t i = 0; i < line.values.size() && i < most_values; ++i) {
      const std::string text =
          i + 1 == most_values && line.values.size() > most_values
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

  static double card_width(const std::string& name) {
    const std::string corner = card_corner(name).value_or(name);
    return std::max(24.0, 9 * static_cast<double>(text_length(corner)) + 8);
  }

  void add_card(const std::string& name, double x) {
    const std::string corner = card_corner(name).value_or(name);
    elements_ += fmt::format(
        R"(<g><title>{}</title><rect class="tsj-card" x="{}" y="{}" width="{}" height="34" rx="3"/>)"
        R"(<text class="tsj-card-text" x="{}" y="{}" text-anchor="middle" dominant-baseline="central">{}</text></g>)"
        "\n",
        html_text(name), svg_number(x), svg_number(bottom_ - 4), svg_number(card_width(name)),
        svg_number(x + card_width(name) / 2), svg_number(bottom_ + 13), html_text(corner));
  }

  double left_;
  double right_;  ///< right end of the widest element
  double bottom_;
  std::string elements_;
  std::size_t state_ = 0;                      ///< number of the first board of the last state
  std::vector<std::vector<SquareBox>> boxes_;  ///< by board, by square
};

std::string svg_document(double right, double bottom, std::string_view name,
                         std::string_view elements) {
  const std::string width = svg_number(std::ceil(right + picture_margin));
  const std::string height = svg_number(std::ceil(bottom + picture_margin));
  return html_page(fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" class="tsj-picture" width="{0}" height="{1}" viewBox="0 0 {0} {1}" )"
      R"(font-family="system-ui, sans-serif" role="img" aria-label="{2}">)"
      "\n<style>{3}{4}</style>\n"
      R"(<rect class="tsj-paper" width="{0}" height="{1}"/>)"
      "\n{5}</svg>\n",
      width, height, html_text(name), piece_style(elements), board_style, elements));
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

/// Returns what the picture shows, for readers of the screen.
std::string picture_name(const DrawnState& state) {
  if (state.boards.empty()) return "A state";
  const DrawnBoard& board = state.boards.front();
  return fmt::format("{} of {} by {}", state.boards.size() > 1 ? "Boards" : "Board",
                     board.columns.size(), board.rows.size());
}

}  // namespace

std::string state_svg(const DrawnState& state) {
  StatePicture picture(picture_margin, picture_margin);
  picture.add_state(state);
  picture.add_legend(state);
  if (!state.panel.empty()) picture.add_panel(state.panel, picture_margin);
  return svg_document(picture.right(), picture.bottom(), picture_name(state), picture.elements());
}

std::string boards_svg(std::span<const PictureBoard> boards, std::span<const std::string> lines) {
  std::size_t captions = 0;  ///< of each state, so that boards stand side by side
  for (const PictureBoard& board : boards) captions = std::max(captions, board.captions.size());
  std::string elements;
  double left = picture_margin;
  double top = picture_margin;
  double bottom = top;
  double right = left;
  for (const PictureBoard& board : boards) {
    const auto draw = [&] {
      StatePicture picture(left, top);
      for (const std::string& caption : board.captions) picture.add_line(caption);
      picture.skip_lines(captions - board.captions.size());
      picture.add_state(board.state);
      if (board.state.boards.empty()) picture.add_panel(board.state.panel, picture.bottom());
      for (const BoardMark& mark : board.marks) picture.add_mark(mark);
      return picture;
    };
    StatePicture picture = draw();
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
  const auto letters = static_cast<std::size_t>(std::max(right, 4 * least_width) / small_letter);
  StatePicture text(picture_margin, bottom);
  for (const std::string& line : lines) {
    for (const std::string& part : wrapped(line, letters)) text.add_line(part);
  }
  elements += text.elements();
  return svg_document(std::max(right, text.right()), text.bottom(),
                      boards.empty() ? "A state" : picture_name(boards.front().state), elements);
}

}  // namespace tesuji::tools
