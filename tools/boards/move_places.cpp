#include "tools/boards/move_places.h"

#include "runtime/host/game/term_names.h"
#include "tools/boards/board_coordinates.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <iterator>
#include <map>
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
    column += static_cast<std::uint32_t>(count_columns(word));
  }
  return columns;
}

/// Chooses tuples of columns such that each column is in only one: neighbours in order first, from
/// the left.
std::vector<passes::ColumnTuple> disjoint_tuples(const std::set<passes::ColumnTuple>& tuples) {
  std::vector<passes::ColumnTuple> sorted(tuples.begin(), tuples.end());
  const auto key = [](const passes::ColumnTuple& tuple) {
    int distance = 0;
    for (std::size_t i = 1; i < tuple.size(); ++i) {
      const int step = static_cast<int>(tuple[i]) - static_cast<int>(tuple[i - 1]);
      distance += step == 1 ? 0 : std::abs(step);
    }
    return std::tuple(distance, *std::min_element(tuple.begin(), tuple.end()), tuple);
  };
  std::sort(sorted.begin(), sorted.end(),
            [&](const auto& a, const auto& b) { return key(a) < key(b); });
  std::set<std::uint32_t> used;
  std::erase_if(sorted, [&](const passes::ColumnTuple& tuple) {
    if (std::any_of(tuple.begin(), tuple.end(), [&](auto each) { return used.contains(each); })) {
      return true;
    }
    used.insert(tuple.begin(), tuple.end());
    return false;
  });
  return sorted;
}

/// Returns the subsets of so many coordinates that have so many members, as bits, ascending.
std::vector<std::size_t> subsets(std::size_t coordinates, std::size_t members) {
  std::vector<std::size_t> all;
  for (std::size_t bits = 1; bits < std::size_t{1} << coordinates; ++bits) {
    if (static_cast<std::size_t>(std::popcount(bits)) == members) all.push_back(bits);
  }
  return all;
}

}  // namespace

std::uint32_t MovePlaces::Columns::begin() const {
  std::uint32_t first = ir::no_id;
  for (const std::optional<std::uint32_t>& column : columns) {
    first = std::min(first, column.value_or(ir::no_id));
  }
  return first;
}

bool MovePlaces::Columns::is_square() const {
  return std::all_of(columns.begin(), columns.end(),
                     [](const auto& column) { return column.has_value(); });
}

MovePlaces::MovePlaces(const ir::Module& module, const BoardView& view)
    : module_(module), view_(view), boards_(view.places()) {
  if (boards_.empty()) return;
  Ties ties;
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    const ir::Relation& relation = module.relations[id];
    if (relation.kind != ir::RelationKind::input) continue;
    const std::string term = ir::term_of(relation);
    const runtime::TermTokens tokens = runtime::tokenize_term(term);
    Shape shape{{tokens.begin(), tokens.end()}, {}};
    const auto known = [&](const Columns& each) {
      return std::any_of(shape.places.begin(), shape.places.end(), [&](const Columns& other) {
        return other.board == each.board && other.columns == each.columns;
      });
    };
    for (const BoardView::Place& place : boards_) {
      std::vector<Columns> found = by_ties(id, place, ties);
      if (found.empty()) found = by_domains(relation, place);
      // Several fluents of one board may be tied to the same columns.
      std::copy_if(found.begin(), found.end(), std::back_inserter(shape.places),
                   [&](const Columns& each) { return !known(each); });
    }
    std::stable_sort(shape.places.begin(), shape.places.end(),
                     [](const Columns& a, const Columns& b) { return a.begin() < b.begin(); });
    shapes_.push_back(std::move(shape));
  }
}

std::vector<MovePlaces::MoveForm> MovePlaces::forms(std::size_t board) const {
  std::vector<MoveForm> all;
  for (const Shape& shape : shapes_) {
    MoveForm form;
    for (const Columns& place : shape.places) {
      if (place.board != board) continue;
      ++(place.is_square() ? form.squares : form.lines);
    }
    if (form.squares + form.lines > 0) all.push_back(form);
  }
  return all;
}

std::vector<MovePlaces::Columns> MovePlaces::by_ties(ir::RelationId move,
                                                     const BoardView::Place& place,
                                                     Ties& ties) const {
  // For each subset of the place's coordinates, the columns of the move that are tied to it.
  std::map<std::size_t, std::set<passes::ColumnTuple>> tied;
  for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
    const ir::Relation& relation = module_.relations[id];
    if (relation.kind != ir::RelationKind::state) continue;
    const auto words = runtime::term_parts(ir::term_of(relation));
    if (!words || words->size() != place.words || words->front() != place.functor) continue;
    const auto columns = columns_of_words(*words);
    for (std::size_t bits = 1; bits < std::size_t{1} << place.count; ++bits) {
      passes::ColumnTuple own;
      for (std::size_t i = 0; i < place.count; ++i) {
        const auto& column = columns[place.first + i];
        if ((bits >> i & 1U) != 0 && column) own.push_back(*column);
      }
      if (own.size() != static_cast<std::size_t>(std::popcount(bits))) continue;
      auto known = ties.find({id, own});
      if (known == ties.end()) {
        known = ties.emplace(std::pair(id, own), passes::find_tied_columns(module_, id, own)).first;
      }
      for (const passes::ColumnTuple& each : known->second[move]) {
        // The role makes the move; it is not a part of it.
        if (std::find(each.begin(), each.end(), 0U) == each.end()) tied[bits].insert(each);
      }
    }
  }
  std::vector<Columns> found;
  const auto add = [&](std::size_t bits, const passes::ColumnTuple& tuple) {
    Columns columns{place.board, std::vector<std::optional<std::uint32_t>>(place.count)};
    for (std::size_t i = 0, at = 0; i < place.count; ++i) {
      if ((bits >> i & 1U) != 0) columns.columns[i] = tuple[at++];
    }
    found.push_back(std::move(columns));
  };
  for (std::size_t members = place.count; members > 0 && found.empty(); --members) {
    const std::vector<std::size_t> same_size = subsets(place.count, members);
    for (const std::size_t bits : same_size) {
      for (const passes::ColumnTuple& tuple : disjoint_tuples(tied[bits])) {
        // A column that may be either coordinate says neither.
        const bool ambiguous = std::any_of(same_size.begin(), same_size.end(), [&](auto other) {
          return other != bits && tied[other].contains(tuple);
        });
        if (!ambiguous) add(bits, tuple);
      }
    }
  }
  return found;
}

/// Returns neighbouring columns whose constants are coordinates of the board.
std::vector<MovePlaces::Columns> MovePlaces::by_domains(const ir::Relation& move,
                                                        const BoardView::Place& place) const {
  const auto fits = [&](std::uint32_t column, std::size_t coordinate) {
    const ir::Domain& domain = module_.domains[move.columns[column]];
    return !domain.values.empty() &&
           std::all_of(domain.values.begin(), domain.values.end(), [&](ir::Symbol value) {
             std::vector<std::optional<std::string>> words(place.count);
             words[coordinate] = module_.symbols->text(value);
             return !view_.squares_at(place.board, words).empty();
           });
  };
  std::vector<Columns> found;
  for (std::uint32_t column = 1; column + place.count <= move.columns.size(); ++column) {
    Columns columns{place.board, {}};
    for (std::uint32_t i = 0; i < place.count && fits(column + i, i); ++i) {
      columns.columns.emplace_back(column + i);
    }
    if (columns.columns.size() < place.count) continue;
    found.push_back(std::move(columns));
    column += static_cast<std::uint32_t>(place.count) - 1;
  }
  return found;
}

bool MovePlaces::Shape::fits(const runtime::TermTokens& term, std::vector<std::string>& values,
                             std::vector<std::size_t>& at) const {
  if (words.size() != term.size()) return false;
  values.assign(1, "");
  at.assign(1, term.size());
  for (std::size_t i = 0; i < term.size(); ++i) {
    if (words[i] == "?") {
      values.emplace_back(term[i]);
      at.push_back(i);
    } else if (words[i] != term[i]) {
      return false;
    }
  }
  return true;
}

std::vector<MovePlaces::FoundPlace> MovePlaces::find_places(
    const Shape& shape, const std::vector<std::string>& values) const {
  std::vector<FoundPlace> all;
  std::optional<std::uint32_t> last;
  for (const Columns& columns : shape.places) {
    std::vector<std::optional<std::string>> words;
    if (last != columns.begin()) all.emplace_back();
    last = columns.begin();
    for (const std::optional<std::uint32_t>& column : columns.columns) {
      const bool known = column && *column < values.size();
      words.push_back(known ? std::optional(values[*column]) : std::nullopt);
    }
    const std::vector<std::size_t> squares = view_.squares_at(columns.board, words);
    for (const std::size_t square : squares) all.back().squares.push_back({columns.board, square});
    if (squares.empty()) continue;
    for (const auto& column : columns.columns) {
      if (column) all.back().columns.push_back(*column);
    }
  }
  // Removes constants that no square has, such as those of a move off the board.
  std::erase_if(all, [](const FoundPlace& place) { return place.squares.empty(); });
  return all;
}

std::vector<NamedPlace> MovePlaces::of(const std::string& move) const {
  const runtime::TermTokens term = runtime::tokenize_term(move);
  std::vector<std::string> values;
  std::vector<std::size_t> at;
  for (const Shape& shape : shapes_) {
    if (!shape.fits(term, values, at)) continue;
    std::vector<NamedPlace> all;
    for (FoundPlace& place : find_places(shape, values)) all.push_back(std::move(place.squares));
    return all;
  }
  return {};
}

std::vector<MovePart> MovePlaces::parts(const std::string& move) const {
  const runtime::TermTokens term = runtime::tokenize_term(move);
  std::vector<std::optional<NamedPlace>> places(term.size());
  std::vector<std::string> words(term.size());  // of the places
  std::vector<bool> used(term.size(), false);
  std::vector<std::string> values;
  std::vector<std::size_t> at;
  for (const Shape& shape : shapes_) {
    if (!shape.fits(term, values, at)) continue;
    for (FoundPlace& place : find_places(shape, values)) {
      std::size_t first = term.size();
      std::string all;
      std::sort(place.columns.begin(), place.columns.end());
      for (const std::uint32_t column : place.columns) {
        if (used[at[column]]) continue;
        used[at[column]] = true;
        all += (all.empty() ? "" : " ") + std::string(term[at[column]]);
        first = std::min(first, at[column]);
      }
      if (first == term.size()) continue;
      places[first] = std::move(place.squares);
      words[first] = std::move(all);
    }
    break;
  }
  std::vector<MovePart> parts;
  for (std::size_t i = 0; i < term.size(); ++i) {
    if (places[i]) {
      parts.push_back({std::move(words[i]), std::move(places[i])});
    } else if (!used[i] && term[i] != "(" && term[i] != ")") {
      parts.push_back({std::string(term[i]), {}});
    }
  }
  return parts;
}

void MovePlaces::mark(DrawnState& state, const std::vector<std::string>& joint) const {
  const auto at = [&](const NamedSquare& square) -> DrawnSquare& {
    return state.boards[square.board].squares[square.square];
  };
  for (const std::string& move : joint) {
    const std::vector<NamedPlace> places = of(move);
    bool named = false;
    for (const NamedPlace& place : places) {
      if (place.size() != 1 || at(place.front()).place.empty()) continue;
      at(place.front()).moved = true;
      named = true;
    }
    if (named || places.empty()) continue;
    std::vector<DrawnSquare*> changed;
    for (const NamedPlace& place : places) {
      for (const NamedSquare& square : place) {
        if (at(square).changed && !at(square).looks.empty()) changed.push_back(&at(square));
      }
    }
    if (changed.size() == 1) changed.front()->moved = true;
  }
}

}  // namespace tesuji::tools
