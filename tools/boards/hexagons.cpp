#include "tools/boards/hexagons.h"

#include "tools/boards/board_form.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

namespace tesuji::tools {
namespace {

constexpr double line_distance = 0.8660254;  ///< half the square root of 3

using SquarePair = std::pair<std::size_t, std::size_t>;

/// Returns the pairs of squares that a relation's facts name; none if not all facts do.
std::vector<SquarePair> related_squares(const BoardForm& board, const ir::Module& module,
                                        const ir::Relation& relation) {
  std::vector<SquarePair> pairs;
  const std::size_t width = relation.columns.size();
  const std::size_t words = board.whole() ? 2 : 4;  // of both squares
  if (width < words || width > words + 1) return {};
  const BoardLayer layer{"", words / 2 + 1, 1};
  for (std::size_t row = 0; row < relation.facts.rows; ++row) {
    // The column besides, if there is one, is a role or the name of a direction.
    std::optional<SquarePair> found;
    for (std::size_t begin = 0; begin + words <= width && !found; ++begin) {
      std::vector<std::string> names[2] = {{""}, {""}};
      for (std::size_t i = 0; i < words; ++i) {
        const ir::Symbol cell = relation.facts.cells[row * width + begin + i];
        names[i < words / 2 ? 0 : 1].push_back(module.symbols->text(cell));
      }
      const auto from = board.square_of(layer, names[0]);
      const auto to = board.square_of(layer, names[1]);
      if (from && to) found = {*from, *to};
    }
    if (!found) return {};
    pairs.push_back(*found);
  }
  return pairs;
}

/// Returns how many of the pairs are neighbours; 0 if not all six directions occur, or too many
/// pairs are not.
std::size_t count_neighbours(HexagonLayout layout, const BoardForm& board,
                             const std::vector<SquarePair>& pairs) {
  std::vector<bool> squares;
  for (std::size_t i = 0; i < board.size(); ++i) squares.push_back(board.is_square(i));
  const auto middles = hexagon_middles(layout, board.columns.size(), squares);
  std::size_t neighbours = 0;
  std::set<int> directions;  // in twelfths of a turn
  for (const auto& [from, to] : pairs) {
    const double right = middles[to].first - middles[from].first;
    const double down = middles[to].second - middles[from].second;
    if (std::abs(std::hypot(right, down) - 1) > 0.01) continue;
    ++neighbours;
    constexpr double half_turn = 3.14159265358979;
    const double turn = std::atan2(down, right) / half_turn * 6;
    const int direction = static_cast<int>(std::lround(turn) + 12) % 12;
    directions.insert(direction);
    directions.insert((direction + 6) % 12);
  }
  constexpr double least = 0.98;
  const bool enough = static_cast<double>(neighbours) >= least * static_cast<double>(pairs.size());
  return directions.size() == 6 && enough ? neighbours : 0;
}

/// Returns the layout with the most neighbours.
std::optional<HexagonLayout> layout_for(const BoardForm& board,
                                        const std::vector<SquarePair>& pairs) {
  constexpr std::size_t fewest = 12;
  if (pairs.size() < fewest) return std::nullopt;
  using Shift = HexagonLayout::Shift;
  std::optional<HexagonLayout> best;
  std::size_t most = 0;
  for (const Shift shift : {Shift::onward, Shift::backward, Shift::centred}) {
    for (const bool by_columns : {false, true}) {
      const std::size_t neighbours = count_neighbours({shift, by_columns}, board, pairs);
      if (neighbours <= most) continue;
      most = neighbours;
      best = {shift, by_columns};
    }
  }
  return best;
}

}  // namespace

std::vector<std::pair<double, double>> hexagon_middles(HexagonLayout layout, std::size_t columns,
                                                       const std::vector<bool>& squares) {
  const std::size_t rows = squares.size() / columns;
  const std::size_t lines = layout.by_columns ? columns : rows;
  const std::size_t length = layout.by_columns ? rows : columns;
  const auto number = [&](std::size_t line, std::size_t at) {
    return layout.by_columns ? at * columns + line : line * columns + at;
  };
  std::vector<std::pair<double, double>> middles(squares.size());
  for (std::size_t line = 0; line < lines; ++line) {
    std::size_t first = length;
    std::size_t end = 0;
    for (std::size_t at = 0; at < length; ++at) {
      if (!squares[number(line, at)]) continue;
      first = std::min(first, at);
      end = at + 1;
    }
    const double half = static_cast<double>(line) / 2;
    const double begin = layout.shift == HexagonLayout::Shift::onward ? half
                         : layout.shift == HexagonLayout::Shift::backward
                             ? -half
                             : -(static_cast<double>(first + end) - 1) / 2;
    for (std::size_t at = 0; at < length; ++at) {
      const double along = static_cast<double>(at) + begin;
      const double across = static_cast<double>(line) * line_distance;
      middles[number(line, at)] =
          layout.by_columns ? std::pair(across, along) : std::pair(along, across);
    }
  }
  double left = 1e9;
  double top = 1e9;
  for (std::size_t i = 0; i < squares.size(); ++i) {
    if (!squares[i]) continue;
    left = std::min(left, middles[i].first);
    top = std::min(top, middles[i].second);
  }
  for (auto& [right, down] : middles) {
    right -= left;
    down -= top;
  }
  return middles;
}

std::optional<HexagonLayout> find_hexagons(const BoardForm& board, const ir::Module& module) {
  if (board.count > 2) return std::nullopt;
  // All facts together first: those of one relation alone, of few directions, may fit another
  // layout.
  std::vector<std::vector<SquarePair>> relations;
  std::vector<SquarePair> all;
  for (const ir::Relation& relation : module.relations) {
    if (relation.kind != ir::RelationKind::fixed) continue;
    relations.push_back(related_squares(board, module, relation));
    all.insert(all.end(), relations.back().begin(), relations.back().end());
  }
  if (const auto found = layout_for(board, all)) return found;
  for (const std::vector<SquarePair>& own : relations) {
    if (const auto found = layout_for(board, own)) return found;
  }
  return std::nullopt;
}

}  // namespace tesuji::tools
