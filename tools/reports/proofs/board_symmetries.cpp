#include "tools/reports/proofs/board_symmetries.h"

#include "runtime/host/game/term_names.h"
#include "tools/play/board_coordinates.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::tools {

namespace {

using Square = std::pair<std::size_t, std::size_t>;  // row, column

struct Movement {
  const char* name;
  bool square;  ///< only of boards with as many rows as columns
  Square (*image)(Square from, std::size_t rows, std::size_t columns);
};

constexpr Movement movements[] = {
    {"left and right exchanged", false,
     [](Square from, std::size_t, std::size_t columns) {
       return Square{from.first, columns - 1 - from.second};
     }},
    {"top and bottom exchanged", false,
     [](Square from, std::size_t rows, std::size_t) {
       return Square{rows - 1 - from.first, from.second};
     }},
    {"turned by 180 degrees", false,
     [](Square from, std::size_t rows, std::size_t columns) {
       return Square{rows - 1 - from.first, columns - 1 - from.second};
     }},
    {"mirrored along the falling diagonal", true,
     [](Square from, std::size_t, std::size_t) { return Square{from.second, from.first}; }},
    {"mirrored along the rising diagonal", true,
     [](Square from, std::size_t rows, std::size_t columns) {
       return Square{columns - 1 - from.second, rows - 1 - from.first};
     }},
    {"turned by 90 degrees", true,
     [](Square from, std::size_t, std::size_t columns) {
       return Square{from.second, columns - 1 - from.first};
     }},
    {"turned by 270 degrees", true,
     [](Square from, std::size_t rows, std::size_t) {
       return Square{rows - 1 - from.second, from.first};
     }},
};

/// Returns the words of a fluent of the board that name its square; nothing for other fluents.
std::optional<std::string> place_of(const std::string& fluent, const DrawnBoard& board,
                                    std::size_t length) {
  const auto words = runtime::term_parts(fluent);
  if (!words || words->front() != board.functor || words->size() < board.first + length) {
    return std::nullopt;
  }
  std::string place;
  for (std::size_t i = 0; i < length; ++i) {
    place += (i == 0 ? "" : " ") + words->at(board.first + i);
  }
  return place;
}

}  // namespace

std::string movement_of(const runtime::NamedSymmetry& symmetry, const DrawnBoard& board) {
  std::unordered_map<std::string, std::size_t> number;
  for (std::size_t i = 0; i < board.squares.size(); ++i) {
    if (!board.squares[i].place.empty()) number.emplace(board.squares[i].place, i);
  }
  if (number.empty()) return {};
  const std::string& some = number.begin()->first;
  const auto length = static_cast<std::size_t>(std::count(some.begin(), some.end(), ' ')) + 1;
  std::vector<std::size_t> image(board.squares.size());
  for (std::size_t i = 0; i < image.size(); ++i) image[i] = i;
  bool moves = false;
  for (const auto& [fluent, becomes] : symmetry.fluents) {
    const auto from = place_of(fluent, board, length);
    const auto to = place_of(becomes, board, length);
    if (!from && !to) continue;
    if (!from || !to || !number.contains(*from) || !number.contains(*to)) return {};
    const std::size_t place = number.at(*from);
    const std::size_t target = number.at(*to);
    if (image[place] != place && image[place] != target) return {};
    image[place] = target;
    moves |= place != target;
  }
  if (!moves) return {};
  const std::size_t rows = board.rows.size();
  const std::size_t columns = board.columns.size();
  for (const Movement& movement : movements) {
    if (movement.square && rows != columns) continue;
    bool same = true;
    for (std::size_t i = 0; i < image.size() && same; ++i) {
      if (board.squares[i].place.empty()) continue;
      const Square to = movement.image({i / columns, i % columns}, rows, columns);
      same = image[i] == to.first * columns + to.second;
    }
    if (same) return movement.name;
  }
  return {};
}

}  // namespace tesuji::tools
