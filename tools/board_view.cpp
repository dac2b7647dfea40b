#include "tools/board_view.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

namespace tesuji::tools {

namespace {

constexpr std::size_t largest_side = 30;

/// The names of a domain that can be a coordinate's; empty for any other.
std::vector<std::string> coordinates(const ir::Module& module, ir::DomainId id) {
  const ir::Domain& domain = module.domains[id];
  if (domain.values.size() < 2 || domain.values.size() > largest_side) return {};
  std::vector<std::string> names;
  for (const ir::Symbol value : domain.values) {
    if (!module.symbols->is_integer(value)) return {};
    names.push_back(module.symbols->text(value));
  }
  return names;
}

/// `(cell 1 2 x)` -> cell, 1, 2, x. Nothing for terms of another form or with
/// terms inside.
std::optional<std::vector<std::string>> split_flat(const std::string& term) {
  if (term.size() < 2 || term.front() != '(' || term.find('(', 1) != std::string::npos) {
    return std::nullopt;
  }
  std::vector<std::string> words;
  std::size_t begin = 1;
  while (begin < term.size()) {
    const std::size_t end = std::min(term.find_first_of(" )", begin), term.size());
    words.push_back(term.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

std::optional<std::size_t> index_of(const std::vector<std::string>& names,
                                    const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

}  // namespace

BoardView::BoardView(const ir::Module& module) {
  for (const ir::Relation& relation : module.relations) {
    if (relation.kind != ir::RelationKind::state || relation.columns.size() != 3) continue;
    const auto words = split_flat(relation.term);
    if (!words || words->size() != 4 ||
        std::any_of(words->begin() + 1, words->end(),
                    [](const auto& word) { return word != "?"; })) {
      continue;
    }
    Board board{words->front(), coordinates(module, relation.columns[0]),
                coordinates(module, relation.columns[1])};
    if (!board.rows.empty() && !board.columns.empty()) boards_.push_back(std::move(board));
  }
}

bool BoardView::place(const std::string& fluent,
                      std::vector<std::vector<std::string>>& cells) const {
  const auto words = split_flat(fluent);
  if (!words || words->size() != 4) return false;
  for (std::size_t b = 0; b < boards_.size(); ++b) {
    const Board& board = boards_[b];
    if (board.functor != words->front()) continue;
    const auto row = index_of(board.rows, (*words)[1]);
    const auto column = index_of(board.columns, (*words)[2]);
    if (!row || !column) return false;
    // Two fluents of one square are both shown.
    std::string& cell = cells[b][*row * board.columns.size() + *column];
    cell += (cell.empty() ? "" : "+") + (*words)[3];
    return true;
  }
  return false;
}

std::string BoardView::draw(const std::vector<std::string>& fluents) const {
  std::vector<std::vector<std::string>> cells;
  for (const Board& board : boards_) {
    cells.emplace_back(board.rows.size() * board.columns.size());
  }
  std::string others;
  for (const std::string& fluent : fluents) {
    if (!place(fluent, cells)) others += (others.empty() ? "" : " ") + fluent;
  }
  std::string text;
  for (std::size_t b = 0; b < boards_.size(); ++b) {
    std::size_t width = 1;
    for (const std::string& cell : cells[b]) width = std::max(width, cell.size());
    const std::size_t columns = boards_[b].columns.size();
    for (std::size_t i = 0; i < cells[b].size(); ++i) {
      text += fmt::format("{}{:<{}}", i % columns == 0 ? "  " : " ",
                          cells[b][i].empty() ? "." : cells[b][i], width);
      if (i % columns != columns - 1) continue;
      while (text.back() == ' ') text.pop_back();
      text += '\n';
    }
  }
  if (!others.empty() || text.empty()) text += "  " + others + '\n';
  return text;
}

}  // namespace tesuji::tools
