#include "tools/board_view.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

namespace tesuji::tools {

namespace {

constexpr std::size_t largest_side = 30;

enum class CoordinateKind : std::uint8_t { none, numbers, letters, words };

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// Letters without a gap, in whatever order they come.
bool is_run(std::vector<char> letters) {
  std::sort(letters.begin(), letters.end());
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (std::islower(static_cast<unsigned char>(letters[i])) == 0) return false;
    if (i > 0 && letters[i] != letters[i - 1] + 1) return false;
  }
  return true;
}

/// A common word, and behind it numbers, or letters without a gap.
bool is_numbered(const std::vector<std::string_view>& names) {
  std::size_t common = 0;
  while (common < names[0].size() && std::all_of(
                                         names.begin(), names.end(),
                                         [&](std::string_view name) {
                                           return common < name.size() &&
                                                  name[common] == names[0][common];
                                         })) {
    ++common;
  }
  while (common > 0 && std::isdigit(static_cast<unsigned char>(names[0][common - 1])) != 0) {
    --common;  // of 11 and 12
  }
  if (common == 0) return false;
  return std::all_of(names.begin(), names.end(),
                     [&](std::string_view name) { return is_number(name.substr(common)); });
}

/// How a domain's constants can be coordinates.
CoordinateKind coordinate_kind(const ir::Module& module, ir::DomainId id) {
  const ir::Domain& domain = module.domains[id];
  if (domain.values.size() < 2 || domain.values.size() > largest_side) return CoordinateKind::none;
  const auto holds = [&](auto&& what) {
    return std::all_of(domain.values.begin(), domain.values.end(), what);
  };
  if (holds([&](ir::Symbol value) { return module.symbols->is_integer(value); })) {
    return CoordinateKind::numbers;
  }
  if (holds([&](ir::Symbol value) {
        return std::find(module.roles.begin(), module.roles.end(), value) != module.roles.end();
      })) {
    return CoordinateKind::none;
  }
  std::vector<char> letters;
  std::vector<std::string_view> names;
  for (const ir::Symbol value : domain.values) {
    names.push_back(module.symbols->text(value));
    if (names.back().size() == 1) letters.push_back(names.back()[0]);
  }
  if (letters.size() == names.size()) {
    return is_run(std::move(letters)) ? CoordinateKind::letters : CoordinateKind::none;
  }
  return is_numbered(names) ? CoordinateKind::words : CoordinateKind::none;
}

/// `(cell 1 2 (piece x))` -> cell, 1, 2, (piece x). Nothing for terms of another form.
std::optional<std::vector<std::string>> split(const std::string& term) {
  if (term.size() < 2 || term.front() != '(' || term.back() != ')') return std::nullopt;
  std::vector<std::string> words(1);
  std::size_t depth = 0;
  for (const char c : std::string_view(term).substr(1, term.size() - 2)) {
    if (c == ' ' && depth == 0) {
      words.emplace_back();
      continue;
    }
    if (c == '(') ++depth;
    if (c == ')' && depth-- == 0) return std::nullopt;
    words.back() += c;
  }
  return words;
}

std::optional<std::size_t> index_of(const std::vector<std::string>& names,
                                    const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

bool contains(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

std::string escape(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

/// The column of the relation that each word of its term is; no_id for other words.
std::vector<ir::DomainId> domains_of(const ir::Relation& relation,
                                     const std::vector<std::string>& words) {
  std::vector<ir::DomainId> domains;
  std::size_t column = 0;
  for (const std::string& word : words) {
    domains.push_back(word == "?" ? relation.columns[column] : ir::no_id);
    column += static_cast<std::size_t>(std::count(word.begin(), word.end(), '?'));
  }
  return domains;
}

/// Which word is the first of two coordinates.
std::optional<std::size_t> first_coordinate(const std::vector<CoordinateKind>& kinds) {
  const auto is = [&](std::size_t i) { return kinds[i] != CoordinateKind::none; };
  for (std::size_t i = 1; i + 1 < kinds.size(); ++i) {
    if (!is(i) || !is(i + 1)) continue;
    // Places alone: of a letter and a number nobody knows whether they are a place.
    if (kinds.size() == 3 && kinds[i] != kinds[i + 1]) return std::nullopt;
    // With four coordinates it is a move, or a line.
    if (kinds.size() == 5 && std::all_of(kinds.begin() + 1, kinds.end(), [](CoordinateKind kind) {
          return kind != CoordinateKind::none;
        })) {
      return std::nullopt;
    }
    return i;
  }
  return std::nullopt;
}

}  // namespace

BoardView::BoardView(const ir::Module& module) {
  find_boards(module);
  for (Board& board : boards_) {
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

void BoardView::find_boards(const ir::Module& module) {
  for (const ir::Relation& relation : module.relations) {
    if (relation.kind != ir::RelationKind::state) continue;
    const auto words = split(relation.term);
    if (!words || words->size() < 3 || words->size() > 5 || words->front() == "?") continue;
    const std::vector<ir::DomainId> domains = domains_of(relation, *words);
    std::vector<CoordinateKind> kinds;
    for (const ir::DomainId id : domains) {
      kinds.push_back(id == ir::no_id ? CoordinateKind::none : coordinate_kind(module, id));
    }
    const auto first = first_coordinate(kinds);
    if (!first) continue;
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
      return known.functor == board.functor && known.words == board.words &&
             known.first == board.first && known.chess == board.chess &&
             known.transposed == board.transposed;
    });
    if (found == boards_.end()) found = boards_.insert(found, std::move(board));
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

bool BoardView::place(const std::string& fluent, Placed& placed) const {
  const auto words = split(fluent);
  if (!words) return false;
  for (std::size_t b = 0; b < boards_.size(); ++b) {
    const Board& board = boards_[b];
    if (board.functor != words->front() || board.words != words->size()) continue;
    const std::size_t along = board.transposed ? 1 : 0;
    const auto row = index_of(board.rows, (*words)[board.first + along]);
    const auto column = index_of(board.columns, (*words)[board.first + 1 - along]);
    if (!row || !column) continue;
    std::string content;
    for (std::size_t i = 1; i < words->size(); ++i) {
      if (i == board.first || i == board.first + 1) continue;
      content += (content.empty() ? "" : "/") + (*words)[i];
    }
    // Two fluents of one square are both shown.
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

void BoardView::draw_board(const Board& board, const std::vector<std::string>& cells,
                           const std::vector<std::string>* other, std::string& text) const {
  if (boards_.size() > 1) text += fmt::format("  {}:\n", board.functor);
  std::vector<std::string> shown = cells;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (shown[i].empty()) shown[i] = ".";
    if (other != nullptr && (*other)[i] != cells[i]) shown[i] += '*';
  }
  const std::vector<std::string> none;
  const std::vector<std::string>& labels = board.chess ? board.rows : none;
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
    if (board.chess) text += fmt::format(" {:>{}}", labels[row], label_width);
    for (std::size_t column = 0; column < columns; ++column) {
      text += fmt::format(" {:<{}}", shown[row * columns + column], width);
    }
    end_line();
  }
  if (!board.chess) return;
  text += std::string(label_width + 2, ' ');
  for (const std::string& label : board.columns) text += fmt::format(" {:<{}}", label, width);
  end_line();
}

std::string BoardView::draw(const std::vector<std::string>& fluents,
                            const std::vector<std::string>* other) const {
  const Placed placed = place(fluents);
  const Placed before = other == nullptr ? Placed() : place(*other);
  std::string text;
  for (std::size_t b = 0; b < boards_.size(); ++b) {
    draw_board(boards_[b], placed.cells[b], other == nullptr ? nullptr : &before.cells[b], text);
  }
  std::string others;
  for (const std::string& fluent : placed.others) {
    others += (others.empty() ? "" : " ") + fluent;
    if (other != nullptr && !contains(before.others, fluent)) others += '*';
  }
  if (!others.empty() || text.empty()) text += "  " + others + '\n';
  return text;
}

void BoardView::draw_table(const Board& board, const std::vector<std::string>& cells,
                           const std::vector<std::string>* other, std::string& text) {
  text += "<table class=\"board\">\n<tr><th></th>";
  for (const std::string& label : board.columns) text += "<th>" + escape(label) + "</th>";
  text += "</tr>\n";
  const std::size_t columns = board.columns.size();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i % columns == 0) text += "<tr><th>" + escape(board.rows[i / columns]) + "</th>";
    const bool changed = other != nullptr && (*other)[i] != cells[i];
    text += changed ? "<td class=\"changed\">" : "<td>";
    text += escape(cells[i]) + "</td>";
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
    if (boards_.size() > 1) text += "<p class=\"board\">" + escape(boards_[b].functor) + "</p>\n";
    draw_table(boards_[b], placed.cells[b], other == nullptr ? nullptr : &before.cells[b], text);
  }
  if (placed.others.empty() && !text.empty()) return text;
  text += "<p class=\"fluents\">";
  for (const std::string& fluent : placed.others) {
    if (&fluent != placed.others.data()) text += ' ';
    const bool changed = other != nullptr && !contains(before.others, fluent);
    text += (changed ? "<code class=\"changed\">" : "<code>") + escape(fluent) + "</code>";
  }
  return text + "</p>\n";
}

}  // namespace tesuji::tools
