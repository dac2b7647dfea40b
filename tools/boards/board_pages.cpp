#include "tools/boards/board_pages.h"

#include "ir/core/characters.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tools {
namespace {

using Offset = std::pair<long, long>;

std::optional<long> small_number(const std::string& text) {
  constexpr std::size_t most_digits = 4;
  if (!ir::all_digits(text) || text.size() > most_digits) return std::nullopt;
  return std::stol(text);
}

/// Returns the distance of each board from the large board's corner, by the name of its page;
/// nothing if the facts do not say so.
std::optional<std::map<std::string, Offset>> offsets_of_pages(const ir::Module& module,
                                                              const ir::Relation& relation) {
  constexpr std::size_t width = 5;  // board, two coordinates on it, two on the large board
  if (relation.kind != ir::RelationKind::fixed || relation.columns.size() != width) {
    return std::nullopt;
  }
  std::map<std::string, Offset> offsets;
  for (std::size_t row = 0; row < relation.facts.rows; ++row) {
    std::vector<std::string> names;
    std::vector<long> numbers;
    for (std::size_t i = 0; i < width; ++i) {
      names.push_back(module.symbols->text(relation.facts.cells[row * width + i]));
      const auto number = small_number(names.back());
      if (i > 0 && !number) return std::nullopt;
      numbers.push_back(number.value_or(0));
    }
    const Offset offset{numbers[3] - numbers[1], numbers[4] - numbers[2]};
    const auto [known, is_new] = offsets.emplace(names.front(), offset);
    if (!is_new && known->second != offset) return std::nullopt;
  }
  return offsets.size() > 1 ? std::optional(std::move(offsets)) : std::nullopt;
}

/// Returns the number of different values below this one.
std::size_t rank(const std::map<std::string, Offset>& offsets, long Offset::* side, long value) {
  std::vector<long> below;
  for (const auto& [name, offset] : offsets) {
    if (offset.*side < value) below.push_back(offset.*side);
  }
  std::sort(below.begin(), below.end());
  return static_cast<std::size_t>(std::unique(below.begin(), below.end()) - below.begin());
}

}  // namespace

void arrange_by_facts(std::span<BoardForm> boards, const ir::Module& module) {
  for (const ir::Relation& relation : module.relations) {
    const auto offsets = offsets_of_pages(module, relation);
    if (!offsets) continue;
    const bool all_known = std::all_of(boards.begin(), boards.end(), [&](const BoardForm& board) {
      return board.page.size() == 1 && offsets->contains(board.page.front().second);
    });
    if (!all_known) continue;
    for (BoardForm& board : boards) {
      const Offset offset = offsets->at(board.page.front().second);
      board.page_place = {rank(*offsets, &Offset::first, offset.first),
                          rank(*offsets, &Offset::second, offset.second)};
    }
    return;
  }
}

void turn_pages(BoardForm& board, std::span<const BoardForm> all) {
  if (!board.page_place) return;
  const auto row_of = [&](const BoardForm& each) {
    return board.transposed ? each.page_place->second : each.page_place->first;
  };
  board.page_row = row_of(board);
  board.page_column = board.transposed ? board.page_place->first : board.page_place->second;
  if (!board.upwards) return;
  std::size_t last = 0;
  for (const BoardForm& each : all) {
    const bool same =
        each.page_place && each.layers.front().functor == board.layers.front().functor;
    if (same) last = std::max(last, row_of(each));
  }
  board.page_row = last - board.page_row;
}

}  // namespace tesuji::tools
