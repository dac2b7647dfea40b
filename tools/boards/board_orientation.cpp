#include "tools/boards/board_orientation.h"

#include "runtime/host/game/term_names.h"
#include "tools/boards/board_coordinates.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>

namespace tesuji::tools {
namespace {

/// Counts in favour of the first axis being the column, and of rows that go up.
struct NameVotes {
  int first_is_column = 0;
  int upwards = 0;
};

enum class SideName : std::uint8_t { none, column, row, upward_row };

SideName side_of(std::string_view name) {
  std::string word;
  for (const char c : name) {
    if (std::isalpha(static_cast<unsigned char>(c)) == 0) break;
    word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  const auto is = [&](const auto& words) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  constexpr std::array<std::string_view, 6> columns{"x", "c", "col", "column", "file", "xx"};
  constexpr std::array<std::string_view, 2> rows{"r", "row"};
  constexpr std::array<std::string_view, 3> upward{"y", "rank", "yy"};
  return is(columns)  ? SideName::column
         : is(rows)   ? SideName::row
         : is(upward) ? SideName::upward_row
                      : SideName::none;
}

void vote(SideName side, bool of_first, NameVotes& votes) {
  if (side == SideName::none) return;
  const bool is_column = side == SideName::column;
  votes.first_is_column += is_column == of_first ? 1 : -1;
  votes.upwards += side == SideName::upward_row ? 1 : side == SideName::row ? -1 : 0;
}

/// Votes by an atom over fluents of the board: its variables' names, and unary relations over
/// these.
void vote_by_atom(const ir::Module& module, const ir::Rule& rule,
                  const std::vector<ir::Argument>& args, const std::size_t columns[2],
                  NameVotes& votes) {
  for (const std::size_t axis : {0, 1}) {
    if (columns[axis] >= args.size() || !ir::is_variable(args[columns[axis]])) continue;
    const ir::VariableId variable = args[columns[axis]].id;
    vote(side_of(rule.variables[variable]), axis == 0, votes);
    for (const ir::Literal& literal : rule.body) {
      if (literal.kind != ir::Literal::Kind::positive || literal.args.size() != 1) continue;
      if (!ir::is_variable(literal.args[0]) || literal.args[0].id != variable) continue;
      vote(side_of(ir::written_name(module.relations[literal.relation])), axis == 0, votes);
    }
  }
}

/// Returns the columns of the board's axes in a relation of its fluents; nothing if the relation is
/// not one.
std::optional<std::array<std::size_t, 2>> axis_columns(const BoardForm& board,
                                                       const ir::Relation& relation) {
  const auto words = runtime::term_parts(ir::term_of(relation));
  const BoardLayer& layer = board.layers.front();
  if (!words || words->size() != layer.words || words->front() != layer.functor)
    return std::nullopt;
  std::array<std::size_t, 2> columns{};
  for (const std::size_t axis : {0, 1}) {
    const std::size_t word = layer.first + board.axes[axis];
    for (std::size_t i = 0; i < word; ++i) {
      columns[axis] += count_columns((*words)[i]);
    }
    if ((*words)[word] != "?") return std::nullopt;
  }
  return columns;
}

}  // namespace

bool turn_to_sides(BoardForm& board, const std::vector<std::string>& cells,
                   const std::vector<std::string>& roles) {
  if (board.whole()) return false;
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
  if (count[0] == 0 || count[1] == 0) return false;
  constexpr double least = 1;  // distance of their means
  const double down = rows[0] / count[0] - rows[1] / count[1];
  const double right = columns[0] / count[0] - columns[1] / count[1];
  if (std::max(std::abs(down), std::abs(right)) < least) return false;
  const bool sideways = std::abs(right) > std::abs(down);
  if (sideways) board.transpose();
  const bool upside_down = (sideways ? right : down) < 0;
  if (upside_down) std::reverse(board.rows.begin(), board.rows.end());
  board.turned = sideways || upside_down;
  return true;
}

bool turn_to_names(BoardForm& board, const ir::Module& module) {
  if (board.whole()) return false;
  NameVotes votes;
  for (const ir::Rule& rule : module.rules) {
    if (const auto head = axis_columns(board, module.relations[rule.head])) {
      vote_by_atom(module, rule, rule.head_args, head->data(), votes);
    }
    for (const ir::Literal& literal : rule.body) {
      if (literal.relation == ir::no_id) continue;
      const auto columns = axis_columns(board, module.relations[literal.relation]);
      if (columns) vote_by_atom(module, rule, literal.args, columns->data(), votes);
    }
  }
  if (votes.first_is_column == 0) return false;
  const bool upwards = votes.upwards > 0;
  if (votes.first_is_column > 0) board.transpose();
  if (upwards) std::reverse(board.rows.begin(), board.rows.end());
  board.turned = votes.first_is_column > 0 || upwards;
  return true;
}

}  // namespace tesuji::tools
