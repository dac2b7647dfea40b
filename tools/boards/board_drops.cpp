#include "tools/boards/board_drops.h"

#include <algorithm>
#include <utility>

namespace tesuji::tools {
namespace {

/// Returns whether the squares are a whole column, or a whole row, of more than one square.
std::optional<bool> is_across(const DrawnBoard& board, const NamedPlace& line) {
  const std::size_t width = board.columns.size();
  if (line.size() < 2) return std::nullopt;
  const auto same = [&](auto&& part) {
    return std::all_of(line.begin(), line.end(), [&](const NamedSquare& square) {
      return part(square.square) == part(line.front().square);
    });
  };
  if (same([&](std::size_t i) { return i / width; })) return true;
  if (same([&](std::size_t i) { return i % width; })) return false;
  return std::nullopt;
}

std::optional<BoardDrop> drop_of(const DrawnBoard& before, const DrawnBoard& after,
                                 const NamedPlace& line) {
  const auto across = is_across(before, line);
  if (!across) return std::nullopt;
  std::vector<std::size_t> changed;
  for (std::size_t i = 0; i < after.squares.size(); ++i) {
    if (after.squares[i].content != before.squares[i].content) changed.push_back(i);
  }
  if (changed.size() != 1 || after.squares[changed.front()].looks.empty()) return std::nullopt;
  if (changed.front() == line.front().square) return BoardDrop{*across, true};
  if (changed.front() == line.back().square) return BoardDrop{*across, false};
  return std::nullopt;
}

}  // namespace

std::optional<BoardDrop> find_drop(const BoardView& view, std::size_t board,
                                   const MovePlaces& places, const runtime::Game& game) {
  constexpr std::size_t most_tried = 8;
  try {
    const auto scratch = game.make_scratch();
    const runtime::StateView initial = game.initial();
    if (game.terminal(initial, *scratch)) return std::nullopt;
    std::vector<std::vector<runtime::Move>> legal;
    game.legal(initial, *scratch, legal);
    std::vector<runtime::Move> joint;
    for (const std::vector<runtime::Move>& moves : legal) {
      if (moves.empty()) return std::nullopt;
      joint.push_back(moves.front());
    }
    const DrawnState before = view.squares(game.fluents(initial));
    std::size_t tried = 0;
    for (std::size_t role = 0; role < legal.size(); ++role) {
      for (const runtime::Move move : legal[role]) {
        const std::vector<NamedPlace> named = places.of(game.move_name(move));
        if (named.size() != 1 || named.front().size() < 2) continue;
        if (named.front().front().board != board || ++tried > most_tried) continue;
        std::vector<runtime::Move> made = joint;
        made[role] = move;
        runtime::State next(game.state_words());
        game.next(initial, made, *scratch, next);
        const DrawnState after = view.squares(game.fluents(next));
        if (auto drop = drop_of(before.boards[board], after.boards[board], named.front())) {
          return drop;
        }
      }
    }
  } catch (const runtime::LimitReached&) {
    return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace tesuji::tools
