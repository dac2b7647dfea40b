#include "passes/bitboards/board_view.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace tesuji::passes {
namespace {

/// Rows and columns of more values make no board.
constexpr std::size_t most_values = 64;

std::set<ir::Symbol> values_of(const ir::Relation& relation, std::size_t column) {
  std::set<ir::Symbol> values;
  for (std::size_t row = 0; row < relation.facts.rows; ++row) {
    values.insert(relation.facts.cells[row * relation.columns.size() + column]);
  }
  return values;
}

/// The column's values that come up, in the order of its domain.
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
      // What is left may be other squares: their rows and columns in the same order.
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

BoardPlace BoardNumbers::place(ir::RelationId relation, const ir::Symbol* row,
                               const BoardView& view, const BoardFrame& frame) {
  std::int64_t square_row = 0;
  std::int64_t square_column = 0;
  bool has_square = false;
  for (std::size_t c = 0; c < view.size(); ++c) {
    if (view[c] == BoardColumn::row) square_row = frame.rows.at(row[c]);
    if (view[c] == BoardColumn::column) square_column = frame.columns.at(row[c]);
    has_square |= view[c] == BoardColumn::row || view[c] == BoardColumn::column;
  }
  std::vector<std::int64_t> labels;
  for (std::size_t c = 0; c < view.size(); ++c) {
    if (view[c] == BoardColumn::label) {
      labels.push_back(row[c]);
    } else if (view[c] == BoardColumn::relative_to_row) {
      labels.push_back(frame.rows.at(row[c]) - square_row);
    } else if (view[c] == BoardColumn::relative_to_column) {
      labels.push_back(frame.columns.at(row[c]) - square_column);
    }
  }
  const BoardId next = count();
  const BoardId board = numbers_.try_emplace({relation, std::move(labels)}, next).first->second;
  if (!has_square) return {board, no_square};
  return {board, static_cast<std::uint32_t>(square_row * frame.stride() + square_column)};
}

}  // namespace tesuji::passes
