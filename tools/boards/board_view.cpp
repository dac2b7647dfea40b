#include "tools/boards/board_view.h"

#include "frontend/gdl/syntax.h"
#include "ir/core/characters.h"
#include "passes/analysis/dependencies.h"
#include "runtime/host/game/term_names.h"
#include "tools/boards/board_drops.h"
#include "tools/boards/board_finder.h"
#include "tools/boards/board_orientation.h"
#include "tools/boards/board_pages.h"
#include "tools/boards/hexagons.h"
#include "tools/boards/move_places.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

namespace tesuji::tools {
namespace {

bool is_empty_cell(const std::string& cell) {
  return cell.empty();
}

/// Returns the comments on boards of all rulesheets that the module was made of.
std::vector<frontend::BoardComment> comments_of(const ir::Module& module) {
  std::vector<frontend::BoardComment> all;
  const ir::SourceMap& sources = *module.sources;
  for (ir::FileId file = 0; file < sources.size(); ++file) {
    const auto own =
        frontend::read_board_comments(sources, file, frontend::detect_syntax(sources[file].text));
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
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

/// Returns which role puts a content on the board, by rules such as
///
///   (<= (next (cell ?column ?row x)) (does white (drop ?column)) ..)
///
/// if a content is one constant, and only moves of one role are in these rules.
std::map<std::string, std::size_t> owners_by_rules(const BoardForm& board,
                                                   const ir::Module& module) {
  std::map<std::string, std::size_t> owners;
  std::set<std::string> several;
  const BoardLayer& layer = board.layers.front();
  if (layer.words != board.count + 2 || module.roles.size() < 2) return owners;
  const std::size_t content = layer.first > 1 ? 0 : board.count;  // column of its relation
  for (const ir::Rule& rule : module.rules) {
    const ir::Relation& head = module.relations[rule.head];
    if (head.answer != ir::Answer::next || rule.head_args.size() != board.count + 1) continue;
    const auto words = runtime::term_parts(ir::term_of(head));
    if (!words || words->front() != layer.functor || words->size() != layer.words) continue;
    if (ir::is_variable(rule.head_args[content])) continue;
    const std::string& thing = module.symbols->text(rule.head_args[content].id);
    for (const ir::Literal& literal : rule.body) {
      if (literal.kind != ir::Literal::Kind::positive || literal.args.empty()) continue;
      if (module.relations[literal.relation].kind != ir::RelationKind::input) continue;
      if (ir::is_variable(literal.args[0])) continue;
      const auto role = std::find(module.roles.begin(), module.roles.end(), literal.args[0].id);
      if (role == module.roles.end()) continue;
      const auto number = static_cast<std::size_t>(role - module.roles.begin());
      const auto [known, is_new] = owners.emplace(thing, number);
      if (!is_new && known->second != number) several.insert(thing);
    }
  }
  for (const std::string& thing : several) owners.erase(thing);
  return owners;
}

/// Whether moves name only whole rows or columns of a board.
bool all_are_lines(const std::vector<MovePlaces::MoveForm>& forms) {
  return !forms.empty() && std::all_of(forms.begin(), forms.end(), [](const auto& form) {
    return form.squares == 0 && form.lines == 1;
  });
}

bool join_squares(const std::vector<MovePlaces::MoveForm>& forms) {
  return std::any_of(forms.begin(), forms.end(),
                     [](const auto& form) { return form.squares == 2; });
}

/// Returns the functor of fluents whose four arguments are two squares of the board; empty
/// unless there is exactly one such functor.
std::string edge_functor(const BoardForm& board, const ir::Module& module) {
  std::string found;
  if (board.count != 2) return found;
  for (const ir::Relation& relation : module.relations) {
    if (relation.kind != ir::RelationKind::state) continue;
    const auto words = runtime::term_parts(ir::term_of(relation));
    if (!words || words->size() != 5 || relation.columns.size() != 4) continue;
    bool fits = true;
    for (std::size_t i = 0; i < 4; ++i) {
      const std::vector<ir::Symbol>& side = board.values[i % 2];
      for (const ir::Symbol value : module.domains[relation.columns[i]].values) {
        fits = fits && std::find(side.begin(), side.end(), value) != side.end();
      }
    }
    if (!fits) continue;
    if (!found.empty() && found != words->front()) return {};
    found = words->front();
  }
  return found;
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
    case Tiling::dots:
      return "dots";
  }
  return "plain";
}

BoardView::BoardView(const ir::Module& module, const std::vector<std::string>& initial,
                     const runtime::Game* game) {
  for (const ir::Symbol role : module.roles) roles_.push_back(module.symbols->text(role));
  comments_ = comments_of(module);
  boards_ = find_boards(module, comments_);
  for (const frontend::BoardComment& comment : comments_) {
    if (comment.fluent == "none") boards_.clear();
  }
  choose_boards(module, initial);
  find_pieces(module, initial);
  turn_boards(module, initial, game);
  choose_tilings(module, initial);
  piles_ = find_piles(module, initial);
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

void BoardView::find_pieces(const ir::Module& module, const std::vector<std::string>& initial) {
  const Placed placed = place(initial);
  for (std::size_t b = 0; b < boards_.size(); ++b) {
    BoardForm& board = boards_[b];
    const std::vector<std::string>& cells = placed.cells[b];
    std::set<std::string> blank;
    for (const std::string& content : board.contents) {
      const auto covered =
          static_cast<std::size_t>(std::count(cells.begin(), cells.end(), content));
      const bool short_name = content.size() == 1 && !ir::all_digits(content);
      const bool among_numbers =
          short_name &&
          std::all_of(board.contents.begin(), board.contents.end(),
                      [&](const auto& each) { return each == content || ir::all_digits(each); });
      if (is_blank_name(content) || (short_name && 2 * covered >= cells.size()) || among_numbers) {
        blank.insert(content);
      }
    }
    if (!board.any) {
      board.pieces =
          BoardPieces(std::move(board.contents), blank, roles_, owners_by_rules(board, module));
    }
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
    const frontend::BoardComment* const comment = comment_on(board);
    if (board.whole()) continue;
    if (board.chess && comment == nullptr) {
      board.upwards = true;
      continue;
    }
    if (comment != nullptr && (comment->column || comment->up)) {
      board.turned = true;
      if (comment->up.value_or(board.chess) != board.chess) {
        std::reverse(board.rows.begin(), board.rows.end());
      }
    } else if (board.chess) {
      // Files and ranks say which way up it is.
    } else if (roles_.size() > 1 && turn_to_sides(board, placed.cells[b], roles_)) {
      // Sides matter more than what falls.
    } else if (drops[b]) {
      if (drops[b]->across) board.transpose();
      if (drops[b]->to_first) std::reverse(board.rows.begin(), board.rows.end());
      board.turned = drops[b]->across || drops[b]->to_first;
      if (all_are_lines(forms)) board.tiling = Tiling::holes;
    } else {
      turn_to_names(board, module);
    }
    board.missing.clear();
    for (std::size_t i = 0; i < board.size(); ++i) {
      if (missing.contains(board.coordinates(i))) board.missing.insert(i);
    }
    const std::vector<ir::Symbol>& values = board.values[board.axes[board.transposed ? 1 : 0]];
    board.upwards = board.rows.front() != module.symbols->text(values.front());
  }
  for (BoardForm& board : boards_) turn_pages(board, boards_);
}

const frontend::BoardComment* BoardView::comment_on(const BoardForm& board) const {
  const auto found = std::find_if(comments_.begin(), comments_.end(), [&](const auto& comment) {
    return comment.fluent == board.layers.front().functor;
  });
  return found == comments_.end() ? nullptr : &*found;
}

/// Chooses dots if moves and fluents join squares of a board without pieces; chequered squares if
/// moves go from square to square, in games of several players that begin with pieces on the board,
/// or if pieces are those of chess; hexagons if squares have six neighbours.
void BoardView::choose_tilings(const ir::Module& module, const std::vector<std::string>& initial) {
  const Placed placed = place(initial);
  const MovePlaces places(module, *this);
  for (std::size_t b = 0; b < boards_.size(); ++b) {
    BoardForm& board = boards_[b];
    const frontend::BoardComment* const comment = comment_on(board);
    if (comment != nullptr && !comment->tiling.empty()) {
      for (const Tiling tiling :
           {Tiling::plain, Tiling::chequered, Tiling::hexagons, Tiling::holes}) {
        if (name_of(tiling) == comment->tiling) board.tiling = tiling;
      }
      if (board.tiling != Tiling::plain) board.looks.draw_marks_as_discs();
      board.hexagons = find_hexagons(board, module).value_or(HexagonLayout{});
      board.dark_corner = on_corner_colour(board, placed.cells[b]).value_or(true);
      continue;
    }
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
    if (!pieces && join_squares(forms)) board.edges = edge_functor(board, module);
    if (!board.edges.empty()) {
      board.tiling = Tiling::dots;
      continue;
    }
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
      const bool blank = board.pieces.is_blank(content);
      if (board.layers.size() == 1 && !cell.empty() && (blank || board.pieces.is_blank(cell))) {
        placed.doubled[b].insert(*square);
      }
      cell += (cell.empty() ? "" : "+") + (content.empty() ? std::string("#") : content);
      return true;
    }
  }
  return false;
}

BoardView::Placed BoardView::place(const std::vector<std::string>& fluents) const {
  Placed placed;
  for (const BoardForm& board : boards_) placed.cells.emplace_back(board.size());
  placed.doubled.resize(boards_.size());
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

DrawnState BoardView::squares(const std::vector<std::string>& fluents,
                              const std::vector<std::string>* other) const {
  Placed placed = place(fluents);
  const Placed before = other == nullptr ? Placed() : place(*other);
  DrawnState state{{}, std::move(placed.others), {}};
  for (std::size_t b = 0; b < boards_.size(); ++b) {
    const BoardForm& board = boards_[b];
    DrawnBoard drawn{
        board.layers.front().functor, board.rows, board.columns, {}, board.layers.front().first};
    drawn.tiling = board.tiling;
    drawn.dark_corner = board.dark_corner;
    drawn.hexagons = board.hexagons;
    drawn.upwards = board.upwards;
    drawn.paged = !board.page.empty();
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
      square.doubled = placed.doubled[b].contains(i);
      drawn.squares.push_back(std::move(square));
    }
    drawn.edges = take_edges(board, state.others);
    state.boards.push_back(std::move(drawn));
  }
  state.panel = arrange_panel(state.others, roles_, piles_);
  return state;
}

std::vector<std::pair<std::size_t, std::size_t>> BoardView::take_edges(
    const BoardForm& board, std::vector<std::string>& others) {
  std::vector<std::pair<std::size_t, std::size_t>> edges;
  if (board.edges.empty()) return edges;
  const BoardLayer from{board.edges, 5, 1};
  const BoardLayer to{board.edges, 5, 3};
  std::erase_if(others, [&](const std::string& fluent) {
    const auto words = runtime::term_parts(fluent);
    if (!words) return false;
    const auto first = board.square_of(from, *words);
    const auto second = board.square_of(to, *words);
    if (first && second) edges.emplace_back(*first, *second);
    return first && second;
  });
  return edges;
}

}  // namespace tesuji::tools
