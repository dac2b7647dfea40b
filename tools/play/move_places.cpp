#include "tools/play/move_places.h"

#include "passes/analysis/tied_columns.h"
#include "runtime/host/game/term_names.h"
#include "tools/play/board_coordinates.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <tuple>
#include <utility>

namespace tesuji::tools {
namespace {

/// Returns the column of each word of a relation's term that is one.
std::vector<std::optional<std::uint32_t>> columns_of_words(const std::vector<std::string>& words) {
  std::vector<std::optional<std::uint32_t>> columns;
  std::uint32_t column = 0;
  for (const std::string& word : words) {
    columns.push_back(word == "?" ? std::optional(column) : std::nullopt);
    column += static_cast<std::uint32_t>(std::count(word.begin(), word.end(), '?'));
  }
  return columns;
}

/// Chooses pairs of columns (x, y) such that each column is in only one: neighbours first, from the
/// left.
std::vector<passes::ColumnTuple> disjoint_pairs(const std::set<passes::ColumnTuple>& pairs) {
  std::vector<passes::ColumnTuple> sorted(pairs.begin(), pairs.end());
  const auto key = [](const passes::ColumnTuple& pair) {
    const int step = static_cast<int>(pair[1]) - static_cast<int>(pair[0]);
    return std::tuple(step == 1 ? 0 : std::abs(step), std::min(pair[0], pair[1]), step);
  };
  std::sort(sorted.begin(), sorted.end(),
            [&](const auto& a, const auto& b) { return key(a) < key(b); });
  std::set<std::uint32_t> used;
  std::erase_if(sorted, [&](const passes::ColumnTuple& pair) {
    if (used.contains(pair[0]) || used.contains(pair[1])) return true;
    used.insert(pair.begin(), pair.end());
    return false;
  });
  return sorted;
}

}  // namespace

std::uint32_t MovePlaces::Columns::begin() const {
  return std::min(first.value_or(ir::no_id), second.value_or(ir::no_id));
}

MovePlaces::MovePlaces(const ir::Module& module, const BoardView& view)
    : module_(module), view_(view), boards_(view.places()) {
  if (boards_.empty()) return;
  std::vector<ir::RelationId> moves;
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    const ir::Relation& relation = module.relations[id];
    if (relation.kind != ir::RelationKind::input) continue;
    const std::string term = ir::term_of(relation);
    const runtime::TermTokens tokens = runtime::tokenize_term(term);
    Shape shape{{tokens.begin(), tokens.end()}, {}};
    for (std::size_t board = 0; board < boards_.size(); ++board) {
      std::vector<Columns> found = by_ties(id, board);
      if (found.empty()) found = by_domains(relation, board);
      shape.places.insert(shape.places.end(), found.begin(), found.end());
    }
    std::stable_sort(shape.places.begin(), shape.places.end(),
                     [](const Columns& a, const Columns& b) { return a.begin() < b.begin(); });
    shapes_.push_back(std::move(shape));
  }
}

std::vector<MovePlaces::Columns> MovePlaces::by_ties(ir::RelationId move, std::size_t board) const {
  const BoardView::Place& place = boards_[board];
  std::set<passes::ColumnTuple> pairs;
  std::set<passes::ColumnTuple> sides[2];
  for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
    const ir::Relation& relation = module_.relations[id];
    if (relation.kind != ir::RelationKind::state) continue;
    const auto words = runtime::term_parts(ir::term_of(relation));
    if (!words || words->size() != place.words || words->front() != place.functor) continue;
    const auto columns = columns_of_words(*words);
    const std::optional<std::uint32_t> first = columns[place.first];
    const bool paired = !place.whole && columns[place.first + 1].has_value();
    const std::uint32_t second = paired ? columns[place.first + 1].value_or(0) : 0;
    const auto tied = [&](const passes::ColumnTuple& tuple, std::set<passes::ColumnTuple>& to) {
      const std::set<passes::ColumnTuple> found =
          passes::find_tied_columns(module_, id, tuple)[move];
      // The role makes the move; it is not a part of it.
      for (const passes::ColumnTuple& each : found) {
        if (std::find(each.begin(), each.end(), 0U) == each.end()) to.insert(each);
      }
    };
    if (first && paired) tied({*first, second}, pairs);
    if (first) tied({*first}, sides[0]);
    if (paired) tied({second}, sides[1]);
  }
  std::vector<Columns> found;
  for (const passes::ColumnTuple& pair : disjoint_pairs(pairs)) {
    found.push_back({board, pair[0], pair[1]});
  }
  if (!found.empty()) return found;
  for (const passes::ColumnTuple& each : sides[0]) {
    if (!sides[1].contains(each)) found.push_back({board, each[0], std::nullopt});
  }
  for (const passes::ColumnTuple& each : sides[1]) {
    if (!sides[0].contains(each)) found.push_back({board, std::nullopt, each[0]});
  }
  return found;
}

/// Returns neighbouring columns whose constants are coordinates of the board.
std::vector<MovePlaces::Columns> MovePlaces::by_domains(const ir::Relation& move,
                                                        std::size_t board) const {
  const auto fits = [&](std::uint32_t column, bool is_second) {
    const ir::Domain& domain = module_.domains[move.columns[column]];
    return !domain.values.empty() &&
           std::all_of(domain.values.begin(), domain.values.end(), [&](ir::Symbol value) {
             const std::optional<std::string> text = module_.symbols->text(value);
             return !view_
                         .squares_at(board, is_second ? std::nullopt : text,
                                     is_second ? text : std::nullopt)
                         .empty();
           });
  };
  std::vector<Columns> found;
  const bool whole = boards_[board].whole;
  for (std::uint32_t column = 1; column < move.columns.size(); ++column) {
    if (!fits(column, false)) continue;
    if (whole) {
      found.push_back({board, column, std::nullopt});
    } else if (column + 1 < move.columns.size() && fits(column + 1, true)) {
      found.push_back({board, column, column + 1});
      ++column;
    }
  }
  return found;
}

std::vector<NamedPlace> MovePlaces::of(const std::string& move) const {
  const runtime::TermTokens words = runtime::tokenize_term(move);
  for (const Shape& shape : shapes_) {
    if (shape.words.size() != words.size()) continue;
    std::vector<std::string> values{""};  // of the role
    bool fits = true;
    for (std::size_t i = 0; i < words.size() && fits; ++i) {
      if (shape.words[i] == "?") {
        values.emplace_back(words[i]);
      } else {
        fits = shape.words[i] == words[i];
      }
    }
    if (!fits) continue;
    std::vector<NamedPlace> all;
    std::optional<std::uint32_t> last;
    for (const Columns& columns : shape.places) {
      const auto value = [&](std::optional<std::uint32_t> column) {
        return column && *column < values.size() ? std::optional(values[*column]) : std::nullopt;
      };
      if (last != columns.begin()) all.emplace_back();
      last = columns.begin();
      for (const std::size_t square :
           view_.squares_at(columns.board, value(columns.first), value(columns.second))) {
        all.back().push_back({columns.board, square});
      }
    }
    // Removes constants that no square has, such as those of a move off the board.
    std::erase_if(all, [](const NamedPlace& place) { return place.empty(); });
    return all;
  }
  return {};
}

}  // namespace tesuji::tools
