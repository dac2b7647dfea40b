#include "passes/bitboards/board_view.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace tesuji::passes {
namespace {

/// Maximum number of values of a row or column.
constexpr std::size_t most_values = 64;

std::set<ir::Symbol> values_of(const ir::Relation& relation, std::size_t column) {
  std::set<ir::Symbol> values;
  for (std::size_t row = 0; row < relation.facts.rows; ++row) {
    values.insert(relation.facts.cells[row * relation.columns.size() + column]);
  }
  return values;
}

/// Returns the positions of the column's occurring values, in the order of its domain.
std::map<ir::Symbol, std::uint32_t> positions_of(const ir::Module& module,
                                                 const ir::Relation& relation, std::size_t column) {
  const std::set<ir::Symbol> values = values_of(relation, column);
  std::map<ir::Symbol, std::uint32_t> positions;
  for (const ir::Symbol value : module.domains[relation.columns[column]].values) {
    if (values.contains(value))
      positions.emplace(value, static_cast<std::uint32_t>(positions.size()));
  }
  return positions;
}

bool fits(const std::set<ir::Symbol>& values,
          const std::map<ir::Symbol, std::uint32_t>& positions) {
  return !values.empty() && std::all_of(values.begin(), values.end(), [&](ir::Symbol value) {
    return positions.contains(value);
  });
}

}  // namespace

std::vector<BoardFrame> board_frames(const ir::Module& possible, std::uint32_t most_squares) {
  std::vector<BoardFrame> frames;
  for (const ir::Relation& relation : possible.relations) {
    if (relation.kind != ir::RelationKind::state) continue;
    std::vector<std::map<ir::Symbol, std::uint32_t>> positions;
    for (std::size_t c = 0; c < relation.columns.size(); ++c) {
      positions.push_back(positions_of(possible, relation, c));
    }
    for (std::size_t a = 0; a < positions.size(); ++a) {
      for (std::size_t b = a + 1; b < positions.size(); ++b) {
        if (positions[a].size() < 2 || positions[b].size() < 2) continue;
        if (std::max(positions[a].size(), positions[b].size()) > most_values) continue;
        BoardFrame frame{positions[a], positions[b]};
        if (frame.squares() > most_squares) continue;
        if (std::find(frames.begin(), frames.end(), frame) == frames.end()) {
          frames.push_back(std::move(frame));
        }
      }
    }
  }
  std::stable_sort(frames.begin(), frames.end(), [](const BoardFrame& a, const BoardFrame& b) {
    return a.squares() > b.squares();
  });
  return frames;
}

std::vector<BoardView> board_views(const ir::Relation& relation, const BoardFrame& frame) {
  const std::size_t width = relation.columns.size();
  std::vector<bool> in_rows;
  std::vector<bool> in_columns;
  for (std::size_t c = 0; c < width; ++c) {
    const std::set<ir::Symbol> values = values_of(relation, c);
    in_rows.push_back(fits(values, frame.rows));
    in_columns.push_back(fits(values, frame.columns));
  }
  std::vector<BoardView> views{BoardView(width, BoardColumn::label)};
  const auto add = [&](BoardView view) {
    if (std::find(views.begin(), views.end(), view) == views.end())
      views.push_back(std::move(view));
  };
  for (std::size_t r = 0; r < width; ++r) {
    for (std::size_t c = 0; c < width; ++c) {
      if (r == c || !in_rows[r] || !in_columns[c]) continue;
      BoardView view(width, BoardColumn::label);
      view[r] = BoardColumn::row;
      view[c] = BoardColumn::column;
      add(view);
      // The other columns may denote further squares, with rows and columns in the same order.
      bool next_is_row = r < c;
      for (std::size_t other = 0; other < width; ++other) {
        if (view[other] != BoardColumn::label || !(in_rows[other] || in_columns[other])) continue;
        const bool as_row = in_rows[other] && (!in_columns[other] || next_is_row);
        view[other] = as_row ? BoardColumn::relative_to_row : BoardColumn::relative_to_column;
        next_is_row = !as_row;
      }
      add(view);
    }
  }
  for (std::size_t c = 0; c < width; ++c) {
    BoardView view(width, BoardColumn::label);
    if (in_rows[c]) {
      view[c] = BoardColumn::row;
      add(view);
    }
    if (in_columns[c]) {
      view[c] = BoardColumn::column;
      add(view);
    }
  }
  return views;
}

BoardCoordinates::BoardCoordinates(const ir::Relation& relation, const BoardFrame& frame)
    : width_(relation.columns.size()), cells_(relation.facts.cells.size()) {
  const auto position = [](const std::map<ir::Symbol, std::uint32_t>& positions, ir::Symbol value) {
    const auto found = positions.find(value);
    return found == positions.end() ? 0 : static_cast<std::int32_t>(found->second);
  };
  for (std::size_t c = 0; c < width_; ++c) {
    std::unordered_map<ir::Symbol, Cell> known;
    for (std::size_t at = c; at < cells_.size(); at += width_) {
      const ir::Symbol value = relation.facts.cells[at];
      const auto [cell, is_new] = known.try_emplace(value);
      if (is_new) {
        cell->second = {static_cast<std::uint32_t>(known.size() - 1), position(frame.rows, value),
                        position(frame.columns, value)};
      }
      cells_[at] = cell->second;
    }
    constants_.push_back(known.size());
  }
}

bool BoardCoordinates::numbers(const BoardView& view, const BoardFrame& frame) const {
  std::uint64_t product = 1;
  for (std::size_t c = 0; c < width_; ++c) {
    std::uint64_t base = 1;
    if (view[c] == BoardColumn::label) base = constants_[c];
    if (view[c] == BoardColumn::relative_to_row) base = 2 * frame.rows.size();
    if (view[c] == BoardColumn::relative_to_column) base = 2 * frame.columns.size();
    if (__builtin_mul_overflow(product, base, &product)) return false;
  }
  return true;
}

SquareOfRow BoardCoordinates::square(std::size_t row, const BoardView& view,
                                     const BoardFrame& frame) const {
  const Cell* const cells = cells_.data() + row * width_;
  std::int32_t square_row = 0;
  std::int32_t square_column = 0;
  bool has_square = false;
  for (std::size_t c = 0; c < width_; ++c) {
    if (view[c] == BoardColumn::row) square_row = cells[c].row;
    if (view[c] == BoardColumn::column) square_column = cells[c].column;
    has_square |= view[c] == BoardColumn::row || view[c] == BoardColumn::column;
  }
  // Labels as mixed-radix digits: base is the number of constants, or of differences of two
  // positions.
  SquareOfRow result;
  const auto add = [&](std::uint64_t digit, std::uint64_t base) {
    result.labels = result.labels * base + digit;
  };
  const auto add_difference = [&](std::int32_t difference, std::size_t positions) {
    add(static_cast<std::uint64_t>(difference + static_cast<std::int32_t>(positions)),
        2 * positions);
  };
  for (std::size_t c = 0; c < width_; ++c) {
    switch (view[c]) {
      case BoardColumn::label:
        add(cells[c].label, constants_[c]);
        break;
      case BoardColumn::relative_to_row:
        add_difference(cells[c].row - square_row, frame.rows.size());
        break;
      case BoardColumn::relative_to_column:
        add_difference(cells[c].column - square_column, frame.columns.size());
        break;
      case BoardColumn::row:
      case BoardColumn::column:
        break;
    }
  }
  if (has_square) {
    result.square = static_cast<std::uint32_t>(square_row) * frame.stride() +
                    static_cast<std::uint32_t>(square_column);
  }
  return result;
}

}  // namespace tesuji::passes
