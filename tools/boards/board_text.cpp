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
  if (boards_.size() > 1) {
    text += "  " + board.layers.front().functor;
    for (const auto& [coordinate, value] : board.page) text += " " + value;
    text += ":\n";
  }
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

std::string BoardView::draw(const std::vector<std::string>& fluents,
                            const std::vector<std::string>* other, bool colour) const {
  const Placed placed = place(fluents);
  const Placed before = other == nullptr ? Placed() : place(*other);
  std::string text;
  for (std::size_t b = 0; b < boards_.size(); ++b) {
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
