// Finds squares by their coordinates, and names squares, rows and columns as the labels beside the
// board do.
#include "ir/core/characters.h"
#include "tools/boards/board_view.h"

#include <algorithm>
#include <cctype>

namespace tesuji::tools {
namespace {

bool all_letters(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return c < 128 && std::isalpha(c) != 0;
  });
}

}  // namespace

std::string BoardView::square_label(std::size_t board, std::size_t square) const {
  const BoardForm& form = boards_[board];
  const std::string& row = form.rows[square / form.columns.size()];
  const std::string& column = form.columns[square % form.columns.size()];
  std::string label;
  if (form.whole() || (all_letters(column) && ir::all_digits(row))) {
    label = column + row;
  } else if (all_letters(row) && ir::all_digits(column)) {
    label = row + column;
  } else {
    // As the rules have it.
    label = form.transposed ? column + "," + row : row + "," + column;
  }
  std::string page;
  for (const auto& [coordinate, value] : form.page) page += (page.empty() ? "" : ",") + value;
  return page.empty() ? label : page + ":" + label;
}

std::optional<std::string> BoardView::line_label(std::size_t board,
                                                 const std::vector<std::size_t>& squares) const {
  const BoardForm& form = boards_[board];
  const std::size_t width = form.columns.size();
  if (squares.empty()) return std::nullopt;
  const auto same = [&](auto&& part) {
    return std::all_of(squares.begin(), squares.end(),
                       [&](std::size_t i) { return part(i) == part(squares.front()); });
  };
  if (same([&](std::size_t i) { return i % width; })) return form.columns[squares.front() % width];
  if (same([&](std::size_t i) { return i / width; })) return form.rows[squares.front() / width];
  return std::nullopt;
}

std::vector<std::size_t> BoardView::squares_at(
    std::size_t board, const std::vector<std::optional<std::string>>& coordinates) const {
  const BoardForm& own = boards_[board];
  std::vector<std::size_t> found;
  if (std::all_of(coordinates.begin(), coordinates.end(), [](const auto& one) { return one; })) {
    const std::string functor = own.layers.front().functor;
    std::vector<std::string> words{functor};
    for (const auto& coordinate : coordinates) words.push_back(*coordinate);
    const auto square = own.square_of({functor, words.size(), 1}, words);
    if (square && own.is_square(*square)) found.push_back(*square);
    return found;
  }
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (!own.is_square(i)) continue;
    const std::vector<std::string> words = own.coordinates(i);
    const bool fits = std::equal(
        words.begin(), words.end(), coordinates.begin(),
        [](const std::string& word, const auto& wanted) { return !wanted || word == *wanted; });
    if (fits) found.push_back(i);
  }
  return found;
}

std::vector<std::optional<std::size_t>> BoardView::owners(
    std::size_t board, const std::vector<std::string>& fluents) const {
  const BoardForm& form = boards_[board];
  std::vector<std::optional<std::size_t>> owners;
  const Placed placed = place(fluents);
  for (const std::string& cell : placed.cells[board]) {
    const bool is_piece = !form.looks.of(cell, form.pieces).empty();
    owners.push_back(is_piece ? form.pieces.owner(cell) : std::nullopt);
  }
  return owners;
}

}  // namespace tesuji::tools
