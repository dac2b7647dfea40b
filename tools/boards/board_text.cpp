// Draws states of boards as text.
#include "tools/boards/board_view.h"
#include "tools/boards/piece_colours.h"

#include <fmt/core.h>

#include <algorithm>

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

}  // namespace

void BoardView::draw_board(const BoardForm& board, const std::vector<std::string>& cells,
                           const std::vector<std::string>* other, bool colour,
                           std::string& text) const {
  std::vector<std::string> shown = cells;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    shown[i] = shown[i].empty() ? (board.is_square(i) ? "." : " ") : board.pieces.drawn(cells[i]);
    if (other != nullptr && (*other)[i] != cells[i]) shown[i] += '*';
  }
  const std::vector<std::string> colours = role_colours(roles_);
  const std::vector<std::string> none;
  const bool labelled = board.chess || board.turned;
  const std::vector<std::string>& labels = labelled ? board.rows : none;
  std::size_t width = 1;
  for (const std::string& cell : shown) width = std::max(width, cell.size());
  std::size_t label_width = 0;
  for (const std::string& label : labels) label_width = std::max(label_width, label.size());
  const auto end_line = [&] {
    while (text.back() == ' ') text.pop_back();
    text += '\n';
  };
  const std::size_t columns = board.columns.size();
  for (std::size_t row = 0; row < board.rows.size(); ++row) {
    text += " ";
    if (labelled) text += fmt::format(" {:>{}}", labels[row], label_width);
    for (std::size_t column = 0; column < columns; ++column) {
      const std::size_t i = row * columns + column;
      const std::string padding(width - shown[i].size(), ' ');
      text += " " + (colour ? painted(shown[i], board.pieces.owner(cells[i]), colours) : shown[i]) +
              padding;
    }
    end_line();
  }
  if (labelled) {
    text += std::string(label_width + 2, ' ');
    for (const std::string& label : board.columns) text += fmt::format(" {:<{}}", label, width);
    end_line();
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
    draw_board(boards_[b], placed.cells[b], other == nullptr ? nullptr : &before.cells[b], colour,
               text);
  }
  std::string others;
  for (const std::string& fluent : placed.others) {
    others += (others.empty() ? "" : " ") + fluent;
    if (other != nullptr && !has_text(before.others, fluent)) others += '*';
  }
  if (!others.empty() || text.empty()) text += "  " + others + '\n';
  return text;
}

}  // namespace tesuji::tools
