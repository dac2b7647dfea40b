// Draws states of boards as text.
#include "tools/boards/board_view.h"
#include "tools/boards/piece_colours.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace tesuji::tools {
namespace {

bool has_text(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

/// Colours a cell for its role (role_colours); a cell without an owner is dim if it is empty.
std::string painted(const std::string& cell, std::optional<std::size_t> owner,
                    const std::vector<std::string>& colours) {
  if (!owner && cell != ".") return cell;
  return (owner ? colours[*owner] : "\x1b[2m") + cell + "\x1b[0m";
}

std::size_t longest(const std::vector<std::string>& texts) {
  std::size_t length = 1;
  for (const std::string& text : texts) length = std::max(length, text.size());
  return length;
}

/// Where rows begin and how far apart cells are, in characters.
struct TextLayout {
  std::size_t pitch = 0;                     ///< from one cell to the next
  std::vector<std::size_t> indents;          ///< of each row
  std::optional<std::size_t> column_labels;  ///< the indent of their line; nothing: no labels
};

/// Shifts rows of hexagons as hexagon_middles() does, half a cell for each row of a board that
/// leans. Hexagons in columns stay in straight rows. Columns of a star have no labels, as they go
/// through no line of labels.
TextLayout lay_out(const BoardForm& board, std::size_t width) {
  TextLayout layout{width + 1, std::vector<std::size_t>(board.rows.size(), 0), 0};
  if (board.tiling != Tiling::hexagons || board.hexagons.by_columns) return layout;
  layout.pitch += layout.pitch % 2;
  std::vector<bool> squares;
  for (std::size_t i = 0; i < board.size(); ++i) squares.push_back(board.is_square(i));
  const auto middles = hexagon_middles(board.hexagons, board.columns.size(), squares);
  double left = 0;  // of a row's first place, which may be no square
  for (std::size_t row = 0; row < board.rows.size(); ++row) {
    left = std::min(left, middles[row * board.columns.size()].first);
  }
  for (std::size_t row = 0; row < board.rows.size(); ++row) {
    const double right = middles[row * board.columns.size()].first - left;
    layout.indents[row] =
        static_cast<std::size_t>(std::lround(right * static_cast<double>(layout.pitch)));
  }
  const std::size_t half = layout.pitch / 2;
  const std::size_t last = layout.indents.back();
  switch (board.hexagons.shift) {
    case HexagonLayout::Shift::onward:
      layout.column_labels = last + half;
      break;
    case HexagonLayout::Shift::backward:
      if (last < half) {
        for (std::size_t& indent : layout.indents) indent += half - last;
      }
      layout.column_labels = layout.indents.back() - half;
      break;
    case HexagonLayout::Shift::centred:
      layout.column_labels.reset();
      break;
  }
  return layout;
}

}  // namespace

void BoardView::draw_board(std::size_t number, const Placed& placed, const Placed* other,
                           bool colour, std::string& text) const {
  const BoardForm& board = boards_[number];
  const std::vector<std::string>& cells = placed.cells[number];
  std::vector<std::string> shown = cells;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    shown[i] = shown[i].empty() ? (board.is_square(i) ? "." : " ") : board.pieces.drawn(cells[i]);
    // Where names are drawn, that of the empty square is among them.
    if (placed.doubled[number].contains(i) && shown[i] != cells[i]) shown[i] += "+.";
    if (other != nullptr && other->cells[number][i] != cells[i]) shown[i] += '*';
  }
  const std::vector<std::string> colours = role_colours(roles_);
  std::size_t width = longest(board.columns);
  width = std::max(width, longest(shown));
  const std::size_t label_width = longest(board.rows);
  const TextLayout layout = lay_out(board, width);
  const auto end_line = [&](std::string line) {
    while (!line.empty() && line.back() == ' ') line.pop_back();
    text += line + '\n';
  };
  const std::size_t columns = board.columns.size();
  for (std::size_t row = 0; row < board.rows.size(); ++row) {
    std::string line(layout.indents[row] + 2, ' ');
    line += fmt::format("{:>{}}", board.rows[row], label_width);
    for (std::size_t column = 0; column < columns; ++column) {
      const std::size_t i = row * columns + column;
      line += std::string(layout.pitch - width, ' ') +
              (colour ? painted(shown[i], board.pieces.owner(cells[i]), colours) : shown[i]) +
              std::string(width - shown[i].size(), ' ');
    }
    end_line(std::move(line));
  }
  if (layout.column_labels) {
    std::string line(*layout.column_labels + 2 + label_width, ' ');
    for (const std::string& label : board.columns) {
      line += std::string(layout.pitch - width, ' ') + fmt::format("{:<{}}", label, width);
    }
    end_line(std::move(line));
  }
  const std::string legend = board.pieces.legend(cells);
  if (!legend.empty()) text += "  " + legend + '\n';
}

void BoardView::draw_dots(const BoardForm& board, const std::vector<std::string>& cells,
                          const std::vector<std::string>* other,
                          const std::vector<std::pair<std::size_t, std::size_t>>& edges,
                          const std::vector<std::pair<std::size_t, std::size_t>>& new_edges,
                          bool colour, std::string& text) const {
  const std::vector<std::string> colours = role_colours(roles_);
  const std::size_t columns = board.columns.size();
  std::size_t width = 1;
  std::vector<std::string> shown(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!cells[i].empty()) shown[i] = board.pieces.drawn(cells[i]);
    width = std::max(width, shown[i].size());
    // The star is where a blank would be.
    if (other != nullptr && (*other)[i] != cells[i]) shown[i] += '*';
  }
  std::size_t label_width = 0;
  for (const std::string& label : board.rows) label_width = std::max(label_width, label.size());
  // The line between two neighbouring dots: `line`, blanks without one, with `*` if it is new.
  const auto line_text = [&](std::size_t from, std::size_t to, std::string line) {
    const auto joins = [&](const auto& edge) {
      return edge == std::pair(from, to) || edge == std::pair(to, from);
    };
    if (std::none_of(edges.begin(), edges.end(), joins)) return std::string(line.size(), ' ');
    if (std::any_of(new_edges.begin(), new_edges.end(), joins)) line[line.size() / 2] = '*';
    return line;
  };
  const auto end_line = [&] {
    while (text.back() == ' ') text.pop_back();
    text += '\n';
  };
  for (std::size_t row = 0; row < board.rows.size(); ++row) {
    text += fmt::format("  {:>{}} ", board.rows[row], label_width);
    for (std::size_t i = row * columns; i < (row + 1) * columns; ++i) {
      text += '.';
      if (i + 1 < (row + 1) * columns) text += line_text(i, i + 1, std::string(width + 2, '-'));
    }
    end_line();
    if (row + 1 == board.rows.size()) break;
    text += std::string(label_width + 3, ' ');
    for (std::size_t column = 0; column < columns; ++column) {
      const std::size_t above = row * columns + column;
      const std::size_t below = above + columns;
      const std::size_t named = board.upwards ? below : above;
      text += line_text(above, below, "|") + ' ';
      const auto owner = board.pieces.owner(cells[named]);
      text += colour && owner ? painted(shown[named], owner, colours) : shown[named];
      text += std::string(width + 1 - shown[named].size(), ' ');
    }
    end_line();
  }
  text += std::string(label_width + 3, ' ');
  for (const std::string& label : board.columns) text += fmt::format("{:<{}}", label, width + 3);
  end_line();
  const std::string legend = board.pieces.legend(cells);
  if (!legend.empty()) text += "  " + legend + '\n';
}

std::string BoardView::draw(const std::vector<std::string>& fluents,
                            const std::vector<std::string>* other, bool colour) const {
  Placed placed = place(fluents);
  Placed before = other == nullptr ? Placed() : place(*other);
  std::string text;
  for (std::size_t b = 0; b < boards_.size(); ++b) {
    if (boards_.size() > 1) {
      text += "  " + boards_[b].layers.front().functor;
      for (const auto& [coordinate, value] : boards_[b].page) text += " " + value;
      text += ":\n";
    }
    if (boards_[b].tiling == Tiling::dots) {
      const auto edges = take_edges(boards_[b], placed.others);
      const auto old_edges = take_edges(boards_[b], before.others);
      auto new_edges = edges;
      std::erase_if(new_edges, [&](const auto& edge) {
        return other == nullptr ||
               std::find(old_edges.begin(), old_edges.end(), edge) != old_edges.end();
      });
      draw_dots(boards_[b], placed.cells[b], other == nullptr ? nullptr : &before.cells[b], edges,
                new_edges, colour, text);
      continue;
    }
    draw_board(b, placed, other == nullptr ? nullptr : &before, colour, text);
  }
  std::vector<PanelFact> others;
  for (const std::string& fluent : placed.others) {
    others.push_back({fluent, other != nullptr && !has_text(before.others, fluent)});
  }
  if (!others.empty() || text.empty()) text += "  " + facts_line(others) + '\n';
  return text;
}

}  // namespace tesuji::tools
