#include "tools/play/board_view.h"

#include "runtime/host/game/term_names.h"
#include "tools/base/html.h"
#include "tools/base/json.h"
#include "tools/play/board_coordinates.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace tesuji::tools {
namespace {

std::optional<std::size_t> index_of(const std::vector<std::string>& names,
                                    const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

bool contains(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

/// Sorts by name: numbers by value, and c2 before c10.
void sort_unique(std::vector<std::string>& names) {
  const auto less = [](const std::string& a, const std::string& b) {
    return std::pair(a.size(), a) < std::pair(b.size(), b);
  };
  std::sort(names.begin(), names.end(), less);
  names.erase(std::unique(names.begin(), names.end()), names.end());
}

/// Colours a cell for its role (role_colours); a cell without an owner is dim if it is empty.
std::string painted(const std::string& cell, std::optional<std::size_t> owner,
                    const std::vector<std::string>& colours) {
  if (!owner && cell != ".") return cell;
  return (owner ? colours[*owner] : "\x1b[2m") + cell + "\x1b[0m";
}

}  // namespace

BoardView::BoardView(const ir::Module& module, const std::vector<std::string>& initial) {
  find_boards(module);
  name_sides(module);
  choose_boards(initial);
  std::vector<std::string> roles;
  for (const ir::Symbol role : module.roles) roles.push_back(module.symbols->text(role));
  colours_ = role_colours(roles);
  const Placed placed = place(initial);
  for (std::size_t b = 0; b < boards_.size(); ++b) {
    Board& board = boards_[b];
    std::set<std::string> blank;
    for (const std::string& content : board.contents) {
      const auto covered = static_cast<std::size_t>(
          std::count(placed.cells[b].begin(), placed.cells[b].end(), content));
      const bool short_name = content == "b" || content == "e";
      if (is_blank_name(content) || (short_name && 2 * covered >= placed.cells[b].size()))
        blank.insert(content);
    }
    if (!board.any) board.pieces = BoardPieces(std::move(board.contents), blank, roles);
    if (!board.chess && roles.size() > 1) turn_upright(board, placed.cells[b], roles);
  }
}

void BoardView::name_sides(const ir::Module& module) {
  for (Board& board : boards_) {
    if (!board.squares.empty()) continue;
    std::vector<std::string> names[2];
    for (const std::size_t side : {0, 1}) {
      for (const ir::Symbol value : board.values[side]) {
        names[side].push_back(module.symbols->text(value));
      }
    }
    board.rows = std::move(names[board.transposed ? 1 : 0]);
    board.columns = std::move(names[board.transposed ? 0 : 1]);
    if (board.chess) std::reverse(board.rows.begin(), board.rows.end());
  }
}

/// Chooses the boards with the most squares; of these, those with something on them at the start,
/// if any has.
void BoardView::choose_boards(const std::vector<std::string>& initial) {
  std::size_t most = 0;
  const auto size = [](const Board& board) { return board.rows.size() * board.columns.size(); };
  for (const Board& board : boards_) most = std::max(most, size(board));
  std::erase_if(boards_, [&](const Board& board) { return size(board) < most; });
  const Placed placed = place(initial);
  std::vector<bool> used;
  for (const std::vector<std::string>& cells : placed.cells) {
    used.push_back(std::any_of(cells.begin(), cells.end(),
                               [](const std::string& cell) { return !cell.empty(); }));
  }
  if (std::find(used.begin(), used.end(), true) == used.end()) return;
  std::size_t number = 0;
  std::erase_if(boards_, [&](const Board&) { return !used[number++]; });
}

/// Turns the board so that the first role's pieces are below the second role's; unchanged if rows
/// and columns do not separate them.
void BoardView::turn_upright(Board& board, const std::vector<std::string>& cells,
                             const std::vector<std::string>& roles) {
  if (!board.squares.empty()) return;
  double rows[2] = {0, 0};
  double columns[2] = {0, 0};
  double count[2] = {0, 0};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto owner = board.any ? owner_of(cells[i], roles) : board.pieces.owner(cells[i]);
    if (!owner || *owner > 1) continue;
    rows[*owner] += static_cast<double>(i / board.columns.size());
    columns[*owner] += static_cast<double>(i % board.columns.size());
    count[*owner] += 1;
  }
  if (count[0] == 0 || count[1] == 0) return;
  constexpr double least = 1;  // distance of their means
  const double down = rows[0] / count[0] - rows[1] / count[1];
  const double right = columns[0] / count[0] - columns[1] / count[1];
  if (std::max(std::abs(down), std::abs(right)) < least) return;
  const bool sideways = std::abs(right) > std::abs(down);
  if (sideways) {
    board.transposed = !board.transposed;
    std::swap(board.rows, board.columns);
  }
  const bool upside_down = (sideways ? right : down) < 0;
  if (upside_down) std::reverse(board.rows.begin(), board.rows.end());
  board.turned = sideways || upside_down;
}

void BoardView::add_contents(Board& board, const ir::Module& module,
                             const std::vector<std::string>& words,
                             const std::vector<ir::DomainId>& domains) {
  constexpr std::size_t most = 1000;
  std::vector<std::string> contents{""};
  for (std::size_t i = 1; i < words.size() && !board.any; ++i) {
    if (i == board.first || (board.squares.empty() && i == board.first + 1)) continue;
    std::vector<std::string> values;
    if (domains[i] != ir::no_id) {
      for (const ir::Symbol value : module.domains[domains[i]].values)
        values.push_back(module.symbols->text(value));
    } else {
      values.push_back(words[i]);
      board.any = words[i].find('?') != std::string::npos;
    }
    std::vector<std::string> longer;
    for (const std::string& begin : contents)
      for (const std::string& value : values)
        longer.push_back(begin.empty() ? value : begin + "/" + value);
    contents = std::move(longer);
    board.any |= contents.size() > most;
  }
  if (board.any || contents.front().empty()) return;
  for (std::string& content : contents) {
    const auto known = std::find(board.contents.begin(), board.contents.end(), content);
    if (known == board.contents.end()) board.contents.push_back(std::move(content));
  }
}

void BoardView::find_boards(const ir::Module& module) {
  for (const ir::Relation& relation : module.relations) {
    if (relation.kind != ir::RelationKind::state) continue;
    const auto words = runtime::term_parts(relation.term);
    if (!words || words->size() < 2 || words->size() > 5 || words->front() == "?") continue;
    const std::vector<ir::DomainId> domains = domains_of(relation, *words);
    std::vector<CoordinateKind> kinds;
    for (const ir::DomainId id : domains) {
      kinds.push_back(id == ir::no_id ? CoordinateKind::none : coordinate_kind(module, id));
    }
    const auto first = first_coordinate(kinds);
    if (!first) {
      find_squares(module, *words, domains);
      continue;
    }
    Board board;
    board.functor = words->front();
    board.words = words->size();
    board.first = *first;
    const bool letter = kinds[*first] == CoordinateKind::letters;
    const bool letters = kinds[*first + 1] == CoordinateKind::letters;
    board.chess = letter != letters;
    board.transposed = board.chess && letter;
    // Contents of several shapes are on one board.
    auto found = std::find_if(boards_.begin(), boards_.end(), [&](const Board& known) {
      return known.squares.empty() && known.functor == board.functor &&
             known.words == board.words && known.first == board.first &&
             known.chess == board.chess && known.transposed == board.transposed;
    });
    if (found == boards_.end()) found = boards_.insert(found, std::move(board));
    add_contents(*found, module, *words, domains);
    for (const std::size_t side : {0, 1}) {
      std::vector<ir::Symbol>& values = found->values[side];
      const std::vector<ir::Symbol>& own = module.domains[domains[*first + side]].values;
      values.insert(values.end(), own.begin(), own.end());
      const auto less = [&](ir::Symbol a, ir::Symbol b) {
        const bool numbers = module.symbols->is_integer(a) && module.symbols->is_integer(b);
        const std::string& left = module.symbols->text(a);
        const std::string& right = module.symbols->text(b);
        if (numbers) return module.symbols->domain_less(a, b);
        // c2 before c10.
        return std::pair(left.size(), left) < std::pair(right.size(), right);
      };
      std::sort(values.begin(), values.end(), less);
      values.erase(std::unique(values.begin(), values.end()), values.end());
    }
  }
}

void BoardView::find_squares(const ir::Module& module, const std::vector<std::string>& words,
                             const std::vector<ir::DomainId>& domains) {
  constexpr std::size_t fewest_squares = 6;
  if (words.size() > 4) return;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (domains[i] == ir::no_id) continue;
    const std::vector<ir::Symbol>& values = module.domains[domains[i]].values;
    if (values.size() < fewest_squares) continue;
    Board board;
    for (const ir::Symbol value : values) {
      const std::string& name = module.symbols->text(value);
      const auto square = split_square(name);
      if (!square) break;
      board.columns.push_back(square->first);
      board.rows.push_back(square->second);
      board.squares.insert(name);
    }
    if (board.squares.size() != values.size()) continue;
    sort_unique(board.columns);
    sort_unique(board.rows);
    std::reverse(board.rows.begin(), board.rows.end());
    if (board.rows.size() < 2 || board.columns.size() < 2) continue;
    if (board.rows.size() > largest_side) continue;
    board.functor = words.front();
    board.words = words.size();
    board.first = i;
    board.chess = true;
    add_contents(board, module, words, domains);
    boards_.push_back(std::move(board));
    return;
  }
}

bool BoardView::place(const std::string& fluent, Placed& placed) const {
  const auto words = runtime::term_parts(fluent);
  if (!words) return false;
  for (std::size_t b = 0; b < boards_.size(); ++b) {
    const Board& board = boards_[b];
    if (board.functor != words->front() || board.words != words->size()) continue;
    std::string coordinates[2] = {(*words)[board.first], ""};
    if (board.squares.empty()) {
      coordinates[1] = (*words)[board.first + 1];
      if (board.transposed) std::swap(coordinates[0], coordinates[1]);
    } else if (const auto square = split_square(coordinates[0])) {
      coordinates[1] = square->first;
      coordinates[0] = square->second;
    }
    const auto row = index_of(board.rows, coordinates[0]);
    const auto column = index_of(board.columns, coordinates[1]);
    if (!row || !column) continue;
    std::string content;
    for (std::size_t i = 1; i < words->size(); ++i) {
      if (i == board.first || (board.squares.empty() && i == board.first + 1)) continue;
      content += (content.empty() ? "" : "/") + (*words)[i];
    }
    // Two fluents on the same square are both shown.
    std::string& cell = placed.cells[b][*row * board.columns.size() + *column];
    cell += (cell.empty() ? "" : "+") + (content.empty() ? std::string("#") : content);
    return true;
  }
  return false;
}

BoardView::Placed BoardView::place(const std::vector<std::string>& fluents) const {
  Placed placed;
  for (const Board& board : boards_) {
    placed.cells.emplace_back(board.rows.size() * board.columns.size());
  }
  for (const std::string& fluent : fluents) {
    if (!place(fluent, placed)) placed.others.push_back(fluent);
  }
  return placed;
}

bool BoardView::is_square(const Board& board, std::size_t i) {
  if (board.squares.empty()) return true;
  const std::size_t columns = board.columns.size();
  return board.squares.contains(board.columns[i % columns] + board.rows[i / columns]);
}

void BoardView::draw_board(const Board& board, const std::vector<std::string>& cells,
                           const std::vector<std::string>* other, bool colour,
                           std::string& text) const {
  if (boards_.size() > 1) text += fmt::format("  {}:\n", board.functor);
  std::vector<std::string> shown = cells;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    shown[i] = shown[i].empty() ? (is_square(board, i) ? "." : " ") : board.pieces.drawn(cells[i]);
    if (other != nullptr && (*other)[i] != cells[i]) shown[i] += '*';
  }
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
      text += " " +
              (colour ? painted(shown[i], board.pieces.owner(cells[i]), colours_) : shown[i]) +
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
    if (other != nullptr && !contains(before.others, fluent)) others += '*';
  }
  if (!others.empty() || text.empty()) text += "  " + others + '\n';
  return text;
}

std::vector<std::string> BoardView::coordinates(const Board& board, std::size_t i) {
  const std::string& row = board.rows[i / board.columns.size()];
  const std::string& column = board.columns[i % board.columns.size()];
  if (!board.squares.empty()) return {column + row};
  if (board.transposed) return {column, row};
  return {row, column};
}

std::string BoardView::place_words(const Board& board, std::size_t i) {
  if (!is_square(board, i)) return {};
  const std::vector<std::string> words = coordinates(board, i);
  return words.size() == 1 ? words[0] : words[0] + " " + words[1];
}

std::vector<BoardView::Place> BoardView::places() const {
  std::vector<Place> all;
  for (const Board& board : boards_) {
    all.push_back({board.functor, board.words, board.first, !board.squares.empty()});
  }
  return all;
}

std::vector<std::size_t> BoardView::squares_at(std::size_t board,
                                               const std::optional<std::string>& first,
                                               const std::optional<std::string>& second) const {
  const Board& own = boards_[board];
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < own.rows.size() * own.columns.size(); ++i) {
    if (!is_square(own, i)) continue;
    const std::vector<std::string> words = coordinates(own, i);
    const bool fits =
        (!first || words[0] == *first) && (!second || words.size() == 1 || words[1] == *second);
    if (fits) found.push_back(i);
  }
  return found;
}

DrawnState BoardView::squares(const std::vector<std::string>& fluents,
                              const std::vector<std::string>* other) const {
  Placed placed = place(fluents);
  const Placed before = other == nullptr ? Placed() : place(*other);
  DrawnState state{{}, std::move(placed.others)};
  for (std::size_t b = 0; b < boards_.size(); ++b) {
    const Board& board = boards_[b];
    DrawnBoard drawn{board.functor, board.rows, board.columns, {}, board.first};
    const std::vector<std::string>& cells = placed.cells[b];
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string shown = cells[i].empty() ? "" : board.pieces.drawn(cells[i]);
      drawn.squares.push_back({place_words(board, i), cells[i], shown == "." ? "" : shown,
                               board.pieces.owner(cells[i]),
                               other != nullptr && before.cells[b][i] != cells[i]});
    }
    state.boards.push_back(std::move(drawn));
  }
  return state;
}

void BoardView::draw_table(const Board& board, const std::vector<std::string>& cells,
                           const std::vector<std::string>* other, std::string& text) {
  text += "<table class=\"board\">\n<tr><th></th>";
  for (const std::string& label : board.columns) text += "<th>" + html_text(label) + "</th>";
  text += "</tr>\n";
  const std::size_t columns = board.columns.size();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i % columns == 0) text += "<tr><th>" + html_text(board.rows[i / columns]) + "</th>";
    const bool changed = other != nullptr && (*other)[i] != cells[i];
    text += changed               ? "<td class=\"changed\">"
            : is_square(board, i) ? "<td>"
                                  : "<td class=\"none\">";
    text += html_text(cells[i]) + "</td>";
    if (i % columns == columns - 1) text += "</tr>\n";
  }
  text += "</table>\n";
}

std::string BoardView::draw_html(const std::vector<std::string>& fluents,
                                 const std::vector<std::string>* other) const {
  const Placed placed = place(fluents);
  const Placed before = other == nullptr ? Placed() : place(*other);
  std::string text;
  for (std::size_t b = 0; b < boards_.size(); ++b) {
    if (boards_.size() > 1)
      text += "<p class=\"board\">" + html_text(boards_[b].functor) + "</p>\n";
    draw_table(boards_[b], placed.cells[b], other == nullptr ? nullptr : &before.cells[b], text);
  }
  if (placed.others.empty() && !text.empty()) return text;
  text += "<p class=\"fluents\">";
  for (const std::string& fluent : placed.others) {
    if (&fluent != placed.others.data()) text += ' ';
    const bool changed = other != nullptr && !contains(before.others, fluent);
    text += (changed ? "<code class=\"changed\">" : "<code>") + html_text(fluent) + "</code>";
  }
  return text + "</p>\n";
}

namespace {

Json board_json(const DrawnBoard& board) {
  Json squares = Json::array();
  for (const DrawnSquare& square : board.squares) {
    Json json{{"place", square.place}, {"content", square.content}, {"shown", square.shown}};
    if (square.owner) json["owner"] = *square.owner;
    if (square.changed) json["changed"] = true;
    squares.push_back(std::move(json));
  }
  return {{"functor", board.functor},
          {"first", board.first},
          {"rows", board.rows},
          {"columns", board.columns},
          {"squares", std::move(squares)}};
}

}  // namespace

Json boards_json(const DrawnState& drawn) {
  Json boards = Json::array();
  for (const DrawnBoard& board : drawn.boards) boards.push_back(board_json(board));
  return {{"boards", std::move(boards)}, {"others", drawn.others}};
}

}  // namespace tesuji::tools
