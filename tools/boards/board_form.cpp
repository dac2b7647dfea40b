#include "tools/boards/board_form.h"

#include "tools/boards/board_coordinates.h"

#include <algorithm>

namespace tesuji::tools {
namespace {

std::optional<std::size_t> label_index(const std::vector<std::string>& names,
                                       const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

}  // namespace

bool BoardForm::is_square(std::size_t i) const {
  if (missing.contains(i)) return false;
  if (squares.empty()) return true;
  return squares.contains(columns[i % columns.size()] + rows[i / columns.size()]);
}

std::vector<std::string> BoardForm::coordinates(std::size_t i) const {
  const std::string& row = rows[i / columns.size()];
  const std::string& column = columns[i % columns.size()];
  if (whole()) return {column + row};
  std::vector<std::string> words(count);
  words[axes[0]] = transposed ? column : row;
  words[axes[1]] = transposed ? row : column;
  for (const auto& [coordinate, value] : page) words[coordinate] = value;
  return words;
}

std::optional<std::size_t> BoardForm::square_of(const BoardLayer& layer,
                                                const std::vector<std::string>& words) const {
  if (layer.functor != words.front() || layer.words != words.size()) return std::nullopt;
  std::string row;
  std::string column;
  if (whole()) {
    const auto square = split_square(words[layer.first]);
    if (!square) return std::nullopt;
    column = square->first;
    row = square->second;
  } else {
    for (const auto& [coordinate, value] : page) {
      if (words[layer.first + coordinate] != value) return std::nullopt;
    }
    row = words[layer.first + axes[transposed ? 1 : 0]];
    column = words[layer.first + axes[transposed ? 0 : 1]];
  }
  const auto row_index = label_index(rows, row);
  const auto column_index = label_index(columns, column);
  if (!row_index || !column_index) return std::nullopt;
  return *row_index * columns.size() + *column_index;
}

void BoardForm::transpose() {
  transposed = !transposed;
  std::swap(rows, columns);
}

}  // namespace tesuji::tools
