#include "tools/boards/board_picture.h"

#include "tools/base/html.h"
#include "tools/boards/board_plan.h"
#include "tools/boards/picture_column.h"
#include "tools/boards/picture_document.h"
#include "tools/boards/piece_shapes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

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
constexpr double label_room = 20;    ///< left of and below a board
constexpr double page_gap = 12;      ///< between boards of the same fluents
constexpr double state_gap = 24;     ///< between states
constexpr double most_width = 1000;  ///< of states side by side
constexpr double least_width = 190;  ///< of a state next to others, for its captions

std::size_t longest_text(const std::vector<std::string>& texts) {
  std::size_t most = 0;
  for (const std::string& text : texts) most = std::max(most, text_length(text));
  return most;
}

/// Draws states, with the legend of their pieces and with marks.
class StatePicture : public PictureColumn {
 public:
  using PictureColumn::PictureColumn;

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
    const std::string doubled = doubled_text(state);
    if (!doubled.empty()) add_line(doubled);
  }

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

 private:
  /// Returns `dashed: several contents, black+empty`: of squares that are empty and occupied.
  static std::string doubled_text(const DrawnState& state) {
    std::set<std::string> contents;
    for (const DrawnBoard& board : state.boards) {
      for (const DrawnSquare& square : board.squares) {
        if (square.doubled) contents.insert(square.content);
      }
    }
    if (contents.empty()) return {};
    return fmt::format("dashed: several contents, {}", fmt::join(contents, ", "));
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
    for (std::size_t i = 0; board.tiling == Tiling::dots && i < board.squares.size(); ++i) {
      // Contents reach over the squares of other dots.
      add_pieces(board, board.squares[i], boxes_.back()[i]);
    }
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
    if (board.tiling != Tiling::dots) add_pieces(board, square, box);
    elements_ += "</g>\n";
  }

  /// Draws what is on a square; on a board of dots, to the right of its dot and above or below.
  void add_pieces(const DrawnBoard& board, const DrawnSquare& square, const SquareBox& box) {
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
    if (square.doubled) elements_ += square_rect("tsj-doubled", box, 4);
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

  std::size_t state_ = 0;                      ///< number of the first board of the last state
  std::vector<std::vector<SquareBox>> boxes_;  ///< by board, by square
};

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
