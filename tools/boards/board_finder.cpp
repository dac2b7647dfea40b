#include "tools/boards/board_finder.h"

#include "ir/core/characters.h"
#include "passes/analysis/tied_columns.h"
#include "runtime/host/game/term_names.h"
#include "tools/boards/board_coordinates.h"
#include "tools/boards/board_pages.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tools {
namespace {

/// Squares of a board and of all its pages, at most.
constexpr std::size_t most_squares = 10'000;
/// Values of a side that a comment names, at most.
constexpr std::size_t most_commented = 100;

/// Sorts by name: numbers by value, and c2 before c10.
void sort_unique(std::vector<std::string>& names) {
  const auto less = [](const std::string& a, const std::string& b) {
    return std::pair(a.size(), a) < std::pair(b.size(), b);
  };
  std::sort(names.begin(), names.end(), less);
  names.erase(std::unique(names.begin(), names.end()), names.end());
}

/// Fluents of one form: the words of their term, and the domains of those that are columns.
struct FluentForm {
  std::vector<std::string> words;
  std::vector<ir::DomainId> domains;
};

class BoardFinder {
 public:
  BoardFinder(const ir::Module& module, const std::vector<frontend::BoardComment>& comments)
      : module_(module), orders_(module), comments_(comments) {}

  std::vector<BoardForm> run() {
    for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
      const ir::Relation& relation = module_.relations[id];
      if (relation.kind != ir::RelationKind::state) continue;
      const auto words = runtime::term_parts(relation.term);
      if (!words || words->size() < 2 || words->size() > most_words || words->front() == "?") {
        continue;
      }
      const FluentForm form{*words, domains_of(relation, *words)};
      std::vector<CoordinateKind> kinds;
      for (const ir::DomainId id : form.domains) {
        kinds.push_back(id == ir::no_id ? CoordinateKind::none
                                        : coordinate_kind(module_, id, orders_));
      }
      auto place = coordinate_run(kinds);
      if (const auto* comment = comment_on(form)) {
        const std::size_t first = std::min(*comment->column, *comment->row);
        kinds[first] = kinds[first + 1] = CoordinateKind::words;
        add_board(form, kinds, {first, 2}).transposed = *comment->column < *comment->row;
      } else if (place) {
        place->count = consecutive(form, *place);
        if (place->count > 2 && !names_pages(id, form, *place)) place->count = 2;
        add_board(form, kinds, *place);
      } else {
        add_squares(form);
      }
    }
    std::vector<BoardForm> all;
    for (BoardForm& board : boards_) {
      if (is_too_large(board)) continue;
      if (!board.whole()) name_sides(board);
      split_pages(std::move(board), all);
    }
    return all;
  }

 private:
  static constexpr std::size_t most_words = 7;

  /// Returns the comment that says which arguments of the fluent are columns and rows; null without
  /// one, and if these are not adjacent columns of its relation.
  [[nodiscard]] const frontend::BoardComment* comment_on(const FluentForm& form) const {
    for (const frontend::BoardComment& comment : comments_) {
      if (comment.fluent != form.words.front() || !comment.column || !comment.row) continue;
      const std::size_t first = std::min(*comment.column, *comment.row);
      const bool adjacent = first + 1 == std::max(*comment.column, *comment.row);
      if (!adjacent || first + 1 >= form.words.size()) continue;
      if (is_side(form.domains[first]) && is_side(form.domains[first + 1])) return &comment;
    }
    return nullptr;
  }

  /// Whether a board may have a side with these values.
  [[nodiscard]] bool is_side(ir::DomainId domain) const {
    if (domain == ir::no_id) return false;
    const std::size_t size = module_.domains[domain].values.size();
    return size > 0 && size <= most_commented;
  }

  /// Returns how many of the coordinates are coordinates beyond doubt: the first two, and, if the
  /// values of all are consecutive, all. The sides of a die, or heights of 1, 2, 4, are not.
  std::size_t consecutive(const FluentForm& form, const CoordinateRun& place) const {
    for (std::size_t i = 0; i < place.count && place.count > 2; ++i) {
      const std::vector<ir::Symbol>& values = module_.domains[form.domains[place.first + i]].values;
      const auto number = [&](ir::Symbol value) {
        const std::string& text = module_.symbols->text(value);
        return ir::all_digits(text) && text.size() < 4 ? std::stoul(text) : 0;
      };
      const bool numbers = std::all_of(values.begin(), values.end(), [&](ir::Symbol value) {
        return module_.symbols->is_integer(value);
      });
      if (numbers && number(values.back()) - number(values.front()) + 1 != values.size()) return 2;
    }
    return place.count;
  }

  /// Whether moves name the boards: else that coordinate is a part of the content, such as the
  /// height of a pile. Without rules it is taken for a board.
  bool names_pages(ir::RelationId id, const FluentForm& form, const CoordinateRun& place) const {
    if (module_.rules.empty()) return true;
    BoardForm board;
    choose_axes(board, form, place);
    std::uint32_t column = 0;
    for (std::size_t word = 0; word < place.first + place.count; ++word) {
      const std::string& text = form.words[word];
      const std::size_t coordinate = word - place.first;
      const bool is_page =
          word >= place.first && coordinate != board.axes[0] && coordinate != board.axes[1];
      if (is_page && !is_in_moves(id, column)) return false;
      column += static_cast<std::uint32_t>(count_columns(text));
    }
    return true;
  }

  /// Whether the rules tie an argument of a move to this column.
  bool is_in_moves(ir::RelationId id, std::uint32_t column) const {
    const passes::TiedColumns tied = passes::find_tied_columns(module_, id, {column});
    for (ir::RelationId move = 0; move < module_.relations.size(); ++move) {
      if (module_.relations[move].kind != ir::RelationKind::input) continue;
      if (std::any_of(tied[move].begin(), tied[move].end(),
                      [](const passes::ColumnTuple& each) { return each.front() != 0; })) {
        return true;
      }
    }
    return false;
  }

  /// Adds the values of the form's coordinates to a board of its fluents, which it returns.
  BoardForm& add_board(const FluentForm& form, const std::vector<CoordinateKind>& kinds,
                       const CoordinateRun& place) {
    BoardForm board;
    board.layers = {{form.words.front(), form.words.size(), place.first}};
    board.count = place.count;
    choose_axes(board, form, place);
    const bool letter = kinds[place.first + board.axes[0]] == CoordinateKind::letters;
    const bool letters = kinds[place.first + board.axes[1]] == CoordinateKind::letters;
    const bool number = kinds[place.first + board.axes[0]] != CoordinateKind::order &&
                        kinds[place.first + board.axes[1]] != CoordinateKind::order;
    board.chess = letter != letters && number;
    board.transposed = board.chess && letter;
    board.values.resize(place.count);
    // Contents of several shapes are on one board.
    auto found = std::find_if(boards_.begin(), boards_.end(), [&](const BoardForm& known) {
      const BoardLayer& own = known.layers.front();
      return known.count == board.count && own.functor == form.words.front() &&
             own.words == form.words.size() && own.first == place.first &&
             known.chess == board.chess && known.transposed == board.transposed;
    });
    if (found == boards_.end()) found = boards_.insert(found, std::move(board));
    add_contents(*found, form);
    for (std::size_t side = 0; side < place.count; ++side) {
      std::vector<ir::Symbol>& values = found->values[side];
      const std::vector<ir::Symbol>& own = module_.domains[form.domains[place.first + side]].values;
      values.insert(values.end(), own.begin(), own.end());
      orders_.sort(values);
      values.erase(std::unique(values.begin(), values.end()), values.end());
    }
    return *found;
  }

  /// Of three or four coordinates, two are drawn on a board: the last two, or the first two if the
  /// last is one of a few boards and the others have more values.
  void choose_axes(BoardForm& board, const FluentForm& form, const CoordinateRun& place) const {
    constexpr std::size_t few = 4;
    board.axes[0] = place.count - 2;
    board.axes[1] = place.count - 1;
    if (place.count != 3) return;
    const auto size = [&](std::size_t i) {
      return module_.domains[form.domains[place.first + i]].values.size();
    };
    if (size(2) <= few && size(2) < size(0) && size(2) < size(1)) {
      board.axes[0] = 0;
      board.axes[1] = 1;
    }
  }

  /// Finds fluents with places such as a1 in a single column.
  void add_squares(const FluentForm& form) {
    constexpr std::size_t fewest_squares = 6;
    if (form.words.size() > 4) return;
    for (std::size_t i = 1; i < form.words.size(); ++i) {
      if (form.domains[i] == ir::no_id) continue;
      const std::vector<ir::Symbol>& values = module_.domains[form.domains[i]].values;
      if (values.size() < fewest_squares) continue;
      BoardForm board;
      for (const ir::Symbol value : values) {
        const std::string& name = module_.symbols->text(value);
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
      board.layers = {{form.words.front(), form.words.size(), i}};
      board.count = 1;
      board.chess = true;
      add_contents(board, form);
      boards_.push_back(std::move(board));
      return;
    }
  }

  /// Adds what a relation's fluents can put on a square of the board.
  void add_contents(BoardForm& board, const FluentForm& form) const {
    constexpr std::size_t most = 1000;
    const std::size_t first = board.layers.front().first;
    std::vector<std::string> contents{""};
    for (std::size_t i = 1; i < form.words.size() && !board.any; ++i) {
      if (i >= first && i < first + board.count) continue;
      std::vector<std::string> values;
      if (form.domains[i] != ir::no_id) {
        for (const ir::Symbol value : module_.domains[form.domains[i]].values)
          values.push_back(module_.symbols->text(value));
      } else {
        values.push_back(form.words[i]);
        board.any = form.words[i].find('?') != std::string::npos;
      }
      board.any |= contents.size() * values.size() > most;
      if (board.any) break;
      std::vector<std::string> longer;
      for (const std::string& begin : contents)
        for (const std::string& value : values)
          longer.push_back(begin.empty() ? value : begin + "/" + value);
      contents = std::move(longer);
    }
    if (board.any || contents.front().empty()) return;
    for (std::string& content : contents) {
      const auto known = std::find(board.contents.begin(), board.contents.end(), content);
      if (known == board.contents.end()) board.contents.push_back(std::move(content));
    }
  }

  void name_sides(BoardForm& board) const {
    std::vector<std::string> names[2];
    for (const std::size_t side : {0, 1}) {
      for (const ir::Symbol value : board.values[board.axes[side]]) {
        names[side].push_back(module_.symbols->text(value));
      }
    }
    board.rows = std::move(names[board.transposed ? 1 : 0]);
    board.columns = std::move(names[board.transposed ? 0 : 1]);
    if (board.chess) std::reverse(board.rows.begin(), board.rows.end());
  }

  /// Whether the board and its pages have no squares, or more than can be drawn.
  [[nodiscard]] static bool is_too_large(const BoardForm& board) {
    if (board.whole()) return false;
    std::size_t squares = 1;
    for (const std::vector<ir::Symbol>& side : board.values) {
      squares *= side.size();
      if (squares == 0 || squares > most_squares) return true;
    }
    return false;
  }

  /// Adds a board for each value of the coordinates that are not axes: in a row, or in a square if
  /// there are two such coordinates, or as many boards as a square number.
  void split_pages(BoardForm board, std::vector<BoardForm>& all) const {
    std::vector<std::size_t> others;
    for (std::size_t i = 0; i < board.count && !board.whole(); ++i) {
      if (i != board.axes[0] && i != board.axes[1]) others.push_back(i);
    }
    if (others.empty()) {
      all.push_back(std::move(board));
      return;
    }
    const std::vector<ir::Symbol>& first = board.values[others[0]];
    if (others.size() == 2) {
      for (std::size_t i = 0; i < first.size(); ++i) {
        const std::vector<ir::Symbol>& second = board.values[others[1]];
        for (std::size_t j = 0; j < second.size(); ++j) {
          BoardForm page = board;
          page.page = {{others[0], module_.symbols->text(first[i])},
                       {others[1], module_.symbols->text(second[j])}};
          page.page_place = {i, j};
          page.page_row = i;
          page.page_column = j;
          all.push_back(std::move(page));
        }
      }
      return;
    }
    const auto root = static_cast<std::size_t>(std::lround(std::sqrt(first.size())));
    const std::size_t width = root * root == first.size() && root > 1 ? root : first.size();
    for (std::size_t i = 0; i < first.size(); ++i) {
      BoardForm page = board;
      page.page = {{others[0], module_.symbols->text(first[i])}};
      page.page_row = i / width;
      page.page_column = i % width;
      all.push_back(std::move(page));
    }
    arrange_by_facts(std::span(all).last(first.size()), module_);
  }

  const ir::Module& module_;
  ValueOrders orders_;
  const std::vector<frontend::BoardComment>& comments_;
  std::vector<BoardForm> boards_;
};

}  // namespace

std::vector<BoardForm> find_boards(const ir::Module& module,
                                   const std::vector<frontend::BoardComment>& comments) {
  return BoardFinder(module, comments).run();
}

}  // namespace tesuji::tools
