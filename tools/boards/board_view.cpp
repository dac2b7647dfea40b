#include "tools/boards/board_view.h"

#include "ir/core/characters.h"
#include "passes/analysis/dependencies.h"
#include "runtime/host/game/term_names.h"
#include "tools/boards/board_drops.h"
#include "tools/boards/board_finder.h"
#include "tools/boards/board_orientation.h"
#include "tools/boards/hexagons.h"
#include "tools/boards/move_places.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace tesuji::tools {
namespace {

bool is_empty_cell(const std::string& cell) {
  return cell.empty();
}

/// Whether both have the same places.
bool have_same_places(const BoardForm& a, const BoardForm& b) {
  return a.count == b.count && a.page == b.page && a.transposed == b.transposed &&
         a.rows == b.rows && a.columns == b.columns && a.squares == b.squares;
}

/// Whether no content of one is also a content of the other, so that both can be on one board.
bool have_other_contents(const BoardForm& a, const BoardForm& b) {
  if (a.any || b.any) return false;
  return std::none_of(a.contents.begin(), a.contents.end(), [&](const std::string& content) {
    return std::find(b.contents.begin(), b.contents.end(), content) != b.contents.end();
  });
}

/// Returns which fluents legal moves depend on, by their functors.
std::set<std::string> functors_for_moves(const ir::Module& module) {
  const auto is_legal = [](const ir::Relation& relation) {
    return relation.answer == ir::Answer::legal;
  };
  const std::vector<bool> needed = passes::needed_for(module, passes::find_dependencies(module),
                                                      passes::relations_where(module, is_legal));
  std::set<std::string> functors;
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    const ir::Relation& relation = module.relations[id];
    if (relation.kind != ir::RelationKind::state || !needed[id]) continue;
    const auto words = runtime::term_parts(ir::term_of(relation));
    if (words) functors.insert(words->front());
  }
  return functors;
}

/// Whether all pieces are on squares of the colour of the lower left one, or none is, by the
/// initial state; nothing if pieces are on both colours, or there are no pieces.
std::optional<bool> on_corner_colour(const BoardForm& board,
                                     const std::vector<std::string>& cells) {
  std::size_t count[2] = {0, 0};
  const std::size_t width = board.columns.size();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (board.looks.of(cells[i], board.pieces).empty()) continue;
    ++count[(board.rows.size() - 1 - i / width + i % width) % 2];
  }
  if ((count[0] == 0) == (count[1] == 0)) return std::nullopt;
  return count[0] > 0;
}

}  // namespace

std::string_view name_of(Tiling tiling) {
  switch (tiling) {
    case Tiling::plain:
      return "plain";
    case Tiling::chequered:
      return "chequered";
    case Tiling::hexagons:
      return "hexagons";
    case Tiling::holes:
      return "holes";
  }
  return "plain";
}

BoardView::BoardView(const ir::Module& module, const std::vector<std::string>& initial,
                     const runtime::Game* game) {
  for (const ir::Symbol role : module.roles) roles_.push_back(module.symbols->text(role));
  boards_ = find_boards(module);
  choose_boards(module, initial);
  find_pieces(initial);
  turn_boards(module, initial, game);
  choose_tilings(module, initial);
}

/// Chooses the boards with the most squares; of these, those that legal moves depend on, and those
/// with something on them at the start, if any has. Puts fluents of several names on one board if
/// they have the same places and other contents.
void BoardView::choose_boards(const ir::Module& module, const std::vector<std::string>& initial) {
  std::size_t most = 0;
  for (const BoardForm& board : boards_) most = std::max(most, board.size());
  std::erase_if(boards_, [&](const BoardForm& board) { return board.size() < most; });
  // Keeps those for which `keep` holds, if it holds for any.
  const auto prefer = [&](const std::vector<bool>& keep) {
    if (std::find(keep.begin(), keep.end(), true) == keep.end()) return;
    std::size_t number = 0;
    std::erase_if(boards_, [&](const BoardForm&) { return !keep[number++]; });
  };
  const std::set<std::string> functors = functors_for_moves(module);
  std::vector<bool> keep;
  for (const BoardForm& board : boards_) {
    keep.push_back(functors.contains(board.layers.front().functor));
  }
  prefer(keep);
  const Placed placed = place(initial);
  keep.clear();
  for (std::size_t b = 0; b < boards_.size(); ++b) {
    const std::vector<std::string>& cells = placed.cells[b];
    keep.push_back(!boards_[b].page.empty() ||
                   !std::all_of(cells.begin(), cells.end(), is_empty_cell));
  }
  prefer(keep);
  std::vector<BoardForm> merged;
  for (BoardForm& board : boards_) {
    const auto below = std::find_if(merged.begin(), merged.end(), [&](const BoardForm& known) {
      return known.layers.front().functor != board.layers.front().functor &&
             have_same_places(known, board) && have_other_contents(known, board);
    });
    if (below == merged.end()) {
      merged.push_back(std::move(board));
    } else {
      below->layers.push_back(board.layers.front());
      std::move(board.contents.begin(), board.contents.end(), std::back_inserter(below->contents));
    }
  }
  boards_ = std::move(merged);
}

void BoardView::find_pieces(const std::vector<std::string>& initial) {
  const Placed placed = place(initial);
  for (std::size_t b = 0; b < boards_.size(); ++b) {
    BoardForm& board = boards_[b];
    const std::vector<std::string>& cells = placed.cells[b];
    std::set<std::string> blank;
    for (const std::string& content : board.contents) {
      const auto covered =
          static_cast<std::size_t>(std::count(cells.begin(), cells.end(), content));
      const bool short_name = content == "b" || content == "e";
      const bool among_numbers =
          short_name &&
          std::all_of(board.contents.begin(), board.contents.end(),
                      [&](const auto& each) { return each == content || ir::all_digits(each); });
      if (is_blank_name(content) || (short_name && 2 * covered >= cells.size()) || among_numbers) {
        blank.insert(content);
      }
    }
    if (!board.any) board.pieces = BoardPieces(std::move(board.contents), blank, roles_);
    board.looks = PieceLooks(board.pieces, roles_);
    // Where even empty squares have a fluent, those without one do not exist.
    const bool explicit_blank = std::any_of(blank.begin(), blank.end(), [&](const auto& content) {
      return std::find(cells.begin(), cells.end(), content) != cells.end();
    });
    if (!explicit_blank || board.layers.size() > 1) continue;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i].empty() && board.is_square(i)) board.missing.insert(i);
    }
  }
}

void BoardView::turn_boards(const ir::Module& module, const std::vector<std::string>& initial,
                            const runtime::Game* game) {
  const auto falls = [&](std::size_t board, const MovePlaces& places) -> std::optional<BoardDrop> {
    const std::vector<MovePlaces::MoveForm> forms = places.forms(board);
    const bool lines =
        std::any_of(forms.begin(), forms.end(), [](const auto& form) { return form.lines > 0; });
    if (!lines || boards_[board].chess) return std::nullopt;
    return game == nullptr ? std::nullopt : find_drop(*this, board, places, *game);
  };
  const Placed placed = place(initial);
  const MovePlaces places(module, *this);
  std::vector<std::optional<BoardDrop>> drops;
  for (std::size_t b = 0; b < boards_.size(); ++b) drops.push_back(falls(b, places));
  for (std::size_t b = 0; b < boards_.size(); ++b) {
    BoardForm& board = boards_[b];
    const std::vector<MovePlaces::MoveForm> forms = places.forms(b);
    std::set<std::vector<std::string>> missing;
    for (const std::size_t i : board.missing) missing.insert(board.coordinates(i));
    if (board.chess || board.whole()) continue;
    if (roles_.size() > 1 && turn_to_sides(board, placed.cells[b], roles_)) {
      // Sides matter more than what falls.
    } else if (drops[b]) {
      if (drops[b]->across) board.transpose();
      if (drops[b]->to_first) std::reverse(board.rows.begin(), board.rows.end());
      board.turned = drops[b]->across || drops[b]->to_first;
      const bool all_fall = std::all_of(forms.begin(), forms.end(),
                                        [](const auto& form) { return form.squares == 0; });
      if (all_fall) board.tiling = Tiling::holes;
    } else {
      turn_to_names(board, module);
    }
    board.missing.clear();
    for (std::size_t i = 0; i < board.size(); ++i) {
      if (missing.contains(board.coordinates(i))) board.missing.insert(i);
    }
  }
}

/// Chooses chequered squares if moves go from square to square, in games of several players that
/// begin with pieces on the board, or if pieces are those of chess; hexagons if squares have six
/// neighbours.
void BoardView::choose_tilings(const ir::Module& module, const std::vector<std::string>& initial) {
  const Placed placed = place(initial);
  const MovePlaces places(module, *this);
  for (std::size_t b = 0; b < boards_.size(); ++b) {
    BoardForm& board = boards_[b];
    if (board.tiling == Tiling::holes) {
      board.looks.draw_marks_as_discs();
      continue;
    }
    if (const auto hexagons = find_hexagons(board, module)) {
      board.tiling = Tiling::hexagons;
      board.hexagons = *hexagons;
      board.looks.draw_marks_as_discs();
      continue;
    }
    const std::vector<MovePlaces::MoveForm> forms = places.forms(b);
    const bool pieces = std::any_of(
        placed.cells[b].begin(), placed.cells[b].end(),
        [&](const std::string& cell) { return !board.looks.of(cell, board.pieces).empty(); });
    const bool moves =
        roles_.size() > 1 && pieces &&
        std::any_of(forms.begin(), forms.end(), [](const auto& form) { return form.squares > 1; });
    if (moves) board.looks.draw_marks_as_discs();
    if (!moves && !board.looks.is_chess()) continue;
    board.tiling = Tiling::chequered;
    board.dark_corner = on_corner_colour(board, placed.cells[b]).value_or(true);
  }
}

bool BoardView::place(const std::string& fluent, Placed& placed) const {
  const auto words = runtime::term_parts(fluent);
  if (!words) return false;
  for (std::size_t b = 0; b < boards_.size(); ++b) {
    const BoardForm& board = boards_[b];
    for (const BoardLayer& layer : board.layers) {
      const auto square = board.square_of(layer, *words);
      if (!square) continue;
      std::string content;
      for (std::size_t i = 1; i < words->size(); ++i) {
        if (i >= layer.first && i < layer.first + board.count) continue;
        content += (content.empty() ? "" : "/") + (*words)[i];
      }
      // Two fluents on the same square are both shown.
      std::string& cell = placed.cells[b][*square];
      cell += (cell.empty() ? "" : "+") + (content.empty() ? std::string("#") : content);
      return true;
    }
  }
  return false;
}

BoardView::Placed BoardView::place(const std::vector<std::string>& fluents) const {
  Placed placed;
  for (const BoardForm& board : boards_) placed.cells.emplace_back(board.size());
  for (const std::string& fluent : fluents) {
    if (!place(fluent, placed)) placed.others.push_back(fluent);
  }
  return placed;
}

std::string BoardView::place_words(const BoardForm& board, std::size_t i) {
  if (!board.is_square(i)) return {};
  std::string text;
  for (const std::string& word : board.coordinates(i)) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::vector<BoardView::Place> BoardView::places() const {
  std::vector<Place> all;
  for (std::size_t b = 0; b < boards_.size(); ++b) {
    for (const BoardLayer& layer : boards_[b].layers) {
      all.push_back({b, layer.functor, layer.words, layer.first, boards_[b].count});
    }
  }
  return all;
}

std::vector<std::size_t> BoardView::squares_at(
    std::size_t board, const std::vector<std::optional<std::string>>& coordinates) const {
  const BoardForm& own = boards_[board];
  std::vector<std::size_t> found;
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

DrawnState BoardView::squares(const std::vector<std::string>& fluents,
                              const std::vector<std::string>* other) const {
  Placed placed = place(fluents);
  const Placed before = other == nullptr ? Placed() : place(*other);
  DrawnState state{{}, std::move(placed.others), {}};
  state.panel = arrange_panel(state.others, roles_);
  for (std::size_t b = 0; b < boards_.size(); ++b) {
    const BoardForm& board = boards_[b];
    DrawnBoard drawn{
        board.layers.front().functor, board.rows, board.columns, {}, board.layers.front().first};
    drawn.tiling = board.tiling;
    drawn.dark_corner = board.dark_corner;
    drawn.hexagons = board.hexagons;
    drawn.page_row = board.page_row;
    drawn.page_column = board.page_column;
    for (std::size_t i = 1; i < board.layers.size(); ++i) {
      drawn.layers.emplace_back(board.layers[i].functor, board.layers[i].first);
    }
    const std::vector<std::string>& cells = placed.cells[b];
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string shown = cells[i].empty() ? "" : board.pieces.drawn(cells[i]);
      DrawnSquare square{place_words(board, i), cells[i], shown == "." ? "" : shown,
                         board.pieces.owner(cells[i]),
                         other != nullptr && before.cells[b][i] != cells[i]};
      square.looks = board.looks.of(cells[i], board.pieces);
      drawn.squares.push_back(std::move(square));
    }
    state.boards.push_back(std::move(drawn));
  }
  return state;
}

}  // namespace tesuji::tools
